import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toNumber } from '../exact/directed.ts'
import { lnBounds } from '../exact/logarithm.ts'
import {
  add,
  compare,
  divide,
  multiply,
  ONE,
  parseRational,
  type Rational,
  rational,
  subtract,
} from '../exact/rational.ts'
import { epsilonOf, restAt, rhoFor, rhoOfPure, rhoWithin } from './conversion.ts'

const DELTA = parseRational('1e-10')
const PERSONS = parseRational('293764/114921')
const UNITS = parseRational('11417641/152349649')
const LEVELS = [104n, 1440n, 447n, 687n, 1256n, 165n].map((share) => rational(share, 4099n)) // nation ... block

const rho = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 6n }), fc.bigInt({ min: 1n, max: 10n ** 6n }))
  .map(([num, den]) => rational(num, den))
const delta = fc.integer({ min: 2, max: 30 }).map((digits) => rational(1n, 10n ** BigInt(digits)))

test.each([
  [PERSONS, '17.143550743596'],
  [UNITS, '2.474671065035'],
])('the 2020 census budgets, never below the true bound and within 1e-9 of it', (budget, truth) => {
  const epsilon = epsilonOf(budget, DELTA)
  // The golden digits are the 40-digit value rounded to 12 decimals, so the truth may lie half a unit either way.
  expect(compare(add(epsilon, parseRational('5e-13')), parseRational(truth))).toBeGreaterThanOrEqual(0)
  expect(compare(subtract(epsilon, parseRational(truth)), parseRational('1e-9'))).toBe(-1)
})

test('the certified 2020 totals lie below the bound they used, and ours do not', () => {
  expect(compare(parseRational('17849145/1041158'), epsilonOf(PERSONS, DELTA))).toBe(-1)
  expect(compare(parseRational('1455307/588081'), epsilonOf(UNITS, DELTA))).toBe(-1)
})

test('the bound is that of a plain search in floating point, rounded upward', () => {
  fc.assert(
    fc.property(rho, delta, (budget, d) => {
      const [r, logDelta] = [toNumber(budget), Math.log(toNumber(d))]
      let least = Number.POSITIVE_INFINITY
      for (let x = -15; x <= 40; x += 0.001) {
        const gap = Math.exp(x)
        const a = 1 + gap
        least = Math.min(least, r * a + (-Math.log(a) - logDelta) / gap + Math.log(gap) - Math.log1p(gap))
      }
      const epsilon = toNumber(epsilonOf(budget, d))
      expect(epsilon).toBeLessThanOrEqual(Math.max(0, least) * (1 + 1e-12) + 1e-11)
      expect(epsilon).toBeGreaterThan(Math.max(0, least) * (1 - 1e-5) - 1e-5)
      expect(epsilon).toBeLessThan(r + 2 * Math.sqrt(-r * logDelta) + 1e-9) // the simple formula is never better
    }),
    { numRuns: 30 },
  )
})

test('the inverse stays inside the budget and cannot be raised', () => {
  fc.assert(
    fc.property(rho, delta, (budget, d) => {
      const epsilon = epsilonOf(budget, d)
      const back = rhoFor(epsilon, d)
      expect(compare(epsilonOf(back, d), epsilon)).toBeLessThanOrEqual(0)
      expect(toNumber(back) / toNumber(budget)).toBeGreaterThan(epsilon.num === 0n ? -1 : 1 - 1e-7)
    }),
    { numRuns: 60 },
  )
  expect(rhoFor(rational(0n), DELTA).num).toBe(0n)
  const least = rhoFor(parseRational('1e-9'), DELTA) // 12 decimals of epsilon are few here: it must end, and stay inside
  expect(compare(epsilonOf(least, DELTA), parseRational('1e-9'))).toBeLessThanOrEqual(0)
})

test('more rho or less delta never costs less', () => {
  fc.assert(
    fc.property(rho, rho, delta, (a, b, d) => {
      expect(compare(epsilonOf(a, d), epsilonOf(add(a, b), d))).toBeLessThanOrEqual(0)
      expect(compare(epsilonOf(a, d), epsilonOf(a, rational(d.num, 10n * d.den)))).toBeLessThanOrEqual(0)
    }),
    { numRuns: 60 },
  )
})

test('block within block group, tract, county, state and nation', () => {
  const within = [4, 3, 2, 1, 0].map((level) => toNumber(epsilonOf(rhoWithin(PERSONS, LEVELS, level), DELTA)))
  expect(within.map((epsilon) => epsilon.toFixed(3))).toEqual(['2.926', '9.380', '11.704', '13.054', '16.889'])
})

test('pure epsilon as zCDP, and a delta that is none', () => {
  expect(rhoOfPure(rational(1n, 2n))).toEqual(rational(1n, 8n))
  for (const bad of ['0', '1', '2'] as const) {
    expect(() => epsilonOf(PERSONS, parseRational(bad) as Rational)).toThrow(/above 0 and below 1/)
  }
})

test('the part of the bound with logarithms is never below the true one, not even in the last of its bits', () => {
  fc.assert(
    fc.property(rho, delta, (over, d) => {
      const order = add(ONE, over)
      const first = lnBounds(divide(ONE, multiply(order, d)), 400).low
      const fine = add(divide(first, over), lnBounds(divide(over, order), 400).low)
      expect(compare(restAt(order, d), fine)).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 300 },
  )
})

test('a rho is rounded down to twelve digits, so it can be read', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), delta, (epsilon, d) => {
      const { num, den } = rhoFor(rational(BigInt(epsilon), 20n), d)
      let [digits, rest] = [num * 10n ** 40n, 0n]
      ;[digits, rest] = [digits / den, digits % den]
      expect(rest).toBe(0n)
      expect(String(digits).replace(/0+$/, '').length).toBeLessThanOrEqual(12)
    }),
    { numRuns: 50 },
  )
})
