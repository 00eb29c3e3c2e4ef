/** What privacy costs a decision at other budgets: known before any data are seen, so that a budget can be chosen by it. */
import { type LossBounds, type Mechanism, type PrivateProgram, planNoise } from '../../decisions/index.ts'
import { compare, formatRational, parseRational, type Rational, toNumber, toNumberUp } from '../../exact/index.ts'

export interface TradeoffPoint {
  readonly epsilon: string
  /** What is taken off every side. */
  readonly shift: number
  /** No data make the loss of the objective larger; null where no bound is known. */
  readonly lossAtMost: number | null
}

/** From a tenth to ten, each about a quarter above the one before. */
const EPSILONS = Array.from({ length: 21 }, (_, i) =>
  parseRational(String(Number((0.1 * 100 ** (i / 20)).toPrecision(2)))),
)

interface Now {
  readonly mechanism: Mechanism
  readonly epsilon: Rational
  readonly delta: Rational
}

/** By epsilon, the one of the plan among them; empty for a mechanism without noise. */
export function tradeoffOf(
  program: Pick<PrivateProgram, 'sides' | 'sensitivity' | 'unit'>,
  now: Now,
  theorem: LossBounds['theorem'],
): readonly TradeoffPoint[] {
  if (now.mechanism === 'pure') return []
  const { furthest: furthestNow } = planNoise(program, now)
  // The theorem's bound is a constant of the model times the furthest that a side is tightened.
  const perUnit = theorem.available && furthestNow !== null ? theorem.value / toNumber(furthestNow) : null
  const others = EPSILONS.filter((epsilon) => compare(epsilon, now.epsilon) !== 0)
  return [...others, now.epsilon].sort(compare).map((epsilon) => {
    const { shift, furthest } = planNoise(program, { ...now, epsilon })
    const lossAtMost = perUnit === null || furthest === null ? null : perUnit * toNumberUp(furthest) * (1 + 1e-12)
    return { epsilon: formatRational(epsilon), shift: toNumber(shift), lossAtMost }
  })
}
