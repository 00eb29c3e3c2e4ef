/**
 * Tables of a private release are no public knowledge: their counts have errors, and what they cost is not in the statement of a release
 * that takes them for exact. They are known by the errors beside their counts, or by the manifest beside the file.
 */
import { basename, dirname } from 'node:path'
import { type Database, fetchNumber, fileRelation } from '../../data/index.ts'
import { readManifest } from '../../release/index.ts'
import { badInput } from '../../request-error.ts'

const ERRORS = 'standard_error'

/** Throws when a public table (`where` in the spec) holds counts with noise. Counts that such a release gives as exact are taken. */
export async function refuseNoisyTable(db: Database, path: string, where: string): Promise<void> {
  const relation = await fileRelation(db, path)
  if (relation.columns.includes(ERRORS)) {
    const noisy = `select count(*) from ${relation.sql} where coalesce(try_cast(${ERRORS} as double), 1) <> 0`
    if ((await fetchNumber(db, noisy)) === 0) return
    throw refusal(path, where, `its counts have errors beside them (${ERRORS})`)
  }
  const manifest = await readManifest(dirname(path)).catch(() => undefined)
  if (manifest?.outputs.some(({ name }) => name === basename(path)) && manifest.privacy.cost !== undefined)
    throw refusal(path, where, `it is part of the release ${manifest.runId} (${String(manifest.privacy.words)})`)
}

function refusal(path: string, where: string, why: string): Error {
  return badInput(
    `${where}.file: ${path} holds the noisy counts of a private release, not public knowledge: ${why}. Taken for exact, they would be stated without their errors and without their loss. ` +
      'To build on a release, extend it (`extend`); or take its exact counts alone.',
  )
}
