/** A run whose work is shared: who starts the workers, and what is said when some of it cannot be done. */
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Launcher } from '../../cluster/directory/directory-sharing.ts'
import type { ParkedChunk, RunRequest } from '../../cluster/index.ts'
import { badInput } from '../../request-error.ts'
import type { Release } from '../../run/index.ts'
import { workerUrl } from '../../run/worker-url.ts'
import type { CommandContext, WorkTerminal } from '../command.ts'
import { mustNotBePublished, wrote } from '../release-lines.ts'
import { contextFor } from '../run-capability.ts'

export interface SharingFlags {
  readonly runDir?: string
  readonly workers?: number
  readonly slurm?: boolean
  readonly slurmLimit: number
  readonly slurmOption: readonly string[]
  readonly chunkSeconds: number
  readonly heartbeat: number
  readonly threads?: number
}

const MAIN = fileURLToPath(workerUrl('../main', import.meta.url))

export async function runShared(
  request: RunRequest,
  flags: SharingFlags,
  context: CommandContext,
): Promise<Release<unknown>> {
  const { ChunksParkedError, runInDirectory } = await import('../../cluster/index.ts')
  const { threads } = flags
  const folder = resolve(flags.runDir ?? '')
  const run = {
    folder,
    launcher: await launcherFor(folder, flags),
    pace: { chunkSeconds: flags.chunkSeconds, heartbeatSeconds: flags.heartbeat },
  }
  const given = await contextFor({ ...(threads !== undefined && { threads }) }, context)
  try {
    return await runInDirectory(request, run, { ...given, options: request.options })
  } catch (error) {
    if (!(error instanceof ChunksParkedError)) throw error
    reportParked(context.terminal, folder, error.parked)
    process.exitCode = 1
    return { out: null, manifest: null, figures: { parked: error.parked }, resumed: false }
  }
}

async function launcherFor(folder: string, flags: SharingFlags): Promise<Launcher> {
  const { localWorkers, slurmWorkers } = await import('../../cluster/index.ts')
  const command = [process.execPath, MAIN]
  if (flags.slurm !== true) {
    const args = ['worker', '--run', folder, '--quiet', '--idle', '30']
    return localWorkers(flags.workers ?? availableParallelism(), command, args, join(folder, 'logs'))
  }
  if (flags.workers !== undefined) throw badInput('--workers and --slurm: choose one of them.')
  return slurmWorkers({ folder, command, limit: Math.max(1, flags.slurmLimit), more: flags.slurmOption })
}

/** Of each message the first line: the rest is in the file. */
function reportParked(terminal: WorkTerminal, where: string, parked: readonly ParkedChunk[]): void {
  const count = parked.length === 1 ? 'One chunk' : `${parked.length} chunks`
  terminal.alert('wrong', 'tacet:', `${count} could not be done; everything that does not need them is.`)
  for (const { work, step, chunk, message, input } of parked.slice(0, MOST_SHOWN)) {
    terminal.note(`  ${work}/${step}/chunk-${chunk}: ${message.split('\n')[0]}`)
    if (input !== null) terminal.note(`    its input: ${join(where, input)}`)
  }
  terminal.note(`When the cause is gone: tacet run retry ${where}`)
}

const MOST_SHOWN = 10

/** What every capability's release has. */
export function showRelease(terminal: WorkTerminal, release: Release<unknown>): void {
  const { out, manifest, figures } = release
  if (out === null || manifest === null) {
    terminal.result({ figures })
    return
  }
  mustNotBePublished(terminal, manifest.stamp)
  wrote(terminal, out, manifest)
  terminal.result({ out, command: manifest.command, stamp: manifest.stamp, runId: manifest.runId, figures })
}
