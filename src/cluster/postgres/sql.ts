/** What is asked of PostgreSQL: to run a statement, or several as one transaction. PGlite answers too, which the tests use. */
import { setTimeout as wait } from 'node:timers/promises'
import { badField, RequestError } from '../../request-error.ts'

export interface Sql {
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>
}

export interface SqlDatabase extends Sql {
  /** All of it happens, or nothing. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** A lock that is held while its connection is open; false when another process has it. */
  tryLock(name: string): Promise<boolean>
  close(): Promise<void>
}

/** `most`: connections at once. Without `pg` installed it says so. */
export async function connectPostgres(url: string, most = 4): Promise<SqlDatabase> {
  const { default: pg } = await import('pg').catch(() => {
    throw badField(
      'cluster',
      'the package `pg` is needed for PostgreSQL. Install it beside Tacet: npm install pg pg-boss',
    )
  })
  const pool = new pg.Pool({ connectionString: url, max: most, application_name: 'tacet', keepAlive: true })
  pool.on('error', () => {}) // a connection that is lost while nobody uses it; the next query opens another
  const rowsOf = async (
    client: import('pg').Pool | import('pg').PoolClient,
    text: string,
    values: readonly unknown[],
  ) => {
    const result = await client.query(text, [...values])
    return (Array.isArray(result) ? result.at(-1) : result).rows
  }
  const held: import('pg').PoolClient[] = []
  return {
    query: (text, values = []) => rowsOf(pool, text, values),
    transaction: async (work) => {
      const client = await pool.connect()
      const lost = (): void => {}
      client.on('error', lost)
      let failure: Error | undefined
      try {
        await client.query('begin')
        const done = await work({ query: (text, values = []) => rowsOf(client, text, values) })
        await client.query('commit')
        return done
      } catch (error) {
        failure = error as Error
        await client.query('rollback').catch(() => {})
        throw error
      } finally {
        client.off('error', lost)
        client.release(failure !== undefined && isLost(failure))
      }
    },
    tryLock: async (name) => {
      const client = await pool.connect()
      client.on('error', () => {})
      const [{ locked }] = await rowsOf(client, 'select pg_try_advisory_lock(hashtextextended($1, 7)) as locked', [
        name,
      ])
      if (locked === true) held.push(client)
      else client.release()
      return locked === true
    },
    close: async () => {
      for (const client of held) client.release(true)
      await pool.end()
    },
  }
}

/** Whether the database could not be reached: it may come back. */
export function isLost(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return (
    /^(08|57P)/.test(code) ||
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|53300)$/.test(code) ||
    /Connection terminated|connection timeout|Client has encountered a connection error|server closed/i.test(message)
  )
}

/** Whether the server has no room for what is to be written: it may get some. */
function isFull(error: unknown): boolean {
  return (error as { code?: string }).code === '53100'
}

/** What a connection that will never work is about, for the user to put right. */
export function connectionProblem(error: unknown): Error {
  const { code = '' } = error as { code?: string }
  const reasons: Readonly<Record<string, string>> = {
    '28P01': 'the server refused the password',
    '28000': 'the server refused this user',
    '3D000': 'there is no database of that name',
    '42501': 'this user may not do that: see the roles in docs/scale-out.md',
    ENOTFOUND: 'there is no host of that name',
    ERR_INVALID_URL: 'it is not an address such as postgres://user@host/database',
  }
  if (code in reasons) return badField('cluster', `${reasons[code]}.`)
  return isLost(error) ? badField('cluster', 'the database does not answer.') : (error as Error)
}

const SILENT = 'The database does not answer: waiting until it does.'
const FULL = 'The disk of the database is full: waiting until there is room. Nothing is lost.'

/** Milliseconds between two tries while the database is away. */
const PAUSE = 500

/** Runs work that may be repeated, and waits while the database is away or its disk is full. `away` hears of it once. */
export async function patiently<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  away: (why: string) => void = () => {},
): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof RequestError || !(isLost(error) || isFull(error)) || signal.aborted) throw error
      if (tries === 0) away(isFull(error) ? FULL : SILENT)
      await wait(PAUSE, undefined, { signal })
    }
  }
}

/** The same database, for work that may be repeated: it waits while the server is away, or full. */
export function patientDatabase(database: SqlDatabase, signal: AbortSignal, away: (why: string) => void): SqlDatabase {
  return {
    ...database,
    query: (text, values) => patiently(() => database.query(text, values), signal, away),
    transaction: (work) => patiently(() => database.transaction(work), signal, away),
  }
}
