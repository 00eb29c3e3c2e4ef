/**
 * Whose advertisement is shown where (section 4.2 of Munoz Medina, Syed, Vassilvitskii and Vitercik, 2021): a publisher sells
 * impressions to advertisers whose budgets are private. Beside the mechanism stands its baseline, Laplace noise that is not cut
 * off: it overspends budgets, which is why it is for comparison only.
 *   maximise sum c_ij x_ij  subject to  sum_i x_ij <= n_j,  sum_j c_ij x_ij <= b_i,  x >= 0
 */
import { advertising, brokenBy, decide, prepareDecision, privateAdvertising, replan } from 'tacet/decisions'
import { parseRational, toNumber } from 'tacet/exact'
import { seededEntropy } from 'tacet/noise'

const SIZE = { groups: 20, advertisers: 5, impressions: 10_000n, budget: 30_000n, sensitivity: 100n }
const MARKETS = 6

interface Outcome {
  revenue: number
  /** Budgets overspent, of all. */
  broken: number
}

export interface Sales {
  readonly truncated: Outcome
  readonly laplace: Outcome
  readonly bestPossible: number
  readonly budgets: number
}

export async function sellAdvertising(): Promise<Sales> {
  const budget = { epsilon: parseRational('1/100'), delta: parseRational('1/10') }
  const found = { truncated: { revenue: 0, broken: 0 }, laplace: { revenue: 0, broken: 0 } }
  let bestPossible = 0
  for (let k = 0; k < MARKETS; k++) {
    const model = advertising(seededEntropy('a market', k), SIZE)
    const program = privateAdvertising(model, SIZE.sensitivity)
    const prepared = await prepareDecision(program, { mechanism: 'truncated', ...budget })
    for (const mechanism of ['truncated', 'laplace'] as const) {
      const decision = await decide(replan(prepared, { mechanism, ...budget }), seededEntropy('noise', k))
      found[mechanism].revenue += toNumber(decision.objective)
      found[mechanism].broken += brokenBy(model, model, decision.point).length
    }
    bestPossible += model.rowUpper.slice(-SIZE.advertisers).reduce((sum, side) => sum + toNumber(side!), 0)
  }
  return { ...found, bestPossible, budgets: MARKETS * SIZE.advertisers }
}
