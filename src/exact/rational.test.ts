import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  add,
  ceiling,
  compare,
  divide,
  equal,
  floor,
  formatRational,
  gcd,
  multiply,
  ONE,
  parseRational,
  type Rational,
  rational,
  subtract,
  sum,
  ZERO,
} from './rational.ts'

const anyRational = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.bigInt({ min: 1n, max: 10n ** 30n }))
  .map(([num, den]) => rational(num, den))
const nonZero = anyRational.filter((a) => a.num !== 0n)

test('the greatest common divisor of long numbers', () => {
  const long = fc.bigInt({ min: 1n, max: 2n ** 4000n })
  const common = fc.bigInt({ min: 1n, max: 2n ** 1500n })
  fc.assert(
    fc.property(long, long, common, (a, b, c) => {
      let [x, y] = [a * c, b * c]
      while (y !== 0n) [x, y] = [y, x % y]
      expect(gcd(a * c, -b * c)).toBe(x)
    }),
    { numRuns: 60 },
  )
  let [one, other] = [1n, 1n]
  for (let k = 0; k < 4000; k++) [one, other] = [other, one + other] // quotients of 1 throughout: the most steps
  expect(gcd(7n * one, 7n * other)).toBe(7n)
})

test('a rational is in lowest terms with a positive denominator', () => {
  expect(rational(6n, -4n)).toEqual({ num: -3n, den: 2n })
  expect(rational(-6n, -4n)).toEqual({ num: 3n, den: 2n })
  expect(rational(0n, -7n)).toEqual({ num: 0n, den: 1n })
  expect(() => rational(1n, 0n)).toThrow(RangeError)
  fc.assert(fc.property(anyRational, (a) => a.den > 0n && gcd(a.num, a.den) === 1n))
})

test('rationals form a field', () => {
  fc.assert(
    fc.property(anyRational, anyRational, nonZero, (a, b, c) => {
      expect(add(a, b)).toEqual(add(b, a))
      expect(multiply(a, add(b, c))).toEqual(add(multiply(a, b), multiply(a, c)))
      expect(subtract(add(a, b), b)).toEqual(a)
      expect(divide(multiply(a, c), c)).toEqual(a)
      expect(add(a, ZERO)).toEqual(a)
      expect(multiply(a, ONE)).toEqual(a)
      expect(sum([a, b, c])).toEqual(add(a, add(b, c)))
    }),
  )
  expect(() => divide(ONE, ZERO)).toThrow(RangeError)
})

test('the order agrees with subtraction, and floor and ceiling enclose', () => {
  fc.assert(
    fc.property(anyRational, anyRational, (a, b) => {
      const difference = subtract(a, b).num
      expect(compare(a, b)).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0)
      expect(equal(a, b)).toBe(difference === 0n)
      const whole = rational(floor(a))
      expect(compare(whole, a) <= 0 && compare(a, add(whole, ONE)) < 0).toBe(true)
      expect(ceiling(a)).toBe(a.den === 1n ? floor(a) : floor(a) + 1n)
    }),
  )
  expect([floor(rational(-1n, 2n)), ceiling(rational(-1n, 2n))]).toEqual([-1n, 0n])
})

test.each<[string | number, Rational]>([
  ['3', rational(3n)],
  [' -0.1 ', rational(-1n, 10n)],
  ['1e-10', rational(1n, 10n ** 10n)],
  ['+2.5E3', rational(2500n)],
  ['.5', rational(1n, 2n)],
  ['5.', rational(5n)],
  ['2/3', rational(2n, 3n)],
  ['0.2 / 0.3', rational(2n, 3n)],
  ['5%', rational(1n, 20n)],
  ['293764/114921', { num: 293764n, den: 114921n }],
  [0.1, rational(1n, 10n)],
  [1e21, rational(10n ** 21n)],
])('%s is read exactly', (text, expected) => {
  expect(parseRational(text)).toEqual(expected)
})

test.each(['', 'x', '1/0', '1/2/3', '1e99999', '--1', '1,5', '0x10', 'Infinity', '/2', '1/'])(
  '"%s" is refused',
  (text) => {
    expect(() => parseRational(text, 'epsilon')).toThrow(/epsilon: .* is not a number\. Write a decimal/)
  },
)

test('what is printed is read back', () => {
  fc.assert(fc.property(anyRational, (a) => equal(parseRational(formatRational(a)), a)))
})
