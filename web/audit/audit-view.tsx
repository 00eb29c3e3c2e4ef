/** What a table gives away: what I publish on the left, what a reader sees in the middle, why and what would help on the right. */
import { useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import { usePrinting } from '../parts/printing.ts'
import { openDataView } from '../routes.ts'
import { AuditGrid } from './audit-grid.tsx'
import type { CountedTable } from './bounds.ts'
import { CellPanel } from './cell-panel.tsx'
import { sideOf, type TableDesign } from './design.ts'
import { EachRelease } from './each-release.tsx'
import type { AuditAnswer, Slot } from './engine-types.ts'
import { Exports } from './exports.tsx'
import { Frontier } from './frontier.tsx'
import type { Place } from './grid-geometry.ts'
import { Legend } from './legend.tsx'
import { PlainTable } from './plain-table.tsx'
import { PublishSettings } from './publish-settings.tsx'
import { isTogether } from './releases.ts'
import { ReleasesPanel } from './releases-panel.tsx'
import { auditDesign, engines, redo, searchHelp, undo, useDesign, useResult } from './store.ts'
import { VariableZones } from './variable-zones.tsx'
import { VerdictHead } from './verdict.tsx'
import { WhatHelps } from './what-helps.tsx'

export function AuditView(): React.JSX.Element {
  const { table, first, second, other, fault, selected } = useResult()
  const design = useDesign((state) => state.design)
  const [plain, setPlain] = useState(false)
  useAnswers(table, design)
  useUndoKeys()
  if (table === null)
    return (
      <main className="empty-view">
        <h1>Open a file to see what its tables give away.</h1>
        <Button className="act-small primary" onPress={openDataView}>
          Choose a file
        </Button>
      </main>
    )
  const select = (place: Place): void => useResult.setState({ selected: place })
  return (
    <>
      <aside className="left" aria-label="What is published">
        <VariableZones table={table} />
        <PublishSettings table={table} people={first?.n ?? null} />
        <ReleasesPanel table={table} />
        <Exports table={table} />
      </aside>
      <main className="middle">
        {fault !== null && (
          <p className="fault" role="alert">
            {fault}
          </p>
        )}
        <div className={other === null ? 'panes' : 'panes two'}>
          <Pane slot="first" {...{ table, design, plain, select, selected }} answer={first} />
          {other !== null && (
            <Pane
              slot="second"
              {...{ table, plain }}
              design={other}
              answer={second}
              select={() => {}}
              selected={null}
            />
          )}
        </div>
        <Legend plain={plain} onPlain={setPlain} />
        {isTogether(design) ? <EachRelease design={design} /> : <Frontier table={table} />}
      </main>
      <aside className="right" aria-label="Why, and what would help">
        {first !== null && (
          <>
            <CellPanel {...{ table, design }} answer={first} place={selected} slot="first" />
            <WhatHelps table={table} answer={first} />
          </>
        )}
      </aside>
    </>
  )
}

interface PaneProps {
  readonly slot: Slot
  readonly table: CountedTable
  readonly design: TableDesign
  readonly answer: AuditAnswer | null
  readonly plain: boolean
  readonly selected: Place | null
  select(place: Place): void
}

function Pane({ slot, table, design, answer, plain, selected, select }: PaneProps): React.JSX.Element {
  const isPrinting = usePrinting()
  if (answer === null)
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
  const shared = {
    answer,
    rows: sideOf(table, design, 'rows'),
    columns: sideOf(table, design, 'columns'),
    label: 'Bounds of every count',
  }
  const use = (): void => {
    useDesign.getState().change(design)
    useResult.setState({ other: null, second: null })
  }
  return (
    <div className="pane" data-slot={slot}>
      {slot === 'second' && (
        <div className="pane-tools">
          <span>The other design</span>
          <Button className="act-small primary" onPress={use}>
            Use this one
          </Button>
          <Button className="act-small" onPress={() => useResult.setState({ other: null, second: null })}>
            Close
          </Button>
        </div>
      )}
      <VerdictHead answer={answer} design={design} />
      {plain ? <PlainTable {...shared} /> : <AuditGrid {...shared} slot={slot} selected={selected} onSelect={select} />}
      {isPrinting && (
        <div className="print-only">
          <PlainTable {...shared} />
        </div>
      )}
    </div>
  )
}

/** Milliseconds after the last change before other designs are tried. */
const PAUSE = 350

function useAnswers(table: CountedTable | null, design: TableDesign): void {
  const before = useRef(design)
  useEffect(() => {
    if (table === null) return
    if (
      before.current.rows !== design.rows ||
      before.current.columns !== design.columns ||
      before.current.levels !== design.levels
    )
      useResult.setState({ selected: null })
    before.current = design
    engines.stopHelping()
    void auditDesign('first', table, design)
    const timer = setTimeout(() => void searchHelp(table, design), PAUSE)
    return () => clearTimeout(timer)
  }, [table, design])
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
