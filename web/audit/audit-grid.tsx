/**
 * The table with the bounds of every cell: a grid of which only the rows and columns in view are in the document. Arrow keys
 * move; n and p go to the next and the previous exposed cell. Heights and widths are fixed, so a window is two divisions.
 */
import { useEffect, useId, useRef, useState } from 'react'
import { EXPOSED, type Slot } from './engine-types.ts'
import { columnWidths, moved, nextMarked, type Place, type Widths } from './grid-geometry.ts'
import { GridHead, GridRow, LabelRow } from './grid-rows.tsx'
import { HoverValues } from './hover-values.tsx'
import { type ShownTable, select, useResult } from './store.ts'
import { useViewport } from './use-viewport.ts'

const ROW_HEIGHT = 30
/** Rows and columns drawn beyond the edge, so that a quick scroll meets no gap. */
const [MORE_ROWS, MORE_COLUMNS] = [3, 1]
/** Up to so many columns are drawn all: a column that comes into view would touch every row in that frame. */
const ALL_COLUMNS = 32
/** Milliseconds after a scroll in which rows that pass under the pointer are not pointed at. */
const REST = 150

interface Props {
  readonly shown: ShownTable
  readonly label: string
  readonly slot: Slot
}

export function AuditGrid({ shown: { answer, rows, columns }, label, slot }: Props): React.JSX.Element {
  const selected = useResult((state) => (slot === 'first' ? state.selected : null))
  const onSelect = (place: Place): void => {
    if (slot === 'first') select(place)
  }
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const [pointed, setPointed] = useState<number | undefined>(undefined)
  const scrolled = useRef(Number.NEGATIVE_INFINITY)
  const view = useViewport(scroller)
  const widths = columnWidths(answer, rows, columns, view.width)
  const headHeight = 14 + 17 * Math.max(1, columns.length)
  const firstRow = Math.max(0, Math.floor(view.top / ROW_HEIGHT) - MORE_ROWS)
  const lastRow = Math.min(answer.rows, Math.ceil((view.top + view.height) / ROW_HEIGHT) + MORE_ROWS)
  const isWide = answer.columns > ALL_COLUMNS
  const firstColumn = isWide ? Math.max(0, Math.floor(view.left / widths.cell) - MORE_COLUMNS) : 0
  const lastInView = Math.ceil((view.left + view.width) / widths.cell) + MORE_COLUMNS
  const lastColumn = isWide ? Math.min(answer.columns, lastInView) : answer.columns
  // A row that leaves at one end is drawn anew at the other: its elements stay in the document. So do the cells of a column.
  const drawnRows = Math.ceil(view.height / ROW_HEIGHT) + 2 * MORE_ROWS + 1
  const drawnColumns = isWide ? Math.ceil(view.width / widths.cell) + 2 * MORE_COLUMNS + 1 : answer.columns
  const inView = Array.from({ length: Math.max(0, lastRow - firstRow) }, (_, i) => firstRow + i)
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
        onClick={({ target }) => {
          const place = placeOf(target)
          if (place !== undefined) onSelect(place)
        }}
        onScroll={() => {
          scrolled.current = performance.now()
        }}
        onPointerOver={({ target }) => {
          if (performance.now() - scrolled.current > REST) setPointed(placeOf(target)?.row)
        }}
        onPointerLeave={() => setPointed(undefined)}
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
          <div
            className="grid-labels"
            role="presentation"
            style={{ width: widths.labelsTotal, height: ROW_HEIGHT * answer.rows }}
          >
            {inView.map((row) => (
              <LabelRow
                key={row % drawnRows}
                {...{ row, rows, widths }}
                top={row * ROW_HEIGHT}
                whole={row === topmost || row === pointed || row === selected?.row}
              />
            ))}
          </div>
          {inView.map((row) => (
            <GridRow
              key={row % drawnRows}
              {...{ id, row, answer, widths, firstColumn, lastColumn, drawnColumns }}
              top={headHeight + row * ROW_HEIGHT}
              selectedColumn={selected?.row === row ? selected.column : -1}
            />
          ))}
        </div>
      </div>
      <HoverValues over={scroller} slot={slot} />
    </>
  )
}

/** The cell that an event is in. */
function placeOf(target: EventTarget): Place | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  return cell === null ? undefined : { row: Number(cell.dataset.row), column: Number(cell.dataset.column) }
}

/** Moved by a row or so, the table follows; after a leap the cell stands in the middle, with its neighbours on both sides. */
function bringIntoView(element: HTMLElement, { row, column }: Place, widths: Widths, head: number): void {
  const top = row * ROW_HEIGHT
  const height = element.clientHeight - head
  const above = element.scrollTop - top
  const below = top + ROW_HEIGHT - (element.scrollTop + height)
  if (Math.max(above, below) > 2 * ROW_HEIGHT) element.scrollTop = top - (height - ROW_HEIGHT) / 2
  else if (above > 0) element.scrollTop = top
  else if (below > 0) element.scrollTop = top + ROW_HEIGHT - height
  const left = column * widths.cell
  const room = element.clientWidth - widths.labelsTotal
  if (left < element.scrollLeft) element.scrollLeft = left
  else if (left + widths.cell > element.scrollLeft + room) element.scrollLeft = left + widths.cell - room
}
