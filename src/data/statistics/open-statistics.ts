/** A file of SPSS or Stata as something SQL can select from: its records as texts, codes as what they mean. */
import { open, stat } from 'node:fs/promises'
import { badInput } from '../../request-error.ts'
import type { Reading } from '../../spec/index.ts'
import { checkColumnCount } from '../column-count.ts'
import type { Database } from '../database.ts'
import type { Relation } from '../relation.ts'
import { csvText, writePrivately } from '../text/csv-copy.ts'
import { csvSql } from '../text/open-text.ts'
import { type CodedColumn, type CodedTable, distinctLabels } from './coded-table.ts'
import { DataBytes } from './data-bytes.ts'
import { spssTable } from './spss.ts'
import { stataTable } from './stata.ts'

type Opened = Pick<Relation, 'sql' | 'read' | 'declared' | 'labels' | 'weight'>
type Format = (bytes: DataBytes, encoding: string | undefined) => Promise<CodedTable>

const opens =
  (program: string, tableOf: Format) =>
  async (db: Database, path: string, reading: Reading): Promise<Opened> => {
    const file = await open(path)
    try {
      const bytes = new DataBytes(file, (await stat(path)).size, path, program)
      const table = await tableOf(bytes, reading.encoding)
      return await written(db, path, table, reading, bytes)
    } catch (error) {
      throw error instanceof RangeError ? badInput(`${path}: it is not a complete ${program} file.`) : error
    } finally {
      await file.close()
    }
  }

export const openStata: ReturnType<typeof opens> = opens('Stata', stataTable)
export const openSpss: ReturnType<typeof opens> = opens('SPSS', spssTable)

/** Writes the records once, and says what the file says of them. */
async function written(
  db: Database,
  path: string,
  { columns, weight, rows }: CodedTable,
  { values = 'labels' }: Reading,
  bytes: DataBytes,
): Promise<Opened> {
  checkColumnCount(path, columns.length)
  const names = columns.map(({ name }) => name)
  if (
    names.length === 0 ||
    names.some((name) => name.trim() === '') ||
    new Set(names.map((name) => name.toLowerCase())).size < names.length
  )
    throw bytes.broken()
  const meanings = columns.map(({ labels }) =>
    values === 'labels' ? distinctLabels(labels) : new Map<string, string>(),
  )
  const text = db.privateFile('.csv')
  const lines = async function* (): AsyncGenerator<string> {
    yield csvText([names])
    for await (const records of rows())
      yield csvText(
        records.map((record) => record.map((code, c) => (code === null ? null : (meanings[c].get(code) ?? code)))),
      )
  }
  await writePrivately(text, lines())
  db.opened(text, path)
  const declared = (column: CodedColumn, c: number): readonly string[] =>
    column.missing.map((code) => meanings[c].get(code) ?? code)
  return {
    sql: csvSql(text, ',', names, true),
    read: {
      encoding: null,
      delimiter: null,
      layout: null,
      decimal: '.',
      dates: [],
      doubts: new Map(),
      mixed: new Map(),
    },
    declared: new Map(
      columns.flatMap((column, c) => (column.missing.length === 0 ? [] : [[column.name, declared(column, c)]])),
    ),
    labels: new Map(columns.flatMap(({ name, label }) => (label === '' ? [] : [[name, label]]))),
    weight,
  }
}
