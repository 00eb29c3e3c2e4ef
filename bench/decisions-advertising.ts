/** Figure 4: revenue of the private solution over the baseline's, and the share of budgets that the baseline breaks. */
import {
  advertising,
  brokenBy,
  decide,
  type Mechanism,
  PUBLISHED_SIZE,
  prepareDecision,
  privateAdvertising,
  replan,
  withValues,
} from 'tacet/decisions'
import { parseRational, toNumber } from 'tacet/exact'
import { seededEntropy } from 'tacet/noise'
import { Solver } from 'tacet/optimize'

const RUNS = Number(process.env.TACET_BENCH_RUNS ?? 400)
const DELTA = parseRational('1e-4')
const EPSILONS = ['3e-6', '1e-5', '3e-5', '1e-4', '3e-4', '1e-3', '1e-2', '1']
const MECHANISMS = ['published', 'truncated', 'laplace'] as const

interface Sums {
  readonly revenue: Record<Mechanism, number>
  readonly broken: Record<Mechanism, number>
}

export async function benchAdvertising(): Promise<void> {
  const { groups, advertisers } = PUBLISHED_SIZE
  const solver = new Solver()
  const none = () => ({ published: 0, truncated: 0, laplace: 0, pure: 0 })
  const points = EPSILONS.map((): Sums => ({ revenue: none(), broken: none() }))
  for (let run = 0; run < RUNS; run++) await simulate(run, points, solver)
  console.log(`\nadvertising (M = ${groups}, N = ${advertisers}, delta = 1e-4), ${RUNS} simulations a point`)
  console.log('            revenue over the baseline      share of budgets broken')
  console.log('  epsilon   published   smaller shift      baseline   published   smaller shift')
  points.forEach(({ revenue, broken }, k) => {
    const over = (mechanism: Mechanism) => (revenue[mechanism] / revenue.laplace).toFixed(6)
    const share = (mechanism: Mechanism) => (broken[mechanism] / RUNS / advertisers).toFixed(4)
    console.log(
      `  ${EPSILONS[k].padEnd(7)} ${over('published').padStart(11)} ${over('truncated').padStart(15)} ` +
        `${share('laplace').padStart(13)} ${share('published').padStart(11)} ${share('truncated').padStart(15)}`,
    )
  })
}

/** One market, drawn anew, at every epsilon. */
async function simulate(run: number, points: readonly Sums[], solver: Solver): Promise<void> {
  const entropy = seededEntropy('advertising', run)
  const model = advertising(entropy)
  const program = privateAdvertising(model)
  const truth = program.sides.map(({ row }) => model.rowUpper[row]!)
  const budget = { mechanism: 'published', epsilon: parseRational('1'), delta: DELTA } as const
  const base = await prepareDecision(program, { ...budget, solver })
  for (const [k, { revenue, broken }] of points.entries()) {
    for (const mechanism of MECHANISMS) {
      const plan = replan(base, { mechanism, epsilon: parseRational(EPSILONS[k]), delta: DELTA })
      const { point, objective } = await decide(plan, entropy)
      revenue[mechanism] += toNumber(objective)
      broken[mechanism] += brokenBy(program.program, withValues(program, truth), point).length
    }
  }
}
