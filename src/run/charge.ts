/**
 * The one order in which budget is spent: ask, keep the folder, make the noise key, reserve, draw, store, commit, destroy the
 * key. A run that is killed in between draws the same noise again, or none. A seeded run is a simulation and leaves the ledger
 * alone.
 */

import type { Ledger, LedgerAnchor, LedgerChoice, LedgerStore } from '../ledger/index.ts'
import {
  checkFits,
  eventToJson,
  type LedgerView,
  largeLossWords,
  type PrivacyEvent,
  type Reservation,
  totalCost,
} from '../privacy/index.ts'
import { FIRST_SPEND } from '../release/index.ts'
import { badInput } from '../request-error.ts'
import type { RunContext } from './context.ts'
import { destroyNoiseKey, drawingOf, noiseKeyOf, storedNoiseKey } from './noise-key.ts'
import type { NoiseSource } from './noise-source.ts'
import type { RunFolder } from './run-folder.ts'

export interface Charge {
  readonly ledger: LedgerChoice
  readonly dataset: string
  /** What one step between neighbours is: costs of one unit add up. */
  readonly unit: string
  readonly cost: PrivacyEvent
  readonly purpose: string
  readonly specHash: string
  readonly seed: string | undefined
}

/** What a release may cost, known before anything is read. */
export interface Spend {
  readonly ledger: LedgerChoice
  readonly dataset: string
  readonly cost: PrivacyEvent
}

export interface Drawing {
  /** Tells the charges of one run apart. */
  readonly name: string
  /** The hash of what is drawn. */
  readonly plan: string
  /** The fingerprint of the data; confidential. */
  readonly data: string
  /** Draws and stores what is not stored yet. */
  readonly draw: (source: NoiseSource) => Promise<void>
  /** The fingerprint of what is stored. */
  readonly fingerprint: () => Promise<string>
}

/** A spend that is written down; for a simulation there is none. */
export interface Charged {
  readonly ledger: Ledger
  /** Where the ledger stood after it. */
  readonly head: LedgerAnchor
  /** Whether nothing had been spent in the ledger before. */
  readonly first: boolean
}

/** Draws what is not drawn yet, with the spend reserved before and committed after. */
export async function chargeAndDraw(
  folder: RunFolder,
  { ledgers, events }: Pick<RunContext, 'ledgers' | 'events'>,
  charge: Charge,
  drawing: Drawing,
): Promise<Charged | undefined> {
  const { name, plan, data, draw, fingerprint } = drawing
  const ledger = await openLedger(folder, ledgers, charge)
  await folder.keep()
  if (ledger === undefined) {
    await draw({ kind: 'seed', seed: charge.seed! })
    return undefined
  }
  const before = await ledger.run(folder.runId)
  let first = before?.first === true
  if (before?.measurementsHash === undefined) {
    const key = await noiseKeyOf(folder, name, before)
    const run = await ledger.reserve({ ...reservation(folder, charge), drawing: drawingOf(key, plan, data) })
    first = run.first === true
    if (before === undefined) events({ kind: 'charged', cost: eventToJson(charge.cost), ledger: ledger.path })
    if (before === undefined && first) events({ kind: 'note', text: `${ledger.path}: ${FIRST_SPEND}` })
    await draw({ kind: 'key', key })
  } else {
    // Killed between commit and destruction, or a copy of such a folder: what is missing is drawn again, and must fit the commit.
    const key = await storedNoiseKey(folder, name)
    if (key !== undefined) await draw({ kind: 'key', key })
  }
  const head = await ledger.commit(folder.runId, await fingerprint())
  await destroyNoiseKey(folder, name)
  return { ledger, head, first }
}

/**
 * The ledger of a charge, with everything that it could refuse refused here: a run that is turned away has kept nothing,
 * and of several charges none is made unless all can be. None for a simulation.
 */
export async function openLedger(folder: RunFolder, ledgers: LedgerStore, charge: Charge): Promise<Ledger | undefined> {
  if (charge.seed !== undefined) return undefined
  const { ledger: choice, dataset, unit } = charge
  const ledger = await ledgers.open(choice, { dataset, unit })
  await ledger.check(reservation(folder, charge))
  return ledger
}

function reservation({ runId }: RunFolder, { cost, purpose, specHash }: Charge): Reservation {
  return { runId, cost, purpose, specHash }
}

/**
 * Throws a refusal when a cost does not fit under the cap as it stands, when the ledger is kept for other data, or when these data
 * have another ledger: before any data are read. A stopped run that is charged already is not asked again. Gives what is to be said of
 * a cost, or a sum, that is large.
 */
export async function checkCap(
  ledgers: LedgerStore,
  { ledger, dataset, cost }: Spend,
  stopped: string | undefined,
): Promise<readonly string[]> {
  const view = await ledgers.view(ledger)
  const isCharged = stopped !== undefined && view?.run(stopped) !== undefined
  if (view === undefined || isCharged) return isCharged ? [] : largeLossWords(cost)
  checkDataset(ledger.path, view, dataset)
  if (view.cap !== undefined) checkFits(view.cap, view.spent, totalCost(cost))
  return largeLossWords(cost, { before: view.spent })
}

function checkDataset(path: string, view: LedgerView, dataset: string): void {
  if (view.head.index < 0 || view.dataset === dataset) return
  throw badInput(
    `The ledger ${path} is kept for "${view.dataset}", and this run reads "${dataset}". ` +
      'Nothing was read. Name the ledger of these data (`ledger`, or privacy.ledger in a spec).',
  )
}
