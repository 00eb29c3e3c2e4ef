import { expect, test } from 'vitest'
import { parseRational, rational, sum } from '../exact/rational.ts'
import { buildHierarchy } from '../model/hierarchy.ts'
import { fitShares } from './fit-shares.ts'
import { planGroups } from './plan.ts'

const hierarchy = buildHierarchy(
  ['country', 'state', 'county'],
  Array.from({ length: 40 }, (_, i) => [`s${i % 6}`, `s${i % 6}-${i}`]).sort(),
)
const frame = { hierarchy, sizes: 10 }
const options = { budget: { kind: 'pure', epsilon: parseRational('1') } } as const

function costOf(parts: readonly number[], of: number, weights: readonly number[]): number {
  const shares = parts.map((part) => rational(BigInt(part), BigInt(of)))
  return planGroups(frame, { ...options, shares }).levels.reduce(
    (total, { predictedError }, l) => total + weights[l] * predictedError,
    0,
  )
}

test.each([
  [1, 1, 1],
  [1, 1, 10],
  [20, 1, 1],
  [1, 50, 2],
])('weights %i, %i, %i: no other shares in whole parts are better', (...weights) => {
  const of = 40
  let cheapest = Number.POSITIVE_INFINITY
  for (let a = 1; a < of; a++) {
    for (let b = 1; a + b < of; b++) cheapest = Math.min(cheapest, costOf([a, b, of - a - b], of, weights))
  }
  const { shares } = fitShares(frame, options, weights, of)
  const parts = shares.map(({ num, den }) => (of * Number(num)) / Number(den))
  expect(costOf(parts, of, weights)).toBeCloseTo(cheapest, 9)
})

test('shares are exact, a heavier level gets more and errs less', () => {
  const even = fitShares(frame, options, [1, 1, 1])
  const leaves = fitShares(frame, options, [1, 1, 100])
  expect(sum(leaves.shares)).toEqual(rational(1n))
  expect(leaves.errors[2]).toBeLessThan(0.7 * even.errors[2])
  expect(leaves.errors[2]).toBeLessThan(0.5 * leaves.equalErrors[2])
  expect(leaves.errors[0]).toBeGreaterThan(even.errors[0])
})

test.each([
  [[1, 1], /2 weights were given for 3 levels/],
  [[1, 0, 1], /weight of a level is 0/],
  [[1, Number.NaN, 1], /weight of a level is NaN/],
])('weights %j are refused', (weights, message) => {
  expect(() => fitShares(frame, options, weights)).toThrow(message)
})
