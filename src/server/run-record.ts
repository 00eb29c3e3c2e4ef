/**
 * What was asked of a run, beside its folder: `OUT.run.json`, written before the run starts and removed when its release is
 * there. A server that finds one after a restart knows what to resume; how far it came is in the run folder itself.
 */
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeDurably } from '../files/index.ts'
import { CAPABILITY_NAMES } from '../jobs/index.ts'
import type { OpenedFolder } from './opened-folder.ts'

/** Whether a run may have this name: one folder in the folder that is open, and not the one in which another run works. */
export function isRunName(out: string): boolean {
  return /^[\w][\w .-]*$/.test(out) && !out.endsWith('.partial')
}

const recordSchema = z.strictObject({
  format: z.literal('tacet-run-1'),
  capability: z.enum(CAPABILITY_NAMES),
  /** The spec's name in the folder, and its text as it was then: a run resumes with what it was started with. */
  spec: z.strictObject({ path: z.string(), text: z.string() }),
  out: z.string().refine(isRunName),
  seed: z.string().nullable(),
  startedAt: z.string(),
})

export type RunRecord = z.output<typeof recordSchema>

const SUFFIX = '.run.json'
const recordPath = (folder: OpenedFolder, out: string): string => join(folder.path, `${out}${SUFFIX}`)

export async function writeRecord(folder: OpenedFolder, record: RunRecord): Promise<void> {
  await writeDurably(recordPath(folder, record.out), `${JSON.stringify(record, null, 2)}\n`)
}

export async function removeRecord(folder: OpenedFolder, out: string): Promise<void> {
  await rm(recordPath(folder, out), { force: true })
}

/** The runs that have no release yet. What is no record, or stands elsewhere than it says, is passed over. */
export async function readRecords(folder: OpenedFolder): Promise<readonly RunRecord[]> {
  const names = (await readdir(folder.path)).filter((name) => name.endsWith(SUFFIX)).sort()
  const found = await Promise.all(names.map((name) => readRecord(folder, name)))
  return found.filter((record) => record !== undefined)
}

async function readRecord(folder: OpenedFolder, name: string): Promise<RunRecord | undefined> {
  try {
    const text = await readFile(await folder.existing(name), 'utf8')
    const parsed = recordSchema.safeParse(JSON.parse(text))
    return parsed.success && name === `${parsed.data.out}${SUFFIX}` ? parsed.data : undefined
  } catch {
    return undefined
  }
}
