/** Where the budget goes, by level and query. */
import type { PlanAnswer } from './plan-types.ts'

export function BudgetChart({ answer: { levels, total } }: { answer: PlanAnswer }): React.JSX.Element {
  const most = Math.max(total / 100, ...levels.map(({ spends }) => spends))
  const round = (value: number): number => Number(value.toPrecision(3))
  return (
    <section className="budget-chart" aria-label="Where the budget goes">
      <h2>Where the budget goes</h2>
      <dl>
        {levels.map(({ name, spends }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {spends > 0 && <span className="bar" style={{ width: `${(70 * spends) / most}%` }} />}
              {spends > 0 ? `${round(spends)} of ${round(total)}` : 'nothing'}
            </dd>
          </div>
        ))}
      </dl>
      {levels.some(({ spends }) => spends === 0) && (
        <p className="hint">A level spends nothing if it has no share, or if all that it asks is public.</p>
      )}
    </section>
  )
}
