/** The built command is that of the sources: with an older one a test would pass or fail for what the code no longer says. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const SOURCE = /(?<!\.test)\.(ts|tsx|css|html|mjs)$/

/** Throws where a source file was changed after the build. */
export function requireFreshBuild(built: string, sources: readonly string[] = ['src', 'web']): void {
  const begun = statSync(built, { throwIfNoEntry: false })?.mtimeMs
  if (begun === undefined) throw new Error(`${built} is not there. Build first: npm run build`)
  const newer = sources.map((folder) => newerIn(join(root, folder), begun)).find((path) => path !== undefined)
  if (newer !== undefined) throw new Error(`${newer} was changed after the build. Build again: npm run build`)
}

function newerIn(folder: string, than: number): string | undefined {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !SOURCE.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    if (statSync(path).mtimeMs > than) return path
  }
  return undefined
}
