/** Where a shared run is kept, for the commands that look after it: a run directory, or a database. */
import { Option } from 'commander'
import type { RunState, SqlDatabase } from '../../cluster/index.ts'
import { badInput, RequestError } from '../../request-error.ts'

export interface PlaceFlags {
  readonly cluster?: string
  readonly id?: string
}

/** The address may hold a password, which other users of a machine can see in a command line but not in the environment. */
export function clusterOption(): Option {
  return new Option(
    '--cluster <url>',
    'share the work through PostgreSQL: postgres://user@host/database, or in TACET_CLUSTER',
  ).env('TACET_CLUSTER')
}

export function idOption(): Option {
  return new Option('--id <run>', 'with --cluster: which run; the latest without it')
}

export interface RunPlace {
  readonly name: string
  state(): Promise<RunState>
  cancel(): Promise<void>
  /** Removes what is shared of the run. */
  forget(): Promise<void>
  logs(): Promise<readonly { readonly name: string; readonly text: string }[]>
  close(): Promise<void>
}

export async function openPlace(folder: string | undefined, flags: PlaceFlags): Promise<RunPlace> {
  if (folder !== undefined) return folderPlace(folder)
  if (flags.cluster === undefined) throw badInput('name the run directory, or the database with --cluster.')
  return databasePlace(await openDatabase(flags.cluster), flags.id)
}

async function folderPlace(folder: string): Promise<RunPlace> {
  const { cancelSlurm, directoryLogs, directoryState, RunDirectory } = await import('../../cluster/index.ts')
  const directory = await RunDirectory.open(folder)
  return {
    name: folder,
    state: () => directoryState(folder),
    cancel: async () => {
      await directory.end('stop')
      await cancelSlurm(folder)
    },
    forget: async () => {
      throw badInput('--forget is for a database: delete the folder instead.')
    },
    logs: () => directoryLogs(folder),
    close: async () => {},
  }
}

async function databasePlace(database: SqlDatabase, id: string | undefined): Promise<RunPlace> {
  const { findRun, forgetRun, postgresFailures, postgresState, setState } = await import('../../cluster/index.ts')
  const { record } = await findRun(database, id)
  return {
    name: `run ${record.id}`,
    state: () => postgresState(database, record.id),
    cancel: () => setState(database, record.id, 'cancelled'),
    forget: () => forgetRun(database, record.id),
    logs: async () => [{ name: 'failures', text: (await postgresFailures(database, record.id)).join('\n') }],
    close: () => database.close(),
  }
}

/** A complaint about the database, or about where metrics are served, names the flag. */
export function inClusterFlag(error: unknown): unknown {
  if (!(error instanceof RequestError)) return error
  const { field, ...facts } = error.facts
  return field === 'cluster' || field === 'metrics' ? new RequestError(error.code, `--${error.message}`, facts) : error
}

/** The database, asked once whether it answers. */
export async function openDatabase(url: string): Promise<SqlDatabase> {
  const { connectionProblem, connectPostgres } = await import('../../cluster/index.ts')
  const database = await connectPostgres(url)
  try {
    await database.query('select 1')
    return database
  } catch (error) {
    await database.close().catch(() => {})
    throw connectionProblem(error)
  }
}
