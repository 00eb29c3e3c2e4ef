/**
 * A million jobs that wait, held and drained by the queue as it is set up for runs: a real PostgreSQL of its own, on this machine.
 * A drained job is one transaction, as a worker makes it: the job is taken, a row is written and the job is completed.
 *
 *   TACET_BENCH_JOBS=1000000 TACET_BENCH_DRAINED=20000 tacet bench queue
 */
import { ChunkQueue, connectPostgres, type SqlDatabase } from 'tacet/cluster'
import { type BenchServer, startServer } from './queue-server.ts'

const JOBS = Number(process.env.TACET_BENCH_JOBS ?? 100_000)
/** Drained one by one; the rest in batches, to see the end. */
const DRAINED = Number(process.env.TACET_BENCH_DRAINED ?? 5000)
const LANES = Number(process.env.TACET_BENCH_WORKERS ?? 4)
const BATCH = 10_000

async function main(): Promise<void> {
  const server = await startServer()
  if (server === undefined) {
    console.log('queue: skipped, there is no PostgreSQL here (Debian: apt-get install postgresql)')
    return
  }
  const database = await connectPostgres(server.url, LANES + 2)
  try {
    await database.query('create table effect (chunk int primary key)')
    const queue = await ChunkQueue.open(database, true)
    console.log(
      `queue: ${JOBS.toLocaleString('en')} jobs on PostgreSQL, ${LANES} takers; wall figures are under the load of this machine`,
    )
    await fill(database, queue, server)
    await report(database, 'held')
    for (const part of ['first', 'second']) await drain(database, queue, server, part)
    await drainAll(database, queue, server)
    await report(database, 'drained')
    await queue.close()
  } finally {
    await database.close()
    await server.stop()
  }
}

async function fill(database: SqlDatabase, queue: ChunkQueue, server: BenchServer): Promise<void> {
  const cost = server.watch()
  for (let from = 0; from < JOBS; from += BATCH) {
    const jobs = Array.from({ length: Math.min(BATCH, JOBS - from) }, (_, i) => ({
      run: RUN,
      work: 'solve',
      step: 0,
      chunk: from + i,
    }))
    await database.transaction((sql) => queue.add(jobs, sql))
  }
  cost('queued in batches of 10,000', JOBS)
}

const RUN = '00000000-0000-4000-8000-000000000000'

/** Some of them, each in a transaction of its own. */
async function drain(database: SqlDatabase, queue: ChunkQueue, server: BenchServer, part: string): Promise<void> {
  const cost = server.watch()
  let left = DRAINED
  const lane = async (): Promise<void> => {
    while (left-- > 0) {
      const job = await queue.take()
      if (job === undefined) return
      await database.transaction(async (sql) => {
        await sql.query('insert into effect values ($1)', [job.chunk])
        if (!(await queue.complete(job, sql))) throw new Error('the job was not held')
      })
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  cost(`the ${part} ${DRAINED.toLocaleString('en')} done one by one`, DRAINED)
}

/** The rest, many at a time, as nobody would do it: to see that all of them were held. */
async function drainAll(database: SqlDatabase, queue: ChunkQueue, server: BenchServer): Promise<void> {
  const cost = server.watch()
  let done = 0
  for (;;) {
    const jobs = await queue.takeMany(1000)
    if (jobs.length === 0) break
    await database.transaction(async (sql) => {
      await sql.query('insert into effect select unnest($1::int[])', [jobs.map(({ chunk }) => chunk)])
      const ids = jobs.map(({ attempt }) => attempt.id)
      await sql.query("update pgboss.job set state = 'completed', completed_on = now() where id = any($1::uuid[])", [
        ids,
      ])
    })
    done += jobs.length
  }
  cost('the rest in batches of 1,000', done)
}

async function report(database: SqlDatabase, when: string): Promise<void> {
  const [found] = await database.query<Record<string, string>>(
    `select (select count(*) from effect) as effects,
            (select count(*) from pgboss.job where state < 'active') as waiting,
            pg_size_pretty(sum(pg_total_relation_size(relid))) as size, sum(n_dead_tup) as dead, sum(autovacuum_count) as vacuums
     from pg_stat_user_tables where schemaname = 'pgboss' and relname like 'job%'`,
  )
  console.log(
    `  ${when}: ${found.waiting} waiting, ${found.effects} took effect; the tables of the queue are ${found.size}, ${found.dead} dead rows, ${found.vacuums} vacuums`,
  )
}

await main()
