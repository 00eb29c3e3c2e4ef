/** What a run directory says of its run: read from any terminal, changes nothing. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunState, StepState } from '../run-record.ts'
import { Claims } from './claims.ts'
import { ifThere } from './folder-store.ts'
import { RunDirectory } from './run-directory.ts'

export async function directoryState(folder: string): Promise<RunState> {
  const directory = await RunDirectory.open(folder)
  const steps: StepState[] = []
  for (const { id, steps: own } of await directory.works())
    for (const { name, chunks } of own)
      steps.push({ work: id, step: name, chunks, done: (await directory.done(id, name)).size })
  const ended = await directory.ended()
  const claims = new Claims(folder, 'status', directory.run.heartbeatSeconds)
  return {
    run: directory.run,
    state: ended === undefined ? 'running' : ended === 'stop' ? 'cancelled' : 'finished',
    steps,
    workers: await claims.workers(),
    parked: await directory.parked(),
  }
}

/** What the workers said, file by file. */
export async function directoryLogs(
  folder: string,
): Promise<readonly { readonly name: string; readonly text: string }[]> {
  const names = ((await readdir(join(folder, 'logs')).catch(ifThere)) ?? []).sort()
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, 'logs', name), 'utf8') })))
}
