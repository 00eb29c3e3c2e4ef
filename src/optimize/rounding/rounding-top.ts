/** Rounding where no two binding rows share a cell: each row takes its cheapest cells up, by sorting. */
import type { Choices } from './rounding-choices.ts'

/** The cheapest choices, or undefined when a cell lies in two binding rows or a coefficient is not 1. */
export function cheapestByRow({ cells, cost, rows, lower, upper }: Choices): Uint8Array | undefined {
  const rowOf = new Int32Array(cells.length).fill(-1)
  for (let row = 0; row < lower.length; row++) {
    for (let k = rows.starts[row]; k < rows.starts[row + 1]; k++) {
      if (rows.values[k] !== 1 || rowOf[rows.columns[k]] !== -1) return undefined
      rowOf[rows.columns[k]] = row
    }
  }
  const up = new Uint8Array(cells.length)
  for (let j = 0; j < cells.length; j++) if (rowOf[j] < 0 && cost[j] < 0) up[j] = 1
  for (let row = 0; row < lower.length; row++) {
    const order = rows.columns.slice(rows.starts[row], rows.starts[row + 1])
    order.sort((a, b) => cost[a] - cost[b] || a - b)
    const wanted = order.reduce((count, j) => count + (cost[j] < 0 ? 1 : 0), 0)
    const taken = Math.min(upper[row], Math.max(lower[row], wanted))
    for (let k = 0; k < taken; k++) up[order[k]] = 1
  }
  return up
}
