/**
 * The noise key of a run on the disk. It is written before the budget is reserved, read again by a run that was killed while it
 * drew, and destroyed once the measurements are stored and committed: until then the folder is as confidential as the data.
 */
import { createHmac } from 'node:crypto'
import { newNoiseKey } from '../noise/index.ts'
import type { LedgerRun } from '../privacy/index.ts'
import { RequestError } from '../request-error.ts'
import type { RunFolder } from './run-folder.ts'

/** The key of one charge of a run, made when there is none and none was used yet. */
export async function noiseKeyOf(folder: RunFolder, name: string, charged: LedgerRun | undefined): Promise<Uint8Array> {
  const stored = await storedNoiseKey(folder, name)
  if (stored !== undefined) return stored
  if (charged?.drawing !== undefined) throw lost(folder)
  const key = newNoiseKey()
  await folder.writeState(fileOf(name), key)
  return key
}

/** The key, while it is there. */
export function storedNoiseKey(folder: RunFolder, name: string): Promise<Uint8Array | undefined> {
  return folder.readState(fileOf(name))
}

export async function destroyNoiseKey(folder: RunFolder, name: string): Promise<void> {
  await folder.removeState(fileOf(name))
}

/** Binds a charge to one draw: another key, plan or data give another value, and without the key it tells nothing of them. */
export function drawingOf(key: Uint8Array, plan: string, data: string): string {
  return createHmac('sha256', key).update(JSON.stringify({ plan, data })).digest('hex')
}

const fileOf = (name: string): string => `noise-key-${name}`

function lost({ partial, runId }: RunFolder): RequestError {
  return new RequestError(
    'refused',
    `The run "${runId}" was charged, and its noise key is gone from ${partial}: other noise for the same charge is never drawn.\n\n` +
      'Restore that folder, or delete it and run the command again: that is a new run, and is charged.',
    { runId },
  )
}
