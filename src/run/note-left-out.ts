/** Lines that were found to be no records are said to the person who runs it, unless the spec says so itself. */
import { type Database, dataRelation, leftOutWords, type Source } from '../data/index.ts'
import type { Reading } from '../spec/index.ts'
import type { Working } from './context.ts'

interface ReadFile {
  readonly path: string
  readonly read?: Reading | undefined
}

export async function noteLeftOut(db: Database, source: ReadFile | Source, { note }: Working): Promise<void> {
  if (!('path' in source)) return
  const { path, read: given = {} } = source
  const { name, read } = await dataRelation(db, { path, read: given })
  const found = read?.layout
  if (found === undefined || found === null) return
  const unsaid = {
    ...(given.headerLine === undefined && { headerLine: found.headerLine }),
    ...(given.unitLines === undefined && { unitLines: found.unitLines }),
    ...(given.totalLines === undefined && { totalLines: found.totalLines }),
  }
  const words = leftOutWords(unsaid)
  if (words !== undefined) note(`${name}: ${words}`)
}
