/** Runs that are shared through PostgreSQL: a real server and real processes, killed, frozen and cut off. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { connectPostgres, ledgerLines, ledgerPaths, workerGrants } from 'tacet/cluster'
import { verifyLedger } from 'tacet/privacy'
import { expect } from 'vitest'
import { MAIN, tacet, testFolder } from './support/cli.ts'
import { releasedBytes, writeLand } from './support/land.ts'
import { testNeeding } from './support/needs.ts'
import { startPostgres, type TestServer } from './support/postgres.ts'

const folder = testFolder()

function start(
  args: readonly string[],
  cwd: string,
  url: string,
): { child: ChildProcess; ended: Promise<{ code: number | null; said: string }> } {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', TACET_CLUSTER: url },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece) => {
      said += piece
    })
  return { child, ended: new Promise((done) => child.once('close', (code) => done({ code, said }))) }
}

/** Four workers, each replaced when it ends; the next one to be asked for is hurt. */
class Crew {
  readonly #url: string
  readonly #workers: ChildProcess[] = []
  #isOver = false

  constructor(url: string, count: number) {
    this.#url = url
    for (let slot = 0; slot < count; slot++) this.#start(slot)
  }

  #start(slot: number): void {
    const { child } = start(['worker', '--idle', '600'], folder, this.#url)
    this.#workers[slot] = child
    child.once('exit', () => {
      if (!this.#isOver) this.#start(slot)
    })
  }

  hurt(slot: number, signal: NodeJS.Signals): void {
    this.#workers[slot % this.#workers.length].kill(signal)
  }

  end(): void {
    this.#isOver = true
    for (const worker of this.#workers) worker.kill('SIGKILL')
  }
}

const seconds = (n: number): Promise<void> => new Promise((done) => setTimeout(done, 1000 * n))

/** How many chunks are done; undefined while the server is away or has no tables yet. */
async function doneChunks(url: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query('select count(*)::int as done from tacet.done')).rows[0].done
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}

/** Mishaps by how far the run has come, so that a slow machine has as many of them and no more. */
async function wreak(crew: Crew, server: TestServer, isOver: () => boolean): Promise<void> {
  const freeze = async (): Promise<void> => {
    crew.hurt(3, 'SIGSTOP')
    setTimeout(() => crew.hurt(3, 'SIGCONT'), 15_000) // its heartbeat is 10 s: by then its job is another's
  }
  const kill = (slot: number) => async (): Promise<void> => crew.hurt(slot, 'SIGKILL')
  const crash = (): Promise<void> => server.crash()
  const mishaps = [kill(0), freeze, kill(1), crash, kill(2), kill(0), crash, kill(1), kill(2), kill(0)]
  for (const [i, mishap] of mishaps.entries()) {
    while (!isOver() && ((await doneChunks(server.url)) ?? 0) < 30 * (i + 1)) await seconds(0.2)
    if (isOver()) return
    await mishap()
  }
}

testNeeding(
  'postgres',
  'a tree of 5,211 parents is solved once by four workers that are killed and frozen, on a server that is killed twice',
  async () => {
    const home = join(folder, 'land')
    mkdirSync(home)
    writeLand(home, { states: 10, counties: 20, tracts: 25, blocks: 2 })
    const server = await startPostgres()
    const run = start('run land.yaml --out shared --workers 0 --chunk-seconds 0.15s'.split(' '), home, server.url)
    const crew = new Crew(server.url, 4)
    let isOver = false
    const chaos = wreak(crew, server, () => isOver)
    try {
      const { code, said } = await run.ended
      isOver = true
      await chaos
      expect(code, said).toBe(0)
      await shownToBeOnce(server.url)
      // The same measurements, solved by one machine, are the same release byte for byte: `verify --resolve` does just that.
      const verified = tacet(['verify', 'shared', '--resolve', '.'], home)
      expect(verified.code, verified.stdout + verified.stderr).toBe(0)
    } finally {
      isOver = true
      crew.end()
      run.child.kill('SIGKILL')
      await server.stop()
    }
  },
)

/** Every chunk took effect once, nothing is left in the queue, and the ledger holds one charge. */
async function shownToBeOnce(url: string): Promise<void> {
  const database = await connectPostgres(url)
  try {
    const counts = await database.query<{ chunks: string; done: string; pending: string }>(
      `select (select count(*) from tacet.done) as done, (select count(*) from tacet.pending where remaining <> 0) as pending,
              (select count(*) from tacet.chunk where name ~ '/chunk-') as chunks`,
    )
    expect(Number(counts[0].done)).toBeGreaterThan(300)
    expect(counts[0].chunks).toBe(counts[0].done)
    expect(Number(counts[0].pending)).toBe(0)
    const [path] = await ledgerPaths(database)
    const ledger = verifyLedger(await ledgerLines(database, path))
    expect(ledger.ok && ledger.state.runs.size).toBe(1)
  } finally {
    await database.close()
  }
}

testNeeding(
  'postgres',
  "a worker's role solves a run, and can read neither the ledger nor what is confidential",
  async () => {
    const home = join(folder, 'roles')
    mkdirSync(home)
    writeLand(home, { states: 2, counties: 3, tracts: 4, blocks: 3 })
    expect(tacet(['topdown', 'land.yaml', '--seed', '7', '--out', 'alone'], home).code).toBe(0)
    const server = await startPostgres()
    const owner = new pg.Client({ connectionString: server.url })
    await owner.connect()
    try {
      await owner.query(
        "create role helper login password 'help'; create table people (name text); insert into people values ('secret')",
      )
      const run = start(
        'run land.yaml --seed 7 --out shared --workers 0 --chunk-seconds 0.05s'.split(' '),
        home,
        server.url,
      )
      await expect
        .poll(
          async () =>
            (
              await owner.query(
                "select to_regclass('tacet.work') is not null and to_regclass('pgboss.job') is not null as there",
              )
            ).rows[0].there,
        )
        .toBe(true)
      await expect.poll(async () => (await owner.query('select count(*)::int as n from tacet.work')).rows[0].n).toBe(1)
      for (const grant of workerGrants('helper')) await owner.query(grant)
      const url = server.url.replace('tacet@', 'helper:help@')
      const worker = start(['worker', '--idle', '3'], home, url)
      expect((await run.ended).code).toBe(0)
      await worker.ended
      expect(releasedBytes(join(home, 'shared'))).toEqual(releasedBytes(join(home, 'alone')))
      const helper = new pg.Client({ connectionString: url })
      await helper.connect()
      for (const table of ['people', 'tacet.ledger'])
        await expect(helper.query(`select * from ${table}`)).rejects.toThrow(/permission denied/)
      await expect(helper.query("update tacet.chunk set bytes = ''")).rejects.toThrow(/permission denied/)
      await helper.end()
      await owner.query('update tacet.version set version = 99')
      const old = tacet(['run', 'status'], home, { TACET_CLUSTER: server.url })
      expect(old.stderr).toContain(
        '--cluster: the tables in this database are of version 99, and this Tacet needs version 1',
      )
    } finally {
      await owner.end()
      await server.stop()
    }
  },
)
