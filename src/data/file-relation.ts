/**
 * A file as something SQL can select from: CSV and TSV (also gzipped), Parquet, and Arrow IPC.
 *
 * Text files are read as text throughout: a county code 007 stays 007, and nothing depends on what a sniffer guesses.
 */
import { constants } from 'node:fs'
import { access, readFile, stat } from 'node:fs/promises'
import { badInput } from '../request-error.ts'
import { arrowTable } from './arrow.ts'
import { fetchColumns } from './columns.ts'
import { csvHeader } from './csv-header.ts'
import type { Database } from './database.ts'
import { literal } from './sql.ts'

export interface Relation {
  /** What comes after FROM. */
  readonly sql: string
  /** What to call it in a message. */
  readonly name: string
  readonly columns: readonly string[]
}

const READERS: readonly { readonly ending: RegExp; readonly read: (db: Database, path: string) => Promise<string> }[] =
  [
    { ending: /\.(csv|tsv|txt)(\.gz)?$/i, read: readText },
    { ending: /\.(parquet|pq)$/i, read: async (_, path) => `read_parquet(${literal(path)})` },
    { ending: /\.(arrow|feather|ipc)$/i, read: async (db, path) => arrowTable(db, await readFile(path), path) },
  ]

/** The file as a relation. Throws, naming the file, when it is absent, empty, of an unknown kind, or damaged. */
export async function fileRelation(db: Database, path: string): Promise<Relation> {
  const reader = READERS.find(({ ending }) => ending.test(path))
  if (reader === undefined) {
    throw badInput(`${path}: the ending of the name tells the format. Use .csv, .tsv, .csv.gz, .parquet or .arrow.`)
  }
  await checkReadable(path)
  return reading(path, async () => {
    const sql = await reader.read(db, path)
    const [columns] = await fetchColumns(db, `select column_name from (describe select * from ${sql})`, ['text'])
    return { sql, name: path, columns }
  })
}

/** Does work that reads the file; DuckDB's complaint becomes one that says where the file is damaged and quotes nothing. */
export async function reading<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw unreadable(path, error)
  }
}

async function checkReadable(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) throw badInput(`${path}: there is no such file.`)
  if (!found.isFile()) throw badInput(`${path} is not a file. Name one data file.`)
  if (found.size === 0)
    throw badInput(`${path} is empty. A data file has a line of column names and at least one record.`)
  await access(path, constants.R_OK).catch(() => {
    throw badInput(`${path} cannot be read: permission denied.`)
  })
}

async function readText(_: Database, path: string): Promise<string> {
  const { delimiter, names } = await csvHeader(path)
  const columns = names.map((name) => `${literal(name)}: 'varchar'`).join(', ')
  return (
    `read_csv(${literal(path)}, auto_detect = false, header = true, delim = ${literal(delimiter)}, quote = '"', escape = '"', ` +
    `columns = {${columns}}, max_line_size = 10000000)`
  )
}

/** DuckDB's message without the line of data it likes to quote. */
function unreadable(path: string, error: unknown): Error {
  if (!(error instanceof Error) || error.name === 'RequestError') return error as Error
  const line = /Line:\s*(\d+)/i.exec(error.message)?.[1]
  const where = line === undefined ? path : `${path}, line ${line}`
  const why = /unterminated quote|value with unterminated/i.test(error.message)
    ? 'a quoted value never ends'
    : /Expected Number of Columns|expected.*columns/i.test(error.message)
      ? 'the line has another number of values than there are column names'
      : /utf-?8|unicode|encoding/i.test(error.message)
        ? 'the text is not UTF-8'
        : /No magic bytes|too small to be a Parquet|Parquet/i.test(error.message)
          ? 'it is not a complete Parquet file'
          : 'it cannot be read as a table'
  return badInput(`${where}: ${why}.`)
}

/** Throws, listing the columns there are, unless the relation has the column. */
export function checkColumn(relation: Relation, column: string, what?: string): void {
  if (relation.columns.includes(column)) return
  const where = what === undefined ? '' : `${what}: `
  throw badInput(`${where}${relation.name} has no column "${column}". Its columns are: ${relation.columns.join(', ')}.`)
}
