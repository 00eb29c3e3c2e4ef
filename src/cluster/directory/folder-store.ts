/**
 * Chunks as files in a folder that machines share. A file is written aside, flushed, and linked into place, so that it is there whole
 * or not at all; a second one of the same name changes nothing. Every file says which run it is of, and holds its own fingerprint.
 */
import { randomUUID } from 'node:crypto'
import { link, open, readdir, readFile, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolders, syncFolder, writeError } from '../../files/index.ts'
import type { ChunkStore } from '../../run/index.ts'
import { openStored, sealStored } from '../../run/stored-file.ts'

const ASIDE = 'aside'

export class FolderStore implements ChunkStore {
  readonly #folder: string
  readonly #run: string
  readonly #known = new Set<string>()

  constructor(folder: string, run: string) {
    this.#folder = folder
    this.#run = run
  }

  async read(name: string): Promise<Uint8Array | undefined> {
    const path = join(this.#folder, name)
    const stored = await readFile(path).catch(ifThere)
    return stored && openStored(stored, this.#header(name), path)
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    await linkNew(this.#folder, name, sealStored(this.#header(name), bytes), this.#known)
  }

  /** The names in a folder of the store. */
  async list(name: string): Promise<readonly string[]> {
    return (await readdir(join(this.#folder, name)).catch(ifThere)) ?? []
  }

  #header(name: string) {
    return { run: this.#run, name, seeded: false, plan: '' }
  }
}

/** Puts a new file in place; false when there is one already, which stays. */
export async function linkNew(
  folder: string,
  name: string,
  bytes: string | Uint8Array,
  known: Set<string> = new Set(),
): Promise<boolean> {
  const path = join(folder, name)
  const aside = join(folder, ASIDE, randomUUID())
  try {
    for (const needed of [dirname(aside), dirname(path)]) {
      if (!known.has(needed)) await makeFolders(needed)
      known.add(needed)
    }
    await writeFlushed(aside, bytes)
    const isNew = await link(aside, path).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false
        throw error
      },
    )
    await unlink(aside)
    await syncFolder(dirname(path))
    return isNew
  } catch (error) {
    await unlink(aside).catch(() => {})
    throw writeError(path, error)
  }
}

async function writeFlushed(path: string, bytes: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** For `catch`: what is not there is undefined. */
export function ifThere(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
