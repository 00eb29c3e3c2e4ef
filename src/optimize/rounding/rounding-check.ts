/** Whether whole values meet whole rows, in exact integers. Shares no code with the rounding, on purpose. */
import type { RowBlock } from '../marginal/marginal-problem.ts'

/** The first row that is broken, or -1; a value that is not whole or below 0 counts as breaking row 0. */
export function brokenRow(rows: RowBlock, lower: Float64Array, upper: Float64Array, values: Float64Array): number {
  for (const value of values) if (!(Number.isInteger(value) && value >= 0)) return 0
  for (let row = 0; row < lower.length; row++) {
    const { sum, size } = sumOf(rows, row, values)
    const meets = size < 2 ** 53 ? sum >= lower[row] && sum <= upper[row] : meetsLarge(rows, row, values, lower, upper)
    if (!meets) return row
  }
  return -1
}

/** Sums of whole numbers are exact in doubles while those of their sizes stay below 2^53. */
function sumOf({ starts, columns, values: coefficients }: RowBlock, row: number, values: Float64Array) {
  let [sum, size] = [0, 0]
  for (let k = starts[row]; k < starts[row + 1]; k++) {
    const term = (coefficients?.[k] ?? 1) * values[columns[k]]
    sum += term
    size += Math.abs(term)
  }
  return { sum, size }
}

function meetsLarge(
  { starts, columns, values: coefficients }: RowBlock,
  row: number,
  values: Float64Array,
  lower: Float64Array,
  upper: Float64Array,
): boolean {
  let sum = 0n
  for (let k = starts[row]; k < starts[row + 1]; k++) {
    sum += BigInt(coefficients?.[k] ?? 1) * BigInt(values[columns[k]])
  }
  const low = !Number.isFinite(lower[row]) || sum >= BigInt(lower[row])
  return low && (!Number.isFinite(upper[row]) || sum <= BigInt(upper[row]))
}
