/** The ledger that a release was charged to: the one in the folder that names its run. */
import { readFile } from 'node:fs/promises'
import type { OpenedFolder } from './opened-folder.ts'
import { readProject } from './project.ts'

/** Null where none does: it is kept elsewhere, or nothing was charged. A damaged ledger that names the run is the one, too: the checks say what is wrong. */
export async function ledgerOfRun(folder: OpenedFolder, runId: string): Promise<string | null> {
  const { ledgers } = await readProject(folder)
  for (const { path } of ledgers) {
    const text = await readFile(await folder.existing(path), 'utf8').catch(() => '')
    if (text.includes(JSON.stringify(runId))) return path
  }
  return null
}
