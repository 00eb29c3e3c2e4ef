/** A run whose work is shared: who starts the workers, and what is said when some of it cannot be done. */
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtFolder } from '../../built.ts'
import type { LocalWorkers, ParkedChunk, RunRequest } from '../../cluster/index.ts'
import { badInput } from '../../request-error.ts'
import type { Release, RunContext } from '../../run/index.ts'
import { mustNotBePublished, wrote } from '../../run/release-lines.ts'
import type { CommandContext, WorkTerminal } from '../command.ts'
import { contextFor } from '../run-capability.ts'
import { inClusterFlag, openDatabase } from './run-place.ts'

export interface SharingFlags {
  readonly cluster?: string
  readonly runDir?: string
  readonly workers?: number
  readonly slurm?: boolean
  readonly slurmLimit: number
  readonly slurmOption: readonly string[]
  readonly chunkSeconds: number
  readonly heartbeat: number
  readonly threads?: number
}

const MAIN = fileURLToPath(new URL('cli/main.mjs', builtFolder))
/** Workers that were started here end by themselves, should this process be killed. */
const IDLE = ['--quiet', '--idle', '30']

export async function runShared(
  request: RunRequest,
  flags: SharingFlags,
  context: CommandContext,
): Promise<Release<unknown>> {
  const { ChunksParkedError } = await import('../../cluster/index.ts')
  const { threads } = flags
  const given = await contextFor({ ...(threads !== undefined && { threads }) }, context)
  const whole = { ...given, options: request.options }
  try {
    if (flags.runDir !== undefined) return await throughFolder(request, resolve(flags.runDir), flags, whole)
    return await throughDatabase(request, flags.cluster ?? '', flags, whole, context)
  } catch (error) {
    if (!(error instanceof ChunksParkedError)) throw inClusterFlag(error)
    reportParked(context.terminal, flags.runDir, error.parked)
    process.exitCode = 1
    return { out: null, manifest: null, figures: { parked: error.parked }, resumed: false }
  }
}

async function throughFolder(
  request: RunRequest,
  folder: string,
  flags: SharingFlags,
  context: RunContext,
): Promise<Release<unknown>> {
  const { localWorkers, runInDirectory, slurmWorkers } = await import('../../cluster/index.ts')
  if (flags.cluster !== undefined && flags.slurm === true) throw badInput('--cluster and --slurm: choose one of them.')
  if (flags.workers !== undefined && flags.slurm === true) throw badInput('--workers and --slurm: choose one of them.')
  const command = [process.execPath, MAIN]
  const launcher =
    flags.slurm === true
      ? slurmWorkers({ folder, command, limit: Math.max(1, flags.slurmLimit), more: flags.slurmOption })
      : localWorkers({ ...workersHere(flags, ['worker', '--run', folder]), logs: join(folder, 'logs') })
  return runInDirectory(request, { folder, launcher, pace: paceOf(flags) }, context)
}

async function throughDatabase(
  request: RunRequest,
  url: string,
  flags: SharingFlags,
  context: RunContext,
  { terminal }: CommandContext,
): Promise<Release<unknown>> {
  const { localWorkers, runInPostgres } = await import('../../cluster/index.ts')
  if (flags.slurm === true) throw badInput('--slurm shares the work through a folder: name it with --run-dir.')
  const database = await openDatabase(url)
  const workers = localWorkers({ ...workersHere(flags, ['worker']), environment: { TACET_CLUSTER: url } })
  const launcher = { keepGoing: () => workers.keepGoing(NO_WORK, []), close: () => workers.close() }
  const note = (text: string): void => terminal.note(text)
  try {
    return await runInPostgres(request, { database, launcher, pace: paceOf(flags), note }, context)
  } finally {
    await database.close().catch(() => {})
  }
}

const NO_WORK = { id: '', kind: '', steps: [] }

function workersHere({ workers }: SharingFlags, args: readonly string[]): LocalWorkers {
  return { count: workers ?? availableParallelism(), command: [process.execPath, MAIN, ...args, ...IDLE] }
}

function paceOf({ chunkSeconds, heartbeat }: SharingFlags) {
  return { chunkSeconds, heartbeatSeconds: heartbeat }
}

/** Of each message the first line: the rest is in the file. */
function reportParked(terminal: WorkTerminal, folder: string | undefined, parked: readonly ParkedChunk[]): void {
  const count = parked.length === 1 ? 'One chunk' : `${parked.length} chunks`
  terminal.alert('wrong', 'tacet:', `${count} could not be done; everything that does not need them is.`)
  for (const { work, step, chunk, message, input } of parked.slice(0, MOST_SHOWN)) {
    terminal.note(`  ${work}/${step}/chunk-${chunk}: ${message.split('\n')[0]}`)
    if (input !== null) terminal.note(`    its input: ${folder === undefined ? input : join(folder, input)}`)
  }
  terminal.note(`When the cause is gone: tacet run retry ${folder ?? '--cluster ...'}`)
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
