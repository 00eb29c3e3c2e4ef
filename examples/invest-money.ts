/**
 * How to invest money whose amount is private (section 4.1 of Munoz Medina, Syed, Vassilvitskii and Vitercik, 2021): the
 * portfolio of least variance with a given return, when how much each investor put in must not be told.
 *   minimise x' Sigma x  subject to  p'x >= least return,  sum x <= b,  x >= 0
 */
import {
  brokenBy,
  decide,
  optimumAt,
  portfolio,
  prepareDecision,
  privatePortfolio,
  randomBudget,
  returnsOf,
} from 'tacet/decisions'
import { parseRational, rational, toNumber } from 'tacet/exact'
import { seededEntropy } from 'tacet/noise'

const ASSETS = ['steady', 'growth', 'bold', 'hedge', 'world']
const INVESTORS = 500

/** Two hundred weeks of made-up returns: a market that all assets share, and a fortune of their own. */
function weeks(): readonly Float64Array[] {
  const entropy = seededEntropy('a market')
  const noise = (): number => (entropy.belowSmall(2001) - 1000) / 1000
  return Array.from({ length: 200 }, () => {
    const market = noise()
    return Float64Array.from(ASSETS, (_, j) => 0.001 + 0.0004 * j + 0.004 * (j + 1) * (market + noise()))
  })
}

export interface Investment {
  readonly portfolio: Readonly<Record<string, number>>
  readonly variance: number
  readonly optimalVariance: number
  readonly varianceAtFloor: number
  readonly broken: number
}

export async function investMoney(): Promise<Investment> {
  const returns = returnsOf(ASSETS, weeks())
  const budget = randomBudget(INVESTORS, seededEntropy('investors'))
  const best = Math.max(...returns.mean)
  const leastReturn = parseRational((0.7 * best * toNumber(budget)).toFixed(4))
  const model = portfolio(returns, budget, INVESTORS, leastReturn)
  // With less money than this the return cannot be reached by anybody: a budget below it has no solution, so it is a floor.
  const floor = rational(BigInt(Math.ceil((1000 * toNumber(leastReturn)) / best) + 1), 1000n)
  const prepared = await prepareDecision(privatePortfolio(model, INVESTORS, floor), {
    mechanism: 'truncated',
    epsilon: rational(1n),
    delta: parseRational('1e-4'),
  })
  // A seed makes an example repeatable and NOT PRIVATE: a real release takes `osEntropy()` and charges a ledger before.
  const decision = await decide(prepared, seededEntropy('investing'))
  return {
    portfolio: Object.fromEntries(ASSETS.map((name, j) => [name, Number(decision.printed[j])])),
    variance: toNumber(decision.objective),
    optimalVariance: await optimumAt(prepared, [budget]), // looks at the truth: for the example only
    varianceAtFloor: toNumber(prepared.anchor.objective),
    broken: brokenBy(model, model, decision.point).length,
  }
}
