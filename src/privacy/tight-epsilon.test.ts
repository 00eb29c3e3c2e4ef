import { expect, test } from 'vitest'
import { gaussianLoss } from './gaussian-loss.ts'
import { leastEpsilon } from './tight-epsilon.ts'

const STEP = 2 ** -8
const LOSS = gaussianLoss({ variance: 4, entries: 2 }, STEP, 1e-14)
const DELTA = 1e-6
const known = (epsilon: number | undefined): number => {
  if (epsilon === undefined) throw new Error('delta is too small')
  return epsilon
}

test('roundings are paid for: the more of them, the larger epsilon', () => {
  const least = (roundings: number) => known(leastEpsilon({ ...LOSS, roundings }, STEP, DELTA))
  expect(least(1e11)).toBeGreaterThan(least(1e9))
  expect(least(1e9)).toBeGreaterThan(least(0))
})

test('every point of the grid that is added up is paid for too', () => {
  const longer = (zeros: number) => {
    const masses = new Float64Array(LOSS.masses.length + zeros)
    masses.set(LOSS.masses)
    return known(leastEpsilon({ ...LOSS, masses, roundings: 0 }, STEP, DELTA))
  }
  expect(longer(2e6)).toBeGreaterThan(longer(0))
})

test.each([0, 1e11, 1e12])(
  'it is the least epsilon at which the sum over all losses is within delta, with %d roundings',
  (roundings) => {
    const error = 4 * (roundings + 2 * LOSS.masses.length) * 2 ** -53
    const spentAt = (epsilon: number): number => {
      let spent = LOSS.infinite * (1 + error)
      LOSS.masses.forEach((mass, i) => {
        const loss = (LOSS.start + i) * STEP
        if (loss > epsilon) spent += mass * (1 + error - Math.exp(epsilon - loss) * (1 - error))
      })
      return spent
    }
    for (const delta of [1e-3, 1e-2, 0.1]) {
      const found = known(leastEpsilon({ ...LOSS, roundings }, STEP, delta))
      expect(spentAt(found)).toBeLessThanOrEqual(delta * (1 - error) * (1 + 1e-9))
      expect(spentAt(found - 1e-4)).toBeGreaterThan(delta * (1 - error) * (1 + 1e-9))
    }
  },
)

test('an infinite loss takes its mass off delta', () => {
  const least = (infinite: number) => leastEpsilon({ ...LOSS, infinite }, STEP, DELTA)
  expect(known(least(DELTA / 2))).toBeGreaterThan(known(least(0)))
  expect(least(DELTA)).toBeUndefined()
})
