import { date } from '../parts/format.ts'
import type { ReviewLine } from '../releases/release-types.ts'

const TONE = { approved: 'ok-text', returned: 'warn', refused: 'danger' } as const

export function ReviewHistory({ reviews }: { reviews: readonly ReviewLine[] }): React.JSX.Element {
  return (
    <section>
      <h2>Decided so far</h2>
      {reviews.length === 0 && <p className="hint">nothing yet; decisions are kept in a file beside the release</p>}
      <ol className="reviews">
        {reviews.map((line) => (
          <li key={line.at}>
            <b className={TONE[line.decision]}>{line.decision}</b> by {line.reviewer}
            <em>
              {date(line.at)} · {line.checks.passed} checks passed
              {line.checks.failed > 0 && `, ${line.checks.failed} failed`}
            </em>
            <p className="why">{line.reason}</p>
            {!line.sameManifest && <p className="danger">The release was changed after this decision.</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
