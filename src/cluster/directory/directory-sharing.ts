/** How a run has its work done through a run directory: it says what there is to do, starts workers, and watches for the results. */
import { setTimeout as wait } from 'node:timers/promises'
import { readyChunks, type SharedWork, type WorkSharing } from '../../run/index.ts'
import { ChunksParkedError } from '../run-record.ts'
import { Claims } from './claims.ts'
import { keyOf, type RunDirectory } from './run-directory.ts'

/** Starts workers and keeps them going: processes here, or a batch system. */
export interface Launcher {
  /** Called again and again while work is not whole, with how many chunks of each step are done. */
  keepGoing(work: SharedWork, done: readonly number[]): Promise<void>
  /** Ends what it started. */
  close(): Promise<void>
}

/** How often results are looked for, in milliseconds. */
const LOOK = 300

export function directorySharing(directory: RunDirectory, launcher: Launcher): WorkSharing {
  return {
    store: directory.store,
    chunkSeconds: directory.run.chunkSeconds,
    finish: async (work, done, signal) => {
      await directory.announce(work)
      for (;;) {
        signal.throwIfAborted()
        const sets = await Promise.all(work.steps.map(({ name }) => directory.done(work.id, name)))
        sets.forEach((set, step) => {
          done(step, set.size)
        })
        if (work.steps.every(({ chunks }, step) => sets[step].size === chunks)) return
        if ((await directory.ended()) === 'stop') throw new DOMException('The run was cancelled.', 'AbortError')
        await refuseStuck(directory, work, (step, chunk) => sets[step].has(chunk))
        await launcher.keepGoing(
          work,
          sets.map((set) => set.size),
        )
        await wait(LOOK, undefined, { signal })
      }
    },
  }
}

/** Throws when every chunk that could be done is parked, and nobody has another in hand. */
async function refuseStuck(
  directory: RunDirectory,
  work: SharedWork,
  isDone: (step: number, chunk: number) => boolean,
): Promise<void> {
  const parked = await directory.parked()
  if (parked.length === 0) return
  const keys = new Set(parked.map(keyOf))
  for (const [step, chunk] of readyChunks(work, isDone))
    if (!keys.has(keyOf({ work: work.id, step: work.steps[step].name, chunk }))) return
  const claims = new Claims(directory.folder, 'coordinator', directory.run.heartbeatSeconds)
  const held = [...(await claims.held()).values()].some((age) => !claims.isStale(age))
  if (!held) throw new ChunksParkedError(parked)
}
