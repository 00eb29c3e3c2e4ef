/**
 * A million jobs that wait, held and drained by the queue as it is set up for runs: a real PostgreSQL of its own, on this machine.
 * A drained job is one transaction, as a worker makes it: the job is taken, a row is written and the job is completed.
 *
 *   TACET_BENCH_JOBS=1000000 TACET_BENCH_DRAINED=20000 tacet bench queue
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChunkQueue, connectPostgres, type SqlDatabase } from 'tacet/cluster'

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

async function fill(database: SqlDatabase, queue: ChunkQueue, server: Server): Promise<void> {
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
async function drain(database: SqlDatabase, queue: ChunkQueue, server: Server, part: string): Promise<void> {
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
async function drainAll(database: SqlDatabase, queue: ChunkQueue, server: Server): Promise<void> {
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

interface Server {
  readonly url: string
  /** Begins to measure; called again, says what it took. */
  watch(): (what: string, jobs: number) => void
  stop(): Promise<void>
}

async function startServer(): Promise<Server | undefined> {
  const versions = '/usr/lib/postgresql'
  const bin = (existsSync(versions) ? readdirSync(versions) : [])
    .map((version) => join(versions, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
  if (bin === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'tacet-bench-pg-'))
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const user = process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : {}
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'tacet', '-A', 'trust'], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const port = await freePort()
  const child = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1'], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const url = `postgresql://tacet@127.0.0.1:${port}/postgres`
  await untilItAnswers(url)
  return {
    url,
    watch: () => {
      const [begun, cpu, served] = [performance.now(), process.cpuUsage(), serverSeconds(child)]
      return (what, jobs) => {
        const wall = (performance.now() - begun) / 1000
        const { user: own, system } = process.cpuUsage(cpu)
        const line = `  ${what.padEnd(44)} ${wall.toFixed(1).padStart(8)} s (load) ${(jobs / wall).toFixed(0).padStart(7)}/s`
        const server = serverSeconds(child) - served
        console.log(
          `${line}   CPU ms a job: client ${((own + system) / 1000 / jobs).toFixed(2)}, server ${((1000 * server) / jobs).toFixed(2)}`,
        )
      }
    },
    stop: async () => {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** CPU seconds of the server and the processes it has now. */
function serverSeconds(child: ChildProcess): number {
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(pid) === child.pid || Number(fields[1]) === child.pid) ticks += Number(fields[11]) + Number(fields[12])
    } catch {
      // it has ended
    }
  }
  return ticks / 100
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}

async function untilItAnswers(url: string): Promise<void> {
  for (;;) {
    const database = await connectPostgres(url, 1)
    const isUp = await database.query('select 1').then(
      () => true,
      () => false,
    )
    await database.close().catch(() => {})
    if (isUp) return
    await new Promise((done) => setTimeout(done, 100))
  }
}

await main()
