/** The last act of every run: report and manifest written, the folder put in place. */
import {
  buildManifest,
  MANIFEST_NAME,
  type Manifest,
  type ManifestDraft,
  type Report,
  renderReport,
} from '../release/index.ts'
import { version } from '../version.ts'
import type { RunFolder } from './run-folder.ts'

const REPORT_NAME = 'report.html'

/** `outputs` are the data files already in the folder, by name; `inputs` are paths. */
export async function publish(
  folder: RunFolder,
  draft: Omit<ManifestDraft, 'runId'>,
  report: Report,
  inputs: readonly string[],
  outputs: readonly string[],
): Promise<Manifest> {
  const colophon = `Tacet ${version}, run ${folder.runId}. The manifest beside this page holds the fingerprint of every file.`
  await folder.write(REPORT_NAME, renderReport({ ...report, colophon }))
  const manifest = await buildManifest(version, { ...draft, runId: folder.runId }, inputs, folder.path(''), [
    ...outputs,
    REPORT_NAME,
  ])
  await folder.write(MANIFEST_NAME, `${JSON.stringify(manifest, null, 2)}\n`)
  await folder.finish()
  return manifest
}
