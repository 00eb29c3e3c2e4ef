/** How a run has its work done through PostgreSQL: only chunks that can be done are queued, and each brings on those that wait for it. */
import { setTimeout as wait } from 'node:timers/promises'
import { needs, type SharedWork, type WorkSharing } from '../../run/index.ts'
import { ChunksParkedError, type ParkedChunk } from '../run-record.ts'
import { chunkTable } from './chunk-table.ts'
import { type ChunkJob, type ChunkQueue, openJobs } from './queue.ts'
import { patiently, type Sql, type SqlDatabase } from './sql.ts'

/** How often results are looked for, in milliseconds. */
const LOOK = 300

export interface PostgresRun {
  readonly database: SqlDatabase
  readonly queue: ChunkQueue
  readonly run: string
  readonly chunkSeconds: number
  /** Called while work is not whole: keeps workers here going. */
  readonly keepGoing: () => Promise<void>
  readonly note: (text: string) => void
}

export function postgresSharing(
  { database, queue, run, chunkSeconds, keepGoing, note }: PostgresRun,
  signal: AbortSignal,
): WorkSharing {
  const away = (): void => note('The database does not answer: waiting until it does.')
  const tries = <T>(work: () => Promise<T>): Promise<T> => patiently(work, signal, away)
  return {
    store: chunkTable(database, run, tries),
    chunkSeconds,
    finish: async (work, done, stop) => {
      await tries(() => database.transaction((sql) => announce(sql, queue, run, work)))
      for (;;) {
        stop.throwIfAborted()
        const counts = await tries(() => countDone(database, run, work.id))
        work.steps.forEach((_, step) => {
          done(step, counts.get(step) ?? 0)
        })
        if (work.steps.every(({ chunks }, step) => counts.get(step) === chunks)) return
        await tries(() => refuseEnded(database, run))
        await keepGoing()
        await wait(LOOK, undefined, { signal: stop })
      }
    },
  }
}

/** Writes the work down with its first jobs, once. */
async function announce(sql: Sql, queue: ChunkQueue, run: string, { id, kind, steps }: SharedWork): Promise<void> {
  const added = await sql.query(
    'insert into tacet.work (run, id, kind, steps) values ($1, $2, $3, $4) on conflict do nothing returning id',
    [run, id, kind, JSON.stringify(steps)],
  )
  if (added.length === 0) return
  const ready: ChunkJob[] = []
  for (const [step, own] of steps.entries()) {
    const waiting: { chunk: number; remaining: number }[] = []
    for (let chunk = 0; chunk < own.chunks; chunk++) {
      const remaining = needs(own, chunk)
      if (remaining === 0) ready.push({ run, work: id, step, chunk })
      else waiting.push({ chunk, remaining })
    }
    await sql.query(
      `insert into tacet.pending (run, work, step, chunk, remaining)
       select $1, $2, $3, chunk, remaining from unnest($4::int[], $5::int[]) as waiting (chunk, remaining)`,
      [run, id, step, waiting.map(({ chunk }) => chunk), waiting.map(({ remaining }) => remaining)],
    )
  }
  await queue.add(ready, sql)
}

async function countDone(sql: Sql, run: string, work: string): Promise<ReadonlyMap<number, number>> {
  const rows = await sql.query<{ step: number; done: string }>(
    'select step, count(*) as done from tacet.done where run = $1 and work = $2 group by step',
    [run, work],
  )
  return new Map(rows.map(({ step, done }) => [step, Number(done)]))
}

/** Throws when the run was cancelled, or when nothing is left that could be done and some chunks are parked. */
async function refuseEnded(sql: Sql, run: string): Promise<void> {
  const [{ state }] = await sql.query<{ state: string }>('select state from tacet.run where id = $1', [run])
  if (state === 'cancelled') throw new DOMException('The run was cancelled.', 'AbortError')
  const parked = await parkedChunks(sql, run)
  if (parked.length > 0 && (await openJobs(sql, run)) === 0) throw new ChunksParkedError(parked)
}

export async function parkedChunks(sql: Sql, run: string): Promise<readonly ParkedChunk[]> {
  const rows = await sql.query<Omit<ParkedChunk, 'input'> & { saved: boolean }>(
    'select work, step, chunk, message, attempts, input is not null as saved from tacet.parked where run = $1 order by 1, 2, 3',
    [run],
  )
  return rows.map(({ saved, ...chunk }) => ({ ...chunk, input: saved ? `tacet.parked of run ${run}` : null }))
}

/** Parked chunks get their jobs back. */
export async function unparkChunks(sql: Sql, queue: ChunkQueue, run: string): Promise<void> {
  const works = await sql.query<{ id: string; steps: SharedWork['steps'] }>(
    'select id, steps from tacet.work where run = $1',
    [run],
  )
  const parked = await sql.query<{ work: string; step: string; chunk: number }>(
    'delete from tacet.parked where run = $1 returning work, step, chunk',
    [run],
  )
  await sql.query('delete from tacet.failure where run = $1', [run])
  const jobs = parked.map(({ work, step, chunk }) => {
    const steps = works.find(({ id }) => id === work)?.steps ?? []
    return { run, work, step: steps.findIndex(({ name }) => name === step), chunk }
  })
  await queue.add(jobs, sql)
}
