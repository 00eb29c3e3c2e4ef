/** Groups that a server has counted, as a table of the local database: rows arrive a batch at a time, and no more than one is held. */
import type { Database } from './database.ts'
import type { GroupColumn, GroupedTable } from './group-sql.ts'
import { appendColumns, type WriteColumn } from './table-writer.ts'

export const BATCH_ROWS = 20_480

/** Each row holds the values of the columns as texts or null, the number of records, and that of unusable counts. */
export async function groupedTable(
  db: Database,
  columns: readonly GroupColumn[],
  rows: AsyncIterable<readonly unknown[]>,
): Promise<GroupedTable> {
  const name = db.freshName('grouped')
  await db.run(`create temp table ${name} (${columns.map((_, i) => `g${i} varchar, `).join('')}n double, bad double)`)
  let batch: (readonly unknown[])[] = []
  for await (const row of rows) {
    if (batch.push(row) < BATCH_ROWS) continue
    await appendColumns(db, name, batchColumns(batch, columns.length))
    batch = []
  }
  await appendColumns(db, name, batchColumns(batch, columns.length))
  return { name, columns }
}

function batchColumns(rows: readonly (readonly unknown[])[], keys: number): WriteColumn[] {
  const text = (i: number): WriteColumn => ({
    name: `g${i}`,
    kind: 'text',
    values: rows.map((row) => (row[i] === null ? null : String(row[i]))),
  })
  const number = (name: string, i: number): WriteColumn => ({
    name,
    kind: 'real',
    values: Float64Array.from(rows, (row) => Number(row[i])),
  })
  return [...Array.from({ length: keys }, (_, i) => text(i)), number('n', keys), number('bad', keys + 1)]
}
