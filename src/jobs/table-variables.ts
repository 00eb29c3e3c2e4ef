/** The variables of a table with their subtotals, from the files and columns that say them. */
import { basename } from 'node:path'
import { type Database, readTextFile, readTreeFile } from '../data/index.ts'
import {
  type CodeParents,
  parentsOfIndented,
  parentsOfLines,
  type TableVariable,
  tableVariable,
} from '../model/index.ts'
import { badInput, clipped, listed } from '../request-error.ts'
import type { SpecGrouping } from '../spec/index.ts'

/** What a spec says of the variables of a table. */
export interface VariablesAsked {
  readonly variables: readonly string[]
  readonly groupings: readonly SpecGrouping[]
  /** The code of the total of every variable. */
  readonly total: string
  /** Totals stand in the file already. */
  readonly isFinished: boolean
}

/** The codes of the lines of the data, by column. */
export type ColumnCodes = ReadonlyMap<string, readonly string[]>

/** The columns of codes that are read: the variables, and those that say their subtotals. */
export function codeColumns({ variables, groupings }: VariablesAsked): readonly string[] {
  return [...new Set([...variables, ...groupings.flatMap((one) => ('columns' in one ? one.columns : []))])]
}

export async function tableVariables(
  db: Database,
  task: VariablesAsked,
  codes: ColumnCodes,
): Promise<readonly TableVariable[]> {
  const stray = task.groupings.find(({ of }) => !task.variables.includes(of))
  if (stray !== undefined)
    throw badInput(
      `\`hierarchies\`: "${clipped(stray.of)}" is no variable of the table. Its variables are: ${listed(task.variables)}.`,
    )
  const variables: TableVariable[] = []
  for (const name of task.variables) {
    const own = [...new Set(codes.get(name))]
    const groupings: CodeParents[] = []
    for (const grouping of task.groupings.filter(({ of }) => of === name))
      groupings.push(await parentsOf(db, grouping, task, codes, own))
    variables.push(variableOf(name, task, own, groupings))
  }
  return variables
}

function variableOf(
  name: string,
  { total, isFinished }: VariablesAsked,
  own: readonly string[],
  groupings: readonly CodeParents[],
): TableVariable {
  if (isFinished !== own.includes(total))
    throw badInput(
      isFinished
        ? `column "${clipped(name)}" has no code "${clipped(total)}", and a finished table has its totals. Say with \`total\` what the total is called.`
        : `column "${clipped(name)}" has the code "${clipped(total)}" in it, and records hold no totals. Leave those lines out, or say with \`total\` what the total is to be called.`,
    )
  if (groupings.length === 0)
    return tableVariable(name, total, [
      new Map(sorted(own.filter((code) => code !== total)).map((code) => [code, total])),
    ])
  const known = new Set(groupings.flatMap((parents) => [...parents.keys()]).concat(total))
  const missing = own.filter((code) => !known.has(code))
  if (missing.length > 0)
    throw badInput(
      `column "${clipped(name)}" has codes that its hierarchy lacks: ${listed(sorted(missing))}. Add them to the hierarchy.`,
    )
  const isParent = new Set(groupings.flatMap((parents) => [...parents.values()]))
  for (const parents of groupings) {
    const left = own.filter((code) => code !== total && !isParent.has(code) && !parents.has(code))
    if (left.length > 0)
      throw badInput(
        `a hierarchy of "${clipped(name)}" lacks the codes ${listed(sorted(left))}: what is not in it is in none of its sums. Add them.`,
      )
  }
  const subtotal = own.find((code) => code !== total && isParent.has(code))
  if (!isFinished && subtotal !== undefined)
    throw badInput(
      `column "${clipped(name)}" has the code "${clipped(subtotal)}", which is a subtotal in its hierarchy. Records hold the narrowest codes alone.`,
    )
  return tableVariable(name, total, groupings)
}

/** The place of each text among the codes of a variable, which has all of them. */
export function codesOf({ codes }: TableVariable, texts: readonly string[]): Int32Array {
  const indexOf = new Map(codes.map((code, i) => [code, i]))
  return Int32Array.from(texts, (text) => indexOf.get(text) as number)
}

/** Numbers by size, other codes by their text. */
const sorted = (codes: readonly string[]): readonly string[] =>
  [...codes].sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : a > b ? 1 : 0))

async function parentsOf(
  db: Database,
  grouping: SpecGrouping,
  { total, isFinished }: VariablesAsked,
  codes: ColumnCodes,
  own: readonly string[],
): Promise<CodeParents> {
  const { of } = grouping
  if ('file' in grouping) {
    const { file, header } = grouping
    const name = basename(file)
    if (/\.hrc$/i.test(file))
      return parentsOfIndented(await readTextFile(file, 'A hierarchy has one code per line.'), total, name)
    return parentsOfLines({ ...(await readTreeFile(db, file, own, header)), name }, total)
  }
  const where = `the hierarchy of "${clipped(of)}"`
  if ('prefix' in grouping) {
    const lengths = [...grouping.prefix].sort((a, b) => b - a)
    const rows = own.filter((code) => code !== total).map((code) => [code, ...lengths.map((n) => code.slice(0, n))])
    return parentsOfLines({ rows, firstLine: 1, name: where }, total)
  }
  if (isFinished) throw badInput(`${where}: columns say the subtotals of records. For a finished table name a file.`)
  const columns = [of, ...grouping.columns].map((column) => codes.get(column) ?? [])
  const rows = new Map(
    columns[0].map((_, line) => columns.map((column) => column[line])).map((row) => [row.join('\0'), row]),
  )
  return parentsOfLines({ rows: [...rows.values()], firstLine: 1, name: where }, total)
}
