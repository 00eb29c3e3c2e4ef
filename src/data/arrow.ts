/** Arrow IPC files, through a table: DuckDB's own Arrow reader is an extension that would have to be fetched. */
import { badInput } from '../request-error.ts'
import type { Database } from './database.ts'
import { identifier } from './sql.ts'
import { appendColumns, type WriteColumn } from './table-writer.ts'

/** Loads the bytes of an Arrow file or stream into a table of the database and returns its name. */
export async function arrowTable(db: Database, bytes: Uint8Array, path: string): Promise<string> {
  const { tableFromIPC } = await import('@uwdata/flechette')
  let table: ReturnType<typeof tableFromIPC>
  try {
    table = tableFromIPC(bytes)
  } catch {
    throw badInput(`${path}: it is not a complete Arrow file.`)
  }
  const columns = table.names.map((name, i): WriteColumn => readColumn(String(name), table.getChildAt(i)))
  const name = db.freshName('arrow')
  const nullable = columns.map((column) => `${identifier(column.name)} varchar`).join(', ')
  await db.run(`create temp table ${name} (${nullable})`)
  await appendColumns(db, name, columns)
  return name
}

function readColumn(name: string, column: Iterable<unknown>): WriteColumn {
  return { name, kind: 'text', values: Array.from(column, (value) => (value === null ? null : String(value))) }
}
