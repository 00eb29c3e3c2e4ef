/** The last act of every run: report and manifest written, the folder put in place. */
import {
  buildManifest,
  isConfidential,
  MANIFEST_NAME,
  type Manifest,
  type ManifestDraft,
  type Report,
  renderReport,
  sha256Text,
} from '../release/index.ts'
import { version } from '../version.ts'
import type { Charged } from './charge.ts'
import type { RunFolder } from './run-folder.ts'

const REPORT_NAME = 'report.html'

/**
 * `outputs` are the data files already in the folder, by name; `inputs` are paths. The files are flushed and their hashes are in
 * every ledger that was charged before the folder is put in place.
 */
export async function publish(
  folder: RunFolder,
  draft: Omit<ManifestDraft, 'runId'>,
  report: Report,
  inputs: readonly string[],
  outputs: readonly string[],
  charges: readonly (Charged | undefined)[] = [],
  /** Outputs that link to records: for their owner alone. */
  ownerOnly: readonly string[] = [],
): Promise<Manifest> {
  const colophon = `Tacet ${version}, run ${folder.runId}. The manifest beside this page holds the fingerprint of every file.`
  await folder.write(REPORT_NAME, renderReport({ ...report, colophon }))
  const manifest = await buildManifest(version, { ...draft, runId: folder.runId }, inputs, folder.path(''), [
    ...outputs,
    REPORT_NAME,
  ])
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  await folder.write(MANIFEST_NAME, text)
  await folder.flush(isConfidential(draft.stamp), ownerOnly)
  const hashes = Object.fromEntries(manifest.outputs.map(({ name, sha256 }) => [name, sha256]))
  for (const charged of charges)
    await charged?.ledger.publish(folder.runId, { ...hashes, [MANIFEST_NAME]: sha256Text(text) })
  await folder.finish()
  return manifest
}
