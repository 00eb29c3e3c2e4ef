/**
 * The one order in which budget is spent: keep the folder, reserve, draw, store, commit. A seeded run is a simulation and
 * leaves the ledger alone.
 */
import type { PrivacyEvent } from '../privacy/index.ts'
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
  await folder.keep()
  if (charge.seed !== undefined) return draw()
  const { dataset, unit, cost, purpose, specHash } = charge
  const ledger = await LedgerFile.open(charge.ledgerPath, { dataset, unit })
  const run = await ledger.reserve({ runId: folder.runId, cost, purpose, specHash })
  if (run.measurementsHash === undefined) await draw()
  await ledger.commit(folder.runId, await fingerprint())
}

/** Throws a refusal when a cost does not fit under the cap as it stands: before any data are read. */
export function checkCap(ledgerPath: string, cost: PrivacyEvent): void {
  const state = LedgerFile.peek(ledgerPath)
  if (state?.cap !== undefined) checkFits(state.cap, state.spent, totalCost(cost))
}
