/** Records by their codes and by what identifies each. */
import { type Confidential, confidential } from '../privacy/confidential.ts'
import { badField, clipped } from '../request-error.ts'
import type { Reading } from '../spec/index.ts'
import { fetchColumns, fetchNumber } from './columns.ts'
import type { Database } from './database.ts'
import { checkColumn, dataRelation, reading } from './file-relation.ts'
import { identifier } from './sql.ts'

export interface RecordIds {
  readonly codes: readonly (readonly string[])[]
  readonly ids: readonly string[]
}

export async function readRecordIds(
  db: Database,
  {
    path,
    read,
    codes,
    record,
  }: { readonly path: string; readonly read: Reading; readonly codes: readonly string[]; readonly record: string },
): Promise<Confidential<RecordIds>> {
  const relation = await dataRelation(db, { path, read })
  for (const column of [...codes, record]) checkColumn(relation, column)
  const texts = [...codes, record].map((column) => `coalesce(trim(cast(${identifier(column)} as varchar)), '')`)
  return reading(path, async () => {
    const id = texts[codes.length]
    const repeated = await fetchNumber(db, `select count(*) - count(distinct nullif(${id}, '')) from ${relation.sql}`)
    if (repeated > 0)
      throw badField(
        'record',
        `column "${clipped(record)}" does not identify records: in ${repeated.toLocaleString('en')} of them it is empty or one that another record has.`,
      )
    const kinds = texts.map(() => 'text' as const)
    const found = await fetchColumns(db, `select ${texts.join(', ')} from ${relation.sql}`, kinds)
    return confidential({ codes: found.slice(0, codes.length), ids: found[codes.length] })
  })
}
