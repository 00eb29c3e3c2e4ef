/**
 * The table with the bounds of every cell: a grid of which only the rows and columns in view are in the document. Arrow keys
 * move; n and p go to the next and the previous exposed cell. Heights and widths are fixed, so a window is two divisions.
 */
import { memo, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Exposed, Known } from '../parts/icons.tsx'
import { namesAt, type UsedVariable } from './design.ts'
import { type AuditAnswer, EXPOSED, KNOWN, OPEN, ZERO } from './engine-types.ts'
import { columnWidths, moved, nextMarked, type Place, type Widths } from './grid-geometry.ts'
import { number } from './words.ts'

export const ROW_HEIGHT = 30
/** Rows and columns drawn beyond the edge, so that a quick scroll meets no gap. */
const MARGIN = 6

interface Props {
  readonly answer: AuditAnswer
  readonly rows: readonly UsedVariable[]
  readonly columns: readonly UsedVariable[]
  readonly selected: Place | null
  onSelect(place: Place): void
  readonly label: string
}

export function AuditGrid({ answer, rows, columns, selected, onSelect, label }: Props): React.JSX.Element {
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const view = useView(scroller)
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
  const shown = Array.from({ length: Math.max(0, lastRow - firstRow) }, (_, i) => firstRow + i)
  return (
    <div
      ref={scroller}
      className="grid"
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={answer.rows + 1}
      aria-colcount={rows.length + answer.columns}
      aria-activedescendant={selected === null ? undefined : `${id}-${selected.row}-${selected.column}`}
      onKeyDown={onKeyDown}
      onFocus={() => selected === null && onSelect({ row: 0, column: 0 })}
    >
      <div
        className="grid-space"
        role="presentation"
        style={{
          width: widths.labelsTotal + widths.cell * answer.columns,
          height: headHeight + ROW_HEIGHT * answer.rows,
        }}
      >
        <GridHead {...{ rows, columns, widths, firstColumn, lastColumn, height: headHeight }} />
        {shown.map((row) => (
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
  )
}

interface HeadProps {
  readonly rows: readonly UsedVariable[]
  readonly columns: readonly UsedVariable[]
  readonly widths: Widths
  readonly firstColumn: number
  readonly lastColumn: number
  readonly height: number
}

function GridHead({ rows, columns, widths, firstColumn, lastColumn, height }: HeadProps): React.JSX.Element {
  const shown = Array.from({ length: Math.max(0, lastColumn - firstColumn) }, (_, i) => firstColumn + i)
  return (
    <div className="grid-row grid-head" role="row" aria-rowindex={1} style={{ height }}>
      {rows.map(({ name }, v) => (
        <div
          key={name}
          className="grid-label"
          role="columnheader"
          aria-colindex={v + 1}
          style={{ left: widths.lefts[v], width: widths.labels[v] }}
        >
          {name}
        </div>
      ))}
      {shown.map((column) => (
        <div
          key={column}
          className="grid-column"
          role="columnheader"
          aria-colindex={rows.length + column + 1}
          style={{ left: widths.labelsTotal + column * widths.cell, width: widths.cell }}
        >
          {namesAt(columns, column).map((level, v) => (
            <span key={columns[v].name} title={columns[v].name}>
              {level}
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}

interface RowProps {
  readonly id: string
  readonly row: number
  readonly answer: AuditAnswer
  readonly rows: readonly UsedVariable[]
  readonly widths: Widths
  readonly firstColumn: number
  readonly lastColumn: number
  readonly top: number
  readonly selectedColumn: number
  /** All its labels are shown, also those that repeat. */
  readonly whole: boolean
  onSelect(place: Place): void
}

const GridRow = memo(function GridRow(props: RowProps): React.JSX.Element {
  const { id, row, answer, rows, widths, firstColumn, lastColumn, top, selectedColumn, whole, onSelect } = props
  const names = namesAt(rows, row)
  const above = row === 0 ? [] : namesAt(rows, row - 1)
  const changed = names.findIndex((name, v) => name !== above[v])
  const shown = Array.from({ length: Math.max(0, lastColumn - firstColumn) }, (_, i) => firstColumn + i)
  return (
    <div
      className={changed === 0 && rows.length > 1 ? 'grid-row first' : 'grid-row'}
      role="row"
      aria-rowindex={row + 2}
      style={{ transform: `translateY(${top}px)` }}
    >
      {names.map((name, v) => (
        <div
          key={rows[v].name}
          className={v < changed && !whole ? 'grid-label repeated' : 'grid-label'}
          role="rowheader"
          aria-colindex={v + 1}
          style={{ left: widths.lefts[v], width: widths.labels[v] }}
        >
          {name}
        </div>
      ))}
      {shown.map((column) => (
        <Cell
          key={column}
          id={`${id}-${row}-${column}`}
          answer={answer}
          row={row}
          column={column}
          offset={rows.length}
          left={widths.labelsTotal + column * widths.cell}
          width={widths.cell}
          isSelected={column === selectedColumn}
          onSelect={onSelect}
        />
      ))}
    </div>
  )
})

interface CellProps {
  readonly id: string
  readonly answer: AuditAnswer
  readonly row: number
  readonly column: number
  readonly offset: number
  readonly left: number
  readonly width: number
  readonly isSelected: boolean
  onSelect(place: Place): void
}

const CLASS = { [ZERO]: 'zero', [OPEN]: 'open', [KNOWN]: 'known', [EXPOSED]: 'exposed' } as const

function Cell({ id, answer, row, column, offset, left, width, isSelected, onSelect }: CellProps): React.JSX.Element {
  const k = row * answer.columns + column
  const mark = answer.marks[k] as keyof typeof CLASS
  const [lower, upper] = [answer.lower[k], answer.upper[k]]
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={offset + column + 1}
      aria-selected={isSelected}
      className={`grid-cell ${CLASS[mark]}${isSelected ? ' selected' : ''}`}
      style={{ left, width }}
      data-row={row}
      data-column={column}
      onClick={() => onSelect({ row, column })}
    >
      {mark === EXPOSED && <Exposed />}
      {mark === KNOWN && <Known />}
      {mark === OPEN ? (
        <>
          {number(lower)}
          <i>to</i>
          {number(upper)}
        </>
      ) : (
        <b>{number(upper)}</b>
      )}
      {mark === EXPOSED && <span className="unseen">, small and known</span>}
      {mark === KNOWN && <span className="unseen">, known</span>}
      {mark === OPEN && <span className="range" style={{ width: `${rangeWidth(lower, upper)}%` }} />}
    </div>
  )
}

/** The longer the line under a cell, the less is known: the width of its range on a scale of logarithms. */
function rangeWidth(lower: number, upper: number): number {
  return Math.min(100, 100 * (Math.log10(upper - lower + 1) / 4))
}

interface View {
  readonly top: number
  readonly left: number
  readonly height: number
  readonly width: number
}

/** What is in view, at most once per frame. */
function useView(scroller: React.RefObject<HTMLDivElement | null>): View {
  const [view, setView] = useState<View>({ top: 0, left: 0, height: 600, width: 1000 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    let frame = 0
    const read = (): void => {
      frame = 0
      setView({
        top: element.scrollTop,
        left: element.scrollLeft,
        height: element.clientHeight,
        width: element.clientWidth,
      })
    }
    const later = (): void => {
      if (frame === 0) frame = requestAnimationFrame(read)
    }
    read()
    element.addEventListener('scroll', later, { passive: true })
    const observer = new ResizeObserver(later)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', later)
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [scroller])
  return view
}

function bringIntoView(element: HTMLElement, { row, column }: Place, widths: Widths, head: number): void {
  const top = row * ROW_HEIGHT
  if (top < element.scrollTop) element.scrollTop = top
  else if (top + head + ROW_HEIGHT > element.scrollTop + element.clientHeight)
    element.scrollTop = top + head + ROW_HEIGHT - element.clientHeight
  const labels = getComputedStyle(element).getPropertyValue('--labels-stick') === '0' ? 0 : widths.labelsTotal
  const left = column * widths.cell
  const room = element.clientWidth - labels
  if (left < element.scrollLeft) element.scrollLeft = left
  else if (left + widths.cell > element.scrollLeft + room) element.scrollLeft = left + widths.cell - room
}
