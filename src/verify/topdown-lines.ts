/**
 * The lines of a published file as numbers: texts become their place in a list of what is known, -1 for what is not in it.
 * The looking up is done by the data engine, so a million lines never become a million strings.
 */
import { join } from 'node:path'
import { checkColumn, type Database, fetchColumns, fileRelation, type Relation, TableWriter } from '../data/index.ts'
import type { Manifest } from '../release/index.ts'
import { badInput } from '../request-error.ts'

/** Looks up the texts of some columns together; rows[i][c] is the text of column c that gets the number i. */
export interface Lookup {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A column of numbers, and what an empty value stands for. Whatever else is no number becomes NaN. */
export interface NumberColumn {
  readonly column: string
  readonly empty: number
}

export interface CodedLines {
  readonly lines: number
  /** One array a lookup. */
  readonly codes: readonly Int32Array[]
  readonly numbers: readonly Float64Array[]
}

/** The name of an output of the release, whatever its format: `cells` finds cells.csv or cells.parquet. */
export function outputName(manifest: Manifest, stem: string): string | undefined {
  return manifest.outputs.find(({ name }) => name === `${stem}.csv` || name === `${stem}.parquet`)?.name
}

/** The file as a relation. Throws when the manifest does not list it, or it lacks a column. */
export async function outputRelation(
  db: Database,
  folder: string,
  manifest: Manifest,
  stem: string,
  columns: readonly string[],
): Promise<Relation> {
  const name = outputName(manifest, stem)
  if (name === undefined) throw badInput(`the manifest lists no ${stem}`)
  const relation = { ...(await fileRelation(db, join(folder, name), manifest.cells)), name }
  for (const column of columns) checkColumn(relation, column)
  return relation
}

export async function fetchLines(
  db: Database,
  relation: Relation,
  lookups: readonly Lookup[],
  numbers: readonly NumberColumn[],
): Promise<CodedLines> {
  const joins: string[] = []
  for (const [i, lookup] of lookups.entries()) {
    const on = lookup.columns.map((column, c) => `${textOf(column)} = known_${i}.k${c}`)
    joins.push(`left join ${await numbered(db, lookup)} as known_${i} on ${on.join(' and ')}`)
  }
  const codes = lookups.map((_, i) => `coalesce(cast(known_${i}.code as integer), -1)`)
  const values = numbers.map(({ column, empty }) => {
    const missing = `case when ${textOf(column)} = '' then ${doubleOf(empty)} else ${doubleOf(Number.NaN)} end`
    return `coalesce(try_cast(line.${quoted(column)} as double), ${missing})`
  })
  const sql = `select ${[...codes, ...values].join(', ')} from ${relation.sql} as line ${joins.join(' ')}`
  const kinds = [...codes.map(() => 'int32' as const), ...values.map(() => 'float64' as const)]
  const columns = await asTable(relation.name, () => fetchColumns(db, sql, kinds))
  return {
    lines: columns[0].length,
    codes: columns.slice(0, codes.length) as Int32Array[],
    numbers: columns.slice(codes.length) as Float64Array[],
  }
}

/** Does work that reads a file; what the data engine complains of is a fault of the file. */
export function asTable<T>(name: string, work: () => Promise<T>): Promise<T> {
  return work().catch((error: Error) => {
    throw badInput(`${name} cannot be read as a table: ${error.message.split('\n')[0]}`)
  })
}

/** The rows of a lookup with their number, as something SQL can select from. */
export async function numbered(db: Database, { columns, rows }: Lookup): Promise<string> {
  const texts = columns.map((_, c) => ({ name: `k${c}`, kind: 'text' as const, values: rows.map((row) => row[c]) }))
  const written = [...texts, { name: 'code', kind: 'whole' as const, values: Int32Array.from(rows.keys()) }]
  const writer = await TableWriter.open(db, written)
  await writer.append(written)
  return writer.relation
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** CSV knows no difference between an empty text and none. */
export function textOf(column: string): string {
  return `coalesce(cast(line.${quoted(column)} as varchar), '')`
}

function doubleOf(value: number): string {
  return `cast('${value}' as double)`
}
