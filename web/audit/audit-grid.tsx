/**
 * The table with the bounds of every cell: a grid of which only the rows and columns in view are in the document. Arrow keys
 * move; n and p go to the next and the previous exposed cell. Heights and widths are fixed, so a window is two divisions.
 */
import { useEffect, useId, useRef } from 'react'
import type { UsedVariable } from './design.ts'
import { type AuditAnswer, EXPOSED, type Slot } from './engine-types.ts'
import { columnWidths, moved, nextMarked, type Place, type Widths } from './grid-geometry.ts'
import { GridHead, GridRow } from './grid-rows.tsx'
import { HoverValues } from './hover-values.tsx'
import { useViewport } from './use-viewport.ts'

const ROW_HEIGHT = 30
/** Rows and columns drawn beyond the edge, so that a quick scroll meets no gap. */
const MARGIN = 6

interface Props {
  readonly answer: AuditAnswer
  readonly rows: readonly UsedVariable[]
  readonly columns: readonly UsedVariable[]
  readonly selected: Place | null
  onSelect(place: Place): void
  readonly label: string
  readonly slot: Slot
}

export function AuditGrid({ answer, rows, columns, selected, onSelect, label, slot }: Props): React.JSX.Element {
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const view = useViewport(scroller)
  const widths = columnWidths(answer, rows, columns, view.width)
  const headHeight = 14 + 17 * Math.max(1, columns.length)
  const firstRow = Math.max(0, Math.floor(view.top / ROW_HEIGHT) - MARGIN)
  const lastRow = Math.min(answer.rows, Math.ceil((view.top + view.height) / ROW_HEIGHT) + MARGIN)
  const firstColumn = Math.max(0, Math.floor(view.left / widths.cell) - MARGIN)
  const lastColumn = Math.min(answer.columns, Math.ceil((view.left + view.width) / widths.cell) + MARGIN)
  const topmost = Math.min(answer.rows - 1, Math.floor(view.top / ROW_HEIGHT))

  useEffect(() => {
    if (selected !== null && scroller.current) bringIntoView(scroller.current, selected, widths, headHeight)
  }, [selected, widths, headHeight])

  const onKeyDown = (event: React.KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(view.height / ROW_HEIGHT) - 2)
    const next =
      event.key === 'n' || event.key === 'p'
        ? nextMarked(answer, selected, EXPOSED, event.key === 'n' ? 1 : -1)
        : moved(selected, event.key, event.ctrlKey || event.metaKey, page, answer)
    if (next === undefined) return
    event.preventDefault()
    onSelect(next)
  }
  const width = widths.labelsTotal + widths.cell * answer.columns
  return (
    <>
      <div
        ref={scroller}
        className="grid"
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={answer.rows + 1}
        aria-colcount={widths.labels.length + answer.columns}
        aria-activedescendant={selected === null ? undefined : `${id}-${selected.row}-${selected.column}`}
        onKeyDown={onKeyDown}
        onFocus={({ currentTarget }) => {
          if (selected === null && currentTarget.matches(':focus-visible')) onSelect({ row: 0, column: 0 })
        }}
      >
        <div
          className="grid-space"
          role="presentation"
          style={{ width, height: headHeight + ROW_HEIGHT * answer.rows }}
        >
          <GridHead {...{ rows, columns, widths, firstColumn, lastColumn }} height={headHeight} />
          {Array.from({ length: Math.max(0, lastRow - firstRow) }, (_, i) => firstRow + i).map((row) => (
            <GridRow
              key={row}
              {...{ id, row, answer, rows, widths, firstColumn, lastColumn, onSelect }}
              top={headHeight + row * ROW_HEIGHT}
              selectedColumn={selected?.row === row ? selected.column : -1}
              whole={row === topmost}
            />
          ))}
        </div>
      </div>
      <HoverValues over={scroller} slot={slot} />
    </>
  )
}

function bringIntoView(element: HTMLElement, { row, column }: Place, widths: Widths, head: number): void {
  const top = row * ROW_HEIGHT
  if (top < element.scrollTop) element.scrollTop = top
  else if (top + head + ROW_HEIGHT > element.scrollTop + element.clientHeight)
    element.scrollTop = top + head + ROW_HEIGHT - element.clientHeight
  const left = column * widths.cell
  const room = element.clientWidth - widths.labelsTotal
  if (left < element.scrollLeft) element.scrollLeft = left
  else if (left + widths.cell > element.scrollLeft + room) element.scrollLeft = left + widths.cell - room
}
