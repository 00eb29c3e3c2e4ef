/**
 * The two streams of a command: results on stdout, everything for the eye on stderr. With `--json` stdout is one JSON
 * document and nothing else.
 */
import { Presets, SingleBar } from 'cli-progress'
import { formatSeconds, type Progress, secondsLeft } from '../run/progress.ts'

export interface Terminal {
  readonly json: boolean
  /** A line of the result. Silent with `--json`. */
  print(line?: string): void
  /** The result as one JSON document; printed only with `--json`. */
  result(document: unknown): void
  /** A remark for the person, on stderr. */
  note(line: string): void
  readonly progress: Progress
}

export interface TerminalOptions {
  readonly json: boolean
  readonly quiet: boolean
}

export function openTerminal({ json, quiet }: TerminalOptions): Terminal {
  const note = (line: string): void => {
    if (!quiet) process.stderr.write(`${line}\n`)
  }
  return {
    json,
    print: (line = '') => {
      if (!json) process.stdout.write(`${line}\n`)
    },
    result: (document) => {
      if (json) process.stdout.write(`${JSON.stringify(document, plain, 2)}\n`)
    },
    note,
    progress: quiet ? { phase: () => {}, done: () => {} } : process.stderr.isTTY ? bar() : plainLines(note),
  }
}

/** JSON has no bigint: whole numbers beyond 2^53 are printed as text. */
function plain(_: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
}

/** One line a phase, rewritten in place: name, bar, percentage, time left. Gone when the phase is over. */
function bar(): Progress {
  let current: SingleBar | undefined
  const stop = (): void => current?.stop()
  process.once('exit', stop)
  return {
    phase(name, total) {
      stop()
      const shown =
        total === undefined ? `${name} {duration_formatted}` : `${name} {bar} {percentage} %  {eta_formatted} left`
      current = new SingleBar(
        { format: shown, clearOnComplete: true, hideCursor: true, etaBuffer: 50 },
        Presets.shades_classic,
      )
      current.start(total ?? 1, 0)
    },
    done: (units) => current?.update(units),
  }
}

/** Where there is no terminal: a line when a phase begins, and one every few seconds while it lasts. */
function plainLines(note: (line: string) => void): Progress {
  let name = ''
  let total: number | undefined
  let started = 0
  let last = 0
  return {
    phase(next, amount) {
      name = next
      total = amount
      started = last = performance.now()
      note(name)
    },
    done(units) {
      const now = performance.now()
      if (total === undefined || now - last < 5000) return
      last = now
      const left = secondsLeft(units, total, (now - started) / 1000)
      note(
        `${name}: ${Math.floor((100 * units) / total)} %${left === undefined ? '' : `, ${formatSeconds(left)} left`}`,
      )
    },
  }
}
