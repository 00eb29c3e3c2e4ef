/** What was spent on some data, by which release, and what is left. */

import { useState } from 'react'
import { Button } from 'react-aria-components'
import { readableLoss } from '../../src/privacy/readable-loss.ts'
import { ask } from '../api.ts'
import { useRound } from '../folder-changes.ts'
import { noteOpened, useOpenedOf } from '../opened.ts'
import { EmptyState, Waiting } from '../parts/empty-state.tsx'
import { Gone } from '../parts/gone.tsx'
import { useLoaded } from '../parts/load.tsx'
import { ScrollMain } from '../parts/scroll-main.tsx'
import { useProject } from '../project.ts'
import { useReleaseSteps } from '../runs/release-steps.ts'
import { LedgerRuns } from './ledger-runs.tsx'
import type { LedgerAnswer } from './ledger-types.ts'
import { SpentBar } from './spent-bar.tsx'

export function LedgerView(): React.JSX.Element {
  const { project } = useProject()
  const ledgers = project?.ledgers ?? []
  const { path, isGone } = useOpenedOf(
    'ledger',
    ledgers.map((ledger) => ledger.path),
  )
  const round = useRound((changed) => path !== null && changed.startsWith(path)) // with its head
  const { value: read, fault } = useLoaded(
    () => (path === null || isGone ? Promise.resolve(null) : ask<LedgerAnswer>('ledgers/read', { path })),
    [path, isGone, round],
  )
  const value = read?.path === path ? read : null // not the one before, while this one is loading
  return (
    <>
      <aside className="left" aria-label="Ledgers in the folder">
        <section>
          <h2>Ledgers</h2>
          {ledgers.length === 0 && (
            <p className="hint">none yet; the first private release begins one beside the data</p>
          )}
          <ul className="file-list">
            {ledgers.map((ledger) => (
              <li key={ledger.path}>
                <Button
                  className={ledger.path === path ? 'file chosen' : 'file'}
                  onPress={() => noteOpened('ledger', ledger.path)}
                >
                  <span className="chip-name">{ledger.path}</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      </aside>
      <ScrollMain>
        {fault !== null && (
          <p className="fault" role="alert">
            {fault}
          </p>
        )}
        {value !== null && <Ledger ledger={value} />}
        {value === null && fault === null && path !== null && !isGone && <Waiting words={`Reading ${path}…`} />}
        {isGone && path !== null && <Gone view="ledger" path={path} />}
        {path === null && <EmptyLedger />}
      </ScrollMain>
      <aside className="right" aria-label="How it is kept">
        {value !== null && <Anchor ledger={value} />}
      </aside>
    </>
  )
}

function EmptyLedger(): React.JSX.Element {
  const steps = useReleaseSteps()
  return (
    <EmptyState
      title="Nothing has been spent here."
      hint="A ledger is the record of every private release made from some data. It is written before any noise is drawn."
      steps={steps}
    />
  )
}

function Ledger({ ledger }: { ledger: LedgerAnswer }): React.JSX.Element {
  const finished = ledger.runs.filter((run) => run.published !== undefined).length
  return (
    <>
      <div className="verdict">
        <h1>
          <span className="accent-text">{readableLoss(ledger.spent)}</span>{' '}
          {ledger.cap === null
            ? 'was spent; no cap is set, so no release is refused.'
            : `of ${readableLoss(ledger.cap)} was spent.`}
        </h1>
        <dl>
          <div>
            <dt>Releases</dt>
            <dd>{finished}</dd>
          </div>
          <div>
            <dt>Left</dt>
            <dd>{ledger.remaining?.decimal ?? 'no cap'}</dd>
          </div>
          <div>
            <dt>Lines verified</dt>
            <dd>{ledger.lines}</dd>
          </div>
        </dl>
      </div>
      <SpentBar ledger={ledger} />
      <LedgerRuns runs={ledger.runs} />
    </>
  )
}

function Anchor({ ledger }: { ledger: LedgerAnswer }): React.JSX.Element {
  return (
    <>
      <section>
        <h2>Data</h2>
        <p className="why">{ledger.dataset}</p>
        <p className="hint">What is protected: {ledger.unit}</p>
      </section>
      <section>
        <h2>Cap</h2>
        {ledger.cap === null ? (
          <>
            <p className="hint">None: every release is recorded, and none is refused. To set one, in a terminal:</p>
            <pre className="anchor">{`tacet ledger cap ${ledger.path} --epsilon 4 --reason "who decided it"`}</pre>
          </>
        ) : (
          <p className="hint">{readableLoss(ledger.cap)}: a release beyond it is refused before anything is read.</p>
        )}
      </section>
      <section>
        <h2>Verified</h2>
        <p className="ok-text">✓ All {ledger.lines} lines agree with their hashes.</p>
        <p className="hint">
          This cannot show lines that were cut off together with the head. Keep an anchor elsewhere:
        </p>
        <pre className="anchor">{JSON.stringify(ledger.anchor)}</pre>
        <CopyAnchor text={JSON.stringify(ledger.anchor)} />
      </section>
    </>
  )
}

function CopyAnchor({ text }: { text: string }): React.JSX.Element {
  const [said, setSaid] = useState('')
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setSaid('copied'),
      () => setSaid('The browser does not let it be copied: select the text above.'),
    )
  }
  return (
    <>
      <Button className="act-small" onPress={copy}>
        Copy the anchor
      </Button>
      <p className="hint" role="status">
        {said}
      </p>
    </>
  )
}
