/**
 * What may be added to a ledger next: the entry for a reservation, a commit or a publication, or a refusal.
 *
 * Reserving the same run again, with the same cost, spec and drawing, changes nothing: a resumed run is never charged twice.
 */
import { badInput, RequestError } from '../request-error.ts'
import { type Cap, checkFits } from './cap.ts'
import { describeCost, isNothing, totalCost } from './composition.ts'
import { eventToJson, type PrivacyEvent } from './event.ts'
import type { LedgerRun, LedgerView } from './ledger.ts'
import { canonicalJson, type LedgerEntry } from './ledger-entry.ts'
import { sha256 } from './sha256.ts'

/**
 * What a run commits: the fingerprint of its values, bound to its drawing. Two honest draws of a few small counts can have the
 * same values; they never have the same drawing.
 */
export function committedHash(drawing: string | undefined, valuesSha256: string): string {
  return drawing === undefined ? valuesSha256 : sha256(`${drawing} ${valuesSha256}`)
}

export interface Reservation {
  readonly runId: string
  readonly cost: PrivacyEvent
  readonly purpose: string
  readonly specHash: string
  readonly drawing?: string
}

/** The entry to write for a reservation, or the run itself when it is reserved already. Throws a refusal. */
export function planReservation(
  view: LedgerView,
  { runId, cost, purpose, specHash, drawing }: Reservation,
): { readonly resumed: LedgerRun } | { readonly entry: LedgerEntry } {
  const known = view.run(runId)
  if (known === undefined) {
    if (view.cap !== undefined) checkFits(view.cap, view.spent, totalCost(cost))
    if (drawing !== undefined && view.isUsed(drawing)) {
      throw refused(
        runId,
        'brings the noise key of another run: its folder was copied. Delete the folder and start a new run.',
      )
    }
    const first = isNothing(view.spent) && ({ first: true } as const)
    const entry = { type: 'reserve', runId, cost: eventToJson(cost), purpose, specHash, ...first } as const
    return { entry: drawing === undefined ? entry : { ...entry, drawing } }
  }
  if (known.abandoned !== undefined) throw refused(runId, `was abandoned (${known.abandoned}). Start a new run.`)
  if (canonicalJson(eventToJson(known.cost)) !== canonicalJson(eventToJson(cost))) {
    const was = describeCost(known.cost)
    throw refused(runId, `was reserved at ${was} and now asks for ${describeCost(cost)}. Start a new run.`)
  }
  if (known.specHash !== specHash) throw refused(runId, 'was reserved for another spec. Start a new run.')
  if (known.measurementsHash === undefined && drawing !== undefined && known.drawing !== drawing) {
    throw refused(
      runId,
      'was reserved for other data, another plan or another noise key. Start a new run: it is charged.',
    )
  }
  return { resumed: known }
}

/** The entry that commits a run, or undefined when it is committed with the same measurements. Throws a refusal. */
export function planCommit(view: LedgerView, runId: string, valuesSha256: string): LedgerEntry | undefined {
  const run = view.run(runId)
  if (run === undefined)
    throw refused(runId, 'was never reserved: noise must not be drawn before the ledger is charged.')
  const measurementsHash = committedHash(run.drawing, valuesSha256)
  if (run.measurementsHash === measurementsHash) return undefined
  if (run.measurementsHash !== undefined) {
    throw refused(runId, 'is committed with other measurements: a second draw for one charge. Use the stored ones.')
  }
  if (run.abandoned !== undefined) throw refused(runId, `was abandoned (${run.abandoned}).`)
  if (view.isUsed(measurementsHash)) throw refused(runId, 'brings measurements that another run has committed.')
  return { type: 'commit', runId, measurementsHash }
}

/** The entry that ends a run which will not be resumed, or undefined when it is ended already. What it reserved stays spent. */
export function planAbandon(view: LedgerView, runId: string, reason: string): LedgerEntry | undefined {
  const run = view.run(runId)
  if (run === undefined || run.measurementsHash !== undefined) {
    throw badInput(`The run "${runId}" is not waiting to be finished, so it cannot be abandoned.`)
  }
  return run.abandoned === undefined ? { type: 'abandon', runId, reason } : undefined
}

/** The entry that sets the most that may be spent; undefined for no limit. */
export function planCap(cap: Cap | undefined, reason: string): LedgerEntry {
  return { type: 'cap', cap: cap === undefined ? null : eventToJson(cap), reason }
}

/** The entry that publishes a run, or undefined when it was published with the same files. Throws a refusal. */
export function planPublication(
  view: LedgerView,
  runId: string,
  outputs: Readonly<Record<string, string>>,
): LedgerEntry | undefined {
  const run = view.run(runId)
  if (run?.measurementsHash === undefined)
    throw refused(runId, 'has no committed measurements, so it cannot be published.')
  const same = (before: Readonly<Record<string, string>>): boolean => canonicalJson(before) === canonicalJson(outputs)
  return run.published?.some(same) ? undefined : { type: 'publish', runId, outputs }
}

function refused(runId: string, why: string): RequestError {
  return new RequestError('refused', `The run "${runId}" ${why}`, { runId })
}
