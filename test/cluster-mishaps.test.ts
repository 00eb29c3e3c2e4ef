/** What goes wrong around a shared run, on a real PostgreSQL and a real disk: each is said clearly, and nothing is lost or charged twice. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { connectPostgres, ledgerLines, ledgerPaths } from 'tacet/cluster'
import { verifyLedger } from 'tacet/privacy'
import { afterAll, beforeAll, expect } from 'vitest'
import { MAIN, tacet, testFolder } from './support/cli.ts'
import { releasedBytes, writeLand } from './support/land.ts'
import { enlarge, mountSmall, postgresFolder, testNeeding, unmount } from './support/needs.ts'
import { startPostgres, type TestServer } from './support/postgres.ts'
import { wireTo } from './support/wire.ts'

/** Seconds without a database: 60 was tried too, which takes as long. */
const CUT_SECONDS = Number(process.env.TACET_CUT_SECONDS ?? 4)
const folder = testFolder()
const seconds = (n: number): Promise<void> => new Promise((done) => setTimeout(done, 1000 * n))
let server: TestServer
let owner: pg.Client

beforeAll(async () => {
  writeLand(folder, { states: 2, counties: 3, tracts: 4, blocks: 3 })
  expect(tacet(['topdown', 'land.yaml', '--seed', '7', '--out', 'alone'], folder).code).toBe(0)
  if (postgresFolder() === undefined) return
  server = await startPostgres()
  owner = new pg.Client({ connectionString: server.url })
  await owner.connect()
}, 120_000)

afterAll(async () => {
  await owner?.end()
  await server?.stop()
})

interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<{ code: number | null; said: string }>
  said(): string
}

function start(args: string, url: string, env: Readonly<Record<string, string>> = {}): Started {
  const child = spawn(process.execPath, [MAIN, ...args.split(' ')], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', ...(url && { TACET_CLUSTER: url }), ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece) => {
      said += piece
    })
  return { child, said: () => said, ended: new Promise((done) => child.once('close', (code) => done({ code, said }))) }
}

/** A database of its own on the server. */
async function database(name: string): Promise<string> {
  await owner.query(`create database ${name}`)
  return server.url.replace(/\/postgres$/, `/${name}`)
}

const rows = async (url: string, sql: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const until = (what: () => Promise<boolean> | boolean): Promise<void> =>
  expect.poll(what, { interval: 50, timeout: 120_000 }).toBe(true)

const announced = (url: string): Promise<void> =>
  until(() =>
    rows(url, 'select 1 from tacet.work').then(
      (found) => found.length > 0,
      () => false,
    ),
  )

/** Leaves no room for another page. */
function fillDisk(disk: string): void {
  let n = 0
  for (let block = 1 << 20; block >= 1 << 12; block /= 2)
    for (;;) {
      try {
        writeFileSync(join(disk, `ballast-${n++}`), Buffer.alloc(block))
      } catch {
        break
      }
    }
}

const RUN = (out: string): string => `run land.yaml --seed 7 --out ${out} --workers 0 --chunk-seconds 0.02s`

/** One run in the ledger of the database, and a release that its measurements lead to. */
async function expectPaidOnce(url: string, release: string, data: string): Promise<void> {
  const connected = await connectPostgres(url)
  const [path] = await ledgerPaths(connected)
  const ledger = verifyLedger(await ledgerLines(connected, path))
  await connected.close()
  expect(ledger.ok && ledger.state.runs.size).toBe(1)
  const verified = tacet(['verify', release, '--resolve', data], folder)
  expect(verified.code, verified.stdout).toBe(0)
}

const sameAsAlone = (out: string): void =>
  expect(releasedBytes(join(folder, out))).toEqual(releasedBytes(join(folder, 'alone')))

testNeeding('postgres', 'a wrong password, an unknown database and an older schema are refused at once', async () => {
  const url = await database('refusals')
  await owner.query("create role locked login superuser password 'right'")
  await server.askPassword('locked')
  const locked = (password: string): string => url.replace('tacet@', `locked:${password}@`)
  for (const args of [
    RUN('never').split(' '),
    ['worker', '--idle', '1'],
    ['run', 'status'],
    ['ledger', 'show', '--cluster'],
  ]) {
    const { code, stderr } = tacet(args, folder, { TACET_CLUSTER: locked('wrong') })
    expect([code, stderr]).toEqual([2, expect.stringContaining('--cluster: the server refused the password.')])
    expect(stderr).not.toContain('wrong@')
  }
  const right = tacet(['run', 'status'], folder, { TACET_CLUSTER: locked('right') })
  expect(right.stderr).toContain('there are no tables of Tacet in this database: start a run there first.')
  const nowhere = tacet(['worker'], folder, { TACET_CLUSTER: url.replace('refusals', 'nowhere') })
  expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('there is no database of that name')])
  await rows(
    url,
    'create schema tacet; create table tacet.version (version int primary key); insert into tacet.version values (0)',
  )
  for (const args of [RUN('never').split(' '), ['worker', '--idle', '1'], ['run', 'status']]) {
    const { code, stderr } = tacet(args, folder, { TACET_CLUSTER: url })
    expect(code).toBe(2)
    expect(stderr).toContain('the tables in this database are of version 0, and this Tacet needs version 1.')
  }
})

testNeeding('postgres', 'of two coordinators of one run the second is turned away', async () => {
  const url = await database('coordinators')
  const first = start(RUN('one'), url)
  await announced(url)
  const second = tacet(RUN('one').split(' '), folder, { TACET_CLUSTER: url })
  expect([second.code, second.stderr]).toEqual([2, expect.stringContaining('is in the hands of another process')])
  const worker = start('worker --idle 2', url)
  expect((await first.ended).code).toBe(0)
  await worker.ended
  sameAsAlone('one')
})

testNeeding(
  'postgres',
  'a chunk that fails is parked with its input, the rest goes on, and retry finishes the run',
  async () => {
    const url = await database('parking')
    const run = start(RUN('mended'), url)
    await announced(url)
    const broken = `update tacet.chunk set bytes = substr(bytes, 1, 7) where name = 'measured/people-11-0.f64'`
    const [{ bytes }] = await rows(url, "select bytes from tacet.chunk where name = 'measured/people-11-0.f64'")
    await rows(url, broken)
    const worker = start('worker --idle 5', url)
    const { code, said } = await run.ended
    expect(code, said).toBe(1)
    expect(said).toMatch(/chunks? could not be done; everything that does not need/)
    await worker.ended
    const status = tacet(['run', 'status'], folder, { TACET_CLUSTER: url })
    expect(status.stdout).toContain('Parked: solve/')
    const [parked] = await rows(url, 'select attempts, length(input) as size from tacet.parked')
    expect(Number(parked.attempts)).toBeGreaterThanOrEqual(2)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query("update tacet.chunk set bytes = $1 where name = 'measured/people-11-0.f64'", [bytes])
    await client.end()
    const again = tacet(['run', 'retry', '--workers', '1'], folder, { TACET_CLUSTER: url })
    expect(again.code, again.stderr).toBe(0)
    sameAsAlone('mended')
  },
)

testNeeding(
  'postgres',
  'a coordinator and a worker that lose their connection wait, say so, and come back',
  async () => {
    const direct = await database('lost')
    const wire = await wireTo(Number(new URL(direct).port))
    const url = direct.replace(/:\d+\//, `:${wire.port}/`)
    const run = start('run land.yaml --out paid --workers 0 --chunk-seconds 0.02s', url)
    try {
      await announced(direct)
      const worker = start('worker --idle 600', url)
      await until(async () => (await rows(direct, 'select 1 from tacet.done')).length > 3)
      wire.cut()
      await until(() =>
        [run, worker].every(({ said }) => said().includes('The database does not answer: waiting until it does.')),
      )
      await seconds(CUT_SECONDS)
      wire.mend()
      const { code, said } = await run.ended
      expect(code, said).toBe(0)
      worker.child.kill('SIGTERM')
      expect((await worker.ended).code).toBe(143)
      await expectPaidOnce(direct, 'paid', '.')
    } finally {
      wire.close()
      run.child.kill('SIGKILL')
    }
  },
)

testNeeding('postgres', 'clocks that are hours apart change nothing: the clock of the server counts', async () => {
  const url = await database('clocks')
  const clock = fileURLToPath(new URL('support/other-clock.mjs', import.meta.url))
  const off = (hours: number) => ({ NODE_OPTIONS: `--import=${clock}`, TACET_CLOCK_HOURS: String(hours) })
  const run = start(RUN('skewed'), url, off(-7))
  await announced(url)
  const workers = [start('worker --idle 3', url, off(9)), start('worker --idle 3', url)]
  expect((await run.ended).code).toBe(0)
  for (const worker of workers) expect((await worker.ended).code).toBe(0)
  sameAsAlone('skewed')
  const [{ again }] = await rows(url, 'select max(retry_count) as again from pgboss.job')
  expect(again).toBe(0) // nobody was taken for dead
})

testNeeding('small disk', 'a full disk of the database is waited for, and nothing is lost', async () => {
  const url = await database('brimming')
  const small = join(server.folder, 'small')
  mkdirSync(small)
  mountSmall(small, 1)
  try {
    const { uid, gid } = statSync(join(server.folder, 'data'))
    chownSync(small, uid, gid)
    await owner.query(`create tablespace small location '${small}'`)
    await rows(url, 'select 1')
    const schema = start(RUN('first'), url) // makes the tables
    await announced(url)
    schema.child.kill('SIGKILL')
    await schema.ended
    expect(tacet(['run', 'cancel', '--forget'], folder, { TACET_CLUSTER: url }).code).toBe(0)
    await rows(url, 'alter table tacet.chunk set tablespace small')
    await rows(
      url,
      'create table ballast (bytes bytea) tablespace small; alter table ballast alter column bytes set storage external',
    )
    await rows(url, "insert into ballast select decode(repeat('ab', 8000), 'hex') from generate_series(1, 110)").catch(
      () => {},
    )
    const run = start(RUN('roomy'), url)
    await until(() =>
      run.said().includes('The disk of the database is full: waiting until there is room. Nothing is lost.'),
    )
    enlarge(small, 64)
    const worker = start('worker --idle 600', url)
    const { code, said } = await run.ended
    expect(code, said).toBe(0)
    worker.child.kill('SIGTERM')
    await worker.ended
    sameAsAlone('roomy')
    await rows(url, 'drop table ballast; alter table tacet.chunk set tablespace pg_default')
    await owner.query('drop tablespace small')
  } finally {
    unmount(small)
  }
})

testNeeding(
  'small disk',
  "a full disk under the database's own log stops the server; once it is started with room, the run finishes",
  async () => {
    const log = join(server.folder, 'log-disk') // where the server's user may look
    mkdirSync(log)
    mountSmall(log, 64)
    const small = join(log, 'log')
    mkdirSync(small)
    const own = await startPostgres({ log: small }).catch((error: unknown) => {
      unmount(log)
      throw error
    })
    const land = join(folder, 'logged-land') // data of its own: they get a ledger on this server
    mkdirSync(land)
    writeLand(land, { states: 2, counties: 3, tracts: 4, blocks: 3 })
    const run = start('run logged-land/land.yaml --out logged --workers 0 --chunk-seconds 0.02s', own.url)
    let worker: Started | undefined
    try {
      await announced(own.url)
      worker = start('worker --idle 600', own.url)
      await until(async () => (await rows(own.url, 'select 1 from tacet.done')).length > 0)
      worker.child.kill('SIGSTOP') // so that the run cannot finish before the disk is full
      fillDisk(log)
      // The server moves on to new files of its log until there is no room for one: it panics, and takes all connections with it.
      const moveOn = 'create table if not exists filler (n int); insert into filler values (1); select pg_switch_wal()'
      let failure: { code?: string; message?: string } | undefined
      while (failure === undefined)
        await rows(own.url, moveOn).catch((error: Error) => {
          failure = error
        })
      expect(`${failure.code} ${failure.message}`).toMatch(/^53100 .*pg_wal|^57P|^ECONN|terminated/) // another's panic ends ours
      worker.child.kill('SIGCONT')
      const waits = /The (disk of the database is full|database does not answer): waiting until/
      for (const { said } of [run, worker]) await until(() => waits.test(said()))
      enlarge(log, 256)
      await own.crash()
      const { code, said } = await run.ended
      expect(code, said).toBe(0)
      worker.child.kill('SIGTERM')
      await worker.ended
      await expectPaidOnce(own.url, 'logged', 'logged-land')
    } finally {
      for (const started of [run, worker]) started?.child.kill('SIGKILL')
      await own.stop()
      unmount(log)
    }
  },
)

testNeeding(
  'small disk',
  'a full disk under a run directory ends a worker with words; with room again the run finishes',
  async () => {
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    mountSmall(disk, 8)
    try {
      const run = start(
        'run land.yaml --seed 7 --out on-disk --run-dir disk/run --workers 0 --chunk-seconds 0.02s --heartbeat 2s',
        '',
      )
      await until(() => existsSync(join(disk, 'run', 'works', 'solve.json')))
      fillDisk(disk)
      const worker = tacet(['worker', '--run', 'disk/run', '--idle', '2'], folder)
      expect(worker.code).toBe(2)
      expect(worker.stderr).toContain('the disk is full. Free some space')
      enlarge(disk, 64)
      const helper = start('worker --run disk/run --idle 600', '')
      const { code, said } = await run.ended
      expect(code, said).toBe(0)
      expect((await helper.ended).code).toBe(0)
      sameAsAlone('on-disk')
    } finally {
      unmount(disk)
    }
  },
)
