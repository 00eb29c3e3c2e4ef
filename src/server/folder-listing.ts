/** What is in the folder at one moment, in a form that is cheap to compare: a file by its size, its time and its number on the disk. */
import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export interface Listing {
  /** By name in the folder, with "/" on every system. */
  readonly files: ReadonlyMap<string, string>
  /** The folders that were listed; the open one is "". */
  readonly folders: ReadonlySet<string>
}

/** Names that no view shows; a folder of them is not looked into. */
export const SKIPPED: RegExp = /^(\.|node_modules$)/
/** A run works in such a folder: that it is there is known, what is in it is not. */
export const UNFINISHED: RegExp = /\.partial$/

/** A folder of more entries is followed as far as this. */
const MOST_ENTRIES = 100_000
/** Milliseconds at a time for which other requests wait. */
const TURN = 5
/** A file changed this many milliseconds before it was looked at may change again without another time of change. */
const YOUNG = 20

/**
 * Lists a folder and those below it. The calls are synchronous, with a pause every few milliseconds: with promises the same takes
 * three times the CPU.
 */
export async function listFolder(root: string): Promise<Listing> {
  const [files, folders] = [new Map<string, string>(), new Set<string>()]
  const waiting = ['']
  let turn = performance.now()
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    folders.add(folder)
    for (const entry of entriesOf(join(root, folder))) {
      if (SKIPPED.test(entry.name) || files.size >= MOST_ENTRIES) continue
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (!entry.isDirectory()) files.set(name, stampOf(join(root, name)))
      else if (UNFINISHED.test(name)) files.set(name, 'unfinished')
      else waiting.push(name)
      if (performance.now() - turn < TURN) continue
      await new Promise(setImmediate)
      turn = performance.now()
    }
  }
  return { files, folders }
}

/** Every file and folder that is in one of them alone, or is not the same in both. */
export function changedBetween(before: Listing, after: Listing): readonly string[] {
  const changed = new Set<string>()
  for (const [name, stamp] of after.files) if (before.files.get(name) !== stamp) changed.add(name)
  for (const name of before.files.keys()) if (!after.files.has(name)) changed.add(name)
  for (const name of after.folders) if (!before.folders.has(name)) changed.add(name)
  for (const name of before.folders) if (!after.folders.has(name)) changed.add(name)
  return [...changed].sort()
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return [] // removed since, or not to be read
  }
}

let serial = 0

/** A young file has a stamp that no later one equals, so that it is reported once more. */
function stampOf(path: string): string {
  const known = lstatSync(path, { throwIfNoEntry: false })
  if (known === undefined) return 'gone'
  const { size, mtimeMs, ino } = known
  const isYoung = Math.abs(Date.now() - mtimeMs) < YOUNG
  return `${size} ${mtimeMs} ${ino}${isYoung ? ` ${++serial}` : ''}`
}
