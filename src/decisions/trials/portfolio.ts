/**
 * Portfolio choice (section 4.1 of Munoz Medina et al., Equation 8): the money that investors put in is private.
 *   minimise x' Sigma x  subject to  p'x >= least return,  sum x <= b(D),  x >= 0
 * with p the mean and Sigma the covariance of the returns, both public. n investors give between 0 and 1 each, so one moves b(D)
 * by at most 1, and b(D) is never above n. Their experiments take any least return; S* is not empty only when the floor allows it.
 */
import { ONE, parseRational, type Rational, rational, ZERO } from '../../exact/rational.ts'
import type { Entropy } from '../../noise/entropy.ts'
import { type Program, ProgramBuilder } from '../program/program.ts'
import { declarePrivate, type PrivateProgram } from '../sides/private-sides.ts'

export interface Returns {
  readonly assets: readonly string[]
  readonly mean: Float64Array
  readonly covariance: readonly Float64Array[]
}

/** Mean and covariance of a table of returns, one row a period. */
export function returnsOf(assets: readonly string[], periods: readonly Float64Array[]): Returns {
  const mean = new Float64Array(assets.length)
  for (const period of periods) for (let j = 0; j < mean.length; j++) mean[j] += period[j] / periods.length
  const covariance = assets.map(() => new Float64Array(assets.length))
  for (const period of periods) {
    for (let i = 0; i < mean.length; i++) {
      const share = (period[i] - mean[i]) / (periods.length - 1)
      for (let j = 0; j < mean.length; j++) covariance[i][j] += share * (period[j] - mean[j])
    }
  }
  return { assets, mean, covariance }
}

/** A budget of n uniform contributions between 0 and 1, each a whole number of thousandths. */
export function randomBudget(investors: number, entropy: Entropy): Rational {
  let total = 0n
  for (let i = 0; i < investors; i++) total += BigInt(entropy.belowSmall(1001))
  return rational(total, 1000n)
}

export function portfolio(returns: Returns, budget: Rational, investors: number, leastReturn: Rational): Program {
  const builder = new ProgramBuilder('minimise')
  const most = rational(BigInt(investors))
  for (const name of returns.assets) builder.addVariable(name, ZERO, most, ZERO)
  const all = returns.assets.map((_, j) => j)
  builder.addRow(
    'budget',
    null,
    budget,
    all.map((j) => [j, ONE]),
  )
  builder.addRow(
    'return',
    leastReturn,
    null,
    all.map((j) => [j, short(returns.mean[j])]),
  )
  for (const i of all) {
    for (const j of all) builder.addQuadratic(i, j, short(returns.covariance[i][j]))
  }
  return builder.build()
}

/** `floor` is the least budget that is publicly known to be there. */
export function privatePortfolio(program: Program, investors: number, floor: Rational): PrivateProgram {
  return declarePrivate(program, {
    private: ['budget'],
    floor,
    loosest: [['budget', rational(BigInt(investors))]],
    sensitivity: ONE,
    unit: rational(1n, 1000n),
  })
}

/** The statistic to 12 digits: a public number, the same for everybody who reads it. */
function short(value: number): Rational {
  return parseRational(value.toPrecision(12))
}
