/** The queue of chunks that can be done, by pg-boss: a job carries the name of its chunk and nothing else. */
import type { PgBoss } from 'pg-boss'
import { badField } from '../../request-error.ts'
import type { Sql, SqlDatabase } from './sql.ts'

export interface ChunkJob {
  readonly run: string
  readonly work: string
  readonly step: number
  readonly chunk: number
}

/** A job as one worker has it: a later attempt has another number, and the earlier one can no longer complete it. */
export interface HeldJob extends ChunkJob {
  readonly attempt: { readonly id: string; readonly retryCount: number }
}

const QUEUE = 'tacet-chunks'
/** The id of no job. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** pg-boss allows no shorter one. */
const HEARTBEAT_SECONDS = 10
/** A worker's solve may take hours; silence is told by the heartbeat. */
const LONGEST_SECONDS = 23 * 3600
/** Jobs that wait are never deleted: the default of two weeks once emptied a queue of a million. */
const KEEP_SECONDS = 10 * 365 * 24 * 3600
const DELETE_SECONDS = 3600
/** How often a job may be given to another worker. Chunks that fail are parked long before. */
const RETRIES = 1000

export class ChunkQueue {
  readonly #boss: PgBoss

  private constructor(boss: PgBoss) {
    this.#boss = boss
  }

  /** `install`: makes the queue where there is none, which a worker's role may not. */
  static async open(database: SqlDatabase, install: boolean, backend?: 'pglite'): Promise<ChunkQueue> {
    const { PgBoss } = await import('pg-boss').catch(() => {
      throw badField(
        'cluster',
        'the package `pg-boss` is needed for PostgreSQL. Install it beside Tacet: npm install pg pg-boss@12.35.0',
      )
    })
    const boss = new PgBoss({
      db: { executeSql: async (text, values) => ({ rows: [...(await database.query(text, values))] }) },
      ...(backend && { backend }),
      migrate: install,
      createSchema: install,
      schedule: false,
      supervise: true,
      superviseIntervalSeconds: 1,
      monitorIntervalSeconds: 1,
      reindex: false,
    })
    boss.on('error', () => {}) // a database that is away; the next query says so
    await boss.start()
    if (install) {
      await boss.createQueue(QUEUE, OPTIONS)
      await tuneVacuum(database)
    }
    // pg-boss looks its queue up once, by itself: not within a transaction, which on one connection would wait for it for ever.
    await boss.touch(QUEUE, NOBODY)
    return new ChunkQueue(boss)
  }

  async add(jobs: readonly ChunkJob[], sql: Sql): Promise<void> {
    if (jobs.length === 0) return
    await this.#boss.insert(
      QUEUE,
      jobs.map((data) => ({ data, ...LIMITS })),
      { db: asDatabase(sql) },
    )
  }

  async take(): Promise<HeldJob | undefined> {
    return (await this.takeMany(1))[0]
  }

  /** Up to so many at once. */
  async takeMany(most: number): Promise<readonly HeldJob[]> {
    const jobs = await this.#boss.fetch<ChunkJob>(QUEUE, { batchSize: most, includeMetadata: true })
    return jobs.map(({ data, id, retryCount }) => ({ ...data, attempt: { id, retryCount } }))
  }

  /** A sign of life. */
  async touch({ attempt }: HeldJob): Promise<void> {
    await this.#boss.touch(QUEUE, { ...attempt })
  }

  /** False when the job is no longer this worker's. */
  async complete({ attempt }: HeldJob, sql: Sql): Promise<boolean> {
    const found = await this.#boss.complete(QUEUE, { ...attempt }, null, { db: asDatabase(sql) })
    return Number((found as { affected?: number }).affected ?? 0) > 0
  }

  /** Gives the job back, to be tried again. */
  async giveBack({ attempt }: HeldJob): Promise<void> {
    await this.#boss.fail(QUEUE, { ...attempt })
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false, close: false })
  }
}

const LIMITS = {
  retryLimit: RETRIES,
  expireInSeconds: LONGEST_SECONDS,
  retentionSeconds: KEEP_SECONDS,
  deleteAfterSeconds: DELETE_SECONDS,
  heartbeatSeconds: HEARTBEAT_SECONDS,
}

const OPTIONS = { policy: 'standard', ...LIMITS } as const

/**
 * A job is inserted, updated twice or more and deleted: a table that once held a million is mostly dead rows long before a fifth of it
 * (PostgreSQL's default) has changed again, and taking a job reads over all of them. Set where the rows are: on the partitions.
 */
const VACUUM = {
  fillfactor: 70,
  autovacuum_vacuum_scale_factor: 0.01,
  autovacuum_vacuum_threshold: 1000,
  autovacuum_analyze_scale_factor: 0.02,
  autovacuum_vacuum_cost_delay: 0,
} as const

async function tuneVacuum(sql: Sql): Promise<void> {
  const tables = await sql.query<{ name: string; options: readonly string[] | null }>(
    `select c.oid::regclass::text as name, c.reloptions as options from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'pgboss' and c.relkind = 'r' and c.relname like 'job%'`,
  )
  const wanted = Object.entries(VACUUM).map(([name, value]) => `${name}=${value}`)
  for (const { name, options } of tables)
    if (wanted.some((setting) => options?.includes(setting) !== true))
      await sql.query(`alter table ${name} set (${wanted.join(', ')})`)
}

/** Milliseconds between two signs of life. */
export const BEAT: number = (1000 * HEARTBEAT_SECONDS) / 4

function asDatabase(sql: Sql): { executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> } {
  return { executeSql: async (text, values) => ({ rows: [...(await sql.query(text, values))] }) }
}

/** Removes the jobs of a run that is forgotten. */
export async function deleteJobs(sql: Sql, run: string): Promise<void> {
  await sql.query("delete from pgboss.job where name = $1 and data->>'run' = $2", [QUEUE, run])
}

/** The jobs of a run that wait or are in hand. */
export async function openJobs(sql: Sql, run: string): Promise<number> {
  const [{ open }] = await sql.query<{ open: string }>(
    "select count(*) as open from pgboss.job where name = $1 and state < 'completed' and data->>'run' = $2",
    [QUEUE, run],
  )
  return Number(open)
}
