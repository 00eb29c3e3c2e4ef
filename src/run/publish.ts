/** The last act of every run: report and manifest written, the folder put in place. */
import {
  buildManifest,
  EVIDENCE_NAME,
  evidenceOf,
  type Guarantee,
  isConfidential,
  MANIFEST_NAME,
  type Manifest,
  type ManifestDraft,
  REPORT_NAME,
  type Report,
  renderReleaseReport,
  SIGNATURE_NAME,
  sha256Text,
} from '../release/index.ts'
import type { About } from '../spec/index.ts'
import { buildFacts, version } from '../version.ts'
import type { Charged } from './charge.ts'
import type { RunFolder } from './run-folder.ts'

export interface Published {
  readonly guarantee: Guarantee
  readonly about: About | undefined
  /** Paths. */
  readonly inputs: readonly string[]
  /** The data files already in the folder, by name. */
  readonly outputs: readonly string[]
  readonly charges: readonly (Charged | undefined)[]
  /** Outputs that link to records: for their owner alone. */
  readonly ownerOnly?: readonly string[] | undefined
}

/** The files are flushed, and their hashes are in every ledger that was charged, before the folder is put in place. */
export async function publish(
  folder: RunFolder,
  draft: Omit<ManifestDraft, 'runId'>,
  report: Report,
  { guarantee, about, inputs, outputs, charges, ownerOnly = [] }: Published,
): Promise<Manifest> {
  const begun = charges.some((charged) => charged?.first) && { ledgerBegun: true }
  const named = { ...draft, runId: folder.runId, privacy: { ...draft.privacy, ...begun } }
  await writeEvidence(folder, named, report, { guarantee, about })
  const manifest = await buildManifest(version, named, inputs, folder.path(''), [
    ...outputs,
    EVIDENCE_NAME,
    REPORT_NAME,
  ])
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  await folder.write(MANIFEST_NAME, text)
  const head = charges[0]?.head ?? null
  const signature = charges[0]?.ledger.sign({ manifestSha256: sha256Text(text), ledgerHead: head })
  if (signature !== undefined) await folder.write(SIGNATURE_NAME, `${JSON.stringify(signature, null, 2)}\n`)
  await folder.flush(isConfidential(draft.stamp), ownerOnly)
  const hashes = Object.fromEntries(manifest.outputs.map(({ name, sha256 }) => [name, sha256]))
  for (const charged of charges)
    await charged?.ledger.publish(folder.runId, { ...hashes, [MANIFEST_NAME]: sha256Text(text) })
  await folder.finish()
  return manifest
}

async function writeEvidence(
  folder: RunFolder,
  draft: ManifestDraft,
  report: Report,
  stated: Pick<Published, 'guarantee' | 'about'>,
): Promise<void> {
  const software = { tacet: version, ...buildFacts(), node: process.versions.node }
  const evidence = evidenceOf({ draft, ...stated, date: new Date().toISOString().slice(0, 10), software })
  await folder.write(EVIDENCE_NAME, `${JSON.stringify(evidence, null, 2)}\n`)
  await folder.write(REPORT_NAME, renderReleaseReport(report, evidence))
}
