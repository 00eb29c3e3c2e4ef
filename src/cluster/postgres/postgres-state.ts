/** What the database says of a run: read from any terminal, changes nothing. */
import { badField } from '../../request-error.ts'
import type { SharedWork } from '../../run/index.ts'
import type { RunRecord, RunState, StepState, WorkerState } from '../run-record.ts'
import { parkedChunks } from './postgres-sharing.ts'
import { checkSchema } from './schema.ts'
import type { Sql } from './sql.ts'

/** The latest run, unless one is named. */
export async function postgresState(sql: Sql, id?: string): Promise<RunState> {
  const { record, state } = await findRun(sql, id)
  const works = await sql.query<{ id: string; steps: SharedWork['steps'] }>(
    'select id, steps from tacet.work where run = $1 order by id',
    [record.id],
  )
  const counts = await sql.query<{ work: string; step: number; done: string }>(
    'select work, step, count(*) as done from tacet.done where run = $1 group by work, step',
    [record.id],
  )
  const steps = works.flatMap(({ id: work, steps: own }): StepState[] =>
    own.map(({ name, chunks }, s) => {
      const found = counts.find((count) => count.work === work && count.step === s)
      return { work, step: name, chunks, done: Number(found?.done ?? 0) }
    }),
  )
  const workers = await sql.query<WorkerState>(
    `select name, coalesce(chunk, '') as chunk, extract(epoch from now() - seen)::int as quiet from tacet.worker
     where run = $1 and seen > now() - interval '1 minute' order by name`,
    [record.id],
  )
  return { run: record, state, steps, workers, parked: await parkedChunks(sql, record.id) }
}

export async function findRun(
  sql: Sql,
  id?: string,
): Promise<{ readonly record: RunRecord; readonly state: RunState['state'] }> {
  await checkSchema(sql)
  const [found] = await sql.query<{ record: RunRecord; state: RunState['state'] }>(
    'select record, state from tacet.run where $1::text is null or id::text = $1 order by begun desc limit 1',
    [id ?? null],
  )
  if (found !== undefined) return found
  throw badField(
    'cluster',
    id === undefined ? 'there is no run in this database.' : `there is no run ${id} in this database.`,
  )
}

/** What went wrong in chunks, the latest first. */
export async function postgresFailures(sql: Sql, run: string): Promise<readonly string[]> {
  const rows = await sql.query<{ at: string; work: string; step: number; chunk: number; message: string }>(
    'select at::text, work, step, chunk, message from tacet.failure where run = $1 order by at desc limit 100',
    [run],
  )
  return rows.map(({ at, work, step, chunk, message }) => `${at} ${work} step ${step} chunk ${chunk}: ${message}`)
}
