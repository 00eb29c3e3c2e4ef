/** A run whose work is shared through PostgreSQL: ledger, measurements and the state of the run are there too. */
import { randomUUID } from 'node:crypto'
import { checkJob, runJob } from '../../jobs/index.ts'
import { sha256Text } from '../../release/index.ts'
import { badField } from '../../request-error.ts'
import type { Release, RunContext } from '../../run/index.ts'
import { version } from '../../version.ts'
import type { Launcher } from '../directory/directory-sharing.ts'
import { checkPublicJob, type Pace, RUN_FORMAT, type RunRecord, type RunRequest } from '../run-record.ts'
import { sharedCalls } from '../shared-calls.ts'
import { postgresLedgers } from './postgres-ledger.ts'
import { postgresSharing, unparkChunks } from './postgres-sharing.ts'
import { ChunkQueue, deleteJobs } from './queue.ts'
import { installSchema } from './schema.ts'
import { connectionProblem, patientDatabase, type Sql, type SqlDatabase } from './sql.ts'

export interface PostgresJob {
  readonly database: SqlDatabase
  readonly launcher: Pick<Launcher, 'close'> & { keepGoing(): Promise<void> }
  readonly pace: Pace
  readonly note: (text: string) => void
  readonly backend?: 'pglite'
}

/** Begins the run, or continues the one of the same request that was stopped; a second process that wants to is turned away. */
export async function runInPostgres(
  request: RunRequest,
  { database: direct, launcher, pace, note, backend }: PostgresJob,
  context: RunContext,
): Promise<Release<unknown>> {
  checkPublicJob(request)
  const queue = await prepared(direct, backend)
  const database = patientDatabase(direct, context.signal, note)
  try {
    const { id, chunkSeconds } = await beginRun(database, request, pace)
    if (!(await database.tryLock(`tacet run ${id}`)))
      throw badField('cluster', `the run ${id} is in the hands of another process. Wait for it, or end that process.`)
    await database.transaction((sql) => unparkChunks(sql, queue, id))
    const run = { database, queue, run: id, chunkSeconds, keepGoing: () => launcher.keepGoing() }
    const sharing = postgresSharing(run)
    const scheduler = sharedCalls(sharing, context.scheduler, context.signal)
    const ledgers = postgresLedgers(database)
    const release = await runJob(request.capability, checkJob(request.capability, request.job), {
      ...context,
      scheduler,
      sharing,
      ledgers,
    })
    await setState(database, id, 'finished')
    return release
  } finally {
    await launcher.close()
    await queue.close().catch(() => {})
  }
}

async function prepared(database: SqlDatabase, backend: 'pglite' | undefined): Promise<ChunkQueue> {
  try {
    await installSchema(database)
    return await ChunkQueue.open(database, true, backend)
  } catch (error) {
    throw connectionProblem(error)
  }
}

async function beginRun(database: SqlDatabase, request: RunRequest, pace: Pace): Promise<RunRecord> {
  const asked = sha256Text(JSON.stringify(request))
  return database.transaction(async (sql) => {
    await sql.query("select pg_advisory_xact_lock(hashtextextended('tacet begin ' || $1, 7))", [asked])
    const [found] = await sql.query<{ id: string; record: RunRecord }>(
      "select id, record from tacet.run where request = $1 and state <> 'finished' order by begun desc limit 1",
      [asked],
    )
    if (found !== undefined) {
      if (found.record.version !== version)
        throw badField(
          'cluster',
          `this run was begun by Tacet ${found.record.version}, and this is ${version}. Use the same version.`,
        )
      await setState(sql, found.id, 'running')
      return found.record
    }
    const begun = { id: randomUUID(), begun: new Date().toISOString(), version }
    const record: RunRecord = { format: RUN_FORMAT, ...begun, ...request, ...pace }
    await sql.query('insert into tacet.run (id, request, record) values ($1, $2, $3)', [
      record.id,
      asked,
      JSON.stringify(record),
    ])
    return record
  })
}

/** Removes everything of a run but its spends: what is left of it can no longer be resumed. */
export async function forgetRun(database: SqlDatabase, run: string): Promise<void> {
  await database.transaction(async (sql) => {
    for (const table of ['chunk', 'done', 'pending', 'failure', 'parked', 'work'])
      await sql.query(`delete from tacet.${table} where run = $1`, [run])
    await sql.query('delete from tacet.run where id = $1', [run])
    await deleteJobs(sql, run)
  })
}

export async function setState(sql: Sql, run: string, state: 'running' | 'finished' | 'cancelled'): Promise<void> {
  await sql.query('update tacet.run set state = $2 where id = $1', [run, state])
}
