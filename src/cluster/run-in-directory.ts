/** A run whose work is shared through a folder: the charge and the draw happen here, once; what follows is done by the workers. */
import { join } from 'node:path'
import { checkJob, runJob } from '../jobs/index.ts'
import { withLock } from '../ledger/index.ts'
import type { Release, RunContext } from '../run/index.ts'
import { directorySharing, type Launcher } from './directory/directory-sharing.ts'
import { RunDirectory } from './directory/run-directory.ts'
import { checkPublicJob, type Pace, type RunRequest } from './run-record.ts'
import { sharedCalls } from './shared-calls.ts'

export interface DirectoryRun {
  readonly folder: string
  readonly launcher: Launcher
  readonly pace: Pace
}

/** Begins the run, or continues it; a second process that wants to is turned away. */
export async function runInDirectory(
  request: RunRequest,
  { folder, launcher, pace }: DirectoryRun,
  context: RunContext,
): Promise<Release<unknown>> {
  checkPublicJob(request)
  const directory = await RunDirectory.begin(folder, request, pace)
  const run = async (): Promise<Release<unknown>> => {
    await directory.unpark()
    const sharing = directorySharing(directory, launcher)
    const scheduler = sharedCalls(sharing, context.scheduler, context.signal)
    try {
      const release = await runJob(request.capability, checkJob(request.capability, request.job), {
        ...context,
        scheduler,
        sharing,
      })
      await directory.end('finished')
      return release
    } finally {
      await launcher.close()
    }
  }
  return withLock(join(folder, 'coordinator.lock'), run, { patience: 0, what: `The run in ${folder}` })
}
