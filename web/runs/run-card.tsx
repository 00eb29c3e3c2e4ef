import { Button, ProgressBar } from 'react-aria-components'
import type { RunState } from '../../src/server/answers.ts'
import { openIn } from '../opened.ts'
import { date } from '../parts/format.ts'
import { phaseWords, stateWords } from './run-words.ts'
import { resumeRun, stopRun } from './store.ts'

export function RunCard({ run }: { run: RunState }): React.JSX.Element {
  const share = run.total === null || run.total === 0 ? null : Math.min(1, run.units / run.total)
  return (
    <article className={`run ${run.state}`} data-run={run.out} data-state={run.state}>
      <div className="run-head">
        <b>{run.out}</b>
        <span className="hint">
          {run.capability} · {run.spec} · {date(run.startedAt)}
          {run.isRehearsal && ' · rehearsal'}
        </span>
        <RunActions run={run} />
      </div>
      {run.state === 'running' && (
        <ProgressBar
          aria-label={phaseWords(run)}
          value={share === null ? 0 : 100 * share}
          isIndeterminate={share === null}
        >
          {() => (
            <div className="progress">
              <span
                className={share === null ? 'unknown' : ''}
                style={{ width: `${share === null ? 30 : 100 * share}%` }}
              />
            </div>
          )}
        </ProgressBar>
      )}
      <p className={run.state === 'failed' ? 'danger run-words' : 'run-words'} role="status">
        {stateWords(run)}
        {run.charged && run.state !== 'done' && ' · the ledger is charged'}
      </p>
      {run.message !== null && <p className="fault">{run.message}</p>}
      {run.notes.map((note) => (
        <p key={note} className="hint">
          {note}
        </p>
      ))}
    </article>
  )
}

function RunActions({ run }: { run: RunState }): React.JSX.Element | null {
  if (run.state === 'running')
    return (
      <Button className="act-small" onPress={() => void stopRun(run.out)}>
        Stop
      </Button>
    )
  if (run.state === 'stopped')
    return (
      <Button className="act-small primary" onPress={() => void resumeRun(run.out)}>
        Resume
      </Button>
    )
  return run.state === 'done' ? (
    <Button className="act-small" onPress={() => openIn('releases', run.out)}>
      See the release
    </Button>
  ) : null
}
