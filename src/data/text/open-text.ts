/** A text file as something SQL can select from: in UTF-8, with its delimiter, its columns as texts. */
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Reading } from '../../spec/index.ts'
import { checkColumnCount } from '../column-count.ts'
import { csvHeader, firstRecords } from '../csv-header.ts'
import type { Database } from '../database.ts'
import type { Relation } from '../relation.ts'
import { fileLiteral, literal } from '../sql.ts'
import { encodingOf } from './encoding.ts'
import { foundReading } from './found-reading.ts'
import { transcode } from './transcode.ts'

type OpenedText = Pick<Relation, 'sql' | 'doubtfulHeader' | 'read'>

const opened = new WeakMap<Database, Map<string, Promise<OpenedText>>>()

/** A command reads its file several times, and finds out once how it is written. */
export async function openText(db: Database, path: string, reading: Reading): Promise<OpenedText> {
  const { mtimeMs, size } = await stat(path)
  const key = JSON.stringify([resolve(path), mtimeMs, size, reading])
  const known = opened.get(db) ?? new Map<string, Promise<OpenedText>>()
  opened.set(db, known)
  const found = known.get(key) ?? open(db, path, reading)
  known.set(key, found)
  return found
}

async function open(db: Database, path: string, reading: Reading): Promise<OpenedText> {
  const { text, encoding } = await inUtf8(db, path, reading.encoding)
  const given = reading.delimiter === 'tab' ? '\t' : reading.delimiter
  const header = await csvHeader({ path: text, name: path, delimiter: given })
  const { delimiter, names, doubtful } = header
  const sql = csvSql(path, text, delimiter, names, true)
  return { sql, doubtfulHeader: doubtful, read: foundReading({ ...header, encoding }, reading) }
}

/** Every line of a text file, the first one too: its columns are called by their places. */
export async function openLines(db: Database, path: string): Promise<string> {
  const { text } = await inUtf8(db, path, undefined)
  const { delimiter, lines } = await firstRecords({ path: text, name: path }, 'no line')
  const names = lines[0].map((_, c) => `column ${c + 1}`)
  return csvSql(path, text, delimiter, names, false)
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

function csvSql(path: string, text: string, delimiter: string, names: readonly string[], header: boolean): string {
  checkColumnCount(path, names.length)
  const columns = names.map((name) => `${literal(name)}: 'varchar'`).join(', ')
  return (
    `read_csv(${fileLiteral(text)}, auto_detect = false, header = ${header}, delim = ${literal(delimiter)}, quote = '"', escape = '"', ` +
    `columns = {${columns}}, hive_partitioning = false, max_line_size = 10000000)`
  )
}
