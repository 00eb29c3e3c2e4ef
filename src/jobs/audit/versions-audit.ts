/** What anonymised versions of the same records tell together, pair by pair: from what was written down when they were made. */
import { basename } from 'node:path'
import { type AnonymityProblem, recordsForAnonymity } from '../../anonymity/index.ts'
import { checkColumn, type Database, readMicrodata, withDatabase } from '../../data/index.ts'
import { type PublishedVersion, publishedRecordOf, publishedVersions } from '../../ledger/index.ts'
import { fingerprint, readManifest } from '../../release/index.ts'
import { badField } from '../../request-error.ts'
import type { Working } from '../../run/context.ts'
import { parseSpec } from '../../spec/index.ts'
import { type VersionsTogether, versionsTogether } from '../linked-versions.ts'
import type { VersionsTask } from './task.ts'

export interface VersionsDocument {
  readonly records: number
  readonly pairs: readonly (VersionsTogether & {
    readonly first: string
    readonly second: string
    readonly k: number
  })[]
}

interface NamedVersion extends PublishedVersion {
  readonly folder: string
  readonly categorical: readonly string[]
}

export async function auditVersions(
  task: VersionsTask,
  { progress }: Pick<Working, 'progress'>,
): Promise<VersionsDocument> {
  progress.phase({ id: 'read' })
  const versions = await namedVersions(task)
  return withDatabase({}, async (db) => {
    const { data, problem } = await recordsOf(db, task, versions)
    progress.phase({ id: 'bound-cells' })
    const pairs: VersionsDocument['pairs'][number][] = []
    for (const [i, first] of versions.entries())
      for (const second of versions.slice(i + 1)) {
        const k = Math.min(first.k, second.k)
        const together = await versionsTogether(db, data.file, { ...problem, k }, [first, second])
        pairs.push({ first: first.folder, second: second.folder, k, ...together })
      }
    return { records: problem.records, pairs }
  })
}

/** Those of the folders that were made of these very records. */
async function namedVersions({ path, folders }: VersionsTask): Promise<readonly NamedVersion[]> {
  const known = publishedVersions(publishedRecordOf(path))
  const { sha256 } = await fingerprint(path)
  return Promise.all(
    folders.map(async (folder) => {
      const manifest = await readManifest(folder)
      const found = known.find((version) => version.runId === manifest.runId && version.sha256 === sha256)
      if (found === undefined)
        throw badField(
          'versions',
          `${folder} is not written down beside ${basename(path)} as a version of these records (${basename(publishedRecordOf(path))}): it was made from other records, or the file was changed since. Name versions of this file.`,
        )
      const { anonymize } = parseSpec(manifest.spec.text ?? '', folder)
      return { ...found, folder, categorical: [...(anonymize?.categorical ?? []), ...(anonymize?.ordered ?? [])] }
    }),
  )
}

async function recordsOf(db: Database, { path, read }: VersionsTask, versions: readonly NamedVersion[]) {
  const columns = [...new Set(versions.flatMap(({ quasiIdentifiers }) => quasiIdentifiers))]
  const categorical = versions.flatMap((version) => version.categorical)
  const data = await readMicrodata(db, { path, read, columns, categorical, numbers: [], missing: 'level' })
  const { table, names } = data.file
  for (const name of versions.flatMap(({ untouched }) => untouched))
    checkColumn({ sql: table, name: path, columns: names }, name)
  const problem: AnonymityProblem = { records: data.records, attributes: recordsForAnonymity(data.columns), k: 2 }
  return { data, problem }
}
