import fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, compare, parseRational, rational, ZERO } from '../exact/rational.ts'
import { asApproximate, asPure, asZcdp, describeCost, totalCost, upward } from './composition.ts'
import { epsilonOf } from './conversion.ts'
import { approximate, composed, parallel, pure, zcdp } from './event.ts'

const tenth = rational(1n, 10n)
const delta = parseRational('1e-10')

test('ten tenths are one, exactly', () => {
  const cost = totalCost(composed(Array.from({ length: 10 }, () => pure(tenth))))
  expect(asPure(cost)).toEqual(rational(1n))
  expect(asZcdp(cost)).toEqual(rational(1n, 20n)) // ten times (1/10)^2/2, not 1^2/2
})

test('disjoint shares cost the largest; where a person can move between them, the two largest', () => {
  const parts = [pure(tenth), pure(rational(3n, 10n)), pure(rational(2n, 10n))]
  expect(asPure(totalCost(parallel(parts, 1)))).toEqual(rational(3n, 10n))
  expect(asPure(totalCost(parallel(parts, 2)))).toEqual(rational(1n, 2n))
  expect(asPure(totalCost(parallel([], 1)))).toEqual(ZERO)
  expect(asPure(totalCost(composed([parallel(parts, 1), pure(tenth)])))).toEqual(rational(4n, 10n))
})

test('zCDP is not pure, and (epsilon, delta) is not zCDP', () => {
  expect(asPure(totalCost(zcdp(tenth)))).toBeUndefined()
  expect(asZcdp(totalCost(composed([zcdp(tenth), pure(rational(1n))])))).toEqual(rational(6n, 10n))
  expect(asZcdp(totalCost(approximate(tenth, delta)))).toBeUndefined()
  expect(asPure(totalCost(approximate(tenth, ZERO)))).toEqual(tenth)
})

test('at a delta: basic composition beside the better of the two ways to count pure mechanisms', () => {
  const one = totalCost(pure(rational(1n)))
  expect(asApproximate(one, delta)).toEqual(rational(1n)) // through zCDP it would be 4.9
  const many = totalCost(composed(Array.from({ length: 1000 }, () => pure(rational(1n, 100n)))))
  expect(asApproximate(many, delta)).toEqual(epsilonOf(rational(1n, 20n), delta)) // 2.0 instead of 10
  expect(asApproximate(totalCost(approximate(tenth, delta)), delta)).toEqual(tenth)
  expect(asApproximate(totalCost(approximate(tenth, tenth)), delta)).toBeUndefined()
  const mixed = totalCost(composed([approximate(tenth, delta), zcdp(tenth)]))
  expect(asApproximate(mixed, delta)).toBeUndefined() // nothing of delta is left for zCDP
  expect(asApproximate(mixed, parseRational('2e-10'))).toEqual(add(tenth, epsilonOf(tenth, delta)))
})

test('costs in words', () => {
  expect(describeCost(pure(rational(2n)))).toBe('epsilon 2')
  expect(describeCost(pure(rational(2n, 3n)))).toBe('epsilon 2/3 (0.6666667)')
  expect(describeCost(zcdp(parseRational('293764/114921')), delta)).toBe(
    'rho 293764/114921 (2.556226) (zCDP), which is epsilon 17.14356 at delta 1/10000000000',
  )
  expect(describeCost(composed([approximate(tenth, delta), zcdp(tenth)]))).toBe(
    'epsilon 1/10 (0.1) at delta 1/10000000000 and rho 1/10 (0.1) (zCDP)',
  )
})

test('a decimal that is shown is never too small, nor much too large', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 20n }), fc.bigInt({ min: 1n, max: 10n ** 20n }), (num, den) => {
      const exact = rational(num, den)
      const shown = parseRational(upward(exact))
      expect(compare(shown, exact)).toBeGreaterThanOrEqual(0)
      expect(compare(shown, rational(exact.num * 1000003n, exact.den * 1000000n))).toBeLessThanOrEqual(0)
    }),
  )
})
