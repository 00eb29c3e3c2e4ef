/**
 * The one order in which budget is spent: ask, keep the folder, reserve, draw, store, commit. A seeded run is a simulation and
 * leaves the ledger alone.
 */
import type { PrivacyEvent, Reservation } from '../privacy/index.ts'
import { checkFits, totalCost } from '../privacy/index.ts'
import { LedgerFile } from './ledger/index.ts'
import type { RunFolder } from './run-folder.ts'

export interface Charge {
  readonly ledgerPath: string
  readonly dataset: string
  /** What one step between neighbours is: costs of one unit add up. */
  readonly unit: string
  readonly cost: PrivacyEvent
  readonly purpose: string
  readonly specHash: string
  readonly seed: string | undefined
}

/** Draws what is not drawn yet, with the spend reserved before and committed after. `fingerprint` names what was drawn. */
export async function chargeAndDraw(
  folder: RunFolder,
  charge: Charge,
  draw: () => Promise<void>,
  fingerprint: () => Promise<string>,
): Promise<void> {
  const ledger = await openLedger(folder, charge)
  await folder.keep()
  if (ledger === undefined) return draw()
  const run = await ledger.reserve(reservation(folder, charge))
  if (run.measurementsHash === undefined) await draw()
  await ledger.commit(folder.runId, await fingerprint())
}

/**
 * The ledger of a charge, with everything that it could refuse refused here: a run that is turned away has kept nothing,
 * and of several charges none is made unless all can be. None for a simulation.
 */
export async function openLedger(folder: RunFolder, charge: Charge): Promise<LedgerFile | undefined> {
  if (charge.seed !== undefined) return undefined
  const { ledgerPath, dataset, unit } = charge
  const ledger = await LedgerFile.open(ledgerPath, { dataset, unit })
  ledger.check(reservation(folder, charge))
  return ledger
}

function reservation({ runId }: RunFolder, { cost, purpose, specHash }: Charge): Reservation {
  return { runId, cost, purpose, specHash }
}

/**
 * Throws a refusal when a cost does not fit under the cap as it stands: before any data are read. A stopped run that is
 * charged already is not asked again.
 */
export function checkCap(ledgerPath: string, cost: PrivacyEvent, stopped: string | undefined): void {
  const state = LedgerFile.peek(ledgerPath)
  if (stopped !== undefined && state?.run(stopped) !== undefined) return
  if (state?.cap !== undefined) checkFits(state.cap, state.spent, totalCost(cost))
}
