import type { Command } from 'commander'
import type { RunState, WorkerOptions } from '../../cluster/index.ts'
import { badInput } from '../../request-error.ts'
import { command, type WorkTerminal, withOwnThreads } from '../command.ts'
import { fromOne, seconds, wholeNumber } from '../options.ts'
import { clusterOption, inClusterFlag } from './run-place.ts'

interface Flags {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly run?: string
  readonly cluster?: string
  readonly work: string
  readonly level?: number
  readonly up?: boolean
  readonly step?: string
  readonly chunk?: number
  readonly of?: number
  readonly idle: number
  readonly metrics?: string
}

// A worker starts often, so it loads the files that it needs instead of whole rooms: a tenth of the work.

/** The exit code of a worker whose chunk cannot be done yet: a batch system may try again (EX_TEMPFAIL). */
const NOT_YET = 75

export function workerCommand(): Command {
  return command(
    'worker',
    'Help with a run that is shared: solve chunks until there are none left. Reads public values alone.',
    `tacet worker --run /shared/run
tacet worker --cluster postgres://tacet_worker@db/land --idle 1h
tacet worker --run /shared/run --level 3 --chunk 12    # that chunk alone; nothing when it is done already
tacet worker --run /shared/run --level 3 --up --chunk 12    # of the sums on the way up`,
  )
    .option('--run <folder>', 'the run directory')
    .addOption(clusterOption())
    .option('--level <n>', 'solve a chunk of this level alone, 0 for the top; with --chunk', wholeNumber)
    .option('--up', 'with --level: add up the measurements of that level instead')
    .option('--step <name>', 'instead of --level: the step by its name, such as level-3 or sum-3')
    .option('--chunk <n>', 'the chunk, from 0', wholeNumber)
    .option('--of <n>', 'with --chunk: every n-th chunk from there, so that n workers do them all', fromOne)
    .option('--work <name>', 'with --chunk: whose level', 'solve')
    .option('--idle <time>', 'end when there was nothing to do for so long', seconds, 60)
    .option('--metrics <port>', 'answer GET /metrics for Prometheus at this port of this machine, or at host:port')
    .action((flags: Flags) =>
      withOwnThreads(
        flags,
        async ({ terminal, signal }) => {
          const { threads } = await import('../../run/thread-pool.ts')
          const note = (text: string): void => terminal.note(text)
          const options = { signal, scheduler: threads(1), idleSeconds: flags.idle, note }
          if (flags.run !== undefined) await ofFolder(flags.run, flags, options, terminal)
          else if (flags.cluster !== undefined) await ofDatabase(flags.cluster, flags, options, terminal)
          else throw badInput('name the folder of the run with --run, or the database with --cluster.')
        },
        'The chunk in hand is left to another worker.',
      ),
    )
}

async function ofFolder(folder: string, flags: Flags, options: WorkerOptions, terminal: WorkTerminal): Promise<void> {
  const { DirectoryWorker } = await import('../../cluster/directory/directory-worker.ts')
  const worker = await DirectoryWorker.open(folder, options)
  const metrics = await watched(flags, terminal, async () => {
    const { directoryState } = await import('../../cluster/directory/directory-state.ts')
    return directoryState(folder)
  })
  try {
    if (flags.chunk === undefined) {
      told(terminal, await worker.work())
      return
    }
    const isDone = await worker.workOn(flags.work, stepOf(flags), flags.chunk, flags.of ?? ALL)
    terminal.print(isDone ? 'Done.' : 'Not done: what it needs is not there yet, or it failed.')
    terminal.result({ done: isDone })
    if (!isDone) process.exitCode = NOT_YET
  } finally {
    await metrics?.close()
    await worker.close()
  }
}

async function ofDatabase(url: string, flags: Flags, options: WorkerOptions, terminal: WorkTerminal): Promise<void> {
  const { PostgresWorker } = await import('../../cluster/postgres/postgres-worker.ts')
  const { connectionProblem, connectPostgres } = await import('../../cluster/postgres/sql.ts')
  const database = await connectPostgres(url)
  try {
    const worker = await PostgresWorker.open(database, options).catch((error: unknown) => {
      throw inClusterFlag(connectionProblem(error))
    })
    const metrics = await watched(flags, terminal, async () => {
      const { postgresState } = await import('../../cluster/postgres/postgres-state.ts')
      return postgresState(database)
    })
    try {
      told(terminal, await worker.work())
    } finally {
      await metrics?.close()
      await worker.close()
    }
  } finally {
    await database.close().catch(() => {})
  }
}

async function watched({ metrics }: Flags, terminal: WorkTerminal, state: () => Promise<RunState>) {
  if (metrics === undefined) return undefined
  const { metricsText } = await import('../../cluster/metrics.ts')
  const { serveMetrics } = await import('../../cluster/metrics-server.ts')
  const server = await serveMetrics(metrics, async () => metricsText(await state())).catch((error: unknown) => {
    throw inClusterFlag(error)
  })
  terminal.note(`Metrics: ${server.url}`)
  return server
}

function told(terminal: WorkTerminal, chunks: number): void {
  terminal.print(chunks === 1 ? 'Did one chunk.' : `Did ${chunks} chunks.`)
  terminal.result({ chunks })
}

/** Without --of there is one chunk to do. */
const ALL = Number.MAX_SAFE_INTEGER

function stepOf({ level, up, step }: Flags): string {
  if (step !== undefined) return step
  if (level === undefined) throw badInput('--chunk: name its level too (--level, or --step).')
  return `${up === true ? 'sum' : 'level'}-${level}`
}
