/** What a run is given besides its job: where to, who watches, who works, and where spending is written down. */
import type { OutputFormat } from '../data/index.ts'
import { fileLedgers, type LedgerStore } from '../ledger/index.ts'
import { badField } from '../request-error.ts'
import { type Events, type Progress, progressOf } from './events.ts'
import type { SchedulerFactory } from './scheduler.ts'
import type { WorkSharing } from './shared-work.ts'
import { threads } from './thread-pool.ts'

/** Plain data: where to and how, never what. */
export interface RunOptions {
  /** A new folder for the release. */
  readonly out?: string
  /** That of the spec, or CSV, unless given. */
  readonly format?: OutputFormat
  /** False: texts that a spreadsheet would run are written as they are. */
  readonly spreadsheetSafe?: boolean
  /** For simulation: every draw follows from it, and the release is stamped NOT PRIVATE. The ledger is not charged. */
  readonly seed?: string
  /** Compare with the truth; the release is stamped CONFIDENTIAL. */
  readonly evaluate?: boolean
  /** Counts (places and cells with somebody in them) held in memory at once before they go to the disk; about two million unless given. */
  readonly held?: number
  /** Why the data get a second ledger. */
  readonly ledgerReason?: string
}

export interface RunContext {
  readonly options: RunOptions
  readonly events: Events
  readonly signal: AbortSignal
  /** Given when what a search has found so far will do: it comes to its end, and the run goes on with that. */
  readonly enough?: AbortSignal
  readonly scheduler: SchedulerFactory
  /** Workers elsewhere, where there are any: they do what comes after the draw. */
  readonly sharing?: WorkSharing
  readonly ledgers: LedgerStore
}

/** The context of one machine: threads, ledgers beside the data; silent and without an end unless more is given. */
export function localContext<Options extends RunOptions = RunOptions>(
  options: Options = {} as Options,
  given: Partial<Omit<RunContext, 'options'>> = {},
): RunContext & { readonly options: Options } {
  return {
    options,
    events: () => {},
    signal: new AbortController().signal,
    scheduler: threads(),
    ledgers: fileLedgers,
    ...given,
  }
}

/** What long work inside a run needs of the context. */
export interface Working {
  readonly progress: Progress
  /** A remark for the person who runs it. */
  readonly note: (text: string) => void
  readonly signal: AbortSignal
  readonly enough?: AbortSignal
  readonly scheduler: SchedulerFactory
  readonly sharing?: WorkSharing
  /** Counts held in memory at once before they go to the disk. */
  readonly held?: number
}

export function workingOf({ events, signal, enough, scheduler, sharing, options: { held } }: RunContext): Working {
  return {
    progress: progressOf(events),
    note: (text) => events({ kind: 'note', text }),
    signal,
    scheduler,
    ...(enough && { enough }),
    ...(sharing && { sharing }),
    ...(held !== undefined && { held }),
  }
}

export function outOf({ options: { out } }: RunContext): string {
  if (out === undefined) throw badField('out', 'name a new folder for the release.')
  return out
}
