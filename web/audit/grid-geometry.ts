/** Where things are in the grid, and where keys lead. */
import type { UsedVariable } from './design.ts'
import type { AuditAnswer } from './engine-types.ts'

export interface Place {
  readonly row: number
  readonly column: number
}

export interface Widths {
  readonly labels: readonly number[]
  readonly lefts: readonly number[]
  readonly labelsTotal: number
  readonly cell: number
}

/** Pixels per character of the grid's font, a little more than the widest digit. */
const CHARACTER = 7.1
const made = new WeakMap<AuditAnswer, { readonly room: number; readonly widths: Widths }>()
/** Cells grow up to this many pixels where there is room. */
const WIDEST = 132

/** From the longest names and counts; the same object for the same answer and room. */
export function columnWidths(
  answer: AuditAnswer,
  rows: readonly UsedVariable[],
  columns: readonly UsedVariable[],
  room: number,
): Widths {
  const known = made.get(answer)
  if (known?.room === room) return known.widths
  const longest = (words: readonly string[]): number => words.reduce((most, word) => Math.max(most, word.length), 0)
  const labels = rows.map(({ name, levels }) =>
    Math.round(Math.min(150, Math.max(48, CHARACTER * Math.max(longest(levels), name.length) + 14))),
  )
  const lefts = labels.map((_, v) => labels.slice(0, v).reduce((sum, width) => sum + width, 0))
  const most = answer.upper.reduce((largest, value) => Math.max(largest, value), 0)
  const digits = most.toLocaleString('en').length
  const head = longest(columns.flatMap(({ levels }) => levels))
  const least = Math.max(74, CHARACTER * Math.max(2 * digits + 3, Math.min(head, 16)) + 22)
  const labelsTotal = labels.reduce((sum, width) => sum + width, 0)
  const cell = Math.round(Math.max(least, Math.min(WIDEST, (room - labelsTotal - 30) / answer.columns)))
  const widths = { labels, lefts, labelsTotal, cell }
  made.set(answer, { room, widths })
  return widths
}

/** Where a key leads from a place; undefined when the key is none of the grid's. */
export function moved(
  from: Place | null,
  key: string,
  far: boolean,
  page: number,
  { rows, columns }: Pick<AuditAnswer, 'rows' | 'columns'>,
): Place | undefined {
  const { row, column } = from ?? { row: 0, column: 0 }
  const at = (r: number, c: number): Place => ({
    row: Math.min(rows - 1, Math.max(0, r)),
    column: Math.min(columns - 1, Math.max(0, c)),
  })
  switch (key) {
    case 'ArrowDown':
      return at(far ? rows : row + 1, column)
    case 'ArrowUp':
      return at(far ? 0 : row - 1, column)
    case 'ArrowRight':
      return at(row, far ? columns : column + 1)
    case 'ArrowLeft':
      return at(row, far ? 0 : column - 1)
    case 'PageDown':
      return at(row + page, column)
    case 'PageUp':
      return at(row - page, column)
    case 'Home':
      return at(far ? 0 : row, 0)
    case 'End':
      return at(far ? rows : row, columns)
    default:
      return undefined
  }
}

/** The next cell with a mark in reading order, around the end; undefined when there is none. */
export function nextMarked(
  { marks, columns }: Pick<AuditAnswer, 'marks' | 'columns'>,
  from: Place | null,
  mark: number,
  step: 1 | -1,
): Place | undefined {
  const start = from === null ? (step === 1 ? -1 : 0) : from.row * columns + from.column
  for (let i = 1; i <= marks.length; i++) {
    const k = (start + step * i + 2 * marks.length) % marks.length
    if (marks[k] === mark) return { row: Math.floor(k / columns), column: k % columns }
  }
  return undefined
}
