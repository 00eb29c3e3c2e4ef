import { describe, expect, test } from 'vitest'
import { rational } from '../exact/index.ts'
import { discreteLaplace, seededEntropy } from '../noise/index.ts'
import { emptyChances, logNormalBelow } from './empty-places.ts'

describe('the normal law', () => {
  test.each([
    [0, 0.5],
    [1, 0.841344746068543],
    [-1, 0.158655253931457],
    [-2.9, 0.00186581330038404],
    [-3.1, 0.000967603213218358],
    [-8, 6.22096057427178e-16],
    [5.9, 0.999999998182458],
    [7, 1],
  ])('below %d lies %d', (z, below) => {
    expect(Math.exp(logNormalBelow(z)) / below).toBeCloseTo(1, 11)
  })
})

/** Totals of places with noise of scale 5 (standard deviation 7.04). */
function measuredOf(totals: readonly number[], seed: string): Float64Array {
  const entropy = seededEntropy(seed, 0)
  return Float64Array.from(totals, (total) => total + Number(discreteLaplace(rational(5n), entropy)))
}
const DEVIATION = 7.04

test('twelve empty places among four hundred of some thousand people are found', () => {
  const totals = Array.from({ length: 400 }, (_, i) => (i % 33 === 0 ? 0 : 1000 + 13 * i))
  const chances = emptyChances(measuredOf(totals, 'few'), DEVIATION)
  for (const [i, total] of totals.entries()) {
    if (total === 0) expect(chances[i]).toBeGreaterThan(0.5)
    else expect(chances[i]).toBeLessThan(1e-6)
  }
})

test('as many are taken for empty as are, give or take, where small places hide them', () => {
  // Exponential totals, a third of them empty: in the mean of chances the share comes back.
  const totals = Array.from({ length: 3000 }, (_, i) =>
    i % 3 === 0 ? 0 : Math.ceil(-40 * Math.log((((i * 7919) % 3000) + 0.5) / 3000)),
  )
  const chances = emptyChances(measuredOf(totals, 'many'), DEVIATION)
  const share = chances.reduce((sum, chance) => sum + chance, 0) / chances.length
  expect(share).toBeGreaterThan(0.28)
  expect(share).toBeLessThan(0.4)
})

test('without noise, or without places, none is doubted', () => {
  expect([...emptyChances(Float64Array.of(0, 5, 9), 0.1)]).toEqual([0, 0, 0])
  expect(emptyChances(new Float64Array(), 5)).toHaveLength(0)
})
