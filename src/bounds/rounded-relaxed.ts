/**
 * Outer bounds from rounded shares, for tables too large to be solved exactly.
 *
 * Let L_i be the least total that fits row i, or any number below it. In every table that fits, t_i >= L_i, hence
 * t_i = N - sum of the others <= N - sum_{k != i} L_k =: U_i, cut at what is known; and then t_i >= N - sum_{k != i} U_k.
 * A count lies between t lo_j and t hi_j and is whole, so ceil(L_i lo_j) <= n_ij <= floor(U_i hi_j), and one further in
 * where a whole product is an end that the rounding rule excludes. So every feasible count lies within these bounds; not
 * every number within them need be feasible.
 */

import { type RoundedRow, RowAtTotal } from './rounded-row.ts'
import type { RoundedRowValues, RowType } from './rounded-values.ts'
import { progression } from './value-set.ts'

/** The search for a least total ends here with a valid, lower, answer. */
const SEARCHED = 200_000

export function relaxedRows(types: readonly RowType[], n: number): RoundedRowValues[] | 'infeasible' {
  const least = types.map(({ row }) => leastTotal(row, n))
  if (least.some((total) => total === undefined)) return 'infeasible'
  const lower = least as number[]
  const sumOf = (bounds: readonly number[]): number =>
    types.reduce((sum, type, k) => sum + bounds[k] * type.members.length, 0)
  const upper = types.map(({ row }, k) => Math.min(row.totalUpper, n - (sumOf(lower) - lower[k])))
  const raised = types.map((_, k) => Math.max(lower[k], n - (sumOf(upper) - upper[k])))
  if (raised.some((total, k) => total > upper[k])) return 'infeasible'
  const ranges = types.map(({ row }, k) => {
    const cells: [number, number][] = []
    for (let j = 0; j < row.columns; j++) {
      const low = Math.max(row.cellLower[j], leastWithin(raised[k], row, j))
      const high = Math.min(row.cellUpper[j], mostWithin(upper[k], row, j))
      if (low > high) return undefined
      cells.push([low, high])
    }
    return { total: range(raised[k], upper[k]), cells: cells.map(([low, high]) => range(low, high)) }
  })
  return ranges.includes(undefined) ? 'infeasible' : (ranges as RoundedRowValues[])
}

const range = (low: number, high: number) => progression(low, 1, high - low + 1)

/** A number not above the least feasible total; undefined when there is none up to n. */
function leastTotal(row: RowType['row'], n: number): number | undefined {
  const state = new RowAtTotal(row)
  const last = Math.min(n, row.totalUpper)
  for (; !state.fits(); state.advance()) {
    if (state.total >= last) return undefined
    if (state.total >= SEARCHED) return Math.max(state.total, row.totalLower)
  }
  return state.total
}

/** The least whole number within total * lo_j. The product may pass 2^53. */
function leastWithin(total: number, { low, lowOpen, denominator }: RoundedRow, j: number): number {
  if (total === 0) return 0
  const product = BigInt(total) * BigInt(low[j])
  const whole = product % BigInt(denominator) === 0n
  return Number(product / BigInt(denominator)) + (whole && lowOpen[j] === 0 ? 0 : 1)
}

/** The largest whole number within total * hi_j. */
function mostWithin(total: number, { high, highOpen, denominator }: RoundedRow, j: number): number {
  if (total === 0) return 0
  const product = BigInt(total) * BigInt(high[j])
  const whole = product % BigInt(denominator) === 0n
  return Number(product / BigInt(denominator)) - (whole && highOpen[j] === 1 ? 1 : 0)
}
