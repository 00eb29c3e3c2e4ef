/**
 * One in-memory DuckDB: where files are read, counted and written. It spills to a folder of its own beyond its memory
 * limit, never fetches an extension, and is closed with its folder removed.
 */
import { join } from 'node:path'
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { makeOwnFolder, type OwnFolder } from '../files/index.ts'
import type { CellStyle } from './cell-styles.ts'
import { duckdbApi } from './duckdb.ts'
import { engineDoes } from './engine-error.ts'
import { identifier } from './sql.ts'

export interface DatabaseOptions {
  /** NOT PRIVATE, CONFIDENTIAL: written into every file. */
  readonly stamp?: string | null
  /** How texts go into CSV files; `spreadsheet-safe` unless given. */
  readonly cells?: CellStyle
  /** As DuckDB writes it, such as "1GB". */
  readonly memory?: string
  readonly threads?: number
}

export class Database {
  readonly connection: DuckDBConnection
  readonly #instance: DuckDBInstance
  readonly #folder: OwnFolder
  /** What every file that is written from here says of itself, in a column of its own. */
  readonly stamp: string | null
  readonly cells: CellStyle
  readonly #files = new Map<string, string>()
  #names = 0

  constructor(
    instance: DuckDBInstance,
    connection: DuckDBConnection,
    folder: OwnFolder,
    { stamp = null, cells = 'spreadsheet-safe' }: DatabaseOptions,
  ) {
    this.#instance = instance
    this.connection = connection
    this.#folder = folder
    this.stamp = stamp
    this.cells = cells
  }

  async run(sql: string): Promise<void> {
    await this.does(() => this.connection.run(sql))
  }

  /** Work with the engine whose complaints become ours. */
  does<T>(work: () => Promise<T>): Promise<T> {
    return engineDoes(work, (path) => this.#files.get(path))
  }

  /** Remembers by which name a file was opened. */
  opened(path: string, name: string): void {
    this.#files.set(path, name)
  }

  /** A table name that nothing else in this database has. */
  freshName(prefix: string): string {
    return identifier(`${prefix}_${++this.#names}`)
  }

  /** A name for a file of its own, in a folder that its owner alone can enter; removed with the database. */
  privateFile(ending: string): string {
    return join(this.#folder.inside, `text-${++this.#names}${ending}`)
  }

  /** Between 0 and 100 while a statement runs, or -1 when DuckDB cannot tell. */
  get percentDone(): number {
    return this.connection.progress.percentage
  }

  interrupt(): void {
    this.connection.interrupt()
  }

  async close(): Promise<void> {
    this.connection.closeSync()
    this.#instance.closeSync()
    await this.#folder.remove()
  }
}

/** Opens a database of its own. */
export async function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const { DuckDBInstance } = duckdbApi()
  const folder = await makeOwnFolder()
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: options.memory ?? '1GB',
    temp_directory: folder.inside,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    ...(options.threads === undefined ? {} : { threads: String(options.threads) }),
  })
  const connection = await instance.connect()
  await connection.run(
    `set enable_progress_bar = true; set enable_progress_bar_print = false; set lock_configuration = true`,
  )
  return new Database(instance, connection, folder, options)
}

/** Opens a database for the time of one piece of work. */
export async function withDatabase<T>(options: DatabaseOptions, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(options)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
