import { expect, test } from 'vitest'
import { toNumber } from '../exact/directed.ts'
import { compare, parseRational, rational } from '../exact/rational.ts'
import { massOf } from '../noise/law.ts'
import { seededEntropy } from '../noise/seeded.ts'
import { tailBounds } from '../noise/truncated-law.ts'
import { confidential } from './confidential.ts'
import { measureFromBelow, oneSidedNoiseFor } from './one-sided.ts'

const CASES = [
  { distance: 1n, epsilon: rational(1n), delta: parseRational('1e-3') },
  { distance: 3n, epsilon: rational(1n, 2n), delta: parseRational('2.5e-4') },
  { distance: 4n, epsilon: rational(2n), delta: rational(1n, 10n) },
]

test.each(CASES)('the noise is the narrowest that keeps delta: $distance steps', ({ distance, epsilon, delta }) => {
  const { law, shift, delta: reached } = oneSidedNoiseFor(distance, epsilon, delta)
  expect([law.low, law.high]).toEqual([-shift, shift])
  expect(compare(reached, delta)).toBeLessThanOrEqual(0)
  // One step narrower, and the points that a neighbour cannot reach weigh more than delta.
  const m = Number(shift) - 1
  const narrower = { ...law, low: BigInt(-m), high: BigInt(m) }
  let outside = 0
  for (let z = Math.max(-m, m - Number(distance) + 1); z <= m; z++) outside += massOf(narrower, z)
  expect(outside).toBeGreaterThan(toNumber(delta))
})

test.each(CASES)('(epsilon, delta) by summing over every outcome of two entries: $distance steps', (one) => {
  const { law, shift, epsilon, delta } = oneSidedNoiseFor(one.distance, one.epsilon, one.delta)
  const [m, d, limit] = [Number(shift), Number(one.distance), Math.exp(toNumber(epsilon))]
  const mass = new Map(Array.from({ length: 2 * (m + d) + 1 }, (_, i) => [i - m - d, massOf(law, i - m - d)]))
  let worst = 0
  for (let first = -d; first <= d; first++) {
    const second = d - Math.abs(first) // the two entries move by d together
    let excess = 0
    for (let x = -m; x <= m; x++) {
      for (let y = -m; y <= m; y++) {
        const there = (mass.get(x + first) ?? 0) * (mass.get(y + second) ?? 0)
        excess += Math.max(0, mass.get(x)! * mass.get(y)! - limit * there * (1 + 1e-12))
      }
    }
    worst = Math.max(worst, excess)
  }
  expect(worst).toBeLessThanOrEqual(toNumber(delta) * (1 + 1e-9))
  expect(worst).toBeGreaterThan(toNumber(delta) * 0.99) // one entry alone reaches it: the bound is tight
})

test('the stated delta is never below the true one, not even in the last of its bits', () => {
  for (let d = 1n; d <= 40n; d++) {
    const { law, shift, delta } = oneSidedNoiseFor(d, rational(d + 1n, 7n), parseRational('1e-5'))
    const fine = tailBounds(law.scale, -shift, shift, shift - d + 1n, 300)
    expect(compare(delta, fine.low)).toBeGreaterThanOrEqual(0)
  }
})

test('no value is ever above the true one', () => {
  const noise = oneSidedNoiseFor(2n, rational(1n), parseRational('1e-2'))
  const truth = new Int32Array(50_000).fill(100)
  const { values, cost, seeded } = measureFromBelow(confidential(truth), noise, seededEntropy('below'))
  expect(Math.max(...values)).toBe(100)
  expect(Math.min(...values)).toBe(100 - 2 * Number(noise.shift))
  expect(cost).toEqual({ kind: 'approximate', epsilon: rational(1n), delta: noise.delta })
  expect(seeded).toBe(true)
  const highest = new Int32Array(100).fill(2 ** 31 - 1)
  expect(measureFromBelow(confidential(highest), noise, seededEntropy('below')).values).toHaveLength(100)
})

test('what makes no sense is refused', () => {
  expect(() => oneSidedNoiseFor(0n, rational(1n), rational(1n, 10n))).toThrow(/at least one grid step/)
  expect(() => oneSidedNoiseFor(1n, rational(1n), rational(0n))).toThrow(/delta between 0 and 1/)
})
