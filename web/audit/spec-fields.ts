/** The design as the `audit` of a spec, and back. */

import { parseRelease } from '../../src/spec/release-text.ts'
import type { SpecShape } from '../answers.ts'
import type { CountedTable } from './bounds.ts'
import { EMPTY_DESIGN, type Level, type TableDesign } from './design.ts'
import { isTogether, layoutOf, releasesOf, togetherVariables } from './releases.ts'

/** The fields of `audit` that the page edits; those of one table, or of several releases. */
export interface AuditFields {
  readonly rows?: readonly string[]
  readonly columns?: readonly string[]
  readonly releases?: readonly string[]
  readonly cells?: readonly string[]
  readonly merge?: Readonly<Record<string, Groups>>
  readonly order?: Groups
  readonly small: number
  readonly decimals?: number
  readonly known?: string
}

export function auditFields(table: CountedTable, design: TableDesign, knownFile: string | null): AuditFields {
  const known = knownFile !== null && { known: knownFile }
  if (isTogether(design))
    return {
      releases: releasesOf(design),
      cells: [...design.rows, ...design.columns],
      ...levelChanges(table, design, togetherVariables(design)),
      small: design.small,
      ...known,
    }
  return {
    rows: design.rows,
    columns: design.columns,
    ...levelChanges(table, design, [...design.rows, ...design.columns]),
    small: design.small,
    ...(design.published === 'rounded' && { decimals: design.decimals }),
    ...known,
  }
}

type Groups = Readonly<Record<string, readonly string[]>>

/** What was merged or renamed, and the orders that are not those of the data. */
function levelChanges(
  table: CountedTable,
  design: TableDesign,
  names: readonly string[],
): Pick<AuditFields, 'merge' | 'order'> {
  const merge: [string, Groups][] = []
  const order: [string, readonly string[]][] = []
  for (const { name, levels: original } of table.variables) {
    const levels = design.levels[name]
    if (levels === undefined || !names.includes(name)) continue
    const changed = levels.filter(({ name: own, of }) => of.length > 1 || of[0] !== own)
    const groups = Object.fromEntries(changed.map((level) => [level.name, level.of]))
    if (changed.length > 0) merge.push([name, groups])
    const usual = mergedLevels(original, groups)
    if (levels.some((level, k) => level.name !== usual[k].name)) order.push([name, levels.map((level) => level.name)])
  }
  return {
    ...(merge.length > 0 && { merge: Object.fromEntries(merge) }),
    ...(order.length > 0 && { order: Object.fromEntries(order) }),
  }
}

/** The design that a spec holds; variables that the table does not have are left out. */
export function designFromSpec(table: CountedTable, { audit }: SpecShape): TableDesign {
  if (audit === undefined) return startDesign(table)
  const has = (name: string): boolean => table.variables.some((variable) => variable.name === name)
  const levels = levelsFromSpec(table, audit)
  const releases = audit.releases ?? []
  if (releases.length > 0) {
    const { decimals = EMPTY_DESIGN.decimals, ...layout } = layoutOf(releases, audit.cells ?? [])
    return { ...EMPTY_DESIGN, ...layout, decimals, levels, small: audit.small }
  }
  return {
    ...EMPTY_DESIGN,
    rows: (audit.rows ?? []).filter(has),
    columns: (audit.columns ?? []).filter(has),
    levels,
    small: audit.small,
    published: audit.decimals === undefined ? 'shares' : 'rounded',
    decimals: audit.decimals ?? EMPTY_DESIGN.decimals,
  }
}

/** The levels of the variables that a spec merges or puts in an order; a level that an order does not list follows. */
function levelsFromSpec(
  table: CountedTable,
  { merge = {}, order = {} }: Pick<NonNullable<SpecShape['audit']>, 'merge' | 'order'>,
): TableDesign['levels'] {
  const groupsOf = new Map(Object.entries(merge))
  const orderOf = new Map(Object.entries(order))
  const changed = table.variables.filter(({ name }) => groupsOf.has(name) || orderOf.has(name))
  return Object.fromEntries(
    changed.map(({ name, levels: original }) => {
      const levels = mergedLevels(original, groupsOf.get(name) ?? {})
      const first = (orderOf.get(name) ?? []).flatMap((own) => levels.find((level) => level.name === own) ?? [])
      return [name, [...new Set([...first, ...levels])]]
    }),
  )
}

/** A merged level stands where its first part stood. */
function mergedLevels(original: readonly string[], groups: Groups): Level[] {
  const into = new Map(
    Object.entries(groups).flatMap(([name, of]) => of.map((level) => [String(level), name] as const)),
  )
  const levels: Level[] = []
  for (const level of original) {
    const name = into.get(level) ?? level
    const at = levels.findIndex((known) => known.name === name)
    if (at < 0) levels.push({ name, of: [level] })
    else levels[at] = { name, of: [...levels[at].of, level] }
  }
  return levels
}

/** Columns of a first design at most. */
const FIRST_COLUMNS = 12
/** Rows of a first design at most. */
const FIRST_ROWS = 5000

/** The variables that the `audit` of a spec names. */
export function auditVariables({ audit }: SpecShape): readonly string[] {
  const released = (audit?.releases ?? []).map(parseRelease).flatMap(({ columns, given }) => [...given, ...columns])
  return [...(audit?.rows ?? []), ...(audit?.columns ?? []), ...released, ...(audit?.cells ?? [])]
}

/** Where nothing was designed yet: the last one or two variables in the columns, the others in the rows while that stays readable. */
export function startDesign(table: CountedTable): TableDesign {
  const { variables } = table
  const [last, before] = [variables.at(-1), variables.at(-2)]
  const two = variables.length > 3 && (last?.levels.length ?? 0) * (before?.levels.length ?? 0) <= FIRST_COLUMNS
  const columns = variables.slice(two ? -2 : -1)
  const rows: string[] = []
  let size = 1
  for (const { name, levels } of variables.slice(0, variables.length - columns.length)) {
    if (size * levels.length > FIRST_ROWS || rows.length >= 6) break
    size *= levels.length
    rows.push(name)
  }
  return { ...EMPTY_DESIGN, rows, columns: columns.map(({ name }) => name) }
}
