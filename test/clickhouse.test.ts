/**
 * ClickHouse as a source. A stand-in speaks its HTTP protocol; where chdb is installed, ClickHouse itself answers behind the same protocol.
 */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { countedSha256, type Geography, type Source, tabulate, withDatabase } from '../src/data/index.ts'
import type { Schema } from '../src/model/index.ts'
import { testFolder } from './support/cli.ts'
import { chdbFolder, testNeeding } from './support/needs.ts'
import { folderWith } from './support/topdown.ts'

const folder = testFolder()
const schema: Schema = {
  attributes: [
    { name: 'sex', column: 'sex', levels: ['f', 'm'], missing: { rule: 'error', values: [] } },
    {
      name: 'age',
      column: 'age',
      levels: ['young', 'old'],
      edges: [0, 18, 120],
      missing: { rule: 'error', values: [] },
    },
  ],
  recodes: [],
}
const geography: Geography = { kind: 'columns', top: 'land', columns: ['ward'] }
const LINES = ['a,f,30,2', 'a,f,31,3', 'b,m,5,4', 'b,f,90,1', 'b,f,17,6', 'c,m,18,0']

interface Asked {
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly sql: string
}

type Answer = { readonly status?: number; readonly code?: number; readonly text: string }

let server: Server | undefined
afterEach(() => server?.close())

/** A server that keeps what it was asked and answers by `by`. */
async function serving(
  by: (sql: string) => Answer,
): Promise<{ readonly url: string; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = []
  server = createServer(async (request, response) => {
    let sql = ''
    for await (const piece of request) sql += piece
    asked.push({ url: new URL(request.url ?? '', 'http://x'), headers: request.headers, sql })
    const { status = 200, code, text } = by(sql)
    response.writeHead(status, code === undefined ? {} : { 'X-ClickHouse-Exception-Code': String(code) }).end(text)
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server?.once('listening', done))
  return { url: `http://reader@127.0.0.1:${(server.address() as AddressInfo).port}/census`, asked }
}

const counted = (source: Source, count?: string): Promise<string> =>
  withDatabase({}, async (db) => {
    const { hierarchy, counts } = await tabulate(db, { source, schema, geography, ...(count && { count }) })
    return countedSha256(hierarchy, [counts])
  })

let files = 0
function people(): Source {
  const home = folderWith(join(folder, `people-${++files}`), {
    'people.csv': `ward,sex,age,n\n${LINES.join('\n')}\n`,
  })
  return { kind: 'file', path: join(home, 'people.csv') }
}

const ROWS = [
  ['a', 'f', '1', 5, 0],
  ['b', 'm', '0', 4, 0],
  ['b', 'f', '1', 1, 0],
  ['b', 'f', '0', 6, 0],
  ['c', 'm', '1', 0, 0],
]

test('the GROUP BY is pushed down, read-only, and only counts travel', async () => {
  process.env.CLICKHOUSE_PASSWORD = 'secret'
  const names = '["ward", "sex", "age", "n"]\n'
  const { url, asked } = await serving((sql) => ({
    text: sql.includes('limit 0') ? names : `["x"]\n${ROWS.map((row) => `${JSON.stringify(row)}\n`).join('')}`,
  }))
  try {
    expect(await counted({ kind: 'clickhouse', url, from: 'people' }, 'n')).toBe(await counted(people(), 'n'))
  } finally {
    delete process.env.CLICKHOUSE_PASSWORD
  }
  expect(asked).toHaveLength(2)
  for (const { url: at, headers } of asked) {
    expect(Object.fromEntries(at.searchParams)).toMatchObject({ readonly: '2', database: 'census' })
    expect([headers['x-clickhouse-user'], headers['x-clickhouse-key']]).toEqual(['reader', 'secret'])
    expect(at.href).not.toContain('secret')
  }
  expect(asked[1].sql).toMatch(/group by 1, 2, 3\) counted\nformat JSONCompactEachRowWithNames$/)
})

test.each([
  ['no table', { status: 404, code: 60, text: 'Code: 60. people of Anna' }, 'there is no such table'],
  ['a password', { status: 403, code: 516, text: 'Anna' }, 'refused this user or password'],
  ['a write', { status: 500, code: 164, text: 'Anna' }, 'only reading is allowed'],
  ['another error', { status: 500, code: 999, text: 'Anna' }, 'status 500 and its error 999'],
  ['a broken answer', { text: '["ward"]\nCode: 241. DB::Exception: Anna' }, 'stopped in the middle'],
])('%s: refused by its kind, and nothing of the answer is quoted', async (_, answer, words) => {
  const { url } = await serving((sql) =>
    'status' in answer || !sql.includes('limit 0') ? answer : { text: '["ward", "sex", "age", "n"]\n' },
  )
  const failure = await counted({ kind: 'clickhouse', url, from: 'people' }).catch((error: Error) => error.message)
  expect(failure).toContain(words)
  expect(failure).not.toContain('Anna')
})

test('an address that is none, a server that is away, and lines that must be bounded are refused', async () => {
  const from = 'people'
  await expect(counted({ kind: 'clickhouse', url: 'clickhouse', from })).rejects.toThrow(/no address of a ClickHouse/)
  await expect(counted({ kind: 'clickhouse', url: 'http://127.0.0.1:9', from })).rejects.toThrow(/does not answer/)
  const person = { column: 'id', atMost: 2 }
  await expect(counted({ kind: 'clickhouse', url: 'http://127.0.0.1:9', from, person })).rejects.toThrow(
    /cannot be bounded in ClickHouse/,
  )
})

testNeeding('chdb', 'ClickHouse itself counts as DuckDB does', async () => {
  const { Session } = createRequire(join(chdbFolder() ?? '', 'x.js'))('chdb')
  const session = new Session(join(folder, 'chdb'))
  session.query('create database census')
  session.query(
    'create table census.people (ward String, sex String, age Int32, n Int64) engine = MergeTree order by ward',
  )
  session.query(
    `insert into census.people values ${LINES.map((line) => `('${line.split(',').slice(0, 2).join("','")}',${line.split(',').slice(2)})`)}`,
  )
  const settings = 'settings prefer_column_name_to_alias = 1, enable_positional_arguments = 1'
  const { url } = await serving((sql) => {
    const [statement] = sql.split('\nformat ')
    return { text: session.query(`${statement} ${settings}`, 'JSONCompactEachRowWithNames') }
  })
  for (const from of ['census.people', "(select * from census.people where ward <> 'z')"])
    for (const count of ['n', undefined])
      expect(await counted({ kind: 'clickhouse', url, from }, count)).toBe(await counted(people(), count))
})
