/**
 * A release, checked again by whoever holds it: the files against the manifest, the statement against the spec, the figures
 * against the rules they must keep, and the spend against the ledger. Shares no code with what made the release, except the
 * reading of files and the accountant.
 */
import { join } from 'node:path'
import { fingerprint, MANIFEST_NAME, type Manifest, readManifest } from '../release/index.ts'
import { anonymityChecks } from './anonymity-checks.ts'
import { type Check, guarded } from './check.ts'
import { decisionReleaseChecks } from './decision-checks.ts'
import { evidenceCheck } from './evidence-check.ts'
import { fileCheck, outputsCheck, specCheck } from './file-checks.ts'
import { groupChecks } from './group-checks.ts'
import type { LedgerEvidence } from './ledger-check.ts'
import { measureChecks } from './measure-checks.ts'
import { statementCheck } from './privacy-checks.ts'
import { publishedTableChecks } from './published-table-checks.ts'
import { stampCheck } from './stamp-check.ts'
import { stampColumnCheck } from './stamp-columns.ts'
import { statementOf } from './stated-privacy.ts'
import { topdownChecks } from './topdown-checks.ts'
import { outputName } from './topdown-lines.ts'
import { topdownLedgerCheck, topdownPrivacyChecks } from './topdown-privacy-checks.ts'

export interface VerifyOptions {
  /** The ledger to look the run up in. */
  readonly ledger?: string
  /** The model of a decision, or its spec: confidential, and the only way to check the constraints. */
  readonly model?: string
  /** The folder of the release that this one extends. */
  readonly earlier?: string
}

export async function verifyRelease(
  folder: string,
  options: VerifyOptions = {},
): Promise<{ manifest: Manifest; checks: readonly Check[] }> {
  const manifest = await readManifest(folder)
  const { sha256: manifestSha256 } = await fingerprint(join(folder, MANIFEST_NAME))
  const evidence = { path: options.ledger, manifestSha256 }
  const checks = [
    await fileCheck(folder, manifest),
    specCheck(manifest),
    ...(await guarded('evidence', () => evidenceCheck(folder, manifest))),
    ...(await guarded('stamped tables', async () => [await stampColumnCheck(folder, manifest)])),
    ...(await commandChecks(folder, manifest, evidence, options)),
  ]
  return { manifest, checks }
}

async function commandChecks(
  folder: string,
  manifest: Manifest,
  ledger: LedgerEvidence,
  { model, earlier }: VerifyOptions,
): Promise<readonly Check[]> {
  switch (manifest.command) {
    case 'measure':
      return measureChecks(folder, manifest, ledger)
    case 'topdown':
      return [
        ...(await topdownPrivacyChecks(manifest, earlier)),
        ...(await topdownChecks(folder, manifest, earlier === undefined ? {} : { earlier })),
        ...(await topdownLedgerCheck(manifest, ledger)),
      ]
    case 'groups':
      return groupChecks(folder, manifest, ledger)
    case 'decide':
      return decisionReleaseChecks(folder, manifest, model, ledger)
    case 'anonymize':
      return anonymityChecks(folder, manifest)
    case 'audit':
      return outputName(manifest, 'table') === undefined
        ? auditChecks(manifest)
        : publishedTableChecks(folder, manifest)
    default:
      return [{ name: 'manifest', ok: false, detail: `there is no command "${manifest.command}"` }]
  }
}

/** An audit is about somebody else's table: it is confidential, and says that it protects nobody. */
function auditChecks(manifest: Manifest): Promise<readonly Check[]> {
  return guarded('manifest', async () => [
    outputsCheck(manifest, { tables: ['bounds'] }),
    stampCheck(manifest, { notPrivate: undefined, confidential: 'an audit is as confidential as its table' }),
    statementCheck(statementOf(manifest), ['An audit is not differentially private.']),
  ])
}
