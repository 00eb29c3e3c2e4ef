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
import { randomUUID } from 'node:crypto'
import { existsSync, fsyncSync, ftruncateSync, writeSync } from 'node:fs'
import { writeError } from '../files/index.ts'
import {
  type Cap,
  formatLine,
  type LedgerEntry,
  type LedgerHead,
  type LedgerLine,
  type LedgerRun,
  type LedgerState,
  type LedgerSummary,
  type LedgerView,
  planAbandon,
  planCap,
  planCommit,
  planPublication,
  planReservation,
  type Reservation,
  sealNext,
  summariseLedger,
} from '../privacy/index.ts'
import { type Signature, type Signed, signatureOf } from '../release/signature.ts'
import { badInput } from '../request-error.ts'
import { writeCheckpoint } from './checkpoint.ts'
import { extendIndex } from './ledger-index.ts'
import { readLines } from './ledger-lines.ts'
import { checkpointPath, forgetLoaded, headPath, indexPath, type LoadedLedger, loadLedger } from './ledger-read.ts'
import { type LockOptions, type StepHook, withLock } from './lock.ts'
import { signingKeyOf } from './signing-key.ts'
import { replaceFile, withFile } from './sync-files.ts'

export interface LedgerIdentity {
  readonly dataset: string
  /** The unit of protection in words, as `describeNeighbours` tells it. */
  readonly unit: string
}

/** A ledger's place, as it is kept elsewhere. */
export interface LedgerAnchor extends LedgerHead {
  readonly ledger: string
}

/** So many lines are verified one by one before they are indexed and a checkpoint is set after them. */
const CHECKPOINT_EVERY = 16

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
    const opening = { type: 'open', dataset, unit, id: randomUUID() } as const
    let view: LedgerView | undefined = LedgerFile.peek(path)
    if (view === undefined || view.head.index < 0)
      view = await ledger.#change(({ head }) => (head.index < 0 ? opening : undefined))
    checkIdentity(path, view, identity)
    return ledger
  }

  /** What a ledger says now, without beginning one; undefined when there is none. Lines before its checkpoint were verified before. */
  static peek(path: string): LedgerView | undefined {
    return existsSync(path) ? loadLedger(path, 'new').state : undefined
  }

  /** An existing ledger, to look at or to set its cap. */
  static existing(path: string, options: LockOptions = {}): LedgerFile {
    if (!existsSync(path))
      throw badInput(`There is no ledger at ${path}. A first release, or "tacet ledger init", begins one.`)
    return new LedgerFile(path, options)
  }

  /** Throws what `reserve` would throw now, and writes nothing. */
  check(reservation: Reservation): void {
    planReservation(loadLedger(this.path, 'new').state, reservation)
  }

  /** What the ledger knows of a run. */
  run(runId: string): LedgerRun | undefined {
    return loadLedger(this.path, 'new').state.run(runId)
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
    return state.run(reservation.runId)!
  }

  /** Records that the run's measurements are durably stored. Returns where the ledger stands after it. */
  async commit(runId: string, valuesSha256: string): Promise<LedgerAnchor> {
    return anchorOf(await this.#change((found) => planCommit(found, runId, valuesSha256)))
  }

  /** Records the files of a release that is about to be put in place. */
  async publish(runId: string, outputs: Readonly<Record<string, string>>): Promise<void> {
    await this.#change((found) => planPublication(found, runId, outputs))
  }

  /** The keeper's signature; undefined where the ledger has no key. */
  sign(signed: Signed): Signature | undefined {
    const key = signingKeyOf(this.path)
    return key && signatureOf(key, signed)
  }

  /** Ends a run that will not be resumed. What it reserved stays spent. */
  async abandon(runId: string, reason: string): Promise<void> {
    await this.#change((found) => planAbandon(found, runId, reason))
  }

  /** Sets the most that may be spent; undefined for no limit. */
  async setCap(cap: Cap | undefined, reason: string): Promise<void> {
    await this.#change(() => planCap(cap, reason))
  }

  /** Writes down that the same data have another ledger from now on. */
  async noteSecond(id: string, unit: string, reason: string): Promise<void> {
    await this.#change(() => ({ type: 'second', id, unit, reason }))
  }

  /** Every line verified. Without the lock: an unfinished last line is another process writing, and is left out. */
  state(): LedgerState {
    return loadLedger(this.path, 'every').state
  }

  /** Where the ledger stands: kept outside, it shows later that no line up to it was changed or cut off. */
  anchor(): LedgerAnchor {
    return anchorOf(this.state())
  }

  /** Whether the ledger has this line. */
  has({ index, hash }: LedgerHead): boolean {
    const line = readLines(this.path).lines[index]
    return line !== undefined && (JSON.parse(line) as LedgerLine).hash === hash
  }

  /** Lines that were verified before and have not changed since are not verified again. */
  summary(): LedgerSummary {
    return summariseLedger(loadLedger(this.path, 'all').state)
  }

  /** The same, with every line verified now. */
  verified(): LedgerSummary {
    return summariseLedger(this.state())
  }

  /** Under the lock: mends, verifies, asks for the next entry and writes it. Returns the state after it. */
  #change(next: (view: LedgerView) => LedgerEntry | undefined): Promise<LedgerView> {
    const work = (): LedgerView => {
      const loaded = loadLedger(this.path, 'changed')
      try {
        this.#mend(loaded)
        const entry = next(loaded.state)
        return entry === undefined ? loaded.state : this.#append(entry, loaded)
      } catch (error) {
        throw writeError(this.path, error) // a full disk: nothing was acknowledged, so nothing was drawn
      }
    }
    return withLock(`${this.path}.lock`, work, this.#options).catch((error: unknown) => {
      throw lockError(this.path, error)
    })
  }

  /** Cuts a torn last line, which the header explains was never acknowledged, and brings head and checkpoint up to date. */
  #mend({ state, head, end, torn, fresh, lines, indexed }: LoadedLedger): void {
    if (torn) {
      this.#step('cut torn line')
      withFile(this.path, 'r+', (file) => {
        ftruncateSync(file, end)
        fsyncSync(file)
      })
    }
    if (state.head.index >= 0 && head?.index !== state.head.index) this.#writeHead(state.head)
    if (lines < CHECKPOINT_EVERY) return
    extendIndex(indexPath(this.path), fresh, indexed)
    writeCheckpoint(checkpointPath(this.path), this.path, {
      totals: state,
      bytes: end,
      entries: indexed + fresh.length,
    })
  }

  #append(entry: LedgerEntry, { reader, state }: LoadedLedger): LedgerView {
    forgetLoaded()
    const line = formatLine(sealNext(state, entry, new Date().toISOString()))
    reader.read(line) // before it is written: an entry that breaks a rule never gets into the file
    withFile(this.path, 'a', (file) => {
      this.#step('append line')
      writeAll(file, `${line}\n`, this.#step)
      this.#step('sync line')
      fsyncSync(file)
    })
    const after = reader.state()
    this.#writeHead(after.head)
    return after
  }

  #writeHead({ index, hash }: LedgerHead): void {
    replaceFile(headPath(this.path), `${JSON.stringify({ index, hash })}\n`, 'head', this.#step)
  }
}

function anchorOf({ id, head }: LedgerView): LedgerAnchor {
  return { ledger: id, index: head.index, hash: head.hash }
}

function checkIdentity(path: string, view: LedgerView, { dataset, unit }: LedgerIdentity): void {
  if (view.dataset === dataset && view.unit === unit) return
  throw badInput(
    `The ledger ${path} is kept for "${view.dataset}" and protects: ${view.unit}\n` +
      `This run is for "${dataset}" and protects: ${unit}\n` +
      'Costs of different data or units do not add up. Name the ledger of these data (`ledger`, or privacy.ledger in a spec); to keep a ' +
      'second one for the same data, name a new file and say why with `ledgerReason`.',
  )
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

/** The lock stands beside the ledger, in a folder that may hold confidential data and be closed to writing. */
function lockError(path: string, error: unknown): unknown {
  const { code = '', path: at = '' } = error as NodeJS.ErrnoException
  if (!['EACCES', 'EPERM', 'EROFS'].includes(code) || !at.startsWith(`${path}.lock`)) return error
  return badInput(
    `The ledger ${path} cannot be written: its folder is closed to writing. Unless another place is named, a ledger is kept beside the data. Name one: privacy.ledger in a spec, or \`ledger\`.`,
  )
}
