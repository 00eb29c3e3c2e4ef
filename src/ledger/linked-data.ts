/**
 * A file by another name. A hard link is the same file: what was spent on it under one name was spent on it under the other. So the name
 * under which a file was first charged is remembered by its number on the disk, in the user's own state folder, and asked for where a
 * file has several names. Nothing of its contents is kept.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stateFolder } from './state-folder.ts'

/** Remembers that this is the name with the ledger beside it. A folder that cannot be written is left alone: then nothing is remembered. */
export function rememberName(path: string): void {
  const file = entryOf(path)
  if (file === undefined) return
  try {
    mkdirSync(join(stateFolder(), FOLDER), { recursive: true, mode: 0o700 })
    writeFileSync(file, `${JSON.stringify({ data: resolve(path) })}\n`, { mode: 0o600 })
  } catch {
    // said in the header
  }
}

/** The name under which the file was charged first, where it is another name of the same file; else its own. */
export function firstName(path: string): string {
  const file = entryOf(path)
  const own = numbersOf(path)
  if (file === undefined || own === undefined || own.names < 2n) return path
  try {
    const { data } = JSON.parse(readFileSync(file, 'utf8')) as { readonly data: string }
    const other = numbersOf(data)
    return other?.key === own.key ? data : path // the number of a file that is gone is given to others
  } catch {
    return path
  }
}

const FOLDER = 'data'

function entryOf(path: string): string | undefined {
  const found = numbersOf(path)
  return found && join(stateFolder(), FOLDER, `${found.key}.json`)
}

function numbersOf(path: string): { readonly key: string; readonly names: bigint } | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found?.isFile() ? { key: `${found.dev}-${found.ino}`, names: found.nlink } : undefined
}
