/**
 * The private part of a protected table: beside the release and never in it, for its owner alone. It is in place before the release is, and one
 * that belongs to another run is never replaced.
 */
import { readFile, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { writeDurably } from '../../files/index.ts'
import { badInput } from '../../request-error.ts'

export const PRIVATE_FORMAT = 'tacet-protection-1'

export const privatePath = (out: string): string => `${out}.private.json`

/** Refuses before anything is computed what could not be written at the end. */
export async function checkPrivatePath(out: string, runId: string): Promise<void> {
  const path = privatePath(out)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw badInput(`${path}: the private part of the release cannot be written there (${error.code}).`)
  })
  if (text === undefined || runOf(text) === runId) return
  throw badInput(
    `${path}: there is a file already, the private part of another run. It proves what that run published: move it away, or name another \`out\`.`,
  )
}

const CONFIDENTIAL = 'for the owner of the data alone; never publish this file'

export async function writePrivatePart(
  out: string,
  runId: string,
  content: Readonly<Record<string, unknown>>,
): Promise<string> {
  const path = privatePath(out)
  const head = { format: PRIVATE_FORMAT, runId, release: basename(out), confidential: CONFIDENTIAL }
  await writeDurably(path, `${JSON.stringify({ ...head, ...content })}\n`)
  return path
}

/** Of a run that failed: nothing was published that it could prove. */
export async function removePrivatePart(out: string, runId: string): Promise<void> {
  const text = await readFile(privatePath(out), 'utf8').catch(() => undefined)
  if (text !== undefined && runOf(text) === runId) await rm(privatePath(out), { force: true })
}

function runOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { readonly runId?: unknown }).runId
  } catch {
    return undefined
  }
}
