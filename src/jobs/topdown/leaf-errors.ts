/**
 * A simulated release in every cell of every leaf, in two bytes each, cut at 32,767: what it was off by (released - true), and after
 * all of these what it released.
 */
import type { SparseHistogram } from '../../model/index.ts'

const MOST = 32_767

/** [leaf * cells + cell], twice. */
export function leafErrors(released: SparseHistogram, truth: SparseHistogram): Int16Array {
  const { cells, start } = released
  const size = (start.length - 1) * cells
  const values = new Float64Array(2 * size)
  addTo(values, released, 1)
  addTo(values, truth, -1)
  addTo(values.subarray(size), released, 1)
  return Int16Array.from(values, (value) => Math.max(-MOST, Math.min(MOST, value)))
}

function addTo(values: Float64Array, { cells, start, cell, count }: SparseHistogram, sign: number): void {
  for (let leaf = 0; leaf + 1 < start.length; leaf++) {
    for (let i = start[leaf]; i < start[leaf + 1]; i++) values[leaf * cells + cell[i]] += sign * count[i]
  }
}
