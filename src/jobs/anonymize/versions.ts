/** Versions of the same records that were published before: what this one tells beside them, and its own line in the record. */
import { basename } from 'node:path'
import type { Database } from '../../data/index.ts'
import { type PublishedVersion, publishedRecordOf, publishedVersions, recordPublished } from '../../ledger/index.ts'
import { fingerprint } from '../../release/index.ts'
import type { Site } from '../../run/make-release.ts'
import { togetherWords, type VersionColumns, versionsTogether } from '../linked-versions.ts'
import type { ReadRecords } from './read-records.ts'
import type { AnonymizeTask } from './task.ts'

/** How many versions of these records were published before this run. Tells the person who runs it what each of them tells beside this one. */
export async function compareVersions(
  { path }: AnonymizeTask,
  { data, built: { problem } }: ReadRecords,
  version: VersionColumns,
  { db, folder, context }: Pick<Site, 'folder' | 'context'> & { readonly db: Database },
): Promise<number> {
  const all = publishedVersions(publishedRecordOf(path)).filter(({ runId }) => runId !== folder.runId)
  const { sha256 } = all.length === 0 ? { sha256: '' } : await fingerprint(path)
  const same = all.filter((earlier) => earlier.sha256 === sha256)
  for (const earlier of same) {
    const together = await versionsTogether(db, data.file, problem, [earlier, version])
    const text = `${named(earlier)} is another version of these records. ${togetherWords(together, Math.min(problem.k, earlier.k))}`
    if (together.belowK > 0) context.events({ kind: 'note', text: `${text} Publish one of them.` })
  }
  return same.length
}

const named = ({ out, at }: PublishedVersion): string => `"${out}" (${at.slice(0, 10)})`

/** Written before the release is in its place: none is published that is not written down. */
export async function writeDown(
  { path, k }: AnonymizeTask,
  version: VersionColumns,
  { folder }: Pick<Site, 'folder'>,
): Promise<void> {
  const { runId, out } = folder
  const { sha256 } = await fingerprint(path)
  const at = new Date().toISOString()
  await recordPublished(publishedRecordOf(path), {
    runId,
    at,
    data: basename(path),
    sha256,
    out: basename(out),
    k,
    ...version,
  })
}
