/**
 * What a ledger means: its lines folded into a state, the rules each line must keep, and what may be added next.
 *
 * A reservation counts from the moment it is written and is never given back, so a crash can only over-count. Reserving the
 * same run again, with the same cost and the same spec, changes nothing: a resumed run is never charged twice.
 */
import { compare, formatRational, multiply, parseRational } from '../exact/rational.ts'
import { RequestError } from '../request-error.ts'
import { type Cap, checkFits, limitOf, remainingUnder, spentUnder } from './cap.ts'
import { addSpend, describeCost, downward, NOTHING_SPENT, type Spend, totalCost } from './composition.ts'
import { composed, eventFromJson, eventToJson, type PrivacyEvent } from './event.ts'
import { canonicalJson, GENESIS, type LedgerEntry, type LedgerHead, readLine } from './ledger-entry.ts'

export interface LedgerRun {
  readonly runId: string
  readonly cost: PrivacyEvent
  readonly purpose: string
  readonly specHash: string
  readonly measurementsHash?: string
  readonly abandoned?: string
}

export interface LedgerState {
  readonly dataset: string
  readonly unit: string
  readonly cap: Cap | undefined
  readonly runs: ReadonlyMap<string, LedgerRun>
  readonly spent: Spend
  readonly head: LedgerHead
}

/** A ledger before its first line. */
export const EMPTY_LEDGER: LedgerState = {
  dataset: '',
  unit: '',
  cap: undefined,
  runs: new Map(),
  spent: NOTHING_SPENT,
  head: GENESIS,
}

export type Verification =
  | { readonly ok: true; readonly state: LedgerState }
  /** `line` counts from 1, as editors do. */
  | { readonly ok: false; readonly line: number; readonly reason: string }

/** Reads a ledger from its lines; names the first line that is wrong, and why. */
export function verifyLedger(lines: readonly string[]): Verification {
  let state = EMPTY_LEDGER
  for (const [i, text] of lines.entries()) {
    try {
      const { entry, index, hash } = readLine(text, state.head)
      state = { ...applyEntry(state, entry), head: { index, hash } }
    } catch (reason) {
      return { ok: false, line: i + 1, reason: reason instanceof Error ? reason.message : String(reason) }
    }
  }
  return { ok: true, state }
}

/** The state after an entry. Throws when the entry breaks a rule. */
export function applyEntry(state: LedgerState, entry: LedgerEntry): LedgerState {
  if ((entry.type === 'open') !== state.head.index < 0)
    throw new Error('a ledger is opened by its first line, and once')
  switch (entry.type) {
    case 'open':
      return { ...state, dataset: entry.dataset, unit: entry.unit }
    case 'cap':
      return { ...state, cap: entry.cap === null ? undefined : capFromJson(entry.cap) }
    case 'reserve':
      return reserved(state, entry)
    case 'commit':
      return changed(state, entry.runId, { measurementsHash: entry.measurementsHash })
    case 'abandon':
      return changed(state, entry.runId, { abandoned: entry.reason })
    default:
      throw new Error(`entries of the type "${String((entry as { type: unknown }).type)}" are not known`)
  }
}

function reserved(state: LedgerState, entry: Extract<LedgerEntry, { type: 'reserve' }>): LedgerState {
  const { runId, purpose, specHash } = entry
  if (state.runs.has(runId)) throw new Error(`the run "${runId}" is reserved twice`)
  const cost = eventFromJson(entry.cost)
  const spent = addSpend(state.spent, totalCost(cost))
  if (state.cap !== undefined && beyond(state.cap, spent)) throw new Error(`the run "${runId}" goes beyond the cap`)
  return { ...state, spent, runs: new Map(state.runs).set(runId, { runId, cost, purpose, specHash }) }
}

/**
 * Whether a line that was accepted once lies beyond its cap. The translation of zCDP searches in floating point, and another
 * machine may find a bound that differs in the last of 12 decimals: an honest ledger must not fail for that, so 1e-9 is let
 * pass here. `planReservation`, which decides before spending, lets nothing pass.
 */
function beyond(cap: Cap, spent: Spend): boolean {
  const counted = spentUnder(cap, spent)
  if (counted === undefined) return true
  const limit = limitOf(cap)
  return compare(counted, cap.kind === 'approximate' ? multiply(limit, parseRational('1.000000001')) : limit) > 0
}

function changed(state: LedgerState, runId: string, change: Partial<LedgerRun>): LedgerState {
  const run = state.runs.get(runId)
  if (run === undefined) throw new Error(`the run "${runId}" was never reserved`)
  if (run.measurementsHash !== undefined) throw new Error(`the run "${runId}" is committed already`)
  if (run.abandoned !== undefined) throw new Error(`the run "${runId}" was abandoned`)
  return { ...state, runs: new Map(state.runs).set(runId, { ...run, ...change }) }
}

export interface Reservation {
  readonly runId: string
  readonly cost: PrivacyEvent
  readonly purpose: string
  readonly specHash: string
}

/** The entry to write for a reservation, or the run itself when it is reserved already. Throws a refusal. */
export function planReservation(
  state: LedgerState,
  { runId, cost, purpose, specHash }: Reservation,
): { readonly resumed: LedgerRun } | { readonly entry: LedgerEntry } {
  const known = state.runs.get(runId)
  if (known === undefined) {
    if (state.cap !== undefined) checkFits(state.cap, state.spent, totalCost(cost))
    return { entry: { type: 'reserve', runId, cost: eventToJson(cost), purpose, specHash } }
  }
  if (known.abandoned !== undefined) throw refused(runId, `was abandoned (${known.abandoned}). Start a new run.`)
  if (canonicalJson(eventToJson(known.cost)) !== canonicalJson(eventToJson(cost))) {
    const was = describeCost(known.cost)
    throw refused(runId, `was reserved at ${was} and now asks for ${describeCost(cost)}. Start a new run.`)
  }
  if (known.specHash !== specHash) throw refused(runId, 'was reserved for another spec. Start a new run.')
  return { resumed: known }
}

/** The entry that commits a run, or undefined when it is committed with the same measurements. Throws a refusal. */
export function planCommit(state: LedgerState, runId: string, measurementsHash: string): LedgerEntry | undefined {
  const run = state.runs.get(runId)
  if (run === undefined)
    throw refused(runId, 'was never reserved: noise must not be drawn before the ledger is charged.')
  if (run.measurementsHash === measurementsHash) return undefined
  if (run.measurementsHash !== undefined) {
    throw refused(runId, 'is committed with other measurements: a second draw for one charge. Use the stored ones.')
  }
  if (run.abandoned !== undefined) throw refused(runId, `was abandoned (${run.abandoned}).`)
  return { type: 'commit', runId, measurementsHash }
}

function refused(runId: string, why: string): RequestError {
  return new RequestError('refused', `The run "${runId}" ${why}`, { runId })
}

/** Only single costs can be caps. */
export function capFromJson(json: unknown): Cap {
  const event = eventFromJson(json, 'cap')
  if (event.kind === 'composed' || event.kind === 'parallel') throw new Error('a cap is pure, zcdp or approximate')
  return event
}

export interface LedgerSummary {
  readonly dataset: string
  readonly unit: string
  readonly cap: string | null
  readonly spent: string
  readonly remaining: { readonly exact: string; readonly decimal: string } | null
  readonly runs: readonly (Omit<LedgerRun, 'cost'> & { readonly cost: string })[]
  readonly lines: number
  readonly head: string
}

/** The ledger for people and for JSON. */
export function summariseLedger({ dataset, unit, cap, runs, spent, head }: LedgerState): LedgerSummary {
  const all = [...runs.values()]
  const left = cap && remainingUnder(cap, spent)
  const delta = cap?.kind === 'approximate' ? cap.delta : undefined
  return {
    dataset,
    unit,
    cap: cap ? describeCost(cap) : null,
    spent: describeCost(composed(all.map((run) => run.cost)), delta),
    remaining: left ? { exact: formatRational(left), decimal: downward(left) } : null,
    runs: all.map((run) => ({ ...run, cost: describeCost(run.cost) })),
    lines: head.index + 1,
    head: head.hash,
  }
}
