import { expect, test } from 'vitest'
import { boundsOfSet, impliedBounds } from './implied-bounds.ts'
import type { ClassRow } from './rows.ts'

const row = (classes: number[], lower: number, upper: number, fact = -1): ClassRow => ({
  classes: Int32Array.from(classes),
  lower,
  upper,
  fact,
  tried: false,
})
const Inf = Number.POSITIVE_INFINITY

test('what facts state is not implied, and a bound on one side bounds the others where the total is known', () => {
  const rows = [row([0, 1, 2], 196, 196, 0), row([0], 0, 98), row([2], 0, 98), row([1], 0, 196)]
  expect(impliedBounds({ rows }, 3)).toEqual([
    { classes: [0], lower: 0, upper: 98 },
    { classes: [2], lower: 0, upper: 98 },
    { classes: [1, 2], lower: 98, upper: Inf },
    { classes: [0, 1], lower: 98, upper: Inf },
  ])
})

test('a subset whose bound is that of its parts says nothing', () => {
  const subsets = {
    elements: [Int32Array.of(0), Int32Array.of(1)],
    lower: Float64Array.of(0, 3, 0, 5),
    upper: Float64Array.of(0, 10, 4, 14),
    tried: false,
  }
  expect(impliedBounds({ rows: [], subsets }, 2)).toEqual([
    { classes: [0], lower: 3, upper: 10 },
    { classes: [1], lower: 0, upper: 4 },
    { classes: [0, 1], lower: 5, upper: Inf },
  ])
})

test('bounds of a set come from sets around it and within it', () => {
  const rows = [row([0, 1], 4, 9), row([0], 2, Inf), row([1, 2], 0, 0)]
  expect(boundsOfSet({ rows }, new Set([0]))).toEqual([2, 9])
  expect(boundsOfSet({ rows }, new Set([1]))).toEqual([0, 0])
  expect(boundsOfSet({ rows }, new Set([0, 1, 2]))).toEqual([4, Inf])
  expect(boundsOfSet({ rows }, new Set())).toEqual([0, 0])
})
