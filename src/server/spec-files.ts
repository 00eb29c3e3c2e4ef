/** The files that a spec names stand in the folder that was opened, or the studio does not read them. */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { badInput } from '../request-error.ts'
import { parseSpec, type SpecFile } from '../spec/index.ts'
import type { OpenedFolder } from './opened-folder.ts'
import { type SpecChange, withChanges } from './spec-store.ts'

/** Fields of a spec that hold the name of a file. */
const FILE_FIELDS = new Set(['file', 'known', 'ledger', 'model', 'start'])

/** A spec of the folder, with every file that it names in the folder too; changed as it would be saved, where changes are given. */
export async function openSpecFile(
  folder: OpenedFolder,
  name: string,
  changes: readonly SpecChange[] = [],
): Promise<SpecFile> {
  const path = await folder.existing(name)
  const saved = await readFile(path, 'utf8')
  const text = changes.length === 0 ? saved : withChanges(saved, changes)
  const spec = parseSpec(text, name)
  if (spec.source.file === undefined && (spec.source.postgres ?? spec.source.clickhouse) !== undefined)
    throw badInput(`${name} reads from a database server. The studio works on files; run it with the command line.`)
  for (const file of namedFiles(spec)) await folder.writable(join(dirname(name), file))
  return { path, text, spec }
}

function namedFiles(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, inner]) =>
    FILE_FIELDS.has(field) && typeof inner === 'string' ? [inner] : namedFiles(inner),
  )
}
