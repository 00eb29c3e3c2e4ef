/** Lines for a terminal of a known width: broken between words, with the indent of the line kept. */
import wrapAnsi from 'wrap-ansi'

/** Without a width (no terminal) the text is left as it is. A word longer than the line stays whole, to be copied. */
export function wrapText(text: string, width: number | undefined): string {
  if (width === undefined) return text
  return text
    .split('\n')
    .map((line) => wrapLine(line, width))
    .join('\n')
}

function wrapLine(line: string, width: number): string {
  const indent = /^ */.exec(line)?.[0] ?? ''
  const room = Math.max(20, width - indent.length)
  return wrapAnsi(line.slice(indent.length), room)
    .split('\n')
    .map((part) => indent + part)
    .join('\n')
    .trimEnd()
}

/** The lines of a table's cell; words that do not fit are broken. */
export function wrapCell(text: string, width: number): string[] {
  return wrapAnsi(text, width, { hard: true }).split('\n')
}
