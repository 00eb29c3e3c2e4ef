/**
 * The ledger as a file beside the data: JSON Lines, append-only, each line sealed to the one before.
 *
 * Order of a write, under the lock: append the line with its newline, fsync it, then replace the small head file (index and
 * hash of the last line) and fsync the folder; only then is the caller told. So:
 *   - a reservation that was acknowledged is on the disk, and noise is drawn only after that: nothing is under-counted;
 *   - a last line without its newline was never acknowledged (the newline is the last byte written, and fsync follows it),
 *     so no noise was drawn for it: it is cut off, and the run asks again;
 *   - a whole last line that the head does not know yet may or may not have been acknowledged: it counts, and the head is
 *     brought up to it. The run that wrote it finds itself reserved when it resumes, and is not charged twice;
 *   - a file that ends before the line the head names has lost acknowledged lines: it is refused, as is any other damage.
 */
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Cap } from '../../privacy/cap.ts'
import { eventToJson } from '../../privacy/event.ts'
import {
  type LedgerRun,
  type LedgerState,
  type LedgerSummary,
  planCommit,
  planReservation,
  type Reservation,
  summariseLedger,
  type Verification,
  verifyLedger,
} from '../../privacy/ledger.ts'
import {
  formatLine,
  type LedgerEntry,
  type LedgerHead,
  type LedgerLine,
  sealEntry,
} from '../../privacy/ledger-entry.ts'
import { badInput } from '../../request-error.ts'
import { writeError } from '../durable.ts'
import { type LockOptions, type StepHook, withLock } from './lock.ts'

export interface LedgerIdentity {
  readonly dataset: string
  /** The unit of protection in words, as `describeNeighbours` tells it. */
  readonly unit: string
}

export class LedgerFile {
  readonly path: string
  readonly #options: LockOptions
  readonly #step: StepHook

  private constructor(path: string, options: LockOptions) {
    this.path = path
    this.#options = options
    this.#step = options.onStep ?? (() => {})
  }

  /** The ledger at this path, begun if there is none. An existing one must be of the same data and the same unit. */
  static async open(path: string, identity: LedgerIdentity, options: LockOptions = {}): Promise<LedgerFile> {
    const ledger = new LedgerFile(path, options)
    const { dataset, unit } = identity
    const state = await ledger.#change((found) => (found.head.index < 0 ? { type: 'open', dataset, unit } : undefined))
    if (state.dataset !== dataset || state.unit !== unit) {
      throw badInput(
        `The ledger ${path} is kept for "${state.dataset}" and protects: ${state.unit}\n` +
          `This run is for "${dataset}" and protects: ${unit}\nCosts of different units do not add up: name another ledger (--ledger FILE, or privacy.ledger in a spec).`,
      )
    }
    return ledger
  }

  /** What a ledger says now, without beginning one; undefined when there is none. */
  static peek(path: string): LedgerState | undefined {
    return existsSync(path) ? LedgerFile.existing(path).state() : undefined
  }

  /** An existing ledger, to look at or to set its cap. */
  static existing(path: string, options: LockOptions = {}): LedgerFile {
    if (!existsSync(path))
      throw badInput(`There is no ledger at ${path}. A first release, or "ledger init", begins one.`)
    return new LedgerFile(path, options)
  }

  /** Throws what `reserve` would throw now, and writes nothing. */
  check(reservation: Reservation): void {
    planReservation(this.state(), reservation)
  }

  /**
   * Charges a run before any noise is drawn, or finds it charged already. Throws a refusal beyond the cap. When the run that
   * comes back carries a `measurementsHash`, its noise is drawn and stored: use that, and draw nothing.
   */
  async reserve(reservation: Reservation): Promise<LedgerRun> {
    const state = await this.#change((found) => {
      const plan = planReservation(found, reservation)
      return 'entry' in plan ? plan.entry : undefined
    })
    return state.runs.get(reservation.runId)!
  }

  /** Records that the run's measurements are durably stored. */
  async commit(runId: string, measurementsHash: string): Promise<void> {
    await this.#change((found) => planCommit(found, runId, measurementsHash))
  }

  /** Ends a run that will not be resumed. What it reserved stays spent. */
  async abandon(runId: string, reason: string): Promise<void> {
    await this.#change(({ runs }) => {
      const run = runs.get(runId)
      if (run === undefined || run.measurementsHash !== undefined) {
        throw badInput(`The run "${runId}" is not waiting to be finished, so it cannot be abandoned.`)
      }
      return run.abandoned === undefined ? { type: 'abandon', runId, reason } : undefined
    })
  }

  /** Sets the most that may be spent; undefined for no limit. */
  async setCap(cap: Cap | undefined, reason: string): Promise<void> {
    await this.#change(() => ({ type: 'cap', cap: cap === undefined ? null : eventToJson(cap), reason }))
  }

  /** The state as it stands, without the lock: an unfinished last line is another process writing, and is left out. */
  state(): LedgerState {
    return checked(this.path, this.verify())
  }

  summary(): LedgerSummary {
    return summariseLedger(this.state())
  }

  /** Checks every line, and that none is missing at the end. Names the first that is wrong. */
  verify(): Verification {
    const head = readHead(headPath(this.path)) // before the lines: a line appended in between must not look missing
    return verifyAgainst(splitLines(readText(this.path)).whole, head)
  }

  /** Under the lock: mends, verifies, asks for the next entry and writes it. Returns the state after it. */
  #change(next: (state: LedgerState) => LedgerEntry | undefined): Promise<LedgerState> {
    const work = (): LedgerState => {
      const state = this.#load()
      const entry = next(state)
      if (entry === undefined) return state
      try {
        return this.#append(entry, state)
      } catch (error) {
        throw writeError(this.path, error) // a full disk: nothing was acknowledged, so nothing was drawn
      }
    }
    return withLock(`${this.path}.lock`, work, this.#options)
  }

  #load(): LedgerState {
    const { whole, torn, length } = splitLines(readText(this.path))
    const head = readHead(headPath(this.path))
    const state = checked(this.path, verifyAgainst(whole, head))
    if (torn) this.#cut(length)
    if (state.head.index >= 0 && head?.index !== state.head.index) this.#writeHead(state.head)
    return state
  }

  /** Removes a torn last line, which the header explains was never acknowledged. */
  #cut(length: number): void {
    this.#step('cut torn line')
    withFile(this.path, 'r+', (file) => {
      ftruncateSync(file, length)
      fsyncSync(file)
    })
  }

  #append(entry: LedgerEntry, state: LedgerState): LedgerState {
    const line = `${formatLine(sealEntry(entry, state.head, new Date().toISOString()))}\n`
    withFile(this.path, 'a', (file) => {
      this.#step('append line')
      writeAll(file, line, this.#step)
      this.#step('sync line')
      fsyncSync(file)
    })
    const after = checked(this.path, verifyLedger(splitLines(readText(this.path)).whole))
    this.#writeHead(after.head)
    return after
  }

  #writeHead({ index, hash }: LedgerHead): void {
    const path = headPath(this.path)
    this.#step('write head')
    withFile(`${path}.new`, 'w', (file) => {
      writeSync(file, `${JSON.stringify({ index, hash })}\n`)
      this.#step('sync head')
      fsyncSync(file)
    })
    this.#step('replace head')
    renameSync(`${path}.new`, path)
    this.#step('sync folder')
    syncFolder(dirname(path))
  }
}

function headPath(path: string): string {
  return `${path}.head`
}

/** Verifies the lines, and that the line which the head names is among them. */
function verifyAgainst(lines: readonly string[], head: LedgerHead | undefined): Verification {
  const result = verifyLedger(lines)
  if (!result.ok) return result
  const wrong = (line: number, reason: string): Verification => ({ ok: false, line, reason })
  // The first line may stand without a head, when its writer was killed between the two; every later write mends the head.
  if (head === undefined) return lines.length < 2 ? result : wrong(lines.length, 'the head file beside it is missing')
  if (lines.length <= head.index)
    return wrong(lines.length + 1, `it is missing: the ledger had ${head.index + 1} lines`)
  const { hash } = JSON.parse(lines[head.index]) as LedgerLine
  return hash === head.hash ? result : wrong(head.index + 1, 'it is not the line that the head file names')
}

function checked(path: string, result: Verification): LedgerState {
  if (result.ok) return result.state
  throw badInput(
    `The ledger ${path} is damaged at line ${result.line}: ${result.reason}.\n\n` +
      'What has been spent can no longer be known, so nothing is released on it. Restore the file and its .head from a copy.',
    { path, line: result.line, reason: result.reason },
  )
}

function splitLines(text: string): { whole: string[]; torn: boolean; length: number } {
  const end = text.lastIndexOf('\n') + 1
  const whole = end === 0 ? [] : text.slice(0, end - 1).split('\n')
  return { whole, torn: end < text.length, length: Buffer.byteLength(text.slice(0, end)) }
}

function readText(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

function readHead(path: string): LedgerHead | undefined {
  const text = readText(path)
  try {
    return text === '' ? undefined : (JSON.parse(text) as LedgerHead)
  } catch {
    throw badInput(
      `The head file ${path} cannot be read. It is replaced as a whole, so no crash does this: restore it.`,
    )
  }
}

/** In two halves, so that a test can stop a process between them; a kernel may also write less than it was asked to. */
function writeAll(file: number, text: string, onStep: StepHook): void {
  const bytes = Buffer.from(text)
  const half = bytes.length >> 1
  for (let at = 0; at < bytes.length; ) {
    at += writeSync(file, bytes, at, at < half ? half - at : bytes.length - at)
    if (at === half) onStep('append second half')
  }
}

function withFile(path: string, flags: string, use: (file: number) => void): void {
  const file = openSync(path, flags, 0o600)
  try {
    use(file)
  } finally {
    closeSync(file)
  }
}

/** A new name is durable once its folder is. Windows has no such call, and needs none. */
function syncFolder(path: string): void {
  if (process.platform !== 'win32') withFile(path, 'r', fsyncSync)
}
