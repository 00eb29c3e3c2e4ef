/** The head and the rows of the grid: labels that stay in view, and cells with their marks. */
import { memo } from 'react'
import { number } from '../parts/format.ts'
import { Exposed, Known } from '../parts/icons.tsx'
import { namesAt, type UsedVariable } from './design.ts'
import { type AuditAnswer, EXPOSED, KNOWN, OPEN, ZERO } from './engine-types.ts'
import type { Widths } from './grid-geometry.ts'

interface HeadProps {
  readonly rows: readonly UsedVariable[]
  readonly columns: readonly UsedVariable[]
  readonly widths: Widths
  readonly firstColumn: number
  readonly lastColumn: number
  readonly height: number
}

const fromTo = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)

export const GridHead = memo(function GridHead(props: HeadProps): React.JSX.Element {
  const { rows, columns, widths, firstColumn, lastColumn, height } = props
  const labels = widths.compact ? [rows.map(({ name }) => name).join(' · ')] : rows.map(({ name }) => name)
  return (
    <div className="grid-row grid-head" role="row" aria-rowindex={1} style={{ height }}>
      <div className="grid-corner" role="presentation" style={{ width: widths.labelsTotal }}>
        {labels.map((name, v) => (
          <div
            key={name}
            className="grid-label"
            role="columnheader"
            aria-colindex={v + 1}
            title={name}
            style={{ width: widths.labels[v] }}
          >
            {name}
          </div>
        ))}
      </div>
      {fromTo(firstColumn, lastColumn).map((column) => (
        <div
          key={column}
          className="grid-column"
          role="columnheader"
          aria-colindex={labels.length + column + 1}
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
})

/** Rows are layers of their own and are moved, not laid out: scrolled, only those that come into view are painted. */
const at = (top: number): React.CSSProperties => ({ transform: `translateY(${top}px)` })

interface RowProps {
  readonly id: string
  readonly row: number
  readonly answer: AuditAnswer
  readonly widths: Widths
  readonly firstColumn: number
  readonly lastColumn: number
  /** At most so many columns are drawn at once; one that leaves at one end is drawn anew at the other. */
  readonly drawnColumns: number
  readonly top: number
  readonly selectedColumn: number
}

/** The cells of a row. */
export const GridRow = memo(function GridRow(props: RowProps): React.JSX.Element {
  const { id, row, answer, widths, firstColumn, lastColumn, drawnColumns, top, selectedColumn } = props
  return (
    <div className="grid-row" role="row" aria-rowindex={row + 2} style={at(top)}>
      {fromTo(firstColumn, lastColumn).map((column) => (
        <Cell
          key={column % drawnColumns}
          id={`${id}-${row}-${column}`}
          {...{ row, column }}
          mark={answer.marks[row * answer.columns + column] as keyof typeof CLASS}
          lower={answer.lower[row * answer.columns + column]}
          upper={answer.upper[row * answer.columns + column]}
          offset={widths.labels.length}
          left={widths.labelsTotal + column * widths.cell}
          width={widths.cell}
          isSelected={column === selectedColumn}
        />
      ))}
    </div>
  )
})

interface LabelsProps {
  readonly row: number
  readonly rows: readonly UsedVariable[]
  readonly widths: Widths
  readonly top: number
  /** All its labels are shown, also those that repeat. */
  readonly whole: boolean
}

/**
 * The labels of a row, in the one strip that stays in view: an element that stays for itself in every row is slow to scroll. Both parts
 * of a row carry its number.
 */
export const LabelRow = memo(function LabelRow({ row, rows, widths, top, whole }: LabelsProps): React.JSX.Element {
  const names = namesAt(rows, row)
  const above = row === 0 ? [] : namesAt(rows, row - 1)
  const changed = names.findIndex((name, v) => name !== above[v])
  const isFirst = changed === 0 && rows.length > 1
  return (
    <div
      className={isFirst ? 'grid-labels-row first' : 'grid-labels-row'}
      role="row"
      aria-rowindex={row + 2}
      style={at(top)}
    >
      {widths.compact ? (
        <CompactLabel names={names} from={whole ? 0 : changed} width={widths.labels[0]} />
      ) : (
        names.map((name, v) => (
          <div
            key={rows[v].name}
            className={v < changed && !whole ? 'grid-label repeated' : 'grid-label'}
            role="rowheader"
            aria-colindex={v + 1}
            style={{ width: widths.labels[v] }}
          >
            {name}
          </div>
        ))
      )}
    </div>
  )
})

interface CompactProps {
  readonly names: readonly string[]
  readonly from: number
  readonly width: number
}

/** Where there is little room: the names that changed, at most three of them. */
function CompactLabel({ names, from, width }: CompactProps): React.JSX.Element {
  const shown = names.slice(Math.max(from, names.length - 3))
  return (
    <div className="grid-label" role="rowheader" aria-colindex={1} title={names.join(' · ')} style={{ width }}>
      <span aria-hidden="true">{shown.join(' · ')}</span>
      <span className="unseen">{names.join(', ')}</span>
    </div>
  )
}

interface CellProps {
  readonly id: string
  readonly row: number
  readonly column: number
  readonly mark: keyof typeof CLASS
  readonly lower: number
  readonly upper: number
  readonly offset: number
  readonly left: number
  readonly width: number
  readonly isSelected: boolean
}

const CLASS = { [ZERO]: 'zero', [OPEN]: 'open', [KNOWN]: 'known', [EXPOSED]: 'exposed' } as const

const Cell = memo(function Cell(props: CellProps): React.JSX.Element {
  const { id, row, column, mark, lower, upper, offset, left, width, isSelected } = props
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
    >
      {mark === EXPOSED && <Exposed />}
      {mark === KNOWN && <Known />}
      {mark === OPEN ? `${number(lower)}–${number(upper)}` : number(upper)}
      {mark === EXPOSED && <span className="unseen">, small and known</span>}
      {mark === KNOWN && <span className="unseen">, known</span>}
      {mark === OPEN && <span className="range" style={{ width: `${rangeWidth(lower, upper)}%` }} />}
    </div>
  )
})

/** The longer the line under a cell, the less is known: the width of its range on a scale of logarithms. */
function rangeWidth(lower: number, upper: number): number {
  return Math.min(100, 100 * (Math.log10(upper - lower + 1) / 4))
}
