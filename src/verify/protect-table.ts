/** A protected table as a reader has it: its lines, its codes, and the equations that follow from both. Read and built by code of its own. */
import { z } from 'zod'
import { fetchColumns, withDatabase } from '../data/index.ts'
import type { Manifest } from '../release/index.ts'
import { badInput } from '../request-error.ts'
import { shaped } from './stated-spec.ts'
import { asTable, outputRelation, quoted } from './topdown-lines.ts'

export const protectResult = z.looseObject({
  method: z.enum(['suppress', 'round', 'cellkey', 'compare']),
  figure: z.string(),
  variables: z.array(z.string()).min(1),
  decimals: z.int().min(0).max(30),
  cells: z.int().min(1),
  equations: z.int().min(0),
})

export type ProtectResult = z.output<typeof protectResult>

export interface ReadTable {
  readonly result: ProtectResult
  /** By line: the codes, and what is published, in units of the last decimal; undefined where it is withheld. */
  readonly codes: readonly (readonly string[])[]
  readonly units: readonly (bigint | undefined)[]
  /** What stands where no figure does. */
  readonly marks: ReadonlySet<string>
  /** Lines: a total first, then its parts. */
  readonly equations: readonly (readonly number[])[]
}

export async function readProtected(folder: string, manifest: Manifest): Promise<ReadTable> {
  const result = shaped(protectResult, manifest.result, 'the result')
  const { variables, figure } = result
  const [table, groups] = await withDatabase({}, async (db) => {
    const read = async (name: string, columns: readonly string[]): Promise<string[][]> => {
      const relation = await outputRelation(db, folder, manifest, name, columns)
      const list = columns.map((column) => `coalesce(cast(${quoted(column)} as varchar), '')`).join(', ')
      return asTable(relation.name, () =>
        fetchColumns(
          db,
          `select ${list} from ${relation.sql}`,
          columns.map(() => 'text' as const),
        ),
      )
    }
    return [
      await read('table', [...variables, figure]),
      await read('codes', ['variable', 'sum', 'code', 'part_of']),
    ] as const
  })
  const texts = table[variables.length]
  const codes = texts.map((_, line) => variables.map((_, v) => table[v][line]))
  return {
    result,
    codes,
    units: texts.map((text) => unitsOfText(text, result.decimals)),
    marks: new Set(texts.filter((text) => unitsOfText(text, result.decimals) === undefined)),
    equations: equationsOf(codes, variables, groups),
  }
}

function unitsOfText(text: string, decimals: number): bigint | undefined {
  const [, sign, whole, fraction = ''] = /^'?(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined || fraction.length > decimals) return undefined
  const units = BigInt(whole + fraction.padEnd(decimals, '0'))
  return sign === '-' ? -units : units
}

/** A line whose code is a parent is the sum of the lines that differ from it in that code alone. */
function equationsOf(
  codes: readonly (readonly string[])[],
  variables: readonly string[],
  [names, sums, children, parents]: readonly (readonly string[])[],
): readonly (readonly number[])[] {
  const lineOf = new Map<string, number>()
  codes.forEach((line, l) => {
    const key = line.join('\0')
    if (lineOf.has(key)) throw badInput(`line ${l + 2} of the table is about a cell that has a line already`)
    lineOf.set(key, l)
  })
  const groups = new Map<string, { readonly variable: number; readonly parent: string; readonly children: string[] }>()
  names.forEach((name, i) => {
    const key = `${name}\0${sums[i]}`
    const group = groups.get(key) ?? { variable: variables.indexOf(name), parent: parents[i], children: [] }
    if (group.variable < 0) throw badInput(`codes are listed for "${name}", which is no variable of the table`)
    if (group.parent !== parents[i]) throw badInput(`line ${i + 2} of the codes is about another total than its sum`)
    group.children.push(children[i])
    groups.set(key, group)
  })
  const equations: number[][] = []
  for (const { variable, parent, children } of groups.values())
    for (const [l, line] of codes.entries()) {
      if (line[variable] !== parent) continue
      const parts = children.map((code) => lineOf.get(line.with(variable, code).join('\0')))
      if (parts.every((part) => part === undefined)) continue // this table lacks the variable
      if (parts.some((part) => part === undefined))
        throw badInput(`line ${l + 2} of the table is a total, and a part of it is missing`)
      equations.push([l, ...(parts as number[])])
    }
  return equations
}
