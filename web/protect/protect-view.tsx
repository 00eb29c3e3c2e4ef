/** A table that is to be published: what its rules withhold, for whom each cell is withheld, and what a reader still knows. */
import { useEffect } from 'react'
import { wordsOf } from '../api.ts'
import { noteOpened, useOpened } from '../opened.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { number } from '../parts/format.ts'
import { ScrollMain } from '../parts/scroll-main.tsx'
import { RunCard } from '../runs/run-card.tsx'
import { SpecChoice } from '../runs/spec-choice.tsx'
import { StartRun } from '../runs/start-run.tsx'
import { useRuns } from '../runs/store.ts'
import { ProtectGrid } from './protect-grid.tsx'
import { useProtectPlan } from './protect-plan.ts'
import { openPreview, useProtect } from './protect-store.ts'
import type { Pattern, ProtectPlan } from './protect-types.ts'
import { RuleSliders } from './rule-sliders.tsx'
import { SelectedCell } from './selected-cell.tsx'

const choose = (path: string): void => noteOpened('protect', path)

export function ProtectView(): React.JSX.Element {
  const spec = useOpened('protect')
  const plan = useProtectPlan(spec)
  const { runs } = useRuns()
  const { grid, pattern, trial, fault } = useProtect()
  const preview = plan.value?.preview ?? null
  useEffect(() => {
    if (preview !== null) openPreview(preview).catch((error) => useProtect.setState({ fault: wordsOf(error) }))
  }, [preview])
  const words = plan.fault ?? (preview === null ? null : fault)
  return (
    <>
      <aside className="left" aria-label="Specs with a table, and its rules">
        <SpecChoice capability="protect" chosen={spec} onChoose={choose} />
        {preview !== null && trial !== null && (
          <RuleSliders trial={trial} knowsLargest={preview.table.largest.some((sizes) => sizes.length > 0)} />
        )}
      </aside>
      <ScrollMain>
        {words !== null && (
          <p className="fault" role="alert">
            {words}
          </p>
        )}
        {preview !== null && grid !== null && pattern !== null && (
          <>
            <Verdict pattern={pattern} cells={preview.table.value.length} />
            <ProtectGrid grid={grid} pattern={pattern} />
          </>
        )}
        {words === null && (preview === null || pattern === null) && (
          <NoTable plan={plan.value} isWaiting={spec !== null} />
        )}
        <div className="runs">
          {runs
            .filter(({ capability }) => capability === 'protect')
            .map((run) => (
              <RunCard key={run.out} run={run} />
            ))}
        </div>
      </ScrollMain>
      <aside className="right" aria-label="The selected cell, and running it">
        {preview !== null && grid !== null && pattern !== null && trial !== null && (
          <SelectedCell grid={grid} pattern={pattern} trial={trial} />
        )}
        {spec !== null && <StartRun key={spec} spec={spec} capability="protect" follows />}
      </aside>
    </>
  )
}

function Verdict({ pattern, cells }: { pattern: Pattern; cells: number }): React.JSX.Element {
  const sensitive = pattern.marks.filter((mark) => mark === 1).length
  return (
    <div className="verdict">
      <h1 data-pattern={`${sensitive} ${pattern.secondary}`}>
        {sensitive === 0 ? (
          'No cell is sensitive: the table can be published as it is.'
        ) : (
          <>
            <span className="danger">
              {number(sensitive)} sensitive {sensitive === 1 ? 'cell' : 'cells'}
            </span>{' '}
            and {number(pattern.secondary)} that protect them are withheld; every need is proved.
          </>
        )}
      </h1>
      <dl>
        <div>
          <dt>Cells</dt>
          <dd>{number(cells)}</dd>
        </div>
        <div>
          <dt>Withheld</dt>
          <dd>{((100 * (sensitive + pattern.secondary)) / cells).toFixed(1)} %</dd>
        </div>
        <div>
          <dt>Worked out in</dt>
          <dd>{number(Math.ceil(pattern.milliseconds))} ms</dd>
        </div>
      </dl>
      <p className="hint protect-legend">
        <span data-mark="sensitive">x</span> sensitive · <span data-mark="protecting">x</span> withheld to protect
        others. In the release both have one mark.
      </p>
    </div>
  )
}

const HINT =
  'Some cells of a table tell too much of one contributor. Here they are marked, with others that must be withheld so that nobody can work them out.'

function NoTable({ plan, isWaiting }: { plan: ProtectPlan | null; isWaiting: boolean }): React.JSX.Element {
  if (plan !== null && plan.preview === null)
    return (
      <EmptyState
        title={`${number(plan.cells)} cells in ${number(plan.equations)} sums: too many to be shown here.`}
        hint="Run it: the report says what is withheld and how narrowly a reader can bound it."
        steps={[]}
      />
    )
  if (isWaiting) return <EmptyState title="Reading the table…" hint={HINT} steps={[]} />
  return <EmptyState title="Choose a spec with a part “protect”." hint={HINT} steps={[]} />
}
