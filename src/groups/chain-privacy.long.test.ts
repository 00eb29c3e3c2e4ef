/**
 * The published calibration of the chain breaks its epsilon; the true one keeps it.
 *
 * A country of eight regions, epsilon 1 over two levels. Two neighbours: the only group of the first region has one
 * member, or two. All eight entries of the lower chain and one of the upper are larger by one under the first. The
 * event that none of the nine noisy entries is below its value under the first has, with noise of scale b on an entry,
 * a probability that is exp(1/b) times larger for each entry under the first.
 *
 * Confidence by Chernoff: Pr[X >= k] <= exp(-n KL(k/n, p)) for p <= k/n, and likewise below. A probability is bounded
 * from below or above at level 1/2e6 each, so a mechanism that keeps its epsilon is accused with probability at most
 * 1e-6.
 */
import { expect, test } from 'vitest'
import { rational } from '../exact/rational.ts'
import { buildHierarchy } from '../model/hierarchy.ts'
import { seededEntropy } from '../noise/seeded.ts'
import { asPure, totalCost } from '../privacy/composition.ts'
import { confidential } from '../privacy/confidential.ts'
import { chainVector } from './chain.ts'
import { measureGroups } from './measure.ts'
import { type GroupPlan, planGroups } from './plan.ts'
import { tableFromLeaves } from './table.ts'

const REGIONS = 8
const frame = {
  hierarchy: buildHierarchy(
    ['country', 'region'],
    Array.from({ length: REGIONS }, (_, r) => [`r${r}`]),
  ),
  sizes: 2,
}
const one = Float64Array.from({ length: 2 * REGIONS }, (_, i) => (i === 0 ? 1 : 0))
const two = Float64Array.from({ length: 2 * REGIONS }, (_, i) => (i === 1 ? 1 : 0))
const DRAWS = 20_000
const LEVEL = 0.5e-6

/** How often none of the noisy entries is below its value under the first neighbour. */
function occurrences(plan: GroupPlan, leaves: Float64Array, seed: string): number {
  const entropy = seededEntropy(seed)
  const reference = tableFromLeaves(frame, one).layers.map((level) => chainVector(level, 2))
  const box = confidential(leaves)
  let found = 0
  for (let k = 0; k < DRAWS; k++) {
    const { values } = measureGroups(frame, box, plan, entropy)
    if (values.every((level, l) => level.every((x, i) => i >= level.length / 2 || x >= reference[l][i]))) found++
  }
  return found
}

/** The probability nearest to 0 (or to 1) that does not make k of n draws rarer than the level. */
function bound(k: number, side: 'lower' | 'upper'): number {
  const seen = k / DRAWS
  const divergence = (p: number): number =>
    (seen === 0 ? 0 : seen * Math.log(seen / p)) + (1 - seen) * Math.log((1 - seen) / (1 - p))
  let [inside, outside] = side === 'lower' ? [seen, 0] : [seen, 1]
  for (let step = 0; step < 60; step++) {
    const middle = (inside + outside) / 2
    if (DRAWS * divergence(middle) <= Math.log(1 / LEVEL)) inside = middle
    else outside = middle
  }
  return outside
}

/** The privacy loss that the draws prove, at 1 - 1e-6. */
function provedLoss(plan: GroupPlan): { loss: number; seen: number } {
  const [first, second] = [occurrences(plan, one, 'one'), occurrences(plan, two, 'two')]
  return { loss: Math.log(bound(first, 'lower') / bound(second, 'upper')), seen: Math.log(first / second) }
}

const options = { mechanism: 'mc-chain', budget: { kind: 'pure', epsilon: rational(1n) } } as const

test('the published calibration is caught beyond its epsilon of 1', () => {
  const plan = planGroups(frame, { ...options, asPublished: true })
  const { loss, seen } = provedLoss(plan)
  expect(loss, `${DRAWS} draws: seen ${seen}, proved ${loss}`).toBeGreaterThan(1)
  expect(plan.notPrivate).toMatch(/calibrated as published/)
  expect(asPure(totalCost(plan.cost))).toEqual(rational(9n, 2n)) // half for the top, eight halves for the regions
})

test('the true calibration is not, and costs what it says', () => {
  const plan = planGroups(frame, options)
  const { loss, seen } = provedLoss(plan)
  expect(loss, `${DRAWS} draws: seen ${seen}, proved ${loss}`).toBeLessThanOrEqual(1)
  expect(plan.notPrivate).toBeUndefined()
  expect(asPure(totalCost(plan.cost))).toEqual(rational(1n))
})

test('the test has power: true calibration with a quarter of the noise is caught as well', () => {
  const plan = planGroups(frame, { ...options, budget: { kind: 'pure', epsilon: rational(4n) } })
  const { loss, seen } = provedLoss(plan)
  expect(loss, `${DRAWS} draws: seen ${seen}, proved ${loss}`).toBeGreaterThan(1)
})
