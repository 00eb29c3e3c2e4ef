import { expect, test } from 'vitest'
import { type NodeKnowledge, violatedRows } from './separation.ts'

/** Two elements, together at most `most`. */
const node = (most: number): NodeKnowledge => ({
  rows: [],
  subsets: {
    elements: [Int32Array.of(0), Int32Array.of(1)],
    lower: Float64Array.of(0, 0, 0, 0),
    upper: Float64Array.of(0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, most),
    tried: false,
  },
})

test('whole totals are judged to the person, however large they are', () => {
  expect(violatedRows(node(4_000_000), Float64Array.of(2_000_000, 2_000_000))).toEqual([])
  const [row] = violatedRows(node(4_000_000), Float64Array.of(2_000_000, 2_000_001))
  expect(row).toMatchObject({ upper: 4_000_000, classes: Int32Array.of(0, 1) })
})

test('real totals may be off by rounding, and by no more than a hundredth of a person', () => {
  expect(violatedRows(node(10), Float64Array.of(5, 5.000_000_1))).toEqual([])
  expect(violatedRows(node(4_000_000), Float64Array.of(2_000_000, 2_000_000.02))).toHaveLength(1)
})
