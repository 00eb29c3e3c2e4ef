/**
 * A first look at a file: how it is written, its columns, what they seem to be, and what is missing. What it returns is read off
 * the confidential data and is for its steward's eyes.
 */
import type { Reading } from '../spec/index.ts'
import { fetchNumber } from './columns.ts'
import type { Database } from './database.ts'
import { type ColumnDescription, describeColumn } from './describe-column.ts'
import { dataRelation, reading } from './file-relation.ts'
import type { Relation } from './relation.ts'

export interface FileDescription {
  readonly path: string
  /** The first line may be a record: what stand as names here may be its values. */
  readonly doubtfulHeader: boolean
  readonly rows: number
  /** How it was read, as a spec would say it; what needs no word is left out. */
  readonly read: Reading
  readonly columns: readonly ColumnDescription[]
}

export async function describeFile(db: Database, path: string, read: Reading = {}): Promise<FileDescription> {
  const relation = await dataRelation(db, { path, read })
  const [plain, raw] = [db.freshName('described'), db.freshName('written')]
  await reading(path, async () => {
    await db.run(`create temp table ${plain} as select * from ${relation.sql}`)
    await db.run(`create temp table ${raw} as select * from ${relation.raw}`)
  })
  const rows = await fetchNumber(db, `select count(*) from ${plain}`)
  const tables = { plain, raw, rows, reading: read }
  const columns: ColumnDescription[] = []
  for (const name of relation.columns)
    columns.push(await describeColumn(db, tables, name, relation.read?.doubts.get(name)))
  await db.run(`drop table ${plain}; drop table ${raw}`)
  return { path, doubtfulHeader: relation.doubtfulHeader === true, rows, read: toldReading(relation, read), columns }
}

/** What a spec says so that the file is read in the same way again, whatever comes to be in it. */
function toldReading({ read: found }: Relation, given: Reading): Reading {
  if (found === undefined) return given
  const { encoding, delimiter, decimal, dates } = found
  const names = { '\t': 'tab', ',': ',', ';': ';', '|': '|' } as const
  return {
    encoding: encoding.startsWith('utf-16') ? 'utf-16' : encoding,
    delimiter: names[delimiter as keyof typeof names],
    decimal,
    dates: [...dates],
    ...(given.missing && { missing: given.missing }),
    ...(given.case && { case: given.case }),
  }
}
