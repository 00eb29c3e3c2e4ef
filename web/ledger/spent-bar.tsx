/** What each run took of the cap, as parts of one bar. */
import { readableLoss } from '../../src/privacy/readable-loss.ts'
import type { LedgerAnswer } from './ledger-types.ts'

/** The number in "epsilon = 2" or "rho = 0.1"; undefined where there are several or none. */
export function figureIn(cost: string): number | undefined {
  const found = [...readableLoss(cost).matchAll(/(?:epsilon|rho)\s*=?\s*([\d.]+)/g)]
  return found.length === 1 ? Number(found[0][1]) : undefined
}

export function SpentBar({ ledger }: { ledger: LedgerAnswer }): React.JSX.Element | null {
  const costs = ledger.runs.map((run) => figureIn(run.cost))
  const cap = ledger.cap === null ? undefined : figureIn(ledger.cap)
  if (costs.length === 0 || costs.some((cost) => cost === undefined)) return null
  if (cap === undefined && costs.length === 1) return null // a whole bar of one part says nothing
  const spent = costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)
  const whole = Math.max(cap ?? spent, spent)
  const spentWords = readableLoss(ledger.spent)
  const capWords = ledger.cap === null ? undefined : readableLoss(ledger.cap)
  return (
    <figure className="spent" aria-label={`Spent ${spentWords}${capWords === undefined ? '' : ` of ${capWords}`}`}>
      <div className="spent-bar">
        {ledger.runs.map((run, i) => (
          <span
            key={run.runId}
            style={{ width: `${(100 * (costs[i] ?? 0)) / whole}%` }}
            title={`${run.purpose}: ${readableLoss(run.cost)}`}
          />
        ))}
      </div>
      <figcaption>
        <span>{spentWords} spent</span>
        <span>{capWords === undefined ? 'no cap' : `cap ${capWords}`}</span>
      </figcaption>
    </figure>
  )
}
