/** Files that are there whole or not at all, also after a crash. */
import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { badInput } from '../request-error.ts'

/** Writes the bytes aside, flushes them to the disk, and moves them into place. */
export async function writeDurably(path: string, bytes: string | Uint8Array): Promise<void> {
  const aside = `${path}.writing`
  try {
    await withFile(aside, 'w', async (file) => {
      await file.writeFile(bytes)
      await file.sync()
    })
    await rename(aside, path)
    await syncFolder(dirname(path))
  } catch (error) {
    throw writeError(path, error)
  }
}

/** Makes the names in a folder durable: a renamed file can otherwise be lost with the power. */
export async function syncFolder(folder: string): Promise<void> {
  await withFile(folder, 'r', (file) => file.sync())
}

/** A full disk or a folder one may not write to is the user's to mend, and is told as such. */
export function writeError(path: string, error: unknown): Error {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  const reasons: Readonly<Record<string, string>> = {
    ENOSPC: 'the disk is full. Free some space and run the same command again',
    EDQUOT: 'the disk quota is used up. Free some space and run the same command again',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOENT: 'its folder does not exist',
    ENOTDIR: 'a part of its path is a file, not a folder',
    EEXIST: 'a part of its path is a file, not a folder',
  }
  return code in reasons ? badInput(`${path} cannot be written: ${reasons[code]}.`) : (error as Error)
}

async function withFile(path: string, flags: string, work: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, flags)
  try {
    await work(file)
  } finally {
    await file.close()
  }
}
