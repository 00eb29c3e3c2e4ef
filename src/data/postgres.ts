/**
 * PostgreSQL, or whatever speaks its protocol, as a source: the GROUP BY runs on the server and its rows arrive through
 * a cursor, so that neither side holds more than one batch of them.
 *
 * What a spec calls a query is data too. Everything runs in one read-only transaction, which no statement within it can
 * make writable, and through the extended protocol, in which a second statement is a syntax error.
 */

import { badInput, clipped } from '../request-error.ts'
import type { Database } from './database.ts'
import { checkColumns, type Dialect, type GroupColumn, type GroupedTable, groupSql } from './group-sql.ts'
import { BATCH_ROWS, groupedTable } from './grouped-rows.ts'
import { boundedOnServer, checkPerson } from './person-lines.ts'
import type { Relation } from './relation.ts'
import { serverSql } from './server-sql.ts'
import type { PostgresSource } from './source-kinds.ts'

/** What is asked of a client: to run one statement, and to refuse a text that holds more than one. */
export interface PostgresClient {
  query(sql: string): Promise<{ readonly columns: readonly string[]; readonly rows: readonly unknown[][] }>
  end(): Promise<void>
}

const POSTGRES: Dialect = {
  number: (sql) => `cast(${sql} as double precision)`,
  text: (sql) => `cast(${sql} as text)`,
  day: (sql) => `cast(cast(cast(${sql} as timestamp) as date) - date '1970-01-01' as double precision)`,
}

export async function groupOnServer(
  db: Database,
  source: PostgresSource,
  columns: readonly GroupColumn[],
  count?: string,
): Promise<GroupedTable> {
  const client = await connect(source.url)
  try {
    return await groupThrough(db, client, source, columns, count)
  } finally {
    await client.end()
  }
}

/** The same through a client that is already connected. Nothing is changed on the server, so there is nothing to commit. */
export async function groupThrough(
  db: Database,
  client: PostgresClient,
  { from, person }: Pick<PostgresSource, 'from' | 'person'>,
  columns: readonly GroupColumn[],
  count?: string,
): Promise<GroupedTable> {
  await asked(client, 'begin read only', from)
  try {
    return await fetchGroups(db, client, { from, ...(person && { person }) }, columns, count)
  } finally {
    await client.query('rollback').catch(() => {}) // a lost connection has ended it already
  }
}

async function fetchGroups(
  db: Database,
  client: PostgresClient,
  { from, person }: Pick<PostgresSource, 'from' | 'person'>,
  columns: readonly GroupColumn[],
  count?: string,
): Promise<GroupedTable> {
  const relation = await serverRelation(client, from)
  checkColumns(relation, columns, count)
  if (person !== undefined) checkPerson(relation, person)
  const lines = person === undefined ? relation.sql : boundedOnServer(relation.sql, person)
  const sql = `select ${columns.map((_, i) => `cast(g${i} as text), `).join('')}n, bad from (${groupSql(lines, columns, count, POSTGRES)}) counted`
  await asked(client, `declare counted no scroll cursor for ${sql}`, from)
  return groupedTable(db, columns, fetched(client, from))
}

async function* fetched(client: PostgresClient, from: string): AsyncGenerator<readonly unknown[]> {
  for (;;) {
    const { rows } = await asked(client, `fetch ${BATCH_ROWS} from counted`, from)
    if (rows.length === 0) return
    yield* rows
  }
}

async function serverRelation(client: PostgresClient, from: string): Promise<Relation> {
  const sql = serverSql(from, 'PostgreSQL')
  const { columns } = await asked(client, `select * from ${sql} limit 0`, from)
  return { sql, name: from, columns }
}

/** Runs a statement; a failure is told by its kind, since a server's message may quote a value. */
async function asked(client: PostgresClient, sql: string, from: string): ReturnType<PostgresClient['query']> {
  try {
    return await client.query(sql)
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    const reasons: Readonly<Record<string, string>> = {
      '42P01': 'the server has no such table',
      '42501': 'the user may not read it',
      '22P02': 'a column that should hold numbers holds text that is none',
      '42601': 'it is not a table name or one query in parentheses',
      '25006': 'the query wants to change something on the server, and nothing is ever changed there',
    }
    throw badInput(
      `PostgreSQL source "${clipped(from)}": ${reasons[code] ?? `the server refused (${code || 'connection lost'})`}.`,
    )
  }
}

async function connect(url: string): Promise<PostgresClient> {
  const { default: pg } = await import('pg').catch(() => {
    throw badInput('Reading from PostgreSQL needs the package "pg". Install it beside Tacet: npm install pg')
  })
  const { hostname, port } = addressOf(url)
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // a lost connection is reported by the statement that meets it
  try {
    await client.connect()
  } catch (error) {
    const code = (error as { code?: string }).code ?? 'refused'
    throw badInput(
      `PostgreSQL at ${hostname}:${port || 5432} cannot be reached (${code}). Check the address and the password.`,
    )
  }
  return {
    query: async (sql) => {
      const statement = { text: sql, rowMode: 'array' as const, queryMode: 'extended' }
      const { fields, rows } = await client.query<unknown[]>(statement)
      return { columns: fields.map((field) => field.name), rows }
    },
    end: () => client.end(),
  }
}

function addressOf(url: string): URL {
  try {
    const address = new URL(url)
    if (/^postgres(ql)?:$/.test(address.protocol)) return address
  } catch {
    // said below, without the address: it may hold a password
  }
  throw badInput(
    'source.postgres.url: this is no address of a PostgreSQL server. Write postgresql://user@host:port/database.',
  )
}
