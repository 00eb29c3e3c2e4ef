import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchRuns } from './match-runs.ts'
import { runsFromCumulative, runsFromSorted, type SizeRun } from './size-runs.ts'

const run = (size: number, groups: number, variance: number): SizeRun => ({ size, groups, variance })

test('two estimates of a size are averaged by their inverse variances', () => {
  const [child] = matchRuns([run(2, 4, 1)], [[run(6, 4, 3)]])
  expect(child).toEqual([run(3, 4, 0.75)]) // (2/1 + 6/3) / (1 + 1/3) = 3
})

test('groups are matched in the order of their sizes, ties in proportion to their numbers', () => {
  const parent = [run(1, 4, 1), run(5, 2, 1)]
  const children = [[run(1, 4, 1e9)], [run(1, 2, 1e9)]]
  const counts = matchRuns(parent, children).map((runs) => runs.map(({ size, groups }) => [size, groups]))
  expect(counts).toEqual([
    [
      [1, 3],
      [5, 1],
    ],
    [
      [1, 1],
      [5, 1],
    ],
  ])
})

test('a parent with more groups than its children is a fault', () => {
  expect(() => matchRuns([run(1, 2, 1)], [[run(1, 1, 1)]])).toThrow(RangeError)
})

/** Sizes of single groups, in rising order, as runs. */
function runsOf(sizes: readonly number[], variance: number): SizeRun[] {
  const distinct = [...new Set(sizes)].sort((a, b) => a - b)
  return distinct.map((size) => run(size, sizes.filter((other) => other === size).length, variance))
}

test('every child keeps its number of groups, and the matching is the cheapest of all', () => {
  const children = fc.array(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 2,
  })
  const parents = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 6, maxLength: 6 })
  fc.assert(
    fc.property(children, parents, (own, above) => {
      const parent = above.slice(0, own.flat().length)
      // A parent of no variance gives every child's group the size of its match.
      const merged = matchRuns(
        runsOf(parent, 1e-12),
        own.map((sizes) => runsOf(sizes, 1)),
      )
      merged.forEach((runs, c) => {
        expect(runs.reduce((sum, { groups }) => sum + groups, 0)).toBe(own[c].length)
      })
      const cost = merged.reduce((sum, runs, c) => sum + distance(expanded(runs), own[c]), 0)
      expect(cost).toBe(cheapest(own.flat(), parent))
    }),
  )
})

function expanded(runs: readonly SizeRun[]): number[] {
  return runs.flatMap(({ size, groups }) => Array.from({ length: groups }, () => size))
}

/** Of two multisets of one number of sizes: matched in order. */
function distance(a: readonly number[], b: readonly number[]): number {
  const sorted = [...b].sort((x, y) => x - y)
  return [...a].sort((x, y) => x - y).reduce((sum, size, i) => sum + Math.abs(size - sorted[i]), 0)
}

/** By trying every matching. */
function cheapest(own: readonly number[], parent: readonly number[]): number {
  if (own.length === 0) return 0
  const costs = parent.map((size, i) => {
    const rest = parent.filter((_, other) => other !== i)
    return Math.abs(own[0] - size) + cheapest(own.slice(1), rest)
  })
  return Math.min(...costs)
}

test('runs from noisy cumulative counts rise, keep the known number and say how sure they are', () => {
  const runs = runsFromCumulative(Float64Array.of(3, 1, 9, 7, 99), 10, 0.5)
  expect(runs).toEqual([run(1, 2, 0.5), run(3, 6, 1 / 6), run(5, 2, 0.5)])
})

test('runs from noisy sorted sizes: a pooled block is as sure as its mean', () => {
  const runs = runsFromSorted(Float64Array.of(-2, 3, 1, 9), 6, 2)
  expect(runs).toEqual([run(1, 1, 2), run(2, 2, 1), run(6, 1, 2)])
})
