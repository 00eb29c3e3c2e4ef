/** Why private sides are tightened, and what it would take to tighten them half as much. */
import { type DecisionPlan, fractionOf, readable } from './decision-plan.ts'
import { round } from './tradeoff-curve.tsx'

export function TightenLess({ plan }: { plan: DecisionPlan }): React.JSX.Element {
  const shift = fractionOf(plan.shift)
  const half = plan.tradeoff.find((point) => point.shift <= shift / 2)
  return (
    <>
      <section>
        <h2>Tightened by</h2>
        <p className="big">{readable(plan.shift)}</p>
        <p className="path">every private side, on average</p>
      </section>
      <section>
        <h2>Why</h2>
        <p className="why">
          {plan.neverViolates
            ? 'Noise that hides each person is added to the private sides and only ever tightens them: so no constraint is broken.'
            : 'Noise that hides each person is added to the private sides. It can loosen them too, so a constraint can be broken.'}
        </p>
      </section>
      {half !== undefined && (
        <section>
          <h2>To tighten half as much</h2>
          <p className="why">
            Set epsilon to {round(fractionOf(half.epsilon))} in the spec: sides are then tightened by{' '}
            {round(half.shift)}. The privacy loss grows with it.
          </p>
        </section>
      )}
    </>
  )
}
