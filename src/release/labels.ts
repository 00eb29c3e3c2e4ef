/** Text on a chart: how wide it is likely to be, and how to break it so that nothing is cut off. */
import { element, escapeMarkup } from './markup.ts'

export const FONT_SIZE = 12
export const LINE_HEIGHT = 15

/** Generous advance widths in ems of common sans-serif faces: better a wide margin than a cut label. */
export function textWidth(text: string, size: number = FONT_SIZE): number {
  let ems = 0
  for (const character of text) {
    if (/[ijl.,:;'|!()[\]]/.test(character)) ems += 0.36
    else if (/[mwMW%@—]/.test(character)) ems += 0.95
    else if (/[\u1100-\u{3fffd}]/u.test(character) && !/[\u2000-\u2bff]/.test(character)) ems += 1.05
    else ems += /[A-Z]/.test(character) ? 0.76 : 0.65
  }
  return ems * size
}

/** Breaks at spaces (and inside words longer than a line) so that no line is wider than `width`. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).flatMap((part) => pieces(part, width))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (textWidth(longer) <= width) line = longer
    else {
      if (line !== '') lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

function pieces(word: string, width: number): string[] {
  if (textWidth(word) <= width) return [word]
  const found = ['']
  for (const character of word) {
    if (textWidth(found[found.length - 1] + character) > width) found.push('')
    found[found.length - 1] += character
  }
  return found
}

export interface TextPlace {
  readonly x: number
  readonly y: number
  readonly anchor?: 'start' | 'middle' | 'end'
  readonly className?: string
  readonly transform?: string
}

/** Lines of text, escaped, the middle of the block at y. */
export function textBlock(lines: readonly string[], place: TextPlace): string {
  const top = place.y - ((lines.length - 1) * LINE_HEIGHT) / 2
  const spans = lines.map((line, k) =>
    element('tspan', { x: place.x, y: top + k * LINE_HEIGHT, dy: '0.35em' }, escapeMarkup(line)),
  )
  const { anchor, className, transform } = place
  return element('text', { 'text-anchor': anchor ?? 'start', class: className, transform }, ...spans)
}
