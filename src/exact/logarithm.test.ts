import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toNumber } from './directed.ts'
import { type Enclosure, expBounds, lnBounds } from './logarithm.ts'
import { add, compare, multiply, ONE, parseRational, rational, subtract } from './rational.ts'

const positive = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 40n }), fc.bigInt({ min: 1n, max: 10n ** 40n }))
  .map(([num, den]) => rational(num, den))
const exponent = fc
  .tuple(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), fc.bigInt({ min: 10n ** 11n, max: 10n ** 12n }))
  .map(([num, den]) => rational(num, den))

// First 50 decimals, from published tables.
const LN_2 = '0.69314718055994530941723212145817656807550013436025'
const LN_10 = '2.30258509299404568401799145468436420760110148862877'
const E = '2.71828182845904523536028747135266249775724709369995'

test.each([
  [lnBounds(rational(2n), 150), LN_2],
  [lnBounds(rational(10n), 150), LN_10],
  [expBounds(ONE, 150), E],
])('known constants to 50 digits', ({ low, high }, digits) => {
  const printed = parseRational(digits)
  const last = parseRational('1e-50')
  expect(compare(low, add(printed, last))).toBe(-1)
  expect(compare(high, subtract(printed, last))).toBe(1)
  expect(compare(subtract(high, low), parseRational('1e-44'))).toBe(-1)
})

test('enclosures hold the double value and are as narrow as asked', () => {
  fc.assert(
    fc.property(positive, fc.integer({ min: 8, max: 200 }), (x, bits) => {
      const { low, high } = lnBounds(x, bits)
      expect(compare(subtract(high, low), rational(1n, 2n ** BigInt(bits)))).toBeLessThanOrEqual(0)
      expect(compare(low, high)).toBe(-1)
      expect(near({ low, high }, Math.log(toNumber(x)), 2 ** -bits + 1e-13)).toBe(true)
    }),
  )
  fc.assert(
    fc.property(exponent, fc.integer({ min: 8, max: 200 }), (x, bits) => {
      const { low, high } = expBounds(x, bits)
      expect(low.num > 0n).toBe(true)
      expect(compare(high, multiply(low, rational(2n ** BigInt(bits) + 1n, 2n ** BigInt(bits))))).toBeLessThanOrEqual(0)
    }),
  )
})

test('a coarse enclosure contains a fine one: no rounding was missed', () => {
  fc.assert(
    fc.property(positive, (x) => contains(lnBounds(x, 4), lnBounds(x, 300))),
    { numRuns: 300 },
  )
  fc.assert(
    fc.property(exponent, (x) => contains(expBounds(x, 4), expBounds(x, 300))),
    { numRuns: 300 },
  )
})

test('logarithm undoes exponential', () => {
  fc.assert(
    fc.property(exponent, (x) => {
      const { low, high } = expBounds(x, 100)
      expect(compare(lnBounds(low, 100).low, x)).toBe(-1)
      expect(compare(lnBounds(high, 100).high, x)).toBe(1)
    }),
  )
})

test('the ends of the range', () => {
  expect(() => lnBounds(rational(0n))).toThrow(RangeError)
  expect(() => lnBounds(rational(-1n))).toThrow(RangeError)
  expect(() => expBounds(rational(65537n))).toThrow(RangeError)
  const vanishing = expBounds(rational(-(10n ** 12n)))
  expect(vanishing.low.num).toBe(0n)
  expect(vanishing.high.num > 0n && compare(vanishing.high, rational(1n, 2n ** 90000n)) < 0).toBe(true)
  const one = lnBounds(ONE)
  expect(one.low.num < 0n && one.high.num > 0n).toBe(true)
})

function near({ low, high }: Enclosure, value: number, slack: number): boolean {
  return toNumber(low) - slack <= value && value <= toNumber(high) + slack
}

function contains(outer: Enclosure, inner: Enclosure): boolean {
  return compare(outer.low, inner.low) <= 0 && compare(inner.high, outer.high) <= 0
}
