import { type Rational, rational } from '../exact/rational.ts'

/** Shares of each row as they would be printed: each rounded by itself, halves up. */
export function roundShares(counts: Float64Array, rows: number, columns: number, decimals: number): Rational[][] {
  const scale = 10n ** BigInt(decimals)
  return Array.from({ length: rows }, (_, row) => {
    const line = [...counts.subarray(row * columns, (row + 1) * columns)].map(BigInt)
    const total = line.reduce((sum, count) => sum + count, 0n)
    return line.map((count) =>
      total === 0n ? rational(0n) : rational((2n * count * scale + total) / (2n * total), scale),
    )
  })
}
