/** Where things are in the grid, and where keys lead. */
import type { UsedVariable } from './design.ts'
import { type AuditAnswer, OPEN } from './engine-types.ts'

export interface Place {
  readonly row: number
  readonly column: number
}

export interface Widths {
  readonly labels: readonly number[]
  readonly lefts: readonly number[]
  readonly labelsTotal: number
  readonly cell: number
  /** There is one label column, with the names that changed. */
  readonly compact: boolean
}

/** Pixels per character of the grid's font, a little more than the widest digit. */
const CHARACTER = 6.9
const made = new WeakMap<AuditAnswer, { readonly room: number; readonly widths: Widths }>()
/** Cells grow up to this many pixels where there is room. */
const WIDEST = 132
/** Labels that would take more than this share of the room are put into one column. */
const COMPACT_SHARE = 0.6

/** Pixels before the first label. */
const INDENT = 28
/** The label column of a grid that has little room: one for all variables. */
const COMPACT_LABEL = 150

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
  const wanted = rows.map(({ name, levels }) =>
    Math.round(Math.min(140, Math.max(44, CHARACTER * Math.max(longest(levels), name.length) + 16))),
  )
  const compact = rows.length > 1 && sum(wanted) > COMPACT_SHARE * room
  const labels = (compact ? [COMPACT_LABEL] : wanted).map((width, v) => (v === 0 ? width + INDENT : width))
  const lefts = labels.map((_, v) => sum(labels.slice(0, v)))
  const head = longest(columns.flatMap(({ levels }) => levels))
  const least = Math.max(66, CHARACTER * Math.max(longestBounds(answer), Math.min(head, 16)) + 18)
  const labelsTotal = sum(labels)
  const cell = Math.round(Math.max(least, Math.min(WIDEST, (room - labelsTotal - 4) / answer.columns)))
  const widths = { labels, lefts, labelsTotal, cell, compact }
  made.set(answer, { room, widths })
  return widths
}

const sum = (list: readonly number[]): number => list.reduce((total, width) => total + width, 0)

/** Characters of the longest bounds, thousands marked. */
function longestBounds({ lower, upper, marks }: AuditAnswer): number {
  const characters = (value: number): number => {
    const digits = value < 10 ? 1 : Math.floor(Math.log10(value)) + 1
    return digits + Math.floor((digits - 1) / 3) * 0.5
  }
  let most = 0
  for (let k = 0; k < upper.length; k++) {
    const length = marks[k] === OPEN ? characters(lower[k]) + characters(upper[k]) + 3 : characters(upper[k]) + 2
    if (length > most) most = length
  }
  return most
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
