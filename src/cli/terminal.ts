/**
 * The two streams of a command: results on stdout, everything for the eye on stderr. With `--json` stdout is one JSON
 * document and nothing else. Whatever is handed in may come from somebody else's file: it is made visible before it is painted,
 * so that the only signs that act are our own. On a terminal lines are wrapped and tables fitted to its width as it is at that moment.
 */
import { visible, visibleJson, visibleLine } from '../visible-text.ts'
import { type Paint, paintFor, type Tone } from './colour.ts'
import { progressBar } from './progress-bar.ts'
import { progressLines } from './progress-lines.ts'
import { type Cell, textTable } from './table.ts'
import { SILENT, type WordProgress } from './word-progress.ts'
import { wrapText } from './wrap.ts'

/** What a command's work may write. */
export interface Terminal {
  /** Lines of the result. Silent with `--json`, as are `mark` and `table`. */
  print(text?: string): void
  /** A line of the result that begins with a coloured label, or all of it coloured where there is no other text. */
  mark(tone: Tone, label: string, text: string): void
  table(header: readonly string[], rows: readonly (readonly Cell[])[]): void
  /** The result as one JSON document, already written; printed only with `--json`. */
  result(document: string): void
  /** A remark for the person, on stderr. */
  note(text: string): void
  /** What makes the command fail, on stderr, also with `--quiet`. */
  alert(tone: Tone, label: string, text: string): void
  readonly progress: WordProgress
}

/** The terminal of the process itself. */
export interface OpenTerminal extends Terminal {
  /** Puts the progress away for good. */
  close(): void
}

export interface TerminalOptions {
  readonly json?: boolean
  readonly quiet?: boolean
}

export interface Stream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

export function openTerminal(
  { json = false, quiet = false }: TerminalOptions,
  out: Stream = process.stdout,
  err: Stream = process.stderr,
): OpenTerminal {
  const bar = err.isTTY === true && !quiet ? progressBar(err) : undefined
  const write = (stream: Stream, text: string): void => {
    bar?.clear()
    stream.write(`${text}\n`)
  }
  const print = (text: string): void => {
    bar?.rest() // results come after the work of a phase
    if (!json) write(out, text)
  }
  const note = (text: string): void => {
    if (!quiet) write(err, wrapText(visible(text), widthOf(err)))
  }
  const paint = paintFor(out)
  return {
    print: (text = '') => print(wrapText(visible(text), widthOf(out))),
    mark: (tone, label, text) => print(marked(paint, out, tone, visible(label), visible(text))),
    table: (header, rows) =>
      print(textTable(header.map(visibleLine), rows.map(visibleCells), widthOf(out), paint.strong)),
    result: (document) => {
      if (json) write(out, visibleJson(document))
    },
    note,
    alert: (tone, label, text) => {
      const whole = wrapText(`${label} ${visible(text)}`, widthOf(err))
      write(err, paintFor(err).tone(tone, label) + whole.slice(label.length))
    },
    progress: visibleProgress(bar ?? (quiet ? SILENT : progressLines(note))),
    close: () => bar?.close(),
  }
}

function visibleCells(row: readonly Cell[]): readonly Cell[] {
  return row.map((cell) => (typeof cell === 'string' ? visibleLine(cell) : cell))
}

/** A phase can be named after a level of somebody's spec. */
function visibleProgress({ phase, done }: WordProgress): WordProgress {
  return { phase: (words, total, expected) => phase(visibleLine(words), total, expected), done }
}

function widthOf({ isTTY, columns }: Stream): number | undefined {
  return isTTY === true ? columns || 80 : undefined // a terminal without a size says 0
}

/** Labels up to this long have the text hang beside them. */
const SHORT = 8

/** Only the label is coloured: the width is counted without the colour. */
function marked(paint: Paint, stream: Stream, tone: Tone, label: string, text: string): string {
  const width = widthOf(stream)
  if (text === '') return paint.tone(tone, wrapText(label, width))
  const hang = label.length <= SHORT ? label.length + 1 : 0
  if (width === undefined || hang === 0)
    return paint.tone(tone, label) + wrapText(`${label} ${text}`, width).slice(label.length)
  const lines = wrapText(text, width - hang).split('\n')
  return `${paint.tone(tone, label)} ${lines.join(`\n${' '.repeat(hang)}`)}`
}
