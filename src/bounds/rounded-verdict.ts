/**
 * What a table of rounded shares discloses, in the figures of the exact audit.
 *
 * A cell is disclosed when it has one feasible count, a row when all its cells are; a rounded share of 0 is a zero cell
 * only when no positive count is feasible. When `exact` is false the values are ranges that contain the feasible ones, so
 * more may be disclosed than is counted here.
 */
import { type RoundedOptions, type RoundedTable, type RoundedValues, solveRounded } from './rounded.ts'
import type { RoundingRule } from './rounding-rule.ts'
import { highest, intervalsOf, lowest } from './value-set.ts'
import { DEFAULT_SMALL } from './verdict.ts'

export interface RoundedAudit {
  readonly n: number
  readonly decimals: number
  readonly rounding: RoundingRule
  readonly exact: boolean
  readonly shape: { readonly rows: number; readonly columns: number }
  readonly rows: { readonly zero: number; readonly disclosed: number }
  readonly cells: { readonly zero: number; readonly disclosed: number; readonly smallDisclosed: number }
  readonly values: RoundedValues['rows']
}

export interface RoundedAuditOptions extends RoundedOptions {
  readonly small?: number | undefined
}

export function auditRounded(table: RoundedTable, options: RoundedAuditOptions = {}): RoundedAudit {
  const { rows: values, exact } = solveRounded(table, options)
  const small = options.small ?? DEFAULT_SMALL
  const rows = { zero: 0, disclosed: 0 }
  const cells = { zero: 0, disclosed: 0, smallDisclosed: 0 }
  for (const { total, cells: counts } of values) {
    if (highest(total) === 0) rows.zero++
    else if (counts.every((set) => set.count === 1)) rows.disclosed++
    for (const set of counts) {
      if (highest(set) === 0) cells.zero++
      else if (set.count === 1) {
        cells.disclosed++
        if (lowest(set) < small) cells.smallDisclosed++
      }
    }
  }
  const { n, decimals, rounding } = table
  return { n, decimals, rounding, exact, shape: { rows: table.rows, columns: table.columns }, rows, cells, values }
}

export interface RoundedRowReport<Name> {
  readonly row: Name
  /** Feasible totals and counts as closed intervals; outer ranges when the audit is not exact. */
  readonly totals: readonly (readonly [number, number])[]
  readonly counts: readonly (readonly (readonly [number, number])[])[]
  readonly bounds: readonly (readonly [number, number])[]
}

/** One line a row; `limit` intervals a list at most. */
export function roundedReports<Name>(
  found: RoundedAudit,
  nameOf: (row: number) => Name,
  limit: number = Number.POSITIVE_INFINITY,
): RoundedRowReport<Name>[] {
  return found.values.map(({ total, cells }, i) => ({
    row: nameOf(i),
    totals: intervalsOf(total, limit),
    counts: cells.map((set) => intervalsOf(set, limit)),
    bounds: cells.map((set) => [lowest(set), highest(set)] as const),
  }))
}
