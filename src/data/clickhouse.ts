/**
 * ClickHouse as a source, over its HTTP interface: the GROUP BY runs on the server and only counts travel, line by line. Nothing can be
 * changed there: the request says `readonly`, and the server refuses a second statement by itself.
 */
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { badField, badInput, clipped } from '../request-error.ts'
import type { Database } from './database.ts'
import { checkColumns, type Dialect, type GroupColumn, type GroupedTable, groupSql } from './group-sql.ts'
import { groupedTable } from './grouped-rows.ts'
import type { Relation } from './relation.ts'
import { serverSql } from './server-sql.ts'
import type { ClickHouseSource } from './source-kinds.ts'

const CLICKHOUSE: Dialect = {
  number: (sql) => `toFloat64OrNull(toString(${sql}))`,
  text: (sql) => `toString(${sql})`,
  day: (sql) =>
    `toFloat64(dateDiff('day', toDate32('1970-01-01'), toDate32OrNull(substring(toString(${sql}), 1, 10))))`,
}

/** Writes are refused; a column is meant where a column and a result have one name. */
const SETTINGS = { readonly: '2', prefer_column_name_to_alias: '1', enable_positional_arguments: '1' }

export async function groupOnClickHouse(
  db: Database,
  source: ClickHouseSource,
  columns: readonly GroupColumn[],
  count?: string,
): Promise<GroupedTable> {
  const ask = asker(source)
  if (source.person !== undefined)
    throw badField(
      'privacy.person',
      'the lines of a person cannot be bounded in ClickHouse. Bound them there and give a table of their counts, or give a file.',
    )
  const sql = serverSql(source.from, 'ClickHouse')
  const relation: Relation = { sql, name: source.from, columns: await columnsOf(ask, sql) }
  checkColumns(relation, columns, count)
  const keys = columns.map((_, i) => `toString(g${i}), `).join('')
  const rows = ask(
    `select ${keys}toFloat64(n), toFloat64(bad) from (${groupSql(sql, columns, count, CLICKHOUSE)}) counted`,
  )
  return groupedTable(db, columns, rows)
}

/** One statement, its rows one after the other. */
type Ask = (sql: string) => AsyncGenerator<readonly unknown[]>

async function columnsOf(ask: Ask, sql: string): Promise<readonly string[]> {
  for await (const names of ask(`select * from ${sql} limit 0`)) return names as readonly string[]
  return []
}

function asker({ url, from }: ClickHouseSource): Ask {
  const address = addressOf(url)
  const user = decodeURIComponent(address.username)
  const database = decodeURIComponent(address.pathname.replace(/^\/|\/$/g, ''))
  address.username = address.password = ''
  address.pathname = '/'
  for (const [name, value] of Object.entries({ ...SETTINGS, ...(database && { database }) }))
    address.searchParams.set(name, value)
  const password = process.env.CLICKHOUSE_PASSWORD
  const headers = {
    ...(user && { 'X-ClickHouse-User': user }),
    ...(password && { 'X-ClickHouse-Key': password }),
  }
  return async function* (sql) {
    const body = `${sql}\nformat JSONCompactEachRowWithNames`
    const answer = await fetch(address, { method: 'POST', headers, body }).catch(() => {
      throw badInput(`source.clickhouse: the server at ${address.host} does not answer.`)
    })
    if (!answer.ok || answer.body === null)
      throw refusal(answer.status, answer.headers.get('x-clickhouse-exception-code'), from)
    let isFirst = !sql.endsWith('limit 0')
    for await (const line of createInterface({ input: Readable.fromWeb(answer.body as never), crlfDelay: Infinity })) {
      if (line === '') continue
      const row = parsed(line, from)
      if (!isFirst) yield row
      isFirst = false // the names
    }
  }
}

function addressOf(url: string): URL {
  try {
    const address = new URL(url)
    if (/^https?:$/.test(address.protocol)) return address
  } catch {
    // said below
  }
  throw badInput(
    'source.clickhouse.url: this is no address of a ClickHouse server. Write http://user@host:8123/database, or https://.',
  )
}

/** A server that fails on its way says so in the middle of its rows. Neither that nor a row is quoted. */
function parsed(line: string, from: string): readonly unknown[] {
  try {
    const row: unknown = JSON.parse(line)
    if (Array.isArray(row)) return row
  } catch {
    // said below
  }
  throw badInput(`ClickHouse source "${clipped(from)}": the server stopped in the middle of its answer.`)
}

/** By its kind alone: the message of a server may quote a value. */
function refusal(status: number, code: string | null, from: string): Error {
  const reasons: Readonly<Record<string, string>> = {
    '60': 'there is no such table',
    '81': 'there is no such database',
    '47': 'there is no such column in it',
    '62': 'this is not one statement that the server understands',
    '164': 'it would change something, and only reading is allowed',
    '192': 'the server does not know this user',
    '193': 'the server refused the password',
    '194': 'the server asks for a password: keep it in CLICKHOUSE_PASSWORD',
    '497': 'this user may not read it',
    '516': 'the server refused this user or password; the password is read from CLICKHOUSE_PASSWORD',
  }
  const why =
    reasons[code ?? ''] ?? `the server answered with status ${status}${code === null ? '' : ` and its error ${code}`}`
  return badInput(`ClickHouse source "${clipped(from)}": ${why}.`)
}
