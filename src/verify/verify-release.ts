/**
 * A release, checked again by whoever holds it: the files against the manifest, the statement against the spec, the figures
 * against the rules they must keep, and the spend against the ledger. Shares no code with what made the release, except the
 * reading of files and the accountant.
 */
import { join } from 'node:path'
import { fingerprint, type Guarantee, MANIFEST_NAME, type Manifest, readManifest } from '../release/index.ts'
import { type Check, guarded } from './check.ts'
import { evidenceCheck } from './evidence-check.ts'
import { fileCheck, specCheck } from './file-checks.ts'
import type { LedgerEvidence } from './ledger-check.ts'
import { signatureCheck } from './signature-check.ts'
import { stampColumnCheck } from './stamp-columns.ts'

export interface VerifyOptions {
  /** The ledger to look the run up in. */
  readonly ledger?: string
  /** The model of a decision, or its spec: confidential, and the only way to check the constraints. */
  readonly model?: string
  /** The folder of the release that this one extends. */
  readonly earlier?: string
  /** The public key of who should have signed it. */
  readonly key?: string
  /** The private part of a protected table: the only way to check its rules, needs and proofs. */
  readonly privatePart?: string
  /** The record of what has been published: whether a protected table took all earlier ones into account. */
  readonly published?: string
}

/** What a capability's own checks are given. */
export interface ReleaseToVerify extends Pick<VerifyOptions, 'model' | 'earlier' | 'privatePart' | 'published'> {
  readonly folder: string
  readonly manifest: Manifest
  readonly ledger: LedgerEvidence
}

/** How the releases of one capability are checked: which guarantee they give, and its own checks. */
export interface Verifier {
  readonly guarantee: Guarantee
  verify(release: ReleaseToVerify): Promise<readonly Check[]>
}

/** `verifierOf` finds the capability that made the release by its name. */
export async function verifyFolder(
  folder: string,
  options: VerifyOptions,
  verifierOf: (command: string) => Verifier | undefined,
): Promise<{ manifest: Manifest; checks: readonly Check[] }> {
  const manifest = await readManifest(folder)
  const { sha256: manifestSha256 } = await fingerprint(join(folder, MANIFEST_NAME))
  const { ledger: path, model, earlier, key, privatePart, published } = options
  const release = {
    folder,
    manifest,
    ledger: { path, manifestSha256 },
    ...(model && { model }),
    ...(earlier && { earlier }),
    ...(privatePart && { privatePart }),
    ...(published && { published }),
  }
  const verifier = verifierOf(manifest.command)
  const checks = [
    await fileCheck(folder, manifest),
    specCheck(manifest),
    ...(await signatureCheck(folder, manifest, manifestSha256, key)),
    ...(verifier === undefined
      ? [{ name: 'manifest', ok: false, detail: `there is no command "${manifest.command}"` }]
      : [
          ...(await guarded('evidence', () => evidenceCheck(folder, manifest, verifier.guarantee))),
          ...(await guarded('stamped tables', async () => [
            await stampColumnCheck(folder, manifest, verifier.guarantee),
          ])),
          ...(await verifier.verify(release)),
        ]),
  ]
  return { manifest, checks }
}
