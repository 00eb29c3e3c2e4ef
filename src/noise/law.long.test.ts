import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toNumber } from '../exact/directed.ts'
import { compare, rational } from '../exact/rational.ts'
import { marginOf, massOf, type NoiseLaw, tailOf, varianceOf } from './law.ts'
import { tailBounds } from './truncated-law.ts'

const positive = fc
  .tuple(fc.bigInt({ min: 1n, max: 60n }), fc.bigInt({ min: 1n, max: 20n }))
  .map(([num, den]) => rational(num, den))
const anyLaw: fc.Arbitrary<NoiseLaw> = fc.oneof(
  positive.map((scale): NoiseLaw => ({ kind: 'discrete-laplace', scale })),
  positive.map((variance): NoiseLaw => ({ kind: 'discrete-gaussian', variance })),
  fc.tuple(positive, fc.integer({ min: -30, max: 30 }), fc.nat(60)).map(
    ([scale, low, width]): NoiseLaw => ({
      kind: 'truncated-laplace',
      scale,
      low: BigInt(low),
      high: BigInt(low + width),
    }),
  ),
)

test('probabilities sum to 1, and tails and variances are their sums', () => {
  fc.assert(
    fc.property(anyLaw, fc.integer({ min: -20, max: 20 }), (law, from) => {
      let [mass, tail, first, second] = [0, 0, 0, 0]
      for (let z = -3000; z <= 3000; z++) {
        const p = massOf(law, z)
        mass += p
        first += z * p
        second += z * z * p
        if (z >= from) tail += p
      }
      expect(mass).toBeCloseTo(1, 11)
      expect(tailOf(law, from)).toBeCloseTo(tail, 11)
      expect(Math.abs(varianceOf(law) - (second - first ** 2))).toBeLessThan(1e-12 * (1 + second)) // second cancels
    }),
  )
})

test('known values', () => {
  const unit: NoiseLaw = { kind: 'discrete-laplace', scale: rational(1n) }
  expect(varianceOf(unit)).toBeCloseTo((2 * Math.exp(-1)) / (1 - Math.exp(-1)) ** 2, 12)
  // Sensitivity 2 at epsilon 1: (1 - a)/(1 + a) with a = exp(-1/2).
  const a = Math.exp(-0.5)
  expect(massOf({ kind: 'discrete-laplace', scale: rational(2n) }, 0)).toBeCloseTo((1 - a) / (1 + a), 14)
  const wide: NoiseLaw = { kind: 'discrete-gaussian', variance: rational(10n ** 12n) }
  expect(varianceOf(wide)).toBe(1e12)
  expect(tailOf(wide, 1_959_964)).toBeCloseTo(0.025, 7) // 1.959964 standard deviations, and half a step of 1e-6
  expect(tailOf(wide, 3_000_000)).toBeCloseTo(1.3498982e-3, 8)
})

test('the margin is the least that holds its confidence', () => {
  fc.assert(
    fc.property(anyLaw, fc.constantFrom(0.5, 0.9, 0.95, 0.999), (law, confidence) => {
      const inside = (m: number): number => {
        let total = 0
        for (let z = -m; z <= m; z++) total += massOf(law, z)
        return total
      }
      const margin = marginOf(law, confidence)
      expect(inside(margin)).toBeGreaterThan(confidence - 1e-9)
      if (margin > 0) expect(inside(margin - 1)).toBeLessThan(confidence + 1e-9)
    }),
  )
})

test('the enclosed tail of a truncated law holds the summed one, and is narrow', () => {
  fc.assert(
    fc.property(positive, fc.integer({ min: -30, max: 30 }), fc.nat(60), fc.nat(62), (scale, low, width, at) => {
      const [from, high] = [low + at - 1, low + width]
      const { low: least, high: most } = tailBounds(scale, BigInt(low), BigInt(high), BigInt(from))
      const stated = tailOf({ kind: 'truncated-laplace', scale, low: BigInt(low), high: BigInt(high) }, from)
      expect(compare(least, most)).toBeLessThanOrEqual(0)
      // Below 1e-308 a double has no relative accuracy left: sixty roundings of at most 5e-324 each.
      expect(toNumber(least)).toBeLessThanOrEqual(stated * (1 + 1e-12) + 1e-321)
      expect(toNumber(most)).toBeGreaterThanOrEqual(stated * (1 - 1e-12) - 1e-321)
      expect(toNumber(most)).toBeLessThanOrEqual(toNumber(least) * (1 + 1e-15) + Number.MIN_VALUE)
    }),
  )
})

test('a support far from zero keeps its accuracy: its own nearest point is the measure', () => {
  // Weights of exp(-14 z) on 40..52 underflow from z = 51 on; relative to the first they do not.
  const far: NoiseLaw = { kind: 'truncated-laplace', scale: rational(1n, 14n), low: 40n, high: 52n }
  expect(tailOf(far, 52) / Math.exp(-14 * 12)).toBeCloseTo(1, 5)
  expect(massOf(far, 40)).toBeCloseTo(1 - Math.exp(-14), 12)
  const a = Math.exp(-14)
  expect(varianceOf(far) / (a / (1 - a) ** 2)).toBeCloseTo(1, 12)
  const beyond: NoiseLaw = { kind: 'truncated-laplace', scale: rational(1n, 20n), low: -90n, high: -60n }
  expect(massOf(beyond, -60)).toBeCloseTo(1 - Math.exp(-20), 12)
})

test('delta of a truncated law: the mass that a neighbour cannot reach, at least the closed form of the continuous one', () => {
  // Support -m..m moved by 1: only the outermost point has no counterpart.
  const { low, high } = tailBounds(rational(2n), -40n, 40n, 40n)
  const exact = Math.exp(-20) / ((2 * (1 - Math.exp(-20.5))) / (1 - Math.exp(-0.5)) - 1)
  expect(toNumber(low)).toBeCloseTo(exact, 20)
  expect(compare(low, high)).toBe(-1)
})
