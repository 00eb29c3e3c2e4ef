/**
 * What a table of conditionals discloses: the counts of Wright and Smucker (2014), Table 13, and every row's values.
 *
 * The cells of a row with reduced counts r_j are r_j (v + 1) for its feasible multipliers v. A row is disclosed when it
 * has records and one feasible v. Zero cells are zero in every table with these shares.
 */
import type { Control, RowValues } from './feasible-values.ts'
import type { KnownBound } from './known.ts'
import type { ConditionalTable } from './reduced.ts'
import { feasibleMultipliers } from './single-row.ts'
import { highest, intervalsOf, lowest } from './value-set.ts'

export interface AuditCounts {
  readonly n: number
  readonly reducedTotal: number
  readonly slack: number
  readonly shape: { readonly rows: number; readonly columns: number }
  readonly rows: { readonly zero: number; readonly unit: number; readonly disclosed: number }
  readonly cells: { readonly zero: number; readonly disclosed: number; readonly smallDisclosed: number }
}

export interface Audit extends AuditCounts {
  readonly source: ConditionalTable
  readonly known: readonly KnownBound[]
  /** Feasible multipliers by row; undefined for rows without records. */
  readonly values: RowValues
}

export interface AuditOptions extends Control {
  /** Counts above 0 and below this are small; 5 when left out. */
  readonly small?: number | undefined
  readonly known?: readonly KnownBound[] | undefined
}

export const DEFAULT_SMALL = 5

export function audit(table: ConditionalTable, options: AuditOptions = {}): Audit {
  const known = options.known ?? []
  const values = feasibleMultipliers(table, known, options)
  return { ...countDisclosures(table, values, options.small ?? DEFAULT_SMALL), source: table, known, values }
}

/** The figures of Table 13. `cells.disclosed` counts cells above 0 in disclosed rows. */
export function countDisclosures(table: ConditionalTable, values: RowValues, small: number): AuditCounts {
  const { rows, columns, reduced, sums } = table
  const rowCounts = { zero: 0, unit: 0, disclosed: 0 }
  const cellCounts = { zero: 0, disclosed: 0, smallDisclosed: 0 }
  for (let i = 0; i < rows; i++) {
    const set = values[i]
    const pinned = set !== undefined && set.count === 1
    const factor = pinned ? lowest(set) + 1 : 0
    if (sums[i] === 0) rowCounts.zero++
    if (sums[i] === 1) rowCounts.unit++
    if (pinned) rowCounts.disclosed++
    for (let k = i * columns; k < (i + 1) * columns; k++) {
      if (reduced[k] === 0) cellCounts.zero++
      else if (pinned) {
        cellCounts.disclosed++
        if (reduced[k] * factor < small) cellCounts.smallDisclosed++
      }
    }
  }
  const { n, reducedTotal, slack } = table
  return { n, reducedTotal, slack, shape: { rows, columns }, rows: rowCounts, cells: cellCounts }
}

export interface RowReport<Name> {
  readonly row: Name
  readonly reduced: readonly number[] | null
  readonly multipliers: readonly (readonly [number, number])[]
  readonly bounds: readonly (readonly [number, number])[]
}

/** One line a row, as printed and published; `nameOf` gives the row's name. A row of zeros has bounds [0, 0]. */
export function rowReports<Name>(found: Audit, nameOf: (row: number) => Name): RowReport<Name>[] {
  const { columns, reduced } = found.source
  return found.values.map((set, i) => {
    const counts = Array.from(reduced.subarray(i * columns, (i + 1) * columns))
    const row = nameOf(i)
    if (set === undefined) return { row, reduced: null, multipliers: [], bounds: counts.map(() => [0, 0] as const) }
    const least = lowest(set) + 1
    const most = highest(set) + 1
    const bounds = counts.map((count) => [count * least, count * most] as const)
    return { row, reduced: counts, multipliers: intervalsOf(set), bounds }
  })
}
