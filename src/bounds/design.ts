/**
 * Two-way tables from a k-way counted table: which variables make the rows, which the columns, which are summed over, and
 * which levels are merged. Wright and Smucker (2014), section 4.3.
 *
 * Every cell of the k-way table has a place row * columns + column that is the sum of one term a variable, so a design
 * is tabulated by looking up k terms a cell.
 */
import { type CountedTable, unknownLevels } from '../model/index.ts'
import { badInput } from '../request-error.ts'

/** By variable, the levels of missing and unknown values, where it has some: a search merges them with no other. */
export function levelsApart({ variables }: Pick<CountedTable, 'variables'>): ReadonlyMap<number, readonly number[]> {
  const found = variables.map(({ levels }, v) => [v, unknownLevels(levels)] as const)
  return new Map(found.filter(([, levels]) => levels.length > 0))
}

/** One variable in use; `groups` says for each of its levels which merged level it belongs to (0, 1, ...). */
export interface DesignVariable {
  readonly variable: number
  readonly groups?: readonly number[] | undefined
}

/** Variables in neither list are summed over. Rows and columns are the cross products of levels, the last fastest. */
export interface Design {
  readonly rows: readonly DesignVariable[]
  readonly columns: readonly DesignVariable[]
}

export interface TwoWayTable {
  readonly rows: number
  readonly columns: number
  readonly counts: Float64Array
}

export function tabulate(table: CountedTable, design: Design): TwoWayTable {
  checkDesign(table, design)
  const columns = design.columns.reduce((product, used) => product * levelsIn(table, used), 1)
  const rows = design.rows.reduce((product, used) => product * levelsIn(table, used), 1)
  const places = new Int32Array(table.counts.length)
  let stride = 1
  for (const used of [...design.columns].reverse()) stride = addTerms(places, table, used, stride)
  for (const used of [...design.rows].reverse()) stride = addTerms(places, table, used, stride)
  const counts = new Float64Array(rows * columns)
  for (let c = 0; c < places.length; c++) counts[places[c]] += table.counts[c]
  return { rows, columns, counts }
}

/** The merged levels' names of each row (or column) in turn: original names joined by "|". */
export function namesOf(table: CountedTable, side: readonly DesignVariable[]): string[][] {
  let names: string[][] = [[]]
  for (const used of side) {
    const levels = mergedNames(table, used)
    names = names.flatMap((before) => levels.map((level) => [...before, level]))
  }
  return names
}

/** How many levels a variable has in a design, merged ones counted once. */
export function levelsIn(table: CountedTable, used: DesignVariable): number {
  if (used.groups === undefined) return table.variables[used.variable].levels.length
  return used.groups.reduce((most, group) => Math.max(most, group), -1) + 1
}

function mergedNames(table: CountedTable, used: DesignVariable): string[] {
  const { levels } = table.variables[used.variable]
  if (used.groups === undefined) return [...levels]
  return Array.from({ length: levelsIn(table, used) }, (_, group) =>
    levels.filter((_, level) => used.groups![level] === group).join('|'),
  )
}

/** places += stride * level of the variable, in place; returns the stride of the next variable. */
function addTerms(places: Int32Array, table: CountedTable, used: DesignVariable, stride: number): number {
  const codes = table.codes[used.variable]
  const { length } = table.variables[used.variable].levels
  const terms = Int32Array.from({ length }, (_, level) => stride * (used.groups?.[level] ?? level))
  for (let c = 0; c < places.length; c++) places[c] += terms[codes[c]]
  return stride * levelsIn(table, used)
}

const LARGEST_DESIGN = 2 ** 26

function checkDesign(table: CountedTable, design: Design): void {
  const seen = new Set<number>()
  let cells = 1
  for (const used of [...design.rows, ...design.columns]) {
    const variable = table.variables[used.variable]
    if (variable === undefined) throw badInput(`The design names variable ${used.variable + 1}, which is not there.`)
    if (seen.has(used.variable))
      throw badInput(`"${variable.name}" is used twice. Put it in the rows or in the columns.`)
    seen.add(used.variable)
    if (used.groups !== undefined && used.groups.length !== variable.levels.length)
      throw badInput(`The merge of "${variable.name}" must place each of its ${variable.levels.length} levels.`)
    cells *= levelsIn(table, used)
  }
  if (cells > LARGEST_DESIGN)
    throw badInput(`This design has ${cells} cells; ${LARGEST_DESIGN} is the limit. Omit a variable or merge levels.`)
}
