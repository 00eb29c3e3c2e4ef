import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toNumber } from '../../exact/directed.ts'
import { expBounds, lnBounds } from '../../exact/logarithm.ts'
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
} from '../../exact/rational.ts'
import { seededEntropy } from '../../noise/seeded.ts'
import { Solver } from '../../optimize/index.ts'
import { readLp } from '../program/lp-text.ts'
import { declarePrivate } from '../sides/private-sides.ts'
import { leastSingularValue } from '../solve/singular.ts'
import { trialProgram } from '../trials/trial-programs.ts'
import { conditionOf } from './condition.ts'
import { decide, prepareDecision } from './decide.ts'
import { leastLoss, lossBounds } from './loss-bounds.ts'
import { optimumAt } from './sweep.ts'

const BUDGET = { mechanism: 'truncated', epsilon: rational(1n), delta: parseRational('1e-3') } as const
const UNIT = parseRational('1e-6')

const free = (rows: readonly string[], cost: string, names: readonly string[]) =>
  declarePrivate(
    readLp(`max\n ${cost}\nst\n ${rows.join('\n ')}\nbounds\n ${names.map((n) => `${n} free`).join('\n ')}\nend`),
    {
      private: ['*'],
      sensitivity: rational(1n),
      floor: rational(0n),
      unit: UNIT,
    },
  )

test.each([1, 5, 40])(
  'diagonal systems: the bound is 8 times the lower bound, for %i constraints as for one',
  async (m) => {
    const names = Array.from({ length: m }, (_, i) => `x${i}`)
    const rows = names.map((name, i) => `r${i}: ${i + 1} ${name} <= 100`)
    const prepared = await prepareDecision(free(rows, names.join(' + '), names), BUDGET)
    const { theorem, lower } = await lossBounds(prepared, null)
    if (!theorem.available || !lower.available) throw new Error('both bounds apply')
    expect(theorem.condition.method).toBe('diagonal')
    expect(theorem.condition.alpha).toBeCloseTo(
      names.reduce((sum, _, i) => sum + 1 / (i + 1), 0),
      9,
    )
    expect(theorem.value / lower.value).toBeCloseTo(8, 3)
    const decision = await decide(prepared, seededEntropy(m))
    const after = await lossBounds(prepared, decision)
    expect(after.theorem.available && after.theorem.value / theorem.value).toBeCloseTo(1, 6)
    expect(after.prices.available && after.prices.value / theorem.value).toBeCloseTo(1, 6) // the prices are 1/a_i here
    const published = await prepareDecision(free(rows, names.join(' + '), names), { ...BUDGET, mechanism: 'published' })
    const theirs = (await lossBounds(published, null)).theorem
    expect(theirs.available && theirs.value / lower.value).toBeGreaterThan(8 * (1 + Math.log(2 * m) / 8))
  },
)

test('independent rows: one over the least singular value, proved and close', async () => {
  const program = free(['a: 3 x + y <= 10', 'b: x - 2 y <= 10'], 'x', ['x', 'y'])
  const condition = await conditionOf(program, new Solver())
  // A A' = [[10, 1], [1, 5]]: the smaller eigenvalue is (15 - sqrt(29))/2.
  const sigma = Math.sqrt((15 - Math.sqrt(29)) / 2)
  expect(condition).toMatchObject({ available: true, method: 'independent', norm: 'two' })
  if (condition.available) {
    expect(condition.alpha).toBeGreaterThanOrEqual(Math.SQRT2 / sigma)
    expect(condition.alpha).toBeLessThan((Math.SQRT2 / sigma) * 1.00001)
  }
  const row = (...values: bigint[]) => new Map(values.map((value, j) => [j, rational(value)]))
  expect(leastSingularValue([row(1n, 2n, 0n), row(2n, 4n, 0n)], 3)).toBeNull()
  expect(toNumber(leastSingularValue([row(0n, 7n)], 2)!)).toBeCloseTo(7, 4)
})

test('strongly stable systems: a direction that loosens all private rows, exactly', async () => {
  const rows = ['a: 2 x + y <= 9', 'b: x + y <= 8', 'c: x + 3 y <= 9']
  const condition = await conditionOf(free(rows, 'x', ['x', 'y']), new Solver())
  expect(condition).toMatchObject({ available: true, method: 'strongly stable', norm: 'infinity' })
  expect(condition.available && condition.alpha).toBeCloseTo(0.5, 6) // x = y = -1/2 loosens b by 1
  const kept = declarePrivate(readLp('max\n x\nst\n a: 2 x + y <= 9\n b: x + y <= 8\n c: x - y <= 1\nend'), {
    private: ['*'],
    sensitivity: rational(1n),
    floor: rational(0n),
  })
  expect(await conditionOf(kept, new Solver())).toMatchObject({ available: false }) // x, y >= 0 leave no such direction
})

test('the bounds hold: what was truly lost is never more', async () => {
  const solver = new Solver()
  const entropy = seededEntropy('bounds')
  let [priced, tight] = [0, 0]
  for (let run = 0; run < 150; run++) {
    const kind = (['plain', 'degenerate', 'equality', 'quadratic'] as const)[run % 4]
    const { program, truth } = trialProgram(kind, entropy)
    const prepared = await prepareDecision(program, { ...BUDGET, solver })
    const decision = await decide(prepared, entropy)
    const { theorem, prices } = await lossBounds(prepared, decision)
    const turn = program.program.sense === 'minimise' ? 1 : -1
    const loss = turn * (toNumber(decision.objective) - (await optimumAt(prepared, truth)))
    const slack = 1e-6 * (1 + Math.abs(loss))
    if (theorem.available) expect(loss).toBeLessThanOrEqual(theorem.value + slack)
    if (prices.available) {
      priced++
      expect(loss).toBeLessThanOrEqual(prices.value + slack)
      if (loss > 0.3 * prices.value && loss > 0.1) tight++
    }
  }
  expect(priced).toBeGreaterThan(120)
  expect(tight).toBeGreaterThan(5) // and it is not idle
})

test('bounds that do not apply say why', async () => {
  const program = declarePrivate(readLp('max\n x\nst\n a: 2 x <= 9\ngeneral\n x\nend'), {
    private: ['a'],
    floor: rational(0n),
    sensitivity: rational(1n),
  })
  const prepared = await prepareDecision(program, BUDGET)
  const bounds = await lossBounds(prepared, await decide(prepared, seededEntropy(3)))
  expect(bounds.theorem).toMatchObject({ available: false, why: expect.stringMatching(/whole variables/) })
  expect(bounds.prices).toMatchObject({ available: false })
  expect(bounds.lower).toMatchObject({ available: false, why: expect.stringMatching(/Theorem 3.7/) })
})

test('the lower bound of a loss is never above the true one: the lower end of every enclosure is taken', () => {
  const positive = fc.tuple(fc.bigInt(1n, 10n ** 4n), fc.bigInt(1n, 10n ** 4n)).map(([num, den]) => rational(num, den))
  const small = fc.bigInt(2n, 10n ** 12n).map((den) => rational(1n, den))
  // Down to 1e-18: where exp(epsilon) - 1 is small, the end of exp that is taken weighs most.
  const size = fc.tuple(fc.bigInt(1n, 50n), fc.integer({ min: 0, max: 18 }))
  const budget = size.map(([num, digits]) => rational(num, 10n ** BigInt(digits)))
  fc.assert(
    fc.property(positive, budget, small, (sensitivity, epsilon, delta) => {
      const found = leastLoss(sensitivity, epsilon, delta)
      // The same formula enclosed some 2^236 times as narrowly: the truth lies in it, and the figure must not lie above it.
      const factor = divide(sensitivity, multiply(rational(4n), epsilon))
      const growth = (exp: Rational): Rational => divide(subtract(exp, ONE), multiply(rational(2n), delta))
      const { low } = expBounds(epsilon, 300)
      const truth = multiply(factor, lnBounds(add(growth(low), ONE), 300).low)
      expect(compare(found, truth)).toBe(-1)
      expect(compare(multiply(rational(2n ** 40n), subtract(truth, found)), add(truth, factor))).toBe(-1) // and close
    }),
  )
})
