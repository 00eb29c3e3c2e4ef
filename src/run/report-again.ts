/** The report of a release, made again from what the release publishes, to be compared with the published one. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  EVIDENCE_NAME,
  type Evidence,
  isConfidential,
  type Manifest,
  REPORT_NAME,
  type Report,
  renderReleaseReport,
} from '../release/index.ts'
import { badInput } from '../request-error.ts'
import type { RunFolder } from './run-folder.ts'

/** Writes it and gives its name; none where it compares with the truth, or where there was no evidence yet. */
export async function writeReportAgain(
  folder: RunFolder,
  release: string,
  manifest: Manifest,
  report: () => Promise<Report>,
): Promise<readonly string[]> {
  const hasEvidence = manifest.outputs.some(({ name }) => name === EVIDENCE_NAME)
  if (isConfidential(manifest.stamp) || !hasEvidence) return []
  await folder.write(REPORT_NAME, renderReleaseReport(await report(), await evidenceIn(release)))
  return [REPORT_NAME]
}

/** Its own checks are of `verify`. */
async function evidenceIn(release: string): Promise<Evidence> {
  const text = await readFile(join(release, EVIDENCE_NAME), 'utf8').catch(() => '')
  try {
    return JSON.parse(text) as Evidence
  } catch {
    throw badInput(`${EVIDENCE_NAME} cannot be read, so the report cannot be made again.`)
  }
}

export function statementOf({ privacy }: Manifest): readonly string[] {
  return Array.isArray(privacy.statement) ? privacy.statement.map(String) : []
}
