/** A run whose work is shared through a folder, as far as it is. */
import { ProgressBar } from 'react-aria-components'
import type { SharedRun } from '../../src/server/answers.ts'
import { date, number } from '../parts/format.ts'

export function SharedCard({ run }: { run: SharedRun }): React.JSX.Element {
  const chunks = run.steps.reduce((sum, step) => sum + step.chunks, 0)
  const done = run.steps.reduce((sum, step) => sum + step.done, 0)
  const share = chunks === 0 ? 0 : done / chunks
  return (
    <article className={`run ${run.state}`} data-shared={run.folder} data-state={run.state}>
      <div className="run-head">
        <b>{run.folder}</b>
        <span className="hint">
          {run.capability} · shared through this folder · {date(run.startedAt)}
        </span>
      </div>
      {run.state === 'running' && (
        <ProgressBar aria-label={`${run.folder}: ${chunkWords(done, chunks)}`} value={100 * share}>
          {() => (
            <div className="progress">
              <span style={{ width: `${100 * share}%` }} />
            </div>
          )}
        </ProgressBar>
      )}
      <p className="run-words" role="status">
        {stateWords(run, done, chunks)}
      </p>
      {run.parked > 0 && (
        <p className="fault">
          {run.parked === 1 ? 'One chunk' : `${run.parked} chunks`} failed and {run.parked === 1 ? 'is' : 'are'} parked.
          tacet run retry {run.folder} tries again.
        </p>
      )}
    </article>
  )
}

const chunkWords = (done: number, chunks: number): string => `${number(done)} of ${number(chunks)} chunks done`

function stateWords({ state, steps, workers }: SharedRun, done: number, chunks: number): string {
  if (state === 'finished') return 'finished; the folder can be deleted when the release is out'
  if (state === 'cancelled') return `stopped; ${chunkWords(done, chunks)}`
  const step = steps.find((one) => one.done < one.chunks)
  const where = step === undefined ? '' : ` · ${step.step}: ${number(step.done)} of ${number(step.chunks)}`
  return `${chunkWords(done, chunks)}${where} · ${workers === 1 ? '1 worker' : `${workers} workers`} at it`
}
