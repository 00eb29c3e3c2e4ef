/**
 * PostgreSQL, or whatever speaks its protocol, as a source: the GROUP BY runs on the server and its rows arrive through
 * a cursor, so that neither side holds more than one batch of them.
 */
import { badInput } from '../request-error.ts'
import type { Database } from './database.ts'
import type { Relation } from './file-relation.ts'
import { checkColumns, type Dialect, type GroupColumn, type GroupedTable, groupSql } from './source.ts'
import { identifier } from './sql.ts'
import { appendColumns, type WriteColumn } from './table-writer.ts'

export interface PostgresSource {
  readonly kind: 'postgres'
  /** postgresql://user@host:port/database; the password is better in PGPASSWORD or a password file. */
  readonly url: string
  /** A table or view, with its schema if need be ("census.people"), or a query in parentheses. */
  readonly from: string
}

/** The one thing asked of a client. */
export interface PostgresClient {
  query(sql: string): Promise<{ readonly columns: readonly string[]; readonly rows: readonly unknown[][] }>
  end(): Promise<void>
}

const POSTGRES: Dialect = {
  number: (sql) => `cast(${sql} as double precision)`,
  text: (sql) => `cast(${sql} as text)`,
}

const BATCH_ROWS = 20_480

export async function groupOnServer(
  db: Database,
  source: PostgresSource,
  columns: readonly GroupColumn[],
  count?: string,
): Promise<GroupedTable> {
  const client = await connect(source.url)
  try {
    return await groupThrough(db, client, source.from, columns, count)
  } finally {
    await client.end()
  }
}

/** The same through a client that is already connected. */
export async function groupThrough(
  db: Database,
  client: PostgresClient,
  from: string,
  columns: readonly GroupColumn[],
  count?: string,
): Promise<GroupedTable> {
  const relation = await serverRelation(client, from)
  checkColumns(relation, columns, count)
  const sql = `select ${columns.map((_, i) => `cast(g${i} as text), `).join('')}n, bad from (${groupSql(relation.sql, columns, count, POSTGRES)}) counted`
  const name = db.freshName('grouped')
  await db.run(`create temp table ${name} (${columns.map((_, i) => `g${i} varchar, `).join('')}n double, bad double)`)
  await asked(client, 'begin read only', from)
  await asked(client, `declare counted no scroll cursor for ${sql}`, from)
  for (;;) {
    const { rows } = await asked(client, `fetch ${BATCH_ROWS} from counted`, from)
    if (rows.length === 0) break
    await appendColumns(db, name, batchColumns(rows, columns.length))
  }
  await client.query('commit')
  return { name, columns }
}

function batchColumns(rows: readonly unknown[][], keys: number): WriteColumn[] {
  const text = (i: number): WriteColumn => ({
    name: `g${i}`,
    kind: 'text',
    values: rows.map((row) => (row[i] === null ? null : String(row[i]))),
  })
  const number = (name: string, i: number): WriteColumn => ({
    name,
    kind: 'real',
    values: Float64Array.from(rows, (row) => Number(row[i])),
  })
  return [...Array.from({ length: keys }, (_, i) => text(i)), number('n', keys), number('bad', keys + 1)]
}

async function serverRelation(client: PostgresClient, from: string): Promise<Relation> {
  const isQuery = from.trim().startsWith('(')
  const sql = isQuery ? `${from} source` : from.split('.').map(identifier).join('.')
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
      '42601': 'it is not a table name or a query in parentheses',
    }
    throw badInput(
      `PostgreSQL source "${from}": ${reasons[code] ?? `the server refused (${code || 'connection lost'})`}.`,
    )
  }
}

async function connect(url: string): Promise<PostgresClient> {
  const { default: pg } = await import('pg').catch(() => {
    throw badInput('Reading from PostgreSQL needs the package "pg". Install it beside Tacet: npm install pg')
  })
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // a lost connection is reported by the statement that meets it
  try {
    await client.connect()
  } catch (error) {
    const { hostname, port } = new URL(url)
    const code = (error as { code?: string }).code ?? 'refused'
    throw badInput(
      `PostgreSQL at ${hostname}:${port || 5432} cannot be reached (${code}). Check the address and the password.`,
    )
  }
  return {
    query: async (sql) => {
      const { fields, rows } = await client.query({ text: sql, rowMode: 'array' })
      return { columns: fields.map((field) => field.name), rows }
    },
    end: () => client.end(),
  }
}
