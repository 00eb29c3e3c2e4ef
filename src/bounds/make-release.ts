/** A release of a counted table, as an audit of several takes it: a margin of counts, or shares of some variables given others. */

import type { CountedTable } from '../model/counted-table.ts'
import { type DesignVariable, tabulate } from './design.ts'
import type { Release } from './linear-system.ts'
import { reduceCounts } from './reduced.ts'
import { roundShares } from './round-shares.ts'
import type { RoundingRule } from './rounding-rule.ts'

export interface AskedRelease {
  readonly columns: readonly DesignVariable[]
  /** Empty for a margin of counts. */
  readonly given: readonly DesignVariable[]
  /** Shares are rounded to so many decimals; exact without it. */
  readonly decimals: number | undefined
  readonly rounding: RoundingRule
  readonly label: string
}

export function makeRelease(table: CountedTable, asked: AskedRelease): Release {
  const { columns, given, decimals, rounding, label } = asked
  const { counts, rows, columns: width } = tabulate(table, { rows: given, columns })
  if (given.length === 0) return { kind: 'margin', variables: columns, counts, label }
  const shared = { rows: given, columns, label }
  if (decimals === undefined)
    return { kind: 'conditional', ...shared, reduced: reduceCounts(counts, rows, width).reduced }
  const scale = 10 ** decimals
  const scaled = roundShares(counts, rows, width, decimals, rounding)
    .flat()
    .map(({ num, den }) => Number((num * BigInt(scale)) / den))
  return { kind: 'rounded', ...shared, scaled, decimals, rounding }
}
