import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromNumber, toNumber } from '../exact/directed.ts'
import { expBounds } from '../exact/logarithm.ts'
import {
  add,
  compare,
  divide,
  multiply,
  parseRational,
  type Rational,
  rational,
  subtract,
  ZERO,
} from '../exact/rational.ts'
import { epsilonOf } from './conversion.ts'
import { type MovedAnswers, rhoOfMoves, tightEpsilon } from './tight-epsilon.ts'

const PERSONS = parseRational('293764/114921')
const UNITS = parseRational('11417641/152349649')
const DELTA = parseRational('1e-10')
const LEVELS = [104n, 1440n, 447n, 687n, 1256n, 165n].map((share) => rational(share, 4099n))

/** `queries` at every level of the 2020 budget, equal parts, each of which a change moves in two answers. */
function census(rho: Rational, queries: number): readonly MovedAnswers[] {
  return LEVELS.flatMap((share) => {
    const part = divide(multiply(rho, share), rational(BigInt(queries)))
    return Array.from({ length: queries }, () => ({ variance: divide(rational(1n), part), entries: 2 }))
  })
}

test.each([
  [PERSONS, 16.465155],
  [UNITS, 2.363203],
])('the 2020 budgets cost what the continuous limit says, from above, and less than zCDP says', (rho, limit) => {
  const epsilon = toNumber(tightEpsilon(census(rho, 10), DELTA)!)
  expect(epsilon).toBeGreaterThan(limit)
  expect(epsilon).toBeLessThan(limit + 1e-4)
  expect(epsilon).toBeLessThan(0.97 * toNumber(epsilonOf(rho, DELTA)))
})

/** Masses exp(-x^2/2v) of one noise, below and above the truth, in steps of 2^-80. */
function weights(variance: Rational, last: number): readonly { x: bigint; low: Rational; high: Rational }[] {
  return Array.from({ length: 2 * last + 1 }, (_, i) => {
    const x = BigInt(i - last)
    return { x, ...expBounds(divide(rational(-x * x), multiply(rational(2n), variance)), 60) }
  })
}

/**
 * delta at epsilon by the definition, sum of max(0, P - e^epsilon Q), over all answers up to `last`, in exact fractions with their error to the
 * stated side: below the truth with `side` low, and above it, but for the tails, with high.
 */
function exactDelta(moved: readonly MovedAnswers[], epsilon: Rational, last: number, side: 'low' | 'high'): Rational {
  const opposite = side === 'low' ? 'high' : 'low'
  const noises = moved.flatMap(({ variance, entries }) =>
    Array.from({ length: entries }, () => ({ variance, all: weights(variance, last) })),
  )
  const growth = expBounds(epsilon, 60)[opposite]
  const sumOf = (which: 'low' | 'high', all: readonly { low: Rational; high: Rational }[]): Rational =>
    all.reduce((sum, one) => add(sum, one[which]), ZERO)
  // What is beyond `last` is below a thousandth of a thousandth of delta here: it is added to the normaliser from above.
  const scale = noises.reduce((product, { all }) => multiply(product, sumOf(opposite, all)), rational(1n))
  const visit = (n: number, here: Rational, there: Rational): Rational => {
    if (n === noises.length) {
      const gap = subtract(here, multiply(growth, there))
      return gap.num > 0n ? gap : ZERO
    }
    const { all } = noises[n]
    let sum = ZERO
    for (
      let i = 1;
      i < all.length;
      i++ // the neighbour's answer is larger by one
    )
      sum = add(sum, visit(n + 1, multiply(here, all[i][side]), multiply(there, all[i - 1][opposite])))
    return sum
  }
  return divide(visit(0, rational(1n), rational(1n)), scale)
}

test.each<readonly [string, readonly MovedAnswers[], string]>([
  ['one answer', [{ variance: rational(1n), entries: 1 }], '1e-6'],
  ['a narrow one', [{ variance: rational(1n, 3n), entries: 1 }], '1e-4'],
  ['two of one variance', [{ variance: rational(3n, 2n), entries: 2 }], '1e-5'],
  [
    'two of two',
    [
      { variance: rational(2n), entries: 1 },
      { variance: rational(7n, 5n), entries: 1 },
    ],
    '1e-5',
  ],
])('%s: never below exact convolution, and not above it by more than the grid', (_, moved, delta) => {
  const epsilon = tightEpsilon(moved, parseRational(delta))!
  const [below, above] = [subtract(epsilon, parseRational('1e-5')), epsilon]
  expect(compare(exactDelta(moved, above, 12, 'low'), parseRational(delta))).toBeLessThanOrEqual(0)
  expect(compare(exactDelta(moved, below, 12, 'high'), parseRational(delta))).toBe(1)
})

test('a planted fault is seen: with a loss that is rounded down by a hundredth the exact delta is overspent', () => {
  const moved = [{ variance: rational(3n, 2n), entries: 2 }]
  const delta = parseRational('1e-5')
  const wrong = subtract(tightEpsilon(moved, delta)!, parseRational('0.01'))
  expect(compare(exactDelta(moved, wrong, 12, 'low'), delta)).toBe(1)
})

test('never above zCDP; more noise, fewer moved answers or more delta never cost more than the grid', () => {
  const one = fc.record({
    variance: fc.integer({ min: 2, max: 4000 }).map((n) => rational(BigInt(n), 10n)),
    entries: fc.integer({ min: 1, max: 3 }),
  })
  const delta = fc.integer({ min: 3, max: 15 }).map((digits) => rational(1n, 10n ** BigInt(digits)))
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 4 }), delta, (moved, d) => {
      const cost = toNumber(tightEpsilon(moved, d)!)
      expect(cost).toBeLessThanOrEqual(toNumber(epsilonOf(rhoOfMoves(moved), d)))
      const fewer = moved.map((m, i) => (i === 0 ? { ...m, entries: m.entries - 1 } : m))
      expect(toNumber(tightEpsilon(fewer, d)!)).toBeLessThanOrEqual(cost + 1e-4 * (1 + cost))
      const most = toNumber(tightEpsilon(moved, multiply(d, rational(10n)))!)
      expect(most).toBeLessThanOrEqual(cost)
    }),
    { numRuns: 12 },
  )
})

test('nothing that moves costs nothing, and what cannot be worked out is not guessed', () => {
  expect(tightEpsilon([], DELTA)).toEqual(ZERO)
  expect(tightEpsilon([{ variance: rational(1n), entries: 0 }], DELTA)).toEqual(ZERO)
  expect(tightEpsilon([{ variance: fromNumber(1e12), entries: 1 }], DELTA)).toBeUndefined()
  expect(tightEpsilon([{ variance: rational(1n), entries: 1 }], parseRational('1e-200'))).toBeUndefined()
})
