import { lazy, Suspense, useEffect, useState } from 'react'
import { RefusedError, wordsOf } from './api.ts'
import { AuditView } from './audit/audit-view.tsx'
import { DropFile } from './data/drop-file.tsx'
import { listen, useConnection } from './events.ts'
import { Header } from './header.tsx'
import { ViewFault } from './parts/view-fault.tsx'
import { loadProject } from './project.ts'
import { useView, type View } from './routes.ts'
import { openSession } from './session.ts'

const FilesView = lazy(async () => ({ default: (await import('./data/files-view.tsx')).FilesView }))
const PlanView = lazy(async () => ({ default: (await import('./plan/plan-view.tsx')).PlanView }))
const AnonymityView = lazy(async () => ({ default: (await import('./anonymity/anonymity-view.tsx')).AnonymityView }))
const ProtectView = lazy(async () => ({ default: (await import('./protect/protect-view.tsx')).ProtectView }))
const DecisionsView = lazy(async () => ({ default: (await import('./decisions/decisions-view.tsx')).DecisionsView }))
const RunsView = lazy(async () => ({ default: (await import('./runs/runs-view.tsx')).RunsView }))
const ReleasesView = lazy(async () => ({ default: (await import('./releases/releases-view.tsx')).ReleasesView }))
const ReviewView = lazy(async () => ({ default: (await import('./review/review-view.tsx')).ReviewView }))
const LedgerView = lazy(async () => ({ default: (await import('./ledger/ledger-view.tsx')).LedgerView }))

const COMPONENTS: Readonly<Record<View, React.ComponentType>> = {
  data: FilesView,
  audit: AuditView,
  plan: PlanView,
  anonymity: AnonymityView,
  protect: ProtectView,
  decisions: DecisionsView,
  runs: RunsView,
  releases: ReleasesView,
  review: ReviewView,
  ledger: LedgerView,
}

export function App(): React.JSX.Element {
  const view = useView()
  const start = useStart()
  const isOpen = useConnection((state) => state.isOpen)
  const Current = COMPONENTS[view]
  return (
    <div className="studio" data-view={view} data-state={start.kind}>
      <Header view={view} />
      {start.kind !== 'refused' && <DropFile />}
      {!isOpen && start.kind === 'ready' && (
        <p className="lost" role="status">
          The studio does not answer. What you see stays; start "tacet studio" again and open the address that it
          prints.
        </p>
      )}
      {start.kind === 'refused' ? (
        <main className="empty-view">
          <h1>{start.words}</h1>
          <p className="hint">
            Every start has an address of its own. It is printed in the terminal where the studio was started.
          </p>
        </main>
      ) : (
        <Suspense
          fallback={
            <main className="empty-view" aria-busy="true">
              <p className="hint">Opening…</p>
            </main>
          }
        >
          {start.kind === 'ready' && (
            <ViewFault key={view}>
              <Current />
            </ViewFault>
          )}
        </Suspense>
      )}
    </div>
  )
}

type Start = { readonly kind: 'opening' | 'ready' } | { readonly kind: 'refused'; readonly words: string }

function useStart(): Start {
  const [start, setStart] = useState<Start>({ kind: 'opening' })
  useEffect(() => {
    let stop: () => void = () => {}
    loaded ??= openSession().then(loadProject)
    loaded.then(
      () => {
        stop = listen()
        setStart({ kind: 'ready' })
      },
      (error) => {
        const lost = error instanceof RefusedError && error.status === 401
        setStart({ kind: 'refused', words: lost ? 'This page has no key to the studio.' : wordsOf(error) })
      },
    )
    return () => stop()
  }, [])
  return start
}

/** The folder is asked for once, however often the page is drawn. */
let loaded: Promise<unknown> | undefined
