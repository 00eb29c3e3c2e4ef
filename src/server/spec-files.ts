/** The files that a spec names stand in the folder that was opened, or the studio does not read them. */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { besideSpec, dataHome } from '../data/index.ts'
import { LEDGER_NAMES } from '../ledger/index.ts'
import { badInput } from '../request-error.ts'
import { parseSpec, type SpecChange, type SpecFile, withChanges } from '../spec/index.ts'
import type { OpenedFolder } from './opened-folder.ts'

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
  return checkedSpec(folder, name, path, changes.length === 0 ? saved : withChanges(saved, changes))
}

/** A spec as it was when a run began, held to the same; its file may be changed or gone since. */
export async function storedSpecFile(folder: OpenedFolder, name: string, text: string): Promise<SpecFile> {
  return checkedSpec(folder, name, await folder.writable(name), text)
}

/** Names are relative to the real place of the spec, as they are where the files are read. */
async function checkedSpec(folder: OpenedFolder, name: string, path: string, text: string): Promise<SpecFile> {
  const file = { path, text, spec: parseSpec(text, name) }
  const { source, units } = file.spec
  if ([source, units?.source].some((one) => (one?.postgres ?? one?.clickhouse) !== undefined))
    throw badInput(`${name} reads from a database server. The studio works on files; run it with the command line.`)
  for (const named of [path, ...namedFiles(file.spec).map((one) => besideSpec(file, one))]) {
    await folder.writableAt(named)
    const home = dataHome(named)
    await folder.writableAt(home)
    // What is spent is written beside the data, or beside their folder, unless the spec says where.
    for (const beside of new Set([dirname(named), dirname(home)]))
      for (const ledger of LEDGER_NAMES) await folder.writableAt(join(beside, ledger))
  }
  return file
}

function namedFiles(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, inner]) =>
    FILE_FIELDS.has(field) && typeof inner === 'string' ? [inner] : namedFiles(inner),
  )
}
