/** Where confidential records come from: a file, or a table or query of a server. */
import type { Reading } from '../spec/index.ts'

/** Whose lines are counted together, and how many of them at most. */
export interface PersonBound {
  readonly column: string
  readonly atMost: number
}

export interface FileSource {
  readonly kind: 'file'
  readonly path: string
  /** How it is read, as far as that is said. */
  readonly read?: Reading
  readonly person?: PersonBound
}

export interface PostgresSource {
  readonly kind: 'postgres'
  /** postgresql://user@host:port/database; the password is better in PGPASSWORD or a password file. */
  readonly url: string
  /** A table or view, with its schema if need be ("census.people"), or a query in parentheses. */
  readonly from: string
  readonly person?: PersonBound
}

export interface ClickHouseSource {
  readonly kind: 'clickhouse'
  /** http://user@host:8123/database; the password is in CLICKHOUSE_PASSWORD. */
  readonly url: string
  /** A table, or a query in parentheses. */
  readonly from: string
  readonly person?: PersonBound
}

export type Source = FileSource | PostgresSource | ClickHouseSource
