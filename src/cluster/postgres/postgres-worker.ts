/**
 * A worker of PostgreSQL: it takes a job, does the chunk, and in one transaction writes the result, queues what waited for it, and
 * completes the job. A worker that lost its job meanwhile (it was frozen, or cut off) finds it completed or taken, and changes nothing.
 */
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { serialize } from 'node:v8'
import { openWork, type WorkBench } from '../../jobs/shared-work.ts'
import { badInput } from '../../request-error.ts'
import type { SchedulerFactory } from '../../run/scheduler.ts'
import { type ChunkName, chunkName, type SharedWork, successors } from '../../run/shared-work.ts'
import { version } from '../../version.ts'
import type { RunRecord } from '../run-record.ts'
import { chunkTable, insertChunk } from './chunk-table.ts'
import { BEAT, ChunkQueue, type HeldJob } from './queue.ts'
import { checkSchema } from './schema.ts'
import { patiently, type Sql, type SqlDatabase } from './sql.ts'

export interface PostgresWorkerOptions {
  readonly signal: AbortSignal
  readonly scheduler: SchedulerFactory
  readonly idleSeconds: number
  readonly note: (text: string) => void
  readonly backend?: 'pglite'
}

const LOOK = 200
const MOST_ATTEMPTS = 6
const MOST_FAILURES = 2

interface OpenRun {
  readonly works: Map<string, Promise<{ readonly work: SharedWork; readonly bench: WorkBench }>>
}

export class PostgresWorker {
  readonly #database: SqlDatabase
  readonly #queue: ChunkQueue
  readonly #options: PostgresWorkerOptions
  readonly #runs = new Map<string, OpenRun>()
  readonly #name = `${hostname()} ${process.pid}`

  private constructor(database: SqlDatabase, queue: ChunkQueue, options: PostgresWorkerOptions) {
    this.#database = database
    this.#queue = queue
    this.#options = options
  }

  /** Waits for a database that is not there yet. */
  static async open(database: SqlDatabase, options: PostgresWorkerOptions): Promise<PostgresWorker> {
    const open = async (): Promise<PostgresWorker> => {
      await checkSchema(database)
      return new PostgresWorker(database, await ChunkQueue.open(database, false, options.backend), options)
    }
    return patiently(open, options.signal, options.note)
  }

  /** Works until it is asked to stop, or nothing comes any more; gives the number of chunks done. */
  async work(): Promise<number> {
    const { signal, idleSeconds } = this.#options
    let [done, idleSince] = [0, performance.now()]
    for (;;) {
      signal.throwIfAborted()
      const job = await this.#tries(() => this.#queue.take())
      if (job !== undefined) {
        if (await this.#do(job)) done++
        idleSince = performance.now()
      } else {
        if (performance.now() - idleSince > 1000 * idleSeconds) return done
        await wait(LOOK, undefined, { signal })
      }
    }
  }

  async close(): Promise<void> {
    for (const { works } of this.#runs.values())
      for (const open of works.values()) await (await open.catch(() => undefined))?.bench.close()
    await this.#queue.close().catch(() => {})
  }

  #tries<T>(work: () => Promise<T>): Promise<T> {
    return patiently(work, this.#options.signal, this.#options.note)
  }

  async #do(job: HeldJob): Promise<boolean> {
    const beat = setInterval(() => this.#beat(job), BEAT)
    let name: ChunkName | undefined
    let input: unknown
    try {
      const { work, bench } = await this.#open(job)
      name = { work: job.work, step: work.steps[job.step].name, chunk: job.chunk }
      await this.#tries(() => this.#seen(job, chunkName(name!)))
      input = await bench.input(name)
      if (job.attempt.retryCount >= MOST_ATTEMPTS) {
        await this.#park(job, name, GIVEN_UP, input)
        return false
      }
      const bytes = await bench.run(name, input)
      this.#options.signal.throwIfAborted()
      return await this.#tries(() => this.#settle(job, work, name!, bytes))
    } catch (error) {
      if (this.#options.signal.aborted) {
        await this.#queue.giveBack(job).catch(() => {})
        throw error
      }
      if (error instanceof ForgottenRunError) await this.#tries(() => this.#queue.complete(job, this.#database))
      else await this.#failed(job, name, error, input)
      return false
    } finally {
      clearInterval(beat)
    }
  }

  /** The result, the jobs that waited for it, and the completion: all of it, or nothing. */
  async #settle(job: HeldJob, work: SharedWork, name: ChunkName, bytes: Uint8Array): Promise<boolean> {
    const lost = new Error('the job is no longer held')
    const settle = async (sql: Sql): Promise<void> => {
      await insertChunk(sql, job.run, chunkName(name), bytes)
      const isFirst = await sql.query(
        'insert into tacet.done (run, work, step, chunk, worker) values ($1, $2, $3, $4, $5) on conflict do nothing returning chunk',
        [job.run, job.work, job.step, job.chunk, this.#name],
      )
      if (isFirst.length > 0) await this.#queue.add(await this.#released(sql, job, work), sql)
      if (!(await this.#queue.complete(job, sql))) throw lost
    }
    try {
      await this.#database.transaction(settle)
      return true
    } catch (error) {
      if (error !== lost) throw error
      return false
    }
  }

  /** The chunks that now have everything they waited for. Rows are taken in order, so that two workers never wait for each other. */
  async #released(sql: Sql, job: HeldJob, { steps }: SharedWork): Promise<readonly import('./queue.ts').ChunkJob[]> {
    const waiting = successors(steps, job.step, job.chunk)
    if (waiting.length === 0) return []
    const rows = await sql.query<{ step: number; chunk: number; remaining: number }>(
      `update tacet.pending as p set remaining = p.remaining - 1
       from (select step, chunk from tacet.pending
             where run = $1 and work = $2 and (step, chunk) in (select * from unnest($3::int[], $4::int[]))
             order by step, chunk for update) as own
       where p.run = $1 and p.work = $2 and p.step = own.step and p.chunk = own.chunk
       returning p.step, p.chunk, p.remaining`,
      [job.run, job.work, waiting.map(([step]) => step), waiting.map(([, chunk]) => chunk)],
    )
    return rows
      .filter(({ remaining }) => remaining === 0)
      .map(({ step, chunk }) => ({ run: job.run, work: job.work, step, chunk }))
  }

  async #failed(job: HeldJob, name: ChunkName | undefined, error: unknown, input: unknown): Promise<void> {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    this.#options.note(`${name === undefined ? 'a chunk' : chunkName(name)} failed: ${message}`)
    const place = [job.run, job.work, job.step, job.chunk]
    const failures = await this.#tries(async () => {
      await this.#database.query(
        'insert into tacet.failure (run, work, step, chunk, message) values ($1, $2, $3, $4, $5)',
        [...place, message],
      )
      const [{ count }] = await this.#database.query<{ count: string }>(
        'select count(*) as count from tacet.failure where run = $1 and work = $2 and step = $3 and chunk = $4',
        place,
      )
      return Number(count)
    })
    if (failures >= MOST_FAILURES && name !== undefined) await this.#park(job, name, message, input)
    else await this.#tries(() => this.#queue.giveBack(job))
    if (name === undefined) throw error
  }

  async #park(job: HeldJob, name: ChunkName, message: string, input: unknown): Promise<void> {
    await this.#tries(() =>
      this.#database.transaction(async (sql) => {
        await sql.query(
          `insert into tacet.parked (run, work, step, chunk, message, attempts, input) values ($1, $2, $3, $4, $5, $6, $7)
           on conflict do nothing`,
          [
            job.run,
            name.work,
            name.step,
            name.chunk,
            message,
            job.attempt.retryCount + 1,
            input === undefined ? null : serialize(input),
          ],
        )
        await this.#queue.complete(job, sql)
      }),
    )
  }

  #beat(job: HeldJob): void {
    this.#queue.touch(job).catch(() => {})
    this.#seen(job, undefined).catch(() => {})
  }

  async #seen({ run }: HeldJob, chunk: string | undefined): Promise<void> {
    await this.#database.query(
      `insert into tacet.worker (name, run, chunk, seen) values ($1, $2, $3, now())
       on conflict (name) do update set run = $2, chunk = coalesce($3, tacet.worker.chunk), seen = now()`,
      [this.#name, run, chunk ?? null],
    )
  }

  async #open(job: HeldJob): Promise<{ readonly work: SharedWork; readonly bench: WorkBench }> {
    const run = this.#runs.get(job.run) ?? { works: new Map() }
    this.#runs.set(job.run, run)
    const open = run.works.get(job.work) ?? this.#openWork(job)
    run.works.set(job.work, open)
    open.catch(() => run.works.delete(job.work))
    return open
  }

  async #openWork({ run, work: id }: HeldJob): Promise<{ readonly work: SharedWork; readonly bench: WorkBench }> {
    const [found] = await this.#tries(() =>
      this.#database.query<{ kind: string; steps: SharedWork['steps']; record: RunRecord }>(
        'select kind, steps, record from tacet.work join tacet.run on run.id = work.run where work.run = $1 and work.id = $2',
        [run, id],
      ),
    )
    if (found === undefined) throw new ForgottenRunError()
    if (found.record.version !== version)
      throw badInput(
        `This run was begun by Tacet ${found.record.version}, and this worker is ${version}. Use the same version for both.`,
      )
    const { kind, steps } = found
    const store = chunkTable(this.#database, run, (work) => this.#tries(work))
    return { work: { id, kind, steps }, bench: await openWork(kind, id, store, this.#options.scheduler) }
  }
}

/** A job of a run that was cancelled and forgotten: there is nothing to do for it. */
class ForgottenRunError extends Error {}

const GIVEN_UP = `Workers ended ${MOST_ATTEMPTS} times while they had this chunk in hand, perhaps for want of memory.`
