/** Small tables for the terminal: columns as wide as they need, numbers to the right. */
import colours from 'picocolors'

export type Cell = string | number

export function textTable(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map((row) => row.map(cellText))
  const widths = header.map((name, i) => Math.max(name.length, ...texts.map((row) => row[i].length)))
  const right = header.map((_, i) => rows.length > 0 && rows.every((row) => typeof row[i] === 'number'))
  const line = (cells: readonly string[]): string =>
    cells
      .map((text, i) => (right[i] ? text.padStart(widths[i]) : text.padEnd(widths[i])))
      .join('  ')
      .trimEnd()
  return [colours.bold(line(header)), ...texts.map(line)].join('\n')
}

function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell
  if (Number.isInteger(cell)) return cell.toLocaleString('en')
  return cell !== 0 && Math.abs(cell) < 0.001
    ? cell.toExponential(2)
    : cell.toLocaleString('en', { maximumSignificantDigits: 4 })
}
