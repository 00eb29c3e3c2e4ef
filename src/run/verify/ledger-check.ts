/** The spend against the ledger: the run is there with this cost, for these data, this unit, this spec and these draws. */
import { describeCost, eventFromJson, type LedgerRun, type LedgerState } from '../../privacy/index.ts'
import type { Manifest } from '../../release/index.ts'
import { LedgerFile } from '../ledger/index.ts'
import { type Check, checkOf } from './check.ts'
import { sameCost } from './privacy-checks.ts'

/** One charge of a release: a release of people and units makes two, each in a ledger of its own. */
export interface ExpectedCharge {
  /** Undefined where the manifest must not tell it. */
  readonly dataset: string | undefined
  /** What one step between neighbours is. */
  readonly unit: string
  /** As the manifest states it. */
  readonly cost: unknown
  readonly drawn: unknown
}

const NAME = 'ledger'

/** `ledger` is what the manifest says: null when nothing was charged. */
export function ledgerCheck(
  manifest: Manifest,
  ledger: string | null,
  path: string | undefined,
  charges: readonly ExpectedCharge[],
): Check {
  if (path === undefined) {
    const why = ledger === null ? 'a simulation: nothing was charged' : 'not looked at: name it with --ledger'
    return { name: NAME, ok: true, detail: why }
  }
  const state = LedgerFile.existing(path).state()
  const run = state.runs.get(manifest.runId)
  if (ledger === null) {
    const faults = run === undefined ? [] : ['the release says that nothing was charged, and the run is in it']
    return checkOf(NAME, faults, 'a simulation: nothing was charged')
  }
  if (run === undefined) return { name: NAME, ok: false, detail: 'the run is not in it' }
  const charge = charges.find(({ unit }) => unit === state.unit) ?? charges[0]
  return checkOf(NAME, entryFaults(manifest, state, run, charge), 'the run is charged and committed as stated')
}

function entryFaults(manifest: Manifest, state: LedgerState, run: LedgerRun, charge: ExpectedCharge): string[] {
  const { dataset, unit, cost, drawn } = charge
  return [
    ...(run.specHash === manifest.spec.sha256 ? [] : ['the run is in it with another spec']),
    ...(typeof drawn === 'string' && run.measurementsHash === drawn
      ? []
      : ['the run is in it with other measurements']),
    ...(sameCost(run.cost, eventFromJson(cost)) ? [] : [`it was charged ${describeCost(run.cost)}, part by part`]),
    ...(state.unit === unit ? [] : [`it is kept for neighbours of another kind: ${state.unit}`]),
    ...(dataset === undefined || state.dataset === dataset ? [] : [`it is kept for "${state.dataset}"`]),
  ]
}
