import type { Points } from '../points/points.ts'

/**
 * What an excess computed in doubles may lack, the lowering of the duals by it included: it is a sum of at most 2k duals
 * and 2k widths of m columns each, none of them beyond `most`, so all its rounding is below that of 4k + m + 8 operations
 * of half a unit in the last place of 4k most each; taken twice.
 */
export function roundingOf({ m, suppressionLoss }: Points, k: number, duals: Float64Array): number {
  const most = duals.reduce((high, dual) => Math.max(high, Math.abs(dual)), suppressionLoss)
  return (4 * k + m + 8) * 4 * k * most * 2 ** -52
}
