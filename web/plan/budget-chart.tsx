/** Where the budget goes, by level and query. */
import { numberOf } from './budget-panel.tsx'
import type { PlanAnswer, Settings } from './plan-types.ts'

export function BudgetChart({ answer, settings }: { answer: PlanAnswer; settings: Settings }): React.JSX.Element {
  const total = numberOf(settings.total)
  const most = Math.max(1, ...settings.levels)
  return (
    <section className="budget-chart" aria-label="Where the budget goes">
      <h2>Where the budget goes</h2>
      <dl>
        {answer.levels.map(({ name }, i) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span className="bar" style={{ width: `${(70 * settings.levels[i]) / most}%` }} />
              {Number(((total * settings.levels[i]) / 100).toPrecision(3))} of {settings.total}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
