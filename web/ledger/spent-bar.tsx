/** What each run took of the cap, as parts of one bar. */
import type { LedgerAnswer } from './ledger-types.ts'

/** The number in "epsilon = 2" or "rho = 0.1"; undefined where there are several or none. */
export function figureIn(cost: string): number | undefined {
  const found = [...cost.matchAll(/(?:epsilon|rho)\s*=?\s*([\d.]+)/g)]
  return found.length === 1 ? Number(found[0][1]) : undefined
}

export function SpentBar({ ledger }: { ledger: LedgerAnswer }): React.JSX.Element | null {
  const costs = ledger.runs.map((run) => figureIn(run.cost))
  const cap = ledger.cap === null ? undefined : figureIn(ledger.cap)
  if (costs.length === 0 || costs.some((cost) => cost === undefined)) return null
  const spent = costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)
  const whole = Math.max(cap ?? spent, spent)
  return (
    <figure className="spent" aria-label={`Spent ${ledger.spent}${ledger.cap === null ? '' : ` of ${ledger.cap}`}`}>
      <div className="spent-bar">
        {ledger.runs.map((run, i) => (
          <span
            key={run.runId}
            style={{ width: `${(100 * (costs[i] ?? 0)) / whole}%` }}
            title={`${run.purpose}: ${run.cost}`}
          />
        ))}
      </div>
      <figcaption>
        <span>{ledger.spent} spent</span>
        <span>{ledger.cap === null ? 'no cap' : `cap ${ledger.cap}`}</span>
      </figcaption>
    </figure>
  )
}
