/** The shares of each row of a table of counts, exact or as they would be printed. */
import { type Rational, rational } from '../exact/index.ts'
import { type RoundingRule, roundBy } from './rounding-rule.ts'

/** Each rounded by itself. */
export function roundShares(
  counts: Float64Array,
  rows: number,
  columns: number,
  decimals: number,
  rule: RoundingRule,
): Rational[][] {
  const scale = 10n ** BigInt(decimals)
  return sharesBy(counts, rows, columns, (count, total) => rational(roundBy(rule, count * scale, total), scale))
}

export function exactShares(counts: Float64Array, rows: number, columns: number): Rational[][] {
  return sharesBy(counts, rows, columns, rational)
}

/** Zeros in a row without records. */
function sharesBy(
  counts: Float64Array,
  rows: number,
  columns: number,
  share: (count: bigint, total: bigint) => Rational,
): Rational[][] {
  return Array.from({ length: rows }, (_, row) => {
    const line = [...counts.subarray(row * columns, (row + 1) * columns)].map(BigInt)
    const total = line.reduce((sum, count) => sum + count, 0n)
    return line.map((count) => (total === 0n ? rational(0n) : share(count, total)))
  })
}
