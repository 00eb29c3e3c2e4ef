/** Whether a path, or a link, stays in a folder. */
import { readdir, realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { wayTo } from './way-to.ts'

/** Whether a path is the folder or below it. Both are taken as they are written: links are for the caller to follow first. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Whether what is there under a path, links followed, is in a folder. False where nothing is: a link may yet lead anywhere. */
export async function isReallyInside(folder: string, path: string): Promise<boolean> {
  const [home, real] = await Promise.all(
    [realpath(folder), realpath(path)].map((found) => found.catch(() => undefined)),
  )
  return home !== undefined && real !== undefined && isInside(home, real)
}

/** The first link below a folder that leads out of it, or nowhere, by its name there; undefined when there is none. */
export async function linkOutOf(folder: string): Promise<string | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((one) => one.isSymbolicLink())) {
    const path = join(entry.parentPath, entry.name)
    if (!(await isReallyInside(folder, path))) return wayTo(folder, path)
  }
  return undefined
}
