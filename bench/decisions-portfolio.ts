/** Portfolios: the variance of the private solution over the optimal one, for both shifts, and the thresholds of Appendix D. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  brokenBy,
  decide,
  measureSides,
  optimumAt,
  type PreparedDecision,
  planNoise,
  portfolio,
  prepareDecision,
  privatePortfolio,
  type Returns,
  randomBudget,
  replan,
  returnsOf,
  withValues,
} from 'tacet/decisions'
import { parseRational, type Rational, rational, toNumber } from 'tacet/exact'
import { seededEntropy } from 'tacet/noise'
import { Solver } from 'tacet/optimize'

const RUNS = Number(process.env.TACET_BENCH_RUNS ?? 50)
const EPSILONS = ['0.5', '1', '1.5', '2', '2.5']
/** n and three least returns between the thresholds, as in Figure 5. */
const SETTINGS = [
  [500, ['1.1', '1.2', '1.3']],
  [1000, ['2.2', '2.5', '2.7']],
  [1500, ['3.3', '3.7', '4.1']],
] as const
const solver = new Solver()

export async function benchPortfolio(): Promise<void> {
  const returns = readReturns()
  if (returns === undefined) return
  console.log(`\nportfolios: variance over optimal, mean of ${RUNS} runs, truncated / published shift`)
  for (const [investors, leastReturns] of SETTINGS) {
    const entropy = seededEntropy(`portfolio ${investors}`)
    const budget = randomBudget(investors, entropy)
    const { binding, infeasible } = await thresholds(returns, investors, budget)
    console.log(
      `\nn = ${investors}: budget not binding up to r_min = ${binding.toFixed(2)}, infeasible from ${infeasible.toFixed(2)}`,
    )
    await appendixThresholds(returns, investors)
    for (const leastReturn of leastReturns) await table(returns, investors, budget, leastReturn)
  }
}

function readReturns(): Returns | undefined {
  const file = resolve(process.env.TACET_DATA ?? '../shared/data', 'returns_dowjones/dowjones_weekly_returns.csv')
  if (!existsSync(file)) {
    console.log(`portfolios: skipped, since there is no ${file} (set TACET_DATA to the folder of public data)`)
    return undefined
  }
  const [header, ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  const assets = header.trim().split(',').slice(1)
  return returnsOf(
    assets,
    lines.map((line) => Float64Array.from(line.split(',').slice(1), Number)),
  )
}

async function prepared(returns: Returns, investors: number, budget: Rational, leastReturn: Rational, floor: Rational) {
  const program = privatePortfolio(portfolio(returns, budget, investors, leastReturn), investors, floor)
  const options = { mechanism: 'truncated', epsilon: rational(1n), delta: rational(1n, 1000n), solver } as const
  return prepareDecision(program, options)
}

/** Up to which least return the budget does not bind, and from which on nothing is feasible: computed from the mean returns. */
async function thresholds(returns: Returns, investors: number, budget: Rational) {
  const best = Math.max(...returns.mean)
  const infeasible = best * toNumber(budget)
  const free = await optimumWithout(returns, investors)
  return { binding: toNumber(budget) / free, infeasible }
}

/** Money that the best portfolio with return 1 uses when there is no end to it. */
async function optimumWithout(returns: Returns, investors: number): Promise<number> {
  const rich = rational(BigInt(investors))
  const base = await prepared(returns, investors, rich, rational(1n), rich)
  const { point } = await decide(replan(base, { ...base.options, mechanism: 'pure' }), seededEntropy(0))
  return point.reduce((total, value) => total + toNumber(value), 0)
}

/**
 * The thresholds of Appendix D with b = n/2, on its grid of tenths: up to where the budget does not bind; from where on the original
 * program is infeasible; and from where on the private one (published shift, epsilon 0.5, delta 1/n^2) is so in any of 50 runs,
 * which is random: how often each value comes up in 400 repetitions.
 */
async function appendixThresholds(returns: Returns, investors: number): Promise<void> {
  const budget = rational(BigInt(investors), 2n)
  const { binding, infeasible } = await thresholds(returns, investors, budget)
  const best = Math.max(...returns.mean)
  const program = privatePortfolio(portfolio(returns, budget, investors, rational(1n)), investors, rational(0n))
  const delta = rational(1n, BigInt(investors) ** 2n)
  const plan = planNoise(program, { mechanism: 'published', epsilon: parseRational('0.5'), delta })
  const entropy = seededEntropy(`thresholds ${investors}`)
  const counts = new Map<string, number>()
  for (let repetition = 0; repetition < 400; repetition++) {
    let least = Number.POSITIVE_INFINITY
    for (let run = 0; run < 50; run++) least = Math.min(least, toNumber(measureSides(program, plan, entropy).values[0]))
    const first = onGrid(best * least)
    counts.set(first, (counts.get(first) ?? 0) + 1)
  }
  const shares = [...counts].sort().map(([value, count]) => `${value} in ${((100 * count) / 400).toFixed(0)} %`)
  console.log(
    `  with b = n/2, in tenths: not binding up to ${(Math.floor(10 * binding) / 10).toFixed(1)} (${binding.toFixed(3)}); original infeasible ` +
      `from ${onGrid(infeasible)} (${infeasible.toFixed(3)}); private infeasible in any of 50 runs from ${shares.join(', ')}`,
  )
}

/** The first tenth above a value. */
function onGrid(value: number): string {
  return (Math.floor(10 * value + 1e-9) / 10 + 0.1).toFixed(1)
}

async function table(returns: Returns, investors: number, budget: Rational, leastReturn: string): Promise<void> {
  // The paper's b* is 0, at which nothing is feasible. Publicly, a budget below this has no solution at all.
  const floor = rational(BigInt(Math.ceil((1000 * Number(leastReturn)) / Math.max(...returns.mean)) + 1), 1000n)
  const base = await prepared(returns, investors, budget, parseRational(leastReturn), floor)
  const optimum = await optimumAt(base, [budget])
  const least = rational(1n, BigInt(investors) ** 2n)
  const deltas = [least, parseRational('2.5e-4'), parseRational('1e-3'), parseRational('2e-3')]
  console.log(`  r_min = ${leastReturn}`)
  console.log(`    epsilon ${deltas.map((delta) => `delta ${toNumber(delta).toExponential(1)}`.padStart(22)).join('')}`)
  for (const epsilon of EPSILONS) {
    const cells: string[] = []
    for (const delta of deltas) {
      const ratios: string[] = []
      for (const mechanism of ['truncated', 'published'] as const) {
        const plan = replan(base, { mechanism, epsilon: parseRational(epsilon), delta })
        ratios.push((await meanRatio(plan, budget, optimum)).toFixed(5))
      }
      cells.push(ratios.join(' / ').padStart(22))
    }
    console.log(`    ${epsilon.padStart(7)} ${cells.join('')}`)
  }
}

async function meanRatio(plan: PreparedDecision, budget: Rational, optimum: number): Promise<number> {
  let total = 0
  for (let run = 0; run < RUNS; run++) {
    const { point, objective } = await decide(plan, seededEntropy('portfolio runs', run))
    if (brokenBy(plan.program.program, withValues(plan.program, [budget]), point, 1).length > 0) {
      throw new Error('a portfolio broke a constraint')
    }
    total += toNumber(objective) / optimum / RUNS
  }
  return total
}
