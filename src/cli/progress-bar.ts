/**
 * Progress on a terminal: one line, rewritten in place. It neither hides the cursor nor turns line wrap off, so that a
 * process that is killed leaves the terminal as it was, and its timer keeps no process alive.
 */
import stringWidth from 'string-width'
import { formatSeconds, secondsLeft } from '../run/pace.ts'
import type { WordProgress } from './word-progress.ts'

export interface ProgressBar extends WordProgress {
  /** Takes the line away before something else is written; it comes back with the next drawing. */
  clear(): void
  /** Takes the line away until the next phase. */
  rest(): void
  /** Takes the line away for good. */
  close(): void
}

export interface BarStream {
  readonly columns?: number
  write(text: string): unknown
}

/** Milliseconds between drawings; a phase that is over sooner is not drawn at all. */
const EVERY = 150
const BAR_WIDTH = 24
/** Where there is room for less, there is no bar: the figures say more. */
const LEAST_BAR = 6
const ERASE_TO_END = '\x1b[K'

export function progressBar(stream: BarStream, now: () => number = () => performance.now()): ProgressBar {
  let phase: { name: string; total: number | undefined; expected: number | undefined; began: number } | undefined
  let done = 0
  let shown = ''
  const clear = (): void => {
    if (shown !== '') stream.write(`\r${ERASE_TO_END}`)
    shown = ''
  }
  const rest = (): void => {
    phase = undefined
    clear()
  }
  const draw = (): void => {
    if (phase === undefined) return
    const seconds = (now() - phase.began) / 1000
    const width = (stream.columns || 80) - 1
    const text = cut(barText(phase.name, done, phase.total, seconds, phase.expected, width), width)
    if (text !== shown) stream.write(`\r${text}${ERASE_TO_END}`)
    shown = text
  }
  const timer = setInterval(draw, EVERY).unref()
  return {
    phase(name, total, expected) {
      clear()
      phase = { name, total, expected, began: now() }
      done = 0
    },
    done(units, total) {
      done = units
      if (phase !== undefined && total !== undefined) phase.total = total
    },
    clear,
    rest,
    close() {
      clearInterval(timer)
      rest()
    },
  }
}

/** Name, bar, percentage, time left, the bar as long as the width allows; without an amount, the time so far. */
export function barText(
  name: string,
  done: number,
  total: number | undefined,
  seconds: number,
  expected: number | undefined,
  width: number,
): string {
  const left = secondsLeft(done, total, seconds, expected)
  const time = left === undefined ? formatSeconds(Math.floor(seconds)) : `about ${formatSeconds(Math.ceil(left))} left`
  if (total === undefined || total <= 0) return `${name}  ${time}`
  const share = Math.min(1, done / total)
  const figures = `${Math.floor(100 * share)} %  ${time}`
  const room = Math.min(BAR_WIDTH, width - stringWidth(name) - figures.length - 3)
  if (room < LEAST_BAR) return `${name}  ${figures}`
  const full = Math.floor(room * share)
  const [block, space] = blocks()
  return `${name}  ${block.repeat(full)}${space.repeat(room - full)} ${figures}`
}

function blocks(): readonly [string, string] {
  const { LC_ALL, LC_CTYPE, LANG } = process.env
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '') ? ['█', '░'] : ['#', '.']
}

/** As much of the text as fits on one line. */
function cut(text: string, width: number): string {
  let [kept, used] = ['', 0]
  for (const character of text) {
    used += stringWidth(character)
    if (used > width) return kept
    kept += character
  }
  return kept
}
