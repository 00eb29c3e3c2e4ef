/**
 * Columns of a query result as typed arrays, copied vector by vector: no value is ever boxed, except text.
 *
 * A DuckDB vector is raw memory, so a BIGINT viewed as 32-bit integers would give wrong numbers without an error: the
 * type of each column is checked before its memory is looked at, and a NULL is refused (its slot holds left-overs).
 */
import type { DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api'
import type { Database } from './database.ts'
import { type DuckdbBindings, duckdbBindings } from './duckdb.ts'

export type ColumnKind = 'int32' | 'float64' | 'text'
export type ColumnData<K extends ColumnKind> = K extends 'int32'
  ? Int32Array
  : K extends 'float64'
    ? Float64Array
    : string[]
type ColumnsOf<K extends readonly ColumnKind[]> = { [I in keyof K]: ColumnData<K[I]> }

const SQL_TYPE: Readonly<Record<ColumnKind, string>> = { int32: 'INTEGER', float64: 'DOUBLE', text: 'VARCHAR' }

/** Runs a query whose columns are INTEGER, DOUBLE or VARCHAR without NULLs, as `kinds` says. */
export async function fetchColumns<const K extends readonly ColumnKind[]>(
  db: Database,
  sql: string,
  kinds: K,
): Promise<ColumnsOf<K>> {
  const result = await db.does(() => db.connection.stream(sql))
  kinds.forEach((kind, i) => {
    const type = String(result.columnType(i))
    if (type !== SQL_TYPE[kind]) throw new Error(`column ${result.columnName(i)} is ${type}, not ${SQL_TYPE[kind]}`)
  })
  const collected = await db.does(() => collect(result, kinds))
  return kinds.map((kind, i) => join(kind, collected[i])) as ColumnsOf<K>
}

type Piece = Int32Array | Float64Array | string[]

async function collect(result: DuckDBResult, kinds: readonly ColumnKind[]): Promise<Piece[][]> {
  const bindings = duckdbBindings()
  const pieces: Piece[][] = kinds.map(() => [])
  for (;;) {
    const chunk = await result.fetchChunk()
    if (chunk === null || chunk.rowCount === 0) return pieces
    for (const [i, kind] of kinds.entries()) {
      pieces[i].push(kind === 'text' ? textPiece(chunk, i) : numberPiece(bindings, chunk, i, kind))
    }
  }
}

function textPiece(chunk: DuckDBDataChunk, column: number): string[] {
  const values = chunk.getColumnValues(column) as (string | null)[]
  if (values.includes(null)) throw new Error(`column ${column} holds a NULL`)
  return values as string[]
}

/** DuckDB's memory goes with the chunk, so it is copied at once. */
function numberPiece(
  bindings: DuckdbBindings,
  chunk: DuckDBDataChunk,
  column: number,
  kind: 'int32' | 'float64',
): Int32Array | Float64Array {
  const vector = bindings.data_chunk_get_vector(chunk.chunk, column)
  const validity: Uint8Array | null = bindings.vector_get_validity(vector, Math.ceil(chunk.rowCount / 64) * 8)
  if (validity !== null && hasNull(validity, chunk.rowCount)) throw new Error(`column ${column} holds a NULL`)
  const copy = bindings.vector_get_data(vector, chunk.rowCount * (kind === 'int32' ? 4 : 8)).slice().buffer
  return kind === 'int32' ? new Int32Array(copy) : new Float64Array(copy)
}

/** A bit is set for each row that holds a value. */
function hasNull(validity: Uint8Array, rows: number): boolean {
  const whole = rows >> 3
  for (let i = 0; i < whole; i++) if (validity[i] !== 0xff) return true
  return (rows & 7) > 0 && (~validity[whole] & ((1 << (rows & 7)) - 1)) !== 0
}

function join(kind: ColumnKind, pieces: Piece[]): Piece {
  if (kind === 'text') return (pieces as string[][]).flat()
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const out = kind === 'int32' ? new Int32Array(length) : new Float64Array(length)
  let at = 0
  for (const piece of pieces as (Int32Array | Float64Array)[]) {
    out.set(piece, at)
    at += piece.length
  }
  return out
}

/** The single number a query answers with. */
export async function fetchNumber(db: Database, sql: string): Promise<number> {
  const [[value]] = await fetchColumns(db, `select cast((${sql}) as double)`, ['float64'])
  return value
}
