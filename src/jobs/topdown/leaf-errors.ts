/** What a simulated release was off by in every cell of every leaf, in two bytes each: released - true, cut at 32,767. */
import type { SparseHistogram } from '../../model/index.ts'

const MOST = 32_767

/** [leaf * cells + cell] */
export function leafErrors(released: SparseHistogram, truth: SparseHistogram): Int16Array {
  const { cells, start } = released
  const errors = new Float64Array((start.length - 1) * cells)
  addTo(errors, released, 1)
  addTo(errors, truth, -1)
  return Int16Array.from(errors, (error) => Math.max(-MOST, Math.min(MOST, error)))
}

function addTo(errors: Float64Array, { cells, start, cell, count }: SparseHistogram, sign: number): void {
  for (let leaf = 0; leaf + 1 < start.length; leaf++) {
    for (let i = start[leaf]; i < start[leaf + 1]; i++) errors[leaf * cells + cell[i]] += sign * count[i]
  }
}
