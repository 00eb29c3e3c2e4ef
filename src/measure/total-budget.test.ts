import { expect, test } from 'vitest'
import { compare, parseRational, type Rational, rational } from '../exact/index.ts'
import { type MovedAnswers, tightEpsilon } from '../privacy/index.ts'
import { spentTightly } from './total-budget.ts'

const DELTA = parseRational('1e-6')
const EPSILON = rational(1n)
const budget = (total: Rational) =>
  ({ kind: 'zcdp', total, delta: DELTA, asked: { epsilon: EPSILON, accountant: 'tight' } }) as const

/** One query of which a step moves two answers; the noise jumps as rho grows, by a part that the search cannot foresee, or by none. */
function measured(rho: Rational, jump: number): readonly MovedAnswers[] {
  if (jump === 0) return [{ variance: rational(rho.den, rho.num), entries: 2 }]
  const steps = Math.floor(((Number(rho.num) / Number(rho.den)) * 1e4) / jump) * jump + 1
  return [{ variance: rational(10_000n, BigInt(steps)), entries: 2 }]
}

test.each([0, 1, 7, 40, 90, 150])(
  'a rho that is spent was tried, and cost no more than was asked for: jumps of %d',
  (jump) => {
    const tried: Rational[] = []
    const spent = spentTightly(budget(rational(1n, 50n)), (rho) => {
      tried.push(rho)
      return measured(rho, jump)
    })
    if (spent === undefined) throw new Error('nothing was found')
    expect(tried.some((rho) => compare(rho, spent) === 0)).toBe(true)
    const cost = tightEpsilon(measured(spent, jump), DELTA)
    expect(cost !== undefined && compare(cost, EPSILON) <= 0).toBe(true)
  },
)
