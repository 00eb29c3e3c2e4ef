/**
 * Tables made of typed arrays, written as CSV or Parquet.
 *
 * Columns go to DuckDB in vectors of 2,048 rows, spill to disk beyond its memory limit, and leave through COPY in the
 * order they came. Labels travel as codes and are spelled out only on the way into the file, unless there are very many of them.
 */
import type { DuckDBType } from '@duckdb/node-api'
import type { Database } from './database.ts'
import { duckdbApi, duckdbBindings } from './duckdb.ts'
import { identifier, literal } from './sql.ts'
import { type OutputFormat, type WriteOptions, writeFile } from './write-file.ts'

export type WriteColumn =
  /** Whole numbers, written without a decimal point. */
  | { readonly name: string; readonly kind: 'whole'; readonly values: Float64Array | Int32Array }
  /** NaN is written as an empty value. */
  | { readonly name: string; readonly kind: 'real'; readonly values: Float64Array }
  | { readonly name: string; readonly kind: 'text'; readonly values: readonly (string | null)[] }
  /** labels[codes[i]]; a negative code is an empty value. */
  | { readonly name: string; readonly kind: 'label'; readonly codes: Int32Array; readonly labels: readonly string[] }

type Kind = WriteColumn['kind']
const SQL_TYPES: Readonly<Record<Kind, string>> = { whole: 'double', real: 'double', text: 'varchar', label: 'integer' }

/** A file may be copied away from the manifest that says what it must not be used for. */
const STAMP_COLUMN = 'tacet_stamp'

/** Rows a DuckDB vector holds. */
const VECTOR_ROWS = 2048

/** Lists of more labels than this are not looked up by DuckDB, which copies the whole list for every vector, but spelled out here. */
const MOST_LISTED = 1000

/** Up to so many are written into the query itself: a list of its own takes four statements. */
const MOST_WRITTEN = 200
/** Rows that are spelled out at a time. */
const SPELLED_ROWS = 1 << 16

/** Takes rows piece by piece, every piece with the same columns and labels, and writes them as one file. */
export class TableWriter {
  readonly #db: Database
  readonly #table: string
  readonly #select: string

  private constructor(db: Database, table: string, select: string) {
    this.#db = db
    this.#table = table
    this.#select = select
  }

  static async open(db: Database, columns: readonly WriteColumn[]): Promise<TableWriter> {
    const table = db.freshName('output')
    const types = columns.map(
      (column) => `${identifier(column.name)} ${SQL_TYPES[isSpelled(column) ? 'text' : column.kind]}`,
    )
    await db.run(`create temp table ${table} (${types.join(', ')})`)
    const select: string[] = []
    for (const column of columns) select.push(await spelledOut(db, column))
    return new TableWriter(db, table, select.join(', '))
  }

  async append(columns: readonly WriteColumn[]): Promise<void> {
    if (!columns.some(isSpelled)) return appendColumns(this.#db, this.#table, columns)
    for (let from = 0; from < columnLength(columns[0]); from += SPELLED_ROWS)
      await appendColumns(
        this.#db,
        this.#table,
        columns.map((column) => spelledRows(column, from, from + SPELLED_ROWS)),
      )
  }

  /** The rows so far, for a query. */
  get relation(): string {
    return `(select ${this.#select} from ${this.#table})`
  }

  /** Writes the file, with the stamp of the database in a last column where it has one, and drops the table. */
  async finish(path: string, format: OutputFormat, options: WriteOptions = {}): Promise<void> {
    const { stamp } = this.#db
    const select = stamp === null ? this.#select : `${this.#select}, ${literal(stamp)} as ${STAMP_COLUMN}`
    await writeFile(this.#db, `select ${select} from ${this.#table}`, path, format, options)
    await this.#db.run(`drop table ${this.#table}`)
  }
}

/** Writes whole columns as one file. */
export async function writeTable(
  db: Database,
  path: string,
  format: OutputFormat,
  columns: readonly WriteColumn[],
  options: WriteOptions = {},
): Promise<void> {
  const writer = await TableWriter.open(db, columns)
  await writer.append(columns)
  await writer.finish(path, format, options)
}

/** Columns as something SQL can select from, labels spelled out. */
export async function relationOf(db: Database, columns: readonly WriteColumn[]): Promise<string> {
  const writer = await TableWriter.open(db, columns)
  await writer.append(columns)
  return writer.relation
}

function isSpelled(column: WriteColumn): boolean {
  return column.kind === 'label' && column.labels.length > MOST_LISTED
}

/** The rows from .. to - 1 of a column, a label with many others as its text. */
function spelledRows(column: WriteColumn, from: number, to: number): WriteColumn {
  const { name } = column
  if (column.kind === 'label') {
    const codes = column.codes.subarray(from, to)
    if (!isSpelled(column)) return { ...column, codes }
    return { name, kind: 'text', values: Array.from(codes, (code) => (code < 0 ? null : column.labels[code])) }
  }
  if (column.kind === 'text') return { ...column, values: column.values.slice(from, to) }
  if (column.kind === 'real') return { ...column, values: column.values.subarray(from, to) }
  return { ...column, values: column.values.subarray(from, to) }
}

/** The column as it leaves: whole numbers as such, a label looked up in a list, where index 0 (the code -1) is NULL. */
async function spelledOut(db: Database, column: WriteColumn): Promise<string> {
  const name = identifier(column.name)
  if (column.kind === 'whole') return `cast(${name} as bigint) as ${name}`
  if (column.kind === 'real') return `case when isnan(${name}) then null else ${name} end as ${name}`
  if (column.kind !== 'label' || isSpelled(column)) return name
  if (column.labels.length <= MOST_WRITTEN && !column.labels.some((label) => label.includes('\0')))
    return `cast([${column.labels.map(literal).join(', ')}] as varchar[])[${name} + 1] as ${name}`
  const labels = db.freshName('labels')
  await db.run(`create temp table ${labels} (label varchar)`)
  await appendColumns(db, labels, [{ name: 'label', kind: 'text', values: column.labels }])
  await db.run(`set variable ${labels} = (select list(label order by rowid) from ${labels}); drop table ${labels}`)
  return `getvariable(${literal(labels.slice(1, -1))})[${name} + 1] as ${name}`
}

/** Appends rows to an existing table whose columns are of the kinds given. */
export async function appendColumns(db: Database, table: string, columns: readonly WriteColumn[]): Promise<void> {
  const { DOUBLE, DuckDBDataChunk, INTEGER, VARCHAR } = duckdbApi()
  const bindings = duckdbBindings()
  const types: Readonly<Record<Kind, DuckDBType>> = { whole: DOUBLE, real: DOUBLE, text: VARCHAR, label: INTEGER }
  const appender = await db.connection.createAppender(table.slice(1, -1))
  const rows = columns.length === 0 ? 0 : columnLength(columns[0])
  // One chunk for all: those that are let go stay in memory until the event loop turns.
  const chunk = DuckDBDataChunk.create(columns.map((column) => types[column.kind]))
  for (let from = 0; from < rows; from += VECTOR_ROWS) {
    const to = Math.min(rows, from + VECTOR_ROWS)
    chunk.reset()
    chunk.rowCount = to - from
    for (const [i, column] of columns.entries()) {
      if (column.kind === 'text') {
        chunk.setColumnValues(i, column.values.slice(from, to))
      } else {
        const raw = rawVector(column, from, to)
        bindings.copy_data_to_vector(bindings.data_chunk_get_vector(chunk.chunk, i), 0, raw, 0, raw.byteLength)
      }
    }
    appender.appendDataChunk(chunk)
  }
  appender.closeSync()
}

function columnLength(column: WriteColumn): number {
  return column.kind === 'label' ? column.codes.length : column.values.length
}

/** The bytes of rows from .. to - 1 as DuckDB keeps them. */
function rawVector(column: Exclude<WriteColumn, { kind: 'text' }>, from: number, to: number): ArrayBuffer {
  if (column.kind === 'label') return column.codes.slice(from, to).buffer as ArrayBuffer
  return Float64Array.from(column.values.subarray(from, to)).buffer
}
