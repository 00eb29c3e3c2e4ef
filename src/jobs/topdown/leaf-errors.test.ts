import { expect, test } from 'vitest'
import type { SparseHistogram } from '../../model/index.ts'
import { leafErrors } from './leaf-errors.ts'

const histogram = (leaves: readonly (readonly (readonly [number, number])[])[]): SparseHistogram => ({
  cells: 3,
  start: Float64Array.from([0, ...leaves.map((_, i) => leaves.slice(0, i + 1).flat().length)]),
  cell: Int32Array.from(leaves.flat(), ([cell]) => cell),
  count: Float64Array.from(leaves.flat(), ([, count]) => count),
})

test('released - true and what was released, in every cell of every leaf, and never beyond two bytes', () => {
  const released = histogram([
    [[0, 5]],
    [
      [1, 2],
      [2, 100_000],
    ],
  ])
  const truth = histogram([
    [
      [0, 7],
      [2, 1],
    ],
    [[1, 2]],
  ])
  expect([...leafErrors(released, truth)]).toEqual([-2, 5, 0, 0, -1, 0, 0, 0, 0, 2, 32_767, 32_767])
})
