/** Totals computed from the smallest cells: those that are the sum of no others. */
import type { TableSystem } from '../../model/index.ts'

export function summedTotals(
  { cells, equations: { starts, members } }: TableSystem,
  value: Float64Array,
): Float64Array {
  const equationOf = new Int32Array(cells).fill(-1)
  for (let e = 0; e + 1 < starts.length; e++) if (equationOf[members[starts[e]]] < 0) equationOf[members[starts[e]]] = e
  const summed = new Float64Array(cells).fill(Number.NaN)
  // Depth is at most the number of levels of all variables together.
  const sumOf = (cell: number): number => {
    if (!Number.isNaN(summed[cell])) return summed[cell]
    const e = equationOf[cell]
    let sum = e < 0 ? value[cell] : 0
    if (e >= 0) for (let t = starts[e] + 1; t < starts[e + 1]; t++) sum += sumOf(members[t])
    summed[cell] = sum
    return sum
  }
  for (let cell = 0; cell < cells; cell++) sumOf(cell)
  return summed
}
