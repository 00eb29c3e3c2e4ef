/**
 * Tables for the terminal: numbers to the right, columns as wide as they need. Where that is wider than the terminal, the
 * header is wrapped first, then the widest columns of text; numbers stay whole. What cannot fit even so is listed record by
 * record.
 */
import stringWidth from 'string-width'
import { wrapCell, wrapText } from './wrap.ts'

export type Cell = string | number

const GAP = 2
/** Words up to this width are not broken while there is room elsewhere. */
const LONG_WORD = 16
/** Narrower columns of text cannot be read. */
const NARROW = 6

/** Without a width (no terminal) nothing is wrapped. A header of empty names is left out. */
export function textTable(
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
  width?: number,
  strong: (line: string) => string = (line) => line,
): string {
  const texts = rows.map((row) => row.map(cellText))
  const numeric = header.map((_, i) => rows.length > 0 && rows.every((row) => typeof row[i] === 'number'))
  const widths = columnWidths(header, texts, numeric, width)
  if (widths === undefined) return records(header, texts, width)
  const lines = (cells: readonly string[]): string[] => rowLines(cells, widths, numeric)
  const head = header.some((name) => name !== '') ? lines(header).map(strong) : []
  return [...head, ...texts.flatMap(lines)].join('\n')
}

/** The width of each column; undefined when not even narrow ones fit. */
function columnWidths(
  header: readonly string[],
  texts: readonly (readonly string[])[],
  numeric: readonly boolean[],
  width: number | undefined,
): number[] | undefined {
  const cells = header.map((_, i) => widest(texts.map((row) => row[i])))
  const natural = header.map((name, i) => Math.max(stringWidth(name), cells[i]))
  if (width === undefined) return natural
  const room = width - GAP * (header.length - 1)
  const inHeader = header.map((name) => widest(name.split(' ')))
  const headWrapped = header.map((_, i) => Math.max(inHeader[i], cells[i]))
  const readable = header.map((_, i) => {
    const word = Math.min(LONG_WORD, widest(texts.flatMap((row) => row[i].split(' '))))
    return numeric[i] ? headWrapped[i] : Math.max(inHeader[i], word)
  })
  const least = header.map((_, i) => (numeric[i] ? cells[i] : Math.min(natural[i], NARROW)))
  return shrink(natural, headWrapped, room) ?? shrink(headWrapped, readable, room) ?? shrink(readable, least, room)
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => stringWidth(text)))
}

/** Takes from the widest column that may still give, until all fit. */
function shrink(from: readonly number[], floors: readonly number[], room: number): number[] | undefined {
  const widths = from.map((width, i) => Math.max(width, floors[i]))
  let over = widths.reduce((sum, width) => sum + width, 0) - room
  for (; over > 0; over--) {
    const widest = widths.reduce((best, width, i) => {
      if (width <= floors[i]) return best
      return best < 0 || width > widths[best] ? i : best
    }, -1)
    if (widest < 0) return undefined
    widths[widest]--
  }
  return widths
}

function rowLines(cells: readonly string[], widths: readonly number[], numeric: readonly boolean[]): string[] {
  const wrapped = cells.map((text, i) => wrapCell(text, Math.max(1, widths[i])))
  const height = Math.max(...wrapped.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) =>
    wrapped
      .map((lines, i) => {
        const text = lines[line] ?? ''
        const pad = ' '.repeat(Math.max(0, widths[i] - stringWidth(text)))
        return numeric[i] ? pad + text : text + pad
      })
      .join(' '.repeat(GAP))
      .trimEnd(),
  )
}

function records(header: readonly string[], texts: readonly (readonly string[])[], width: number | undefined): string {
  const record = (row: readonly string[]): string =>
    row.map((text, i) => wrapText(header[i] === '' ? text : `${header[i]}: ${text}`, width)).join('\n')
  return texts.map(record).join('\n\n')
}

function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell.replaceAll(/\s+/g, ' ')
  if (Number.isInteger(cell)) return cell.toLocaleString('en')
  return cell !== 0 && Math.abs(cell) < 0.001
    ? cell.toExponential(2)
    : cell.toLocaleString('en', { maximumSignificantDigits: 4 })
}
