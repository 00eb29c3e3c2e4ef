/**
 * A file as something SQL can select from: CSV and TSV (also gzipped), Parquet, and Arrow IPC.
 *
 * Text files are read as text throughout: a county code 007 stays 007, and nothing depends on what a sniffer guesses.
 */

import { constants } from 'node:fs'
import { access, readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { badInput, clipped, listed } from '../request-error.ts'
import { arrowTable } from './arrow.ts'
import type { CellStyle } from './cell-styles.ts'
import { fetchColumns } from './columns.ts'
import { csvHeader } from './csv-header.ts'
import type { Database } from './database.ts'
import { EngineError, unreadable } from './engine-error.ts'
import type { Relation } from './relation.ts'
import { writtenRelation } from './spreadsheet-cells.ts'
import { fileLiteral, literal } from './sql.ts'

/** A file with more columns than this is taken for a mistake: every one of them costs time. */
export const MOST_COLUMNS = 4096

type Opened = Pick<Relation, 'sql' | 'doubtfulHeader'>

const READ_TEXT = (_: Database, path: string): Promise<Opened> => readText(path)

const READERS: readonly { readonly ending: RegExp; readonly read: (db: Database, path: string) => Promise<Opened> }[] =
  [
    { ending: /\.(csv|tsv|txt)(\.gz)?$/i, read: READ_TEXT },
    {
      ending: /\.(parquet|pq)$/i,
      read: async (_, path) => ({ sql: `read_parquet(${fileLiteral(path)}, hive_partitioning = false)` }),
    },
    {
      ending: /\.(arrow|feather|ipc)$/i,
      read: async (db, path) => ({ sql: await arrowTable(db, await readFile(path), path) }),
    },
  ]

/** The file as a relation; `cells` says how its texts were written, for a file of ours. Throws, naming the file, when it is absent, empty, of an unknown kind, or damaged. */
export async function fileRelation(db: Database, path: string, cells: CellStyle = 'plain'): Promise<Relation> {
  const reader = READERS.find(({ ending }) => ending.test(path))
  if (reader === undefined) {
    throw badInput(`${path}: the ending of the name tells the format. Use .csv, .tsv, .csv.gz, .parquet or .arrow.`)
  }
  await checkReadable(path)
  db.opened(resolve(path), path)
  return reading(path, async () => {
    const opened = await reader.read(db, path)
    const [columns] = await fetchColumns(db, `select column_name from (describe select * from ${opened.sql})`, ['text'])
    checkColumnCount(path, columns.length)
    const relation = { ...opened, name: path, columns }
    return cells === 'plain' || reader.read !== READ_TEXT ? relation : writtenRelation(relation)
  })
}

/** Does work that reads the file; DuckDB's complaint becomes one that says where the file is damaged and quotes nothing. */
export async function reading<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof EngineError ? unreadable(path, error.detail) : error
  }
}

async function checkReadable(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined)
    throw badInput(
      `${path}: there is no such file.${path.startsWith('~') ? ' A ~ is not expanded here: write the folder out.' : ''}`,
    )
  if (!found.isFile()) throw badInput(`${path} is not a file. Name one data file.`)
  if (found.size === 0)
    throw badInput(`${path} is empty. A data file has a line of column names and at least one record.`)
  await access(path, constants.R_OK).catch(() => {
    throw badInput(`${path} cannot be read: permission denied.`)
  })
}

async function readText(path: string): Promise<Opened> {
  const { delimiter, names, doubtful } = await csvHeader(path)
  checkColumnCount(path, names.length)
  const columns = names.map((name) => `${literal(name)}: 'varchar'`).join(', ')
  const sql =
    `read_csv(${fileLiteral(path)}, auto_detect = false, header = true, delim = ${literal(delimiter)}, quote = '"', escape = '"', ` +
    `columns = {${columns}}, hive_partitioning = false, max_line_size = 10000000)`
  return { sql, doubtfulHeader: doubtful }
}

function checkColumnCount(path: string, columns: number): void {
  if (columns <= MOST_COLUMNS) return
  throw badInput(
    `${path} has ${columns} columns, and at most ${MOST_COLUMNS} are read. Keep the columns that are needed, or turn columns into lines.`,
  )
}

/** Throws, listing some of the columns there are, unless the relation has the column. */
export function checkColumn(relation: Relation, column: string, what?: string): void {
  if (relation.columns.includes(column)) return
  const where = what === undefined ? '' : `${what}: `
  const there = relation.doubtfulHeader
    ? 'Its first line looks like a record and not like column names, so it is not shown: put a line of column names above it.'
    : `Its columns are: ${listed(relation.columns)}.`
  throw badInput(`${where}${relation.name} has no column "${clipped(column)}". ${there}`)
}
