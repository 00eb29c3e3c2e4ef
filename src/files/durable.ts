/** Files that are there whole or not at all, also after a crash. */
import { type FileHandle, lstat, mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { badInput } from '../request-error.ts'
import { move } from './held.ts'

/** Writes the bytes aside, flushes them to the disk, and moves them into place. Only the owner may read the file. */
export async function writeDurably(path: string, bytes: string | Uint8Array): Promise<void> {
  const aside = `${path}.writing`
  try {
    await withFile(aside, 'w', async (file) => {
      await file.writeFile(bytes)
      await file.sync()
    })
    await move(aside, path)
    await syncFolder(dirname(path))
  } catch (error) {
    throw writeError(path, error)
  }
}

/** Windows flushes no folder (EPERM): NTFS keeps names in a journal of its own. */
export const FOLDERS_CAN_BE_FLUSHED = process.platform !== 'win32'

/** Makes the names in a folder durable: a renamed file can otherwise be lost with the power. */
export async function syncFolder(folder: string): Promise<void> {
  if (FOLDERS_CAN_BE_FLUSHED) await withFile(folder, 'r', (file) => file.sync())
}

/** How a file is opened to be flushed: Windows asks for a handle that may write; elsewhere a file that may only be read is flushed, too. */
const FLUSHES = process.platform === 'win32' ? 'r+' : 'r'

/** Flushes every file below a folder, and every folder: what they hold then survives a crash, also what other code wrote. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await syncTree(path)
    else await withFile(path, FLUSHES, (file) => file.sync())
  }
  await syncFolder(folder)
}

/** Makes a folder and those above it, one by one: Node's own way never ends below some special folders (/proc). */
export async function makeFolders(path: string): Promise<void> {
  const missing: string[] = []
  let at = path
  while ((await lstat(at).catch(() => undefined)) === undefined && dirname(at) !== at) {
    missing.unshift(at)
    at = dirname(at)
  }
  for (const folder of missing) {
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw writeError(folder, error)
    })
  }
}

/** Windows has one answer for a file that may not be written and for one that another program holds. */
const NOT_ALLOWED =
  process.platform === 'win32'
    ? 'permission denied, or another program holds it (Excel, a virus scanner, an indexer, a backup). Close it there and run the same command again'
    : 'permission denied'

/** A full disk or a folder that may not be written to is for the user to put right, and is reported as such. */
export function writeError(path: string, error: unknown): Error {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  const reasons: Readonly<Record<string, string>> = {
    ENOSPC: 'the disk is full. Free some space and run the same command again',
    EDQUOT: 'the disk quota is used up. Free some space and run the same command again',
    EACCES: NOT_ALLOWED,
    EPERM: NOT_ALLOWED,
    EBUSY: NOT_ALLOWED,
    EROFS: 'the file system is read-only',
    ENOENT: 'its folder does not exist, or nothing can be made there',
    ENOTDIR: 'a part of its path is a file, not a folder',
    EEXIST: 'a part of its path is a file, not a folder',
    EISDIR: 'there is a folder of that name',
    ENAMETOOLONG: 'the name is longer than a file name can be',
    ELOOP: 'its path runs in a circle of links',
    EINVAL: 'its path cannot be used there',
  }
  return code in reasons ? badInput(`${path} cannot be written: ${reasons[code]}.`) : (error as Error)
}

async function withFile(path: string, flags: string, work: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, flags, 0o600)
  try {
    await work(file)
  } finally {
    await file.close()
  }
}
