/** The releases of the folder that were made from a spec as it is now, the last first. */
import { isAnonymizedBy } from '../jobs/index.ts'
import { readManifest } from '../release/index.ts'
import type { OpenedFolder } from './opened-folder.ts'
import { readProject } from './project.ts'
import { openSpecFile } from './spec-files.ts'

export async function anonymizedFrom(folder: OpenedFolder, spec: string): Promise<readonly string[]> {
  const file = await openSpecFile(folder, spec)
  const { releases } = await readProject(folder)
  const made: string[] = []
  for (const { path } of releases.toSorted((a, b) => (a.made < b.made ? 1 : -1))) {
    const manifest = await readManifest(await folder.existing(path)).catch(() => undefined)
    if (manifest !== undefined && isAnonymizedBy(file, manifest)) made.push(path)
  }
  return made
}
