import { readableLoss } from '../../src/privacy/readable-loss.ts'
import type { LedgerRun } from './ledger-types.ts'

function stateOf(run: LedgerRun): { words: string; tone: string } {
  if (run.abandoned !== undefined) return { words: 'abandoned', tone: 'quiet' }
  if (run.measurementsHash === undefined) return { words: 'not finished', tone: 'warn' }
  return run.published === undefined ? { words: 'drawn', tone: 'warn' } : { words: 'published', tone: 'ok-text' }
}

export function LedgerRuns({ runs }: { runs: readonly LedgerRun[] }): React.JSX.Element {
  return (
    <div className="table-scroll">
      <table className="list-table">
        <thead>
          <tr>
            <th scope="col">purpose</th>
            <th scope="col">cost</th>
            <th scope="col">state</th>
            <th scope="col">run</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => {
            const { words, tone } = stateOf(run)
            return (
              <tr key={run.runId}>
                <th scope="row">{run.purpose}</th>
                <td>{readableLoss(run.cost)}</td>
                <td className={tone}>{words}</td>
                <td className="mono">{run.runId}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
