/**
 * A folder in the system's place for temporary files, which its owner alone can enter and which names the process that made it. A
 * process that is killed cannot remove what it wrote there, and that may be confidential: the next one that makes a folder does.
 */
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeAll } from './held.ts'
import { hasEnded, ownIdentity, type ProcessIdentity } from './process-identity.ts'

const PREFIX = 'tacet-own-'
/** Beside what the folder holds, never among it. */
const OWNER = 'owner.json'

let swept: Promise<void> | undefined

/** `inside` is for files; `remove` removes everything. */
export interface OwnFolder {
  readonly inside: string
  remove(): Promise<void>
}

export async function makeOwnFolder(): Promise<OwnFolder> {
  await (swept ??= removeAbandoned(tmpdir()))
  const folder = await mkdtemp(join(tmpdir(), PREFIX))
  await writeFile(join(folder, OWNER), JSON.stringify(ownIdentity()), { mode: 0o600 })
  const inside = await mkdtemp(join(folder, 'files-'))
  return { inside, remove: () => removeAll(folder) }
}

/** Removes the folders of processes that have certainly ended. What cannot be read or removed, or is another's, stays. */
export async function removeAbandoned(place: string): Promise<void> {
  const names = await readdir(place).catch(() => [])
  for (const name of names.filter((one) => one.startsWith(PREFIX))) {
    const folder = join(place, name)
    try {
      const owner = JSON.parse(await readFile(join(folder, OWNER), 'utf8')) as ProcessIdentity
      if (hasEnded(owner)) await removeAll(folder)
    } catch {}
  }
}
