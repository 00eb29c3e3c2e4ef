/** A text file as something SQL can select from: in UTF-8, with its delimiter, its columns as texts. */
import type { Reading } from '../../spec/index.ts'
import { checkColumnCount } from '../column-count.ts'
import { csvHeader, firstRecords } from '../csv-header.ts'
import type { Database } from '../database.ts'
import type { Relation } from '../relation.ts'
import { fileLiteral, literal } from '../sql.ts'
import { encodingOf } from './encoding.ts'
import { foundReading } from './found-reading.ts'
import { writeLaidOut } from './laid-out.ts'
import { isBlank } from './records.ts'
import { transcode } from './transcode.ts'

type OpenedText = Pick<Relation, 'sql' | 'doubtfulHeader' | 'namesAreText' | 'read'>

/** Reads a text file. */
export async function openText(db: Database, path: string, reading: Reading): Promise<OpenedText> {
  const { text, encoding } = await inUtf8(db, path, reading.encoding)
  return openUtf8(db, { path: text, name: path, encoding, isSheet: false }, reading)
}

/** A text file in UTF-8, and where it comes from. */
export interface Utf8File {
  readonly path: string
  readonly name: string
  /** How it was written; null for a sheet, which has no encoding and no separator. */
  readonly encoding: string | null
  readonly isSheet: boolean
}

/** Finds the table in the text and how its values are written. */
export async function openUtf8(db: Database, file: Utf8File, reading: Reading): Promise<OpenedText> {
  const { path, name, encoding, isSheet } = file
  const given = isSheet ? ',' : reading.delimiter === 'tab' ? '\t' : reading.delimiter
  const { delimiter, layout, records } = await csvHeader({ path, name, delimiter: given }, reading)
  const { names, doubtful } = layout
  const looked = { names, records, encoding, delimiter: isSheet ? null : delimiter, layout }
  const read = foundReading(looked, reading)
  checkColumnCount(name, names.length)
  if (layout.isPlain && !isSheet)
    return {
      sql: csvSql(path, delimiter, names, true),
      doubtfulHeader: doubtful,
      namesAreText: reading.names === undefined,
      read,
    }
  const table = db.privateFile('.csv')
  await writeLaidOut({ path, name, delimiter, layout, isSheet }, table)
  db.opened(table, name)
  return {
    sql: csvSql(table, ',', names, true),
    doubtfulHeader: doubtful,
    namesAreText: reading.names === undefined,
    read,
  }
}

/** Every line of a text file, the first one too: its columns are called by their places. */
export async function openLines(db: Database, path: string): Promise<string> {
  const { text } = await inUtf8(db, path, undefined)
  const { delimiter, lines } = await firstRecords({ path: text, name: path }, 'no line')
  const first = lines.find((record) => !isBlank(record)) ?? lines[0]
  const names = first.fields.map((_, c) => `column ${c + 1}`)
  checkColumnCount(path, names.length)
  return csvSql(text, delimiter, names, false)
}

async function inUtf8(
  db: Database,
  path: string,
  given: string | undefined,
): Promise<{ readonly text: string; readonly encoding: string }> {
  const encoding = await encodingOf(path, given)
  if (encoding === 'utf-8') return { text: path, encoding }
  const text = db.privateFile('.csv')
  await transcode(path, encoding, text)
  db.opened(text, path)
  return { text, encoding }
}

/** A CSV file in UTF-8 as SQL. */
export function csvSql(text: string, delimiter: string, names: readonly string[], header: boolean): string {
  const columns = names.map((name) => `${literal(name)}: 'varchar'`).join(', ')
  return (
    `read_csv(${fileLiteral(text)}, auto_detect = false, header = ${header}, delim = ${literal(delimiter)}, quote = '"', escape = '"', ` +
    `columns = {${columns}}, hive_partitioning = false, max_line_size = 10000000)`
  )
}
