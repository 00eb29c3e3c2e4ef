/** Epsilon against what it costs: how far sides are tightened, and how much of the objective that can take. */
import type { DecisionPlan } from './decision-plan.ts'
import { type CurvePoint, round, TradeoffCurve } from './tradeoff-curve.tsx'

export function Tradeoff({ plan }: { plan: DecisionPlan }): React.JSX.Element | null {
  const { epsilon } = plan.privacy
  if (epsilon === null || plan.tradeoff.length === 0) return null
  const shifts = plan.tradeoff.map(({ epsilon, shift }) => ({ epsilon, value: shift }))
  const losses: readonly CurvePoint[] = plan.tradeoff.flatMap(({ epsilon, lossAtMost }) =>
    lossAtMost === null ? [] : [{ epsilon, value: lossAtMost }],
  )
  const { theorem } = plan.bounds
  return (
    <section className="tradeoff" aria-label="What each budget costs">
      <TradeoffCurve
        points={shifts}
        now={epsilon}
        what="every private side is tightened by"
        caption="By how much every private side is tightened, at each epsilon."
      />
      {theorem.available && losses.some(({ value }) => value > 0) ? (
        <TradeoffCurve
          points={losses}
          now={epsilon}
          what="the objective loses at most"
          caption={`What privacy takes from the objective, whatever the data: at most ${round(theorem.value)} with the budget of this spec.`}
        />
      ) : (
        <p className="hint" data-loss="none">
          {theorem.available
            ? 'Privacy takes nothing from the objective.'
            : `How much privacy can take from the objective is not known before the run: ${theorem.why}`}
        </p>
      )}
    </section>
  )
}
