import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromNumber, toNumber, toNumberDown, toNumberUp } from './directed.ts'
import { compare, parseRational, rational } from './rational.ts'

const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
const anyRational = fc
  .tuple(fc.bigInt({ min: -(2n ** 1100n), max: 2n ** 1100n }), fc.bigInt({ min: 1n, max: 2n ** 1100n }))
  .map(([num, den]) => rational(num, den))

test('a double goes to its rational and back, in both directions', () => {
  fc.assert(
    fc.property(finite, (x) => {
      const exact = fromNumber(x)
      expect(toNumberDown(exact) === x && toNumberUp(exact) === x && toNumber(exact) === x).toBe(true)
    }),
    { numRuns: 1000 },
  )
  expect(fromNumber(0.1)).toEqual({ num: 3602879701896397n, den: 2n ** 55n })
  expect(() => fromNumber(Number.NaN)).toThrow(RangeError)
  expect(() => fromNumber(Number.NEGATIVE_INFINITY)).toThrow(RangeError)
})

test('down and up enclose the number, with no double between them', () => {
  fc.assert(
    fc.property(anyRational, (a) => {
      const down = toNumberDown(a)
      const up = toNumberUp(a)
      if (Number.isFinite(down)) expect(compare(fromNumber(down), a)).toBeLessThanOrEqual(0)
      if (Number.isFinite(up)) expect(compare(fromNumber(up), a)).toBeGreaterThanOrEqual(0)
      expect(down === up || nextUp(down) === up).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('a third, and its negative', () => {
  expect(toNumberUp(rational(1n, 3n))).toBe(nextUp(1 / 3)) // the nearest double to 1/3 lies below it
  expect(toNumberDown(rational(1n, 3n))).toBe(1 / 3)
  expect(toNumberDown(rational(-1n, 3n))).toBe(-nextUp(1 / 3))
  expect(toNumberUp(rational(-1n, 3n))).toBe(-1 / 3)
})

test('the nearest double is the one that a decimal is read as', () => {
  fc.assert(
    fc.property(finite, (x) => toNumber(parseRational(x)) === x),
    { numRuns: 500 },
  )
  // Half-way between two doubles.
  for (const x of [-25506676010216410, 25506676010216410, 9007199254740993n, 9007199254740995n]) {
    expect(toNumber(parseRational(String(x)))).toBe(Number(x))
  }
  expect(toNumber(rational(4n, 5n))).toBe(0.8)
  expect(toNumber(rational(1n, 3n))).toBe(1 / 3)
  expect(toNumber(rational(-2n, 3n))).toBe(-2 / 3)
  expect([toNumber(rational(10n ** 400n)), toNumber(rational(-(10n ** 400n)))]).toEqual([
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
  ])
})

test('below the smallest double', () => {
  const tiny = rational(1n, 2n ** 1080n)
  expect(toNumberUp(tiny)).toBe(Number.MIN_VALUE)
  expect(toNumberDown(tiny)).toBe(0)
  expect(toNumberDown(rational(-1n, 2n ** 1080n))).toBe(-Number.MIN_VALUE)
  expect(toNumberUp(rational(3n, 2n ** 1075n))).toBe(2 * Number.MIN_VALUE) // 1.5 subnormal steps
  expect(toNumberDown(rational(3n, 2n ** 1075n))).toBe(Number.MIN_VALUE)
})

test('above the largest double', () => {
  const huge = parseRational('1e400')
  expect(toNumberUp(huge)).toBe(Number.POSITIVE_INFINITY)
  expect(toNumberDown(huge)).toBe(Number.MAX_VALUE)
  expect(toNumberDown(rational(-(10n ** 400n)))).toBe(Number.NEGATIVE_INFINITY)
  expect(toNumberUp(rational(-(10n ** 400n)))).toBe(-Number.MAX_VALUE)
  const justAbove = rational(BigInt(Number.MAX_VALUE) + 1n)
  expect(toNumberDown(justAbove)).toBe(Number.MAX_VALUE)
  expect(toNumberUp(justAbove)).toBe(Number.POSITIVE_INFINITY)
})

/** The double after x. Requires x finite. */
function nextUp(x: number): number {
  const view = new DataView(new ArrayBuffer(8))
  if (x === 0) return Number.MIN_VALUE
  view.setFloat64(0, x)
  view.setBigInt64(0, view.getBigInt64(0) + (x > 0 ? 1n : -1n))
  return view.getFloat64(0)
}
