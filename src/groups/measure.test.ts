/** The noise that is drawn is the noise that is paid for: its spread, against the budget by hand. */
import { expect, test } from 'vitest'
import { rational } from '../exact/rational.ts'
import { buildHierarchy } from '../model/hierarchy.ts'
import { seededEntropy } from '../noise/seeded.ts'
import { confidential } from '../privacy/confidential.ts'
import { type Budget, type Measurement, measure } from '../privacy/mechanism.ts'
import { measureGroups } from './measure.ts'
import type { MechanismName } from './mechanism.ts'
import { planGroups } from './plan.ts'

const SIZES = 2000
const frame = { hierarchy: buildHierarchy(['top', 'part'], [['a'], ['b'], ['c'], ['d']]), sizes: SIZES }
const leaves = confidential(new Float64Array(4 * SIZES))

/** Of the lowest level: four regions, half the budget. */
function spread(mechanism: MechanismName, budget: Budget): { seen: number; entries: number } {
  const plan = planGroups(frame, { mechanism, budget })
  const { values } = measureGroups(frame, leaves, plan, seededEntropy(`spread ${mechanism} ${budget.kind}`))
  const noise = values[1]
  return { seen: noise.reduce((sum, z) => sum + z * z, 0) / noise.length, entries: noise.length }
}

/** Variance of the discrete Laplace: 2a / (1 - a)^2 with a = exp(-1/scale). */
const laplace = (scale: number): number => (2 * Math.exp(-1 / scale)) / (1 - Math.exp(-1 / scale)) ** 2

// One person moves 2 counts, 1 cumulative count, or as many entries of the chain as there are regions.
test.each([
  ['mh-dp', 2],
  ['cumulative', 1],
  ['mc-chain', 4],
] as const)('%s draws noise for a step of %i at half the budget', (mechanism, step) => {
  const epsilon = 0.2
  const { seen, entries } = spread(mechanism, { kind: 'pure', epsilon: rational(1n, 5n) })
  const expected = laplace(step / (epsilon / 2))
  // The fourth moment of a Laplace is 6 times its squared variance: five deviations of the mean square, one run in 10^6.
  expect(Math.abs(seen / expected - 1)).toBeLessThan(5 * Math.sqrt(5 / entries))
  const rho = 0.01
  const gaussian = spread(mechanism, { kind: 'zcdp', rho: rational(1n, 100n) })
  expect(Math.abs(gaussian.seen / (step / (2 * (rho / 2))) - 1)).toBeLessThan(5 * Math.sqrt(2 / entries))
})

test('twice the noise, or half of it, would be noticed', () => {
  const entries = 4 * SIZES
  expect(5 * Math.sqrt(5 / entries)).toBeLessThan(0.25)
  const wrong: Measurement<Float64Array> = measure(
    confidential(new Float64Array(entries)),
    { l1: rational(1n), l2Squared: rational(1n), lInfinity: rational(1n) },
    { kind: 'pure', epsilon: rational(1n, 5n) },
    seededEntropy('wrong'),
  )
  const seen = wrong.values.reduce((sum, z) => sum + z * z, 0) / entries
  expect(Math.abs(seen / laplace(1 / 0.1) - 1)).toBeGreaterThan(5 * Math.sqrt(5 / entries))
})
