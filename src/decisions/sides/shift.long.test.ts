import { expect, test } from 'vitest'
import { toNumber } from '../../exact/directed.ts'
import { expBounds } from '../../exact/logarithm.ts'
import { compare, divide, multiply, parseRational, type Rational, rational } from '../../exact/rational.ts'
import type { Entropy } from '../../noise/entropy.ts'
import { seededEntropy } from '../../noise/seeded.ts'
import { type OneSidedNoise, oneSidedNoiseFor } from '../../privacy/one-sided.ts'
import { planNoise, publishedShift, smallerShift } from './shift.ts'

const BITS = 200n

/** a^|z| in units of 2^-200 for z up to `most`, rounded down and up. */
function weights({ law }: OneSidedNoise, most: number): { low: bigint[]; high: bigint[] } {
  const low: bigint[] = []
  const high: bigint[] = []
  for (let z = 0; z <= most; z++) {
    const bounds = expBounds(divide(rational(-BigInt(z)), law.scale), 220)
    low.push((bounds.low.num << BITS) / bounds.low.den)
    high.push((bounds.high.num << BITS) / bounds.high.den + 1n)
  }
  return { low, high }
}

/**
 * The privacy loss of one entry whose neighbour is `move` steps away, in whole units of epsilon/D, by summing over the grid:
 * masses by loss, and the mass of outcomes that the neighbour cannot give. Upper or lower ends throughout.
 */
function lossOf(
  noise: OneSidedNoise,
  move: number,
  end: 'low' | 'high',
): { finite: Map<number, Rational>; never: Rational } {
  const m = Number(noise.shift)
  const { low, high } = weights(noise, m)
  const [top, bottom] = end === 'high' ? [high, low] : [low, high]
  let total = 0n
  for (let z = -m; z <= m; z++) total += bottom[Math.abs(z)]
  const finite = new Map<number, Rational>()
  let never = 0n
  for (let z = -m; z <= m; z++) {
    const there = z + move
    if (Math.abs(there) > m) never += top[Math.abs(z)]
    else {
      const loss = Math.abs(there) - Math.abs(z)
      const before = finite.get(loss)
      finite.set(loss, rational((before?.num ?? 0n) + top[Math.abs(z)]))
    }
  }
  return {
    finite: new Map([...finite].map(([l, mass]) => [l, rational(mass.num, total)])),
    never: rational(never, total),
  }
}

/** The exact delta of independent entries that move together: outcomes out of reach, and what exceeds epsilon (nothing may). */
function deltaOf(noise: OneSidedNoise, moves: readonly number[], distance: number, end: 'low' | 'high'): Rational {
  let reachable = rational(1n)
  let most = 0
  for (const move of moves) {
    const { finite, never } = lossOf(noise, move, end)
    reachable = multiply(reachable, { num: never.den - never.num, den: never.den })
    most += Math.max(0, ...finite.keys())
  }
  expect(most).toBeLessThanOrEqual(distance) // no finite loss is above epsilon
  return rational(reachable.den - reachable.num, reachable.den)
}

interface Setting {
  readonly epsilon: Rational
  readonly delta: Rational
  readonly distance: number
  readonly moves: readonly number[]
}

function randomSetting(entropy: Entropy): Setting {
  const distance = 1 + entropy.belowSmall(12)
  const sides = 1 + entropy.belowSmall(5)
  const moves = new Array<number>(sides).fill(0)
  for (let step = 0; step < distance; step++) moves[entropy.belowSmall(sides)]++
  const signed = moves.map((move) => (entropy.belowSmall(2) === 0 ? move : -move))
  return {
    epsilon: rational(BigInt(1 + entropy.belowSmall(60)), 20n),
    delta: rational(1n, 2n + entropy.below(10n ** BigInt(1 + entropy.belowSmall(6)))),
    distance,
    moves: signed,
  }
}

test('200 random settings: the exact delta, by summation on the grid, is at most the target', {
  timeout: 600_000,
}, () => {
  const entropy = seededEntropy('settings')
  let spread = 0
  for (let k = 0; k < 200; k++) {
    const { epsilon, delta, distance, moves } = randomSetting(entropy)
    const noise = oneSidedNoiseFor(BigInt(distance), epsilon, delta)
    const summed = deltaOf(noise, moves, distance, 'high')
    expect(compare(summed, delta)).toBeLessThanOrEqual(0)
    if (moves.filter((move) => move !== 0).length > 1) spread++
  }
  expect(spread).toBeGreaterThan(100) // most settings move several sides at once
})

test('the smaller shift is tight: one step less, and a single side that moves all the way has more than delta', () => {
  const entropy = seededEntropy('tight')
  for (let k = 0; k < 200; k++) {
    const { epsilon, delta, distance } = randomSetting(entropy)
    const noise = oneSidedNoiseFor(BigInt(distance), epsilon, delta)
    const less = noise.shift - 1n
    const planted: OneSidedNoise = { ...noise, shift: less, law: { ...noise.law, low: -less, high: less } }
    const summed = 2n * less + 1n <= BigInt(distance) ? rational(1n) : deltaOf(planted, [distance], distance, 'low')
    expect(compare(summed, delta)).toBeGreaterThan(0)
  }
})

test('the grid shift tends to the smaller shift, and does not know the number of constraints', () => {
  const [epsilon, delta] = [rational(1n, 2n), parseRational('2.5e-4')]
  const sides = (count: number) =>
    Array.from({ length: count }, (_, row) => ({
      row,
      side: 'upper' as const,
      name: `r${row}`,
      floor: rational(0n),
      floorFrom: 'declared' as const,
      loosest: null,
    }))
  const limit = toNumber(smallerShift(rational(1n), epsilon, delta))
  const shiftOf = (mechanism: 'truncated' | 'published', count: number, unit: Rational | null) =>
    toNumber(planNoise({ sides: sides(count), sensitivity: rational(1n), unit }, { mechanism, epsilon, delta }).shift)
  expect(limit).toBeCloseTo(2 * Math.log(Math.expm1(0.5) / 5e-4 + 1), 12)
  expect(shiftOf('truncated', 1, parseRational('1e-6'))).toBeCloseTo(limit, 4)
  expect(shiftOf('truncated', 1000, parseRational('1e-6'))).toBe(shiftOf('truncated', 1, parseRational('1e-6')))
  // Without a declared unit, rounding to the grid costs a thousandth.
  expect(shiftOf('truncated', 50, null)).toBeLessThan(limit * 1.0015)
  expect(shiftOf('truncated', 50, null)).toBeGreaterThan(limit)
  const published = (count: number) => toNumber(publishedShift(rational(1n), BigInt(count), epsilon, delta))
  expect(shiftOf('published', 50, parseRational('1e-6'))).toBeCloseTo(published(50), 4)
  expect(published(50) - limit).toBeCloseTo(2 * Math.log(100), 2) // the factor 2m is gone
})

test('budgets that make no sense are refused', () => {
  const sides = { sides: [], sensitivity: rational(1n), unit: rational(1n) }
  const plan = (epsilon: Rational, delta: Rational) => planNoise(sides, { mechanism: 'truncated', epsilon, delta })
  expect(() => plan(rational(0n), rational(1n, 9n))).toThrow(/epsilon must be above 0/)
  expect(() => plan(rational(1n), rational(0n))).toThrow(/pure mechanism/)
  expect(() => plan(rational(1n), rational(1n))).toThrow(/between 0 and 1/)
})
