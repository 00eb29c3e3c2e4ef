/** What a second person needs to decide on a release: the evidence, the checks, and the decision with its reason. */

import { useState } from 'react'
import { Button } from 'react-aria-components'
import { ask, wordsOf } from '../api.ts'
import { isAt, useRound } from '../folder-changes.ts'
import { noteOpened, useOpenedOf } from '../opened.ts'
import { EmptyState, Waiting } from '../parts/empty-state.tsx'
import { Gone } from '../parts/gone.tsx'
import { useLoaded } from '../parts/load.tsx'
import { ScrollMain } from '../parts/scroll-main.tsx'
import { useProject } from '../project.ts'
import { type OpenedRelease, useOpenedRelease } from '../releases/opened-release.ts'
import { ReleaseList } from '../releases/release-list.tsx'
import type { Check, ReviewLine } from '../releases/release-types.ts'
import { useReleaseSteps } from '../runs/release-steps.ts'
import { DecisionForm } from './decision-form.tsx'
import { LedgerChoice } from './ledger-choice.tsx'
import { ReviewHistory } from './review-history.tsx'

export function ReviewView(): React.JSX.Element {
  const { project } = useProject()
  const releases = project?.releases ?? []
  const ledgers = project?.ledgers ?? []
  const steps = useReleaseSteps()
  const opened = useOpenedOf(
    'review',
    releases.map((release) => release.path),
  )
  const { path, isGone } = opened
  const { release: shown, fault } = useOpenedRelease(opened)
  return (
    <>
      <aside className="left" aria-label="Releases in the folder">
        <ReleaseList releases={releases} chosen={path} onChoose={(release) => noteOpened('review', release)} />
      </aside>
      {path === null ? (
        <main className="middle">
          <EmptyState
            title="There is no release to decide on."
            hint="A second person sees here every check of a release and its report, and approves, returns or refuses it with a reason."
            steps={steps}
          />
        </main>
      ) : isGone ? (
        <main className="middle">
          <Gone view="review" path={path} />
        </main>
      ) : shown === null ? (
        <main className="middle">
          <Waiting words={fault ?? `Reading ${path}…`} />
        </main>
      ) : (
        <Review key={shown.path} release={shown} ledgers={ledgers.map((ledger) => ledger.path)} />
      )}
    </>
  )
}

interface ReviewProps {
  readonly release: OpenedRelease
  readonly ledgers: readonly string[]
}

function Review({ release, ledgers }: ReviewProps): React.JSX.Element {
  const [chosen, setChosen] = useState<string | null>(null)
  const ledger = chosen === null ? release.ledger : chosen || null
  const { path, manifest, report, round } = release
  const filesRound = useRound((changed) => isAt(path)(changed) || isAt(ledger)(changed))
  const checks = useLoaded(
    () => ask<{ checks: readonly Check[] }>('releases/verify', { path, ledger }),
    [path, ledger, filesRound],
  )
  const [decided, setDecided] = useState<readonly ReviewLine[]>([])
  const reviews = decided.length > release.reviews.length ? decided : release.reviews
  const [fault, setFault] = useState<string | null>(null)
  const decide = (request: { decision: string; reviewer: string; reason: string }): Promise<void> =>
    ask<{ reviews: readonly ReviewLine[] }>('releases/review', { path, ledger, ...request }).then(
      (answer) => {
        setDecided(answer.reviews)
        setFault(null)
      },
      (error) => setFault(wordsOf(error)),
    )
  const list = checks.value?.checks ?? []
  const failed = list.filter((check) => !check.ok).length
  const isChecked = checks.value !== null && failed === 0
  const blocked = !isChecked
    ? 'only once every check has passed'
    : manifest.stamp === null
      ? null
      : `not while it is stamped ${manifest.stamp}`
  return (
    <>
      <ScrollMain>
        <ReviewVerdict path={path} checks={checks.value?.checks ?? null} fault={checks.fault} stamp={manifest.stamp} />
        {release.draws && <LedgerChoice {...{ ledger, ledgers, own: release.ledger }} onChoose={setChosen} />}
        <CheckList checks={list} />
        {report !== null && (
          <section className="evidence">
            <h2>The report</h2>
            <iframe
              key={round}
              title="Report of the release"
              src={`/api/reports/${report}`}
              className="report-frame"
              sandbox=""
            />
          </section>
        )}
      </ScrollMain>
      <aside className="right" aria-label="The decision">
        <DecisionForm path={path} blocked={blocked} onDecide={decide} />
        {fault !== null && (
          <p className="fault" role="alert">
            {fault}
          </p>
        )}
        <ReviewHistory reviews={reviews} />
        <Button className="act-small" onPress={checks.again}>
          Check again
        </Button>
      </aside>
    </>
  )
}

interface VerdictProps {
  readonly path: string
  readonly checks: readonly Check[] | null
  readonly fault: string | null
  readonly stamp: string | null
}

function ReviewVerdict({ path, checks, fault, stamp }: VerdictProps): React.JSX.Element {
  const failed = (checks ?? []).filter((check) => !check.ok).length
  return (
    <div className="verdict" data-release={path}>
      <h1 aria-live="polite">
        {fault ??
          (checks === null ? (
            'Checking…'
          ) : failed > 0 ? (
            <>
              <mark>
                {failed} of {checks.length} checks failed
              </mark>
              : this release must not be relied on.
            </>
          ) : stamp !== null ? (
            <>
              All {checks.length} checks passed, but it is stamped <mark>{stamp}</mark>.
            </>
          ) : (
            `All ${checks.length} checks passed: the release agrees with its own manifest, spec and figures.`
          ))}
      </h1>
      <p className="hint">Not checked: the confidential data themselves, which verify never reads.</p>
    </div>
  )
}

function CheckList({ checks }: { checks: readonly Check[] }): React.JSX.Element {
  return (
    <ul className="checks">
      {checks.map(({ name, ok, detail }) => (
        <li key={`${name} ${detail}`} className={ok ? '' : 'failed'}>
          <span className={ok ? 'ok-text' : 'danger'} aria-hidden="true">
            {ok ? '✓' : '✗'}
          </span>
          <span>
            <b>
              {name}
              <span className="unseen">{ok ? ': passed. ' : ': failed. '}</span>
            </b>
            <span>{detail}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
