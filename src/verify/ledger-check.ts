/**
 * The spend against the ledger: the run is there with this cost, for these data, this unit, this spec, these draws and these
 * files, and the ledger still holds the line that the release names as its anchor.
 */

import { LedgerFile } from '../ledger/index.ts'
import { committedHash, describeCost, eventFromJson, type LedgerRun, type LedgerState } from '../privacy/index.ts'
import { MANIFEST_NAME, type Manifest } from '../release/index.ts'
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

/** The ledger to compare with, and the SHA-256 of the manifest as it lies in the folder. */
export interface LedgerEvidence {
  readonly path: string | undefined
  readonly manifestSha256: string
}

const NAME = 'ledger'

/** `ledger` is what the manifest says: null when nothing was charged. */
export function ledgerCheck(
  manifest: Manifest,
  ledger: string | null,
  { path, manifestSha256 }: LedgerEvidence,
  charges: readonly ExpectedCharge[],
): Check {
  if (path === undefined) {
    const why = ledger === null ? 'a simulation: nothing was charged' : 'not looked at: name it with `ledger`'
    return { name: NAME, ok: true, detail: why }
  }
  const file = LedgerFile.existing(path)
  const state = file.state()
  const run = state.runs.get(manifest.runId)
  if (ledger === null) {
    const faults = run === undefined ? [] : ['the release says that nothing was charged, and the run is in it']
    return checkOf(NAME, faults, 'a simulation: nothing was charged')
  }
  if (run === undefined) return { name: NAME, ok: false, detail: 'the run is not in it' }
  const charge = charges.find(({ unit }) => unit === state.unit) ?? charges[0]
  const faults = [
    ...entryFaults(manifest, state, run, charge),
    ...(run.first === true && manifest.privacy.ledgerBegun !== true
      ? ['the run was the first spend in it, and the release does not say so']
      : []),
    // Runs charged by version 0.1 have no drawing, and the ledger knows no more of them.
    ...(run.drawing === undefined
      ? []
      : [
          ...anchorFaults(manifest, file, state.unit === charges[0].unit),
          ...outputFaults(manifest, run, manifestSha256),
        ]),
  ]
  const words = run.drawing === undefined ? 'charged and committed' : 'charged, committed and published'
  return checkOf(NAME, faults, `the run is ${words} as stated`)
}

function entryFaults(manifest: Manifest, state: LedgerState, run: LedgerRun, charge: ExpectedCharge): string[] {
  const { dataset, unit, cost, drawn } = charge
  return [
    ...(run.specHash === manifest.spec.sha256 ? [] : ['the run is in it with another spec']),
    ...(typeof drawn === 'string' && run.measurementsHash === committedHash(run.drawing, drawn)
      ? []
      : ['the run is in it with other measurements']),
    ...(sameCost(run.cost, eventFromJson(cost)) ? [] : [`it was charged ${describeCost(run.cost)}, part by part`]),
    ...(state.unit === unit ? [] : [`it is kept for neighbours of another kind: ${state.unit}`]),
    ...(dataset === undefined || state.dataset === dataset ? [] : [`it is kept for "${state.dataset}"`]),
  ]
}

/** A ledger that was rolled back no longer has the line at which it stood when this release was drawn. */
function anchorFaults({ privacy }: Manifest, file: LedgerFile, isFirst: boolean): string[] {
  const head = privacy.ledgerHead as { index?: unknown; hash?: unknown } | null | undefined
  if (!isFirst) return []
  if (head === null || head === undefined) return ['the release does not say where the ledger stood']
  if (typeof head.index !== 'number' || typeof head.hash !== 'string') return ['the place in the ledger cannot be read']
  return file.has({ index: head.index, hash: head.hash })
    ? []
    : [`it no longer has the line ${head.index + 1} that the release names: it was rolled back or replaced`]
}

function outputFaults(manifest: Manifest, run: LedgerRun, manifestSha256: string): string[] {
  if (run.published === undefined) return ['the run is in it, and was never published']
  const now = new Map([
    ...manifest.outputs.map(({ name, sha256 }) => [name, sha256] as const),
    [MANIFEST_NAME, manifestSha256],
  ])
  const versions = run.published.map((outputs) => {
    const names = [...new Set([...now.keys(), ...Object.keys(outputs)])].sort()
    return names.filter((name) => !Object.hasOwn(outputs, name) || outputs[name] !== now.get(name))
  })
  if (versions.some((changed) => changed.length === 0)) return []
  return versions.at(-1)!.map((name) => `${name} is not the file that was published`)
}
