/**
 * What a ledger means: its lines folded into a state, and the rules each line must keep.
 *
 * A reservation counts from the moment it is written and is never given back, so a crash can only over-count.
 */
import { compare, formatRational, multiply, parseRational } from '../exact/rational.ts'
import { type Cap, limitOf, spentUnder } from './cap.ts'
import { addSpend, NOTHING_SPENT, type Spend, totalCost } from './composition.ts'
import { eventFromJson, eventToJson, type PrivacyEvent } from './event.ts'
import {
  canonicalJson,
  GENESIS,
  type LedgerEntry,
  type LedgerHead,
  type LedgerLine,
  readLine,
  sealEntry,
} from './ledger-entry.ts'

export interface LedgerRun {
  readonly runId: string
  readonly cost: PrivacyEvent
  readonly purpose: string
  readonly specHash: string
  readonly drawing?: string
  /** Nothing had been spent in the ledger before it. */
  readonly first?: true
  readonly measurementsHash?: string
  /** The files of the release as they were published; more than once when a run was resumed with other outputs. */
  readonly published?: readonly Readonly<Record<string, string>>[]
  readonly abandoned?: string
}

/** What a ledger says of itself, without its runs. */
export interface LedgerTotals {
  readonly dataset: string
  readonly unit: string
  /** The ledger's own name. */
  readonly id: string
  readonly cap: Cap | undefined
  readonly spent: Spend
  readonly head: LedgerHead
}

/** A ledger that can be asked about its runs: by holding them all, or by looking them up. */
export interface LedgerView extends LedgerTotals {
  run(runId: string): LedgerRun | undefined
  /** True when a run has committed these measurements, or has reserved this drawing. */
  isUsed(hash: string): boolean
}

/** All of a ledger. */
export interface LedgerState extends LedgerView {
  readonly runs: ReadonlyMap<string, LedgerRun>
}

/** A ledger before its first line. */
export const EMPTY_TOTALS: LedgerTotals = {
  dataset: '',
  unit: '',
  id: '',
  cap: undefined,
  spent: NOTHING_SPENT,
  head: GENESIS,
}

export type Verification =
  | { readonly ok: true; readonly state: LedgerState }
  /** `line` counts from 1, as editors do. */
  | { readonly ok: false; readonly line: number; readonly reason: string }

/** Reads a ledger from its lines; names the first line that is wrong, and why. */
export function verifyLedger(lines: readonly string[]): Verification {
  const reader = new LedgerReader()
  const wrong = (line: number, reason: unknown): Verification => ({
    ok: false,
    line,
    reason: reason instanceof Error ? reason.message : String(reason),
  })
  for (const [i, text] of lines.entries()) {
    try {
      reader.read(text)
    } catch (reason) {
      return wrong(i + 1, reason)
    }
  }
  const beyond = reader.beyondCap()
  return beyond === undefined ? { ok: true, state: reader.state() } : wrong(beyond.line, beyond.reason)
}

/** Folds lines into a state, one after the other: from the first line, or from where a checkpoint stands. */
export class LedgerReader {
  readonly #base: LedgerView | undefined
  #totals: LedgerTotals
  readonly #runs = new Map<string, LedgerRun>()
  readonly #used = new Set<string>()
  /** Reservations under the present cap. Spends only grow, so the last one tells whether any is beyond it. */
  #under: { readonly line: number; readonly runId: string; readonly spent: Spend }[] = []
  #beyond: { readonly line: number; readonly reason: string } | undefined

  constructor(base?: LedgerView) {
    this.#base = base
    this.#totals = base ?? EMPTY_TOTALS
  }

  /** Reads the next line. Throws a plain Error with the reason when it breaks the chain or a rule. */
  read(text: string): LedgerEntry {
    return this.#take(readLine(text, this.#totals.head))
  }

  /** Takes the next line as it is: for lines that were verified before, and have not changed since. */
  take(text: string): LedgerEntry {
    return this.#take(JSON.parse(text) as LedgerLine)
  }

  #take({ entry, index, hash, after }: LedgerLine): LedgerEntry {
    const view = this.state()
    if (entry.type === 'cap') this.#settleCap()
    const totals = applyEntry(view, entry)
    if (after !== undefined && after !== totalsText(totals))
      throw new Error('it states another spend or cap than the lines make')
    if (entry.type === 'reserve') this.#under.push({ line: index + 1, runId: entry.runId, spent: totals.spent })
    if ('runId' in entry) this.#runs.set(entry.runId, changedRun(view, entry))
    const used = usedBy(entry)
    if (used !== undefined) this.#used.add(used)
    this.#totals = { ...totals, id: totals.id || hash, head: { index, hash } }
    return entry
  }

  /** The first line that went beyond the cap of its time, if one did. */
  beyondCap(): { readonly line: number; readonly reason: string } | undefined {
    this.#settleCap()
    return this.#beyond
  }

  #settleCap(): void {
    const { cap } = this.#totals
    const last = this.#under.at(-1)
    if (this.#beyond === undefined && cap !== undefined && last !== undefined && isBeyond(cap, last.spent)) {
      const { line, runId } = this.#under.find(({ spent }) => isBeyond(cap, spent)) ?? last
      this.#beyond = { line, reason: `the run "${runId}" goes beyond the cap` }
    }
    this.#under = []
  }

  /** `runs` holds the runs that were read here, and changed ones of before. */
  state(): LedgerState {
    const { dataset, unit, id, cap, spent, head } = this.#totals
    return {
      ...{ dataset, unit, id, cap, spent, head },
      runs: this.#runs,
      run: (runId) => this.#runs.get(runId) ?? this.#base?.run(runId),
      isUsed: (hash) => this.#used.has(hash) || this.#base?.isUsed(hash) === true,
    }
  }
}

/** The line that follows, with what is spent after it. Throws when the entry breaks a rule. */
export function sealNext(view: LedgerView, entry: LedgerEntry, time: string): LedgerLine {
  return sealEntry(entry, view.head, time, totalsText(applyEntry(view, entry)))
}

/** Cap and spends as a line states them. */
export function totalsText({ cap, spent }: Pick<LedgerTotals, 'cap' | 'spent'>): string {
  const { pure, pureAsRho, rho, epsilon, delta } = spent
  const limit = cap === undefined ? 'none' : canonicalJson(eventToJson(cap))
  return [limit, ...[pure, pureAsRho, rho, epsilon, delta].map(formatRational)].join(' ')
}

/** The hash that an entry uses up: no other run may bring it again. */
export function usedBy(entry: LedgerEntry): string | undefined {
  return entry.type === 'commit' ? entry.measurementsHash : entry.type === 'reserve' ? entry.drawing : undefined
}

/** The totals after an entry. Throws when the entry breaks a rule; the cap is looked at by `LedgerReader.beyondCap`. */
export function applyEntry(view: LedgerView, entry: LedgerEntry): LedgerTotals {
  const { dataset, unit, id, cap, spent, head } = view
  const totals = { dataset, unit, id, cap, spent, head }
  if ((entry.type === 'open') !== head.index < 0) throw new Error('a ledger is opened by its first line, and once')
  switch (entry.type) {
    case 'open':
      return { ...totals, dataset: entry.dataset, unit: entry.unit, id: entry.id ?? '' }
    case 'cap':
      return { ...totals, cap: entry.cap === null ? undefined : capFromJson(entry.cap) }
    case 'reserve':
      return { ...totals, spent: spentAfter(view, entry) }
    case 'second':
      return totals
    case 'commit':
    case 'publish':
    case 'abandon':
      changedRun(view, entry)
      return totals
    default:
      throw new Error(`entries of the type "${String((entry as { type: unknown }).type)}" are not known`)
  }
}

type ReserveEntry = Extract<LedgerEntry, { type: 'reserve' }>
type RunEntry = Extract<LedgerEntry, { runId: string }>

function spentAfter(view: LedgerView, entry: ReserveEntry): Spend {
  const { runId, drawing } = entry
  if (view.run(runId) !== undefined) throw new Error(`the run "${runId}" is reserved twice`)
  if (drawing !== undefined && view.isUsed(drawing)) throw new Error(`the run "${runId}" brings another run's drawing`)
  return addSpend(view.spent, totalCost(eventFromJson(entry.cost)))
}

/**
 * Whether a line that was accepted once lies beyond its cap. The translation of zCDP searches in floating point, and another
 * machine may find a bound that differs in the last of 12 decimals: an honest ledger must not fail for that, so 1e-9 is let
 * pass here. `planReservation`, which decides before spending, lets nothing pass.
 */
function isBeyond(cap: Cap, spent: Spend): boolean {
  const counted = spentUnder(cap, spent)
  if (counted === undefined) return true
  const limit = limitOf(cap)
  return compare(counted, cap.kind === 'approximate' ? multiply(limit, parseRational('1.000000001')) : limit) > 0
}

/** The run after an entry about it. Throws when the entry breaks a rule. */
export function changedRun(view: Pick<LedgerView, 'run' | 'isUsed'>, entry: RunEntry): LedgerRun {
  const { runId } = entry
  if (entry.type === 'reserve') {
    const { purpose, specHash, drawing, first } = entry
    const run = { runId, cost: eventFromJson(entry.cost), purpose, specHash, ...(first && { first }) }
    return drawing === undefined ? run : { ...run, drawing }
  }
  const run = view.run(runId)
  if (run === undefined) throw new Error(`the run "${runId}" was never reserved`)
  if (run.abandoned !== undefined) throw new Error(`the run "${runId}" was abandoned`)
  if (entry.type === 'publish') {
    if (run.measurementsHash === undefined) throw new Error(`the run "${runId}" is published before it is committed`)
    return { ...run, published: [...(run.published ?? []), entry.outputs] }
  }
  if (run.measurementsHash !== undefined) throw new Error(`the run "${runId}" is committed already`)
  if (entry.type === 'abandon') return { ...run, abandoned: entry.reason }
  if (view.isUsed(entry.measurementsHash)) throw new Error(`the run "${runId}" commits another run's measurements`)
  return { ...run, measurementsHash: entry.measurementsHash }
}

/** Only single costs can be caps. */
export function capFromJson(json: unknown): Cap {
  const event = eventFromJson(json, 'cap')
  if (event.kind === 'composed' || event.kind === 'parallel') throw new Error('a cap is pure, zcdp or approximate')
  return event
}
