/** Parts of shared runs: the same code on PGlite, claims and clocks, a disk that is full, a database that is away, metrics. */
import { mkdtempSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { capabilities, jobFrom, localContext, readSpec } from 'tacet'
import {
  beginLedgerTable,
  installSchema,
  ledgerLines,
  ledgerTable,
  metricsText,
  PostgresWorker,
  postgresLedgers,
  postgresState,
  runInPostgres,
  type SqlDatabase,
  serveMetrics,
} from 'tacet/cluster'
import { rational } from 'tacet/exact'
import { fileLedgers } from 'tacet/ledger'
import { type Cap, pure } from 'tacet/privacy'
import { readyChunks, successors, threads } from 'tacet/run'
import { expect, test } from 'vitest'
import { Claims } from '../src/cluster/directory/claims.ts'
import { FolderStore } from '../src/cluster/directory/folder-store.ts'
import { connectionProblem, isLost, patiently } from '../src/cluster/postgres/sql.ts'
import { testFolder } from './support/cli.ts'
import { releasedBytes, writeLand } from './support/land.ts'

const folder = testFolder()
const never = new AbortController().signal

/** PGlite has one connection: what is asked waits its turn. */
function pgliteDatabase(pglite: PGlite): SqlDatabase {
  return {
    query: async <Row>(text: string, values: readonly unknown[] = []) => {
      if (values.length > 0) return (await pglite.query<Row>(text, [...values])).rows
      return (await pglite.exec(text)).flatMap(({ rows }) => rows as Row[])
    },
    transaction: (work) =>
      pglite.transaction((tx) =>
        work({
          query: async <Row>(text: string, values: readonly unknown[] = []) =>
            values.length > 0
              ? (await tx.query<Row>(text, [...values])).rows
              : (await tx.exec(text)).flatMap(({ rows }) => rows as Row[]),
        }),
      ) as never,
    tryLock: async () => true,
    close: async () => {},
  }
}

test('a run through PGlite, with its worker in the same process, is the release of one machine', async () => {
  const spec = await readSpec(writeLand(folder, { states: 2, counties: 2, tracts: 3, blocks: 2 }))
  const { topdown } = capabilities
  const job = jobFrom(spec)
  await topdown.run(job, localContext({ out: join(folder, 'alone'), seed: '7' }))
  const pglite = new PGlite()
  const database = pgliteDatabase(pglite)
  const stop = new AbortController()
  let worker: Promise<unknown> | undefined
  const work = async (): Promise<void> => {
    const options = {
      signal: stop.signal,
      scheduler: threads(1),
      idleSeconds: 600,
      note: () => {},
      backend: 'pglite',
    } as const
    const open = await PostgresWorker.open(database, options)
    await open.work().catch(() => {})
    await open.close()
  }
  const launcher = {
    keepGoing: async () => {
      worker ??= work()
    },
    close: async () => {
      stop.abort()
      await worker
    },
  }
  const run = {
    database,
    launcher,
    pace: { chunkSeconds: 0.03, heartbeatSeconds: 30 },
    note: () => {},
    backend: 'pglite',
  } as const
  const shared = (options: object) => runInPostgres({ capability: 'topdown', job, options }, run, localContext(options))
  const release = await shared({ out: join(folder, 'shared'), seed: '7' })
  expect(release.out).toBe(join(folder, 'shared'))
  expect(releasedBytes(join(folder, 'shared'))).toEqual(releasedBytes(join(folder, 'alone')))
  const state = await postgresState(database)
  expect(state.state).toBe('finished')
  expect(state.steps.every(({ done, chunks }) => done === chunks)).toBe(true)
  const left = await database.query<{ n: number }>(
    "select count(*)::int as n from pgboss.job where state < 'completed'",
  )
  expect(left[0].n).toBe(0)
  await pglite.close()
})

test('chunks are ready when what they wait for is done, and tell who waits for them', () => {
  const steps = [
    { name: 'up', chunks: 3 },
    { name: 'top', chunks: 1, after: { step: 0, first: [0], end: [3] } },
    { name: 'down', chunks: 2, after: { step: 1, first: [0, 0], end: [1, 1] } },
  ]
  const done = new Set<string>()
  const ready = () => [...readyChunks({ steps }, (step, chunk) => done.has(`${step} ${chunk}`))].map(String)
  expect(ready()).toEqual(['0,0', '0,1', '0,2'])
  for (const chunk of [0, 1]) done.add(`0 ${chunk}`)
  expect(ready()).toEqual(['0,2'])
  done.add('0 2').add('1 0')
  expect(ready()).toEqual(['2,0', '2,1'])
  expect(successors(steps, 0, 1)).toEqual([[1, 0]])
  expect(successors(steps, 1, 0)).toEqual([
    [2, 0],
    [2, 1],
  ])
})

test('a claim is given up by the clock of the disk, however the clocks of the machines stand', async () => {
  const home = mkdtempSync(join(folder, 'claims-'))
  const claims = new Claims(home, 'one 1', 30)
  expect(await claims.take('chunk', false)).toBe(true)
  expect(await new Claims(home, 'two 2', 30).take('chunk', false)).toBe(false)
  const age = async (): Promise<number> => (await claims.held()).get('chunk') ?? Number.NaN
  expect(claims.isStale(await age())).toBe(false)
  const { mtimeMs } = statSync(join(home, 'claims/chunk'))
  utimesSync(join(home, 'claims/chunk'), mtimeMs / 1000 - 100, mtimeMs / 1000 - 100)
  expect(claims.isStale(await age())).toBe(true)
  await claims.touch('chunk')
  expect(claims.isStale(await age())).toBe(false)
  expect(await new Claims(home, 'two 2', 30).take('chunk', true)).toBe(true)
})

test('a chunk is put in place once, is read as it was written, and says when it was changed', async () => {
  const home = mkdtempSync(join(folder, 'store-'))
  const store = new FolderStore(home, 'run')
  await store.write('a/b', new Uint8Array([1, 2, 3]))
  await store.write('a/b', new Uint8Array([9]))
  expect([...(await store.read('a/b'))!]).toEqual([1, 2, 3])
  expect(await store.read('a/c')).toBeUndefined()
  await expect(new FolderStore(home, 'another').read('a/b')).rejects.toThrow(/belongs to another run/)
  await expect(new FolderStore('/proc/nowhere', 'run').write('a', new Uint8Array(1))).rejects.toThrow(
    /cannot be written/,
  )
})

test('work waits for a database that is away, says so once, and is not repeated for another error', async () => {
  let [tries, said] = [0, 0]
  const flaky = async (): Promise<string> => {
    if (++tries < 3) throw Object.assign(new Error('the database system is starting up'), { code: '57P03' })
    return 'done'
  }
  const answer = await patiently(flaky, never, () => {
    said++
  })
  expect([answer, tries, said]).toEqual(['done', 3, 1])
  const told: string[] = []
  let isFull = true
  const full = async (): Promise<void> => {
    if (isFull) throw Object.assign(new Error('could not extend file'), { code: '53100' })
  }
  await patiently(full, never, (why) => {
    told.push(why)
    isFull = false
  })
  expect(told).toEqual(['The disk of the database is full: waiting until there is room. Nothing is lost.'])
  await expect(patiently(() => Promise.reject(new Error('syntax error')), never)).rejects.toThrow('syntax error')
  expect(isLost(Object.assign(new Error(), { code: '28P01' }))).toBe(false)
  expect(connectionProblem(Object.assign(new Error(), { code: '28P01' })).message).toBe(
    'cluster: the server refused the password.',
  )
  expect(connectionProblem(Object.assign(new Error(), { code: 'ECONNREFUSED' })).message).toContain('does not answer')
})

test('metrics are in the text format of Prometheus, with quotes escaped', () => {
  const run = { id: 'r', version: '1', capability: 'topdown' } as never
  const text = metricsText({
    run,
    state: 'running',
    steps: [{ work: 'solve', step: 'level-1', chunks: 4, done: 3 }],
    workers: [{ name: 'a "b"', chunk: 'c', quiet: 2 }],
    parked: [],
  })
  expect(text).toContain('# TYPE tacet_chunks_done gauge\ntacet_chunks_done{work="solve",step="level-1"} 3\n')
  expect(text).toContain('tacet_worker_quiet_seconds{worker="a \\"b\\""} 2\n')
})

test('data that have a ledger in a database get no second one, there or in a file, without a reason', async () => {
  const home = mkdtempSync(join(folder, 'bound-'))
  const data = { kind: 'file', path: join(home, 'people.csv') } as const
  const identity = { dataset: 'people.csv', unit: 'one record added or removed' }
  const pglite = new PGlite()
  const database = pgliteDatabase(pglite)
  await installSchema(database)
  const ledgers = postgresLedgers(database)
  const [first, second] = [join(home, 'a.jsonl'), join(home, 'b.jsonl')]
  await ledgers.open({ path: first, data }, identity)
  await ledgers.open({ path: first, data }, identity)
  await expect(ledgers.open({ path: second, data }, identity)).rejects.toThrow(/have a ledger already/)
  await expect((async () => ledgers.view({ path: second, data }))()).rejects.toThrow(/have a ledger already/)
  await expect(fileLedgers.open({ path: second, data }, identity)).rejects.toThrow(/postgres:.*a\.jsonl/)
  await ledgers.open({ path: second, data, reason: 'a trial' }, identity)
  expect((await ledgerLines(database, second)).join()).toContain('a trial')
  await pglite.close()
})

test('metrics are served over HTTP on this machine alone, and a state that cannot be read is no state', async () => {
  let text = () => Promise.resolve('tacet_chunks 3\n')
  const server = await serveMetrics('0', () => text())
  try {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
    const found = await fetch(server.url)
    expect([found.status, found.headers.get('content-type'), await found.text()]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'tacet_chunks 3\n',
    ])
    expect((await fetch(new URL('/', server.url))).status).toBe(404)
    expect((await fetch(server.url, { method: 'POST' })).status).toBe(404)
    text = () => Promise.reject(new Error('password of the database'))
    const away = await fetch(server.url)
    expect([away.status, await away.text()]).toEqual([503, 'The state of the run cannot be read now.\n'])
    await expect(serveMetrics(new URL(server.url).port, () => text())).rejects.toThrow(/metrics: nothing can listen at/)
  } finally {
    await server.close()
  }
  await expect(serveMetrics('port', () => text())).rejects.toThrow(/"port" is no port/)
})

test('a ledger in a database is begun, capped, shown, anchored and chosen by its name', async () => {
  const pglite = new PGlite()
  const database = pgliteDatabase(pglite)
  const identity = { dataset: 'people', unit: 'one record added or removed' }
  await installSchema(database)
  await expect(ledgerTable(database, undefined)).rejects.toThrow(/no ledger in this database/)
  const ledger = await beginLedgerTable(database, '/data/a.jsonl', identity)
  const before = await ledger.anchor()
  await ledger.setCap(pure(rational(4n)) as Cap, 'board decision')
  expect(await ledger.summary()).toMatchObject({ dataset: 'people', lines: 2, cap: expect.stringContaining('4') })
  expect([await ledger.has(before), await ledger.has({ ...before, hash: 'x' })]).toEqual([true, false])
  await expect(ledger.abandon('nobody', 'why')).rejects.toThrow(/not waiting to be finished/)
  expect((await ledgerTable(database, undefined)).path).toBe('/data/a.jsonl')
  await beginLedgerTable(database, '/data/b.jsonl', identity)
  await expect(ledgerTable(database, undefined)).rejects.toThrow(/several ledgers[\s\S]*a\.jsonl[\s\S]*b\.jsonl/)
  await expect(ledgerTable(database, '/data/c.jsonl')).rejects.toThrow(/no ledger \/data\/c\.jsonl/)
  await pglite.close()
})
