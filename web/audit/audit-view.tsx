/** What a table discloses: what I publish on the left, what a reader sees in the middle, why and what would help on the right. */
import { useEffect, useState } from 'react'
import { Button } from 'react-aria-components'
import { usePrinting } from '../parts/printing.ts'
import { openDataView } from '../routes.ts'
import { AuditGrid } from './audit-grid.tsx'
import type { CountedTable } from './bounds.ts'
import { CellPanel } from './cell-panel.tsx'
import type { TableDesign } from './design.ts'
import { EachRelease } from './each-release.tsx'
import type { Slot } from './engine-types.ts'
import { Exports } from './exports.tsx'
import { Frontier } from './frontier.tsx'
import { Legend } from './legend.tsx'
import { PlainTable } from './plain-table.tsx'
import { PublishSettings } from './publish-settings.tsx'
import { isTogether } from './releases.ts'
import { ReleasesPanel } from './releases-panel.tsx'
import { redo, undo, useDesign, useResult } from './store.ts'
import { VariableZones } from './variable-zones.tsx'
import { VerdictHead } from './verdict.tsx'
import { WhatHelps } from './what-helps.tsx'

export function AuditView(): React.JSX.Element {
  const table = useResult((state) => state.table)
  const together = useDesign((state) => isTogether(state.design))
  const [plain, setPlain] = useState(false)
  useUndoKeys()
  if (table === null)
    return (
      <main className="empty-view">
        <h1>Open a file to see what its tables disclose.</h1>
        <Button className="act-small primary" onPress={openDataView}>
          Choose a file
        </Button>
      </main>
    )
  return (
    <>
      <aside className="left" aria-label="What is published">
        <VariableZones table={table} />
        <PublishSettings table={table} />
        <ReleasesPanel table={table} />
        <Exports table={table} />
      </aside>
      <main className="middle">
        <Fault />
        <Panes plain={plain} />
        <Legend plain={plain} onPlain={setPlain} />
        {together ? <EachRelease /> : <Frontier table={table} />}
      </main>
      <aside className="right" aria-label="Why, and what would help">
        <WhyAndHelp table={table} />
      </aside>
    </>
  )
}

function Fault(): React.JSX.Element | null {
  const fault = useResult((state) => state.fault)
  if (fault === null) return null
  return (
    <p className="fault" role="alert">
      {fault}
    </p>
  )
}

function WhyAndHelp({ table }: { table: CountedTable }): React.JSX.Element | null {
  const shown = useResult((state) => state.first)
  return (
    shown && (
      <>
        <CellPanel {...{ table, shown }} slot="first" />
        <WhatHelps {...{ table, shown }} />
      </>
    )
  )
}

/** The design that is worked on, and beside it the one that was kept to compare. */
function Panes({ plain }: { plain: boolean }): React.JSX.Element {
  const other = useResult((state) => state.other)
  return (
    <div className={other === null ? 'panes' : 'panes two'}>
      <Pane slot="first" plain={plain} />
      {other !== null && <Pane slot="second" plain={plain} other={other} />}
    </div>
  )
}

interface PaneProps {
  readonly slot: Slot
  readonly plain: boolean
  readonly other?: TableDesign
}

function Pane({ slot, plain, other }: PaneProps): React.JSX.Element {
  const isPrinting = usePrinting()
  const shown = useResult((state) => state[slot])
  if (shown === null)
    return (
      <div className="pane">
        <div className="verdict">
          <h1>Which variables make the rows, and which the columns?</h1>
        </div>
        <p className="hint pane-hint">
          Drag a variable, or use the menu of its chip. A table needs at least one on each side.
        </p>
      </div>
    )
  const label = 'Bounds of every count'
  return (
    <div className="pane" data-slot={slot}>
      {other !== undefined && <PaneTools other={other} />}
      <VerdictHead answer={shown.answer} design={shown.design} />
      {plain ? <PlainTable shown={shown} label={label} /> : <AuditGrid shown={shown} slot={slot} label={label} />}
      {isPrinting && (
        <div className="print-only">
          <PlainTable shown={shown} label={label} />
        </div>
      )}
    </div>
  )
}

function PaneTools({ other }: { other: TableDesign }): React.JSX.Element {
  const close = (): void => useResult.setState({ other: null, second: null })
  const use = (): void => {
    useDesign.getState().change(other)
    close()
  }
  return (
    <div className="pane-tools">
      <span>The other design</span>
      <Button className="act-small primary" onPress={use}>
        Use this one
      </Button>
      <Button className="act-small" onPress={close}>
        Close
      </Button>
    </div>
  )
}

function useUndoKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null
      if (typing) return
      const command = event.ctrlKey || event.metaKey
      if ((command && event.key === 'z' && !event.shiftKey) || (event.key === 'u' && !command)) undo()
      else if (
        (command && (event.key === 'y' || (event.key.toLowerCase() === 'z' && event.shiftKey))) ||
        event.key === 'U'
      )
        redo()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
