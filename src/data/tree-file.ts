/**
 * A hierarchy in a file: one line per value, then its generalisations from the narrowest to the widest. A line of names may
 * stand above; files of ARX have none.
 */

import { fetchColumns } from './columns.ts'
import type { Database } from './database.ts'
import { looksLikeRecord } from './doubtful-header.ts'
import { lineRelation } from './file-relation.ts'
import { identifier } from './sql.ts'

export interface TreeFile {
  readonly rows: readonly (readonly string[])[]
  /** The number of the first row in the file: 2 where names stand above. */
  readonly firstLine: number
}

/** `values`: those of the column, by which a first line is told from names unless `header` says what it is. */
export async function readTreeFile(
  db: Database,
  path: string,
  values: readonly string[],
  header?: 'present' | 'absent',
): Promise<TreeFile> {
  const { sql, columns, named } = await lineRelation(db, path)
  const texts = columns.map((name) => `coalesce(trim(cast(${identifier(name)} as varchar)), '')`)
  const kinds = columns.map(() => 'text' as const)
  const found = await fetchColumns(db, `select ${texts.join(', ')} from ${sql}`, kinds)
  const rows = (found[0] ?? []).map((_, row) => found.map((column) => column[row]))
  if (named) return { rows, firstLine: 2 }
  const hasNames = header === undefined ? isHeader(rows, values) : header === 'present'
  return hasNames ? { rows: rows.slice(1), firstLine: 2 } : { rows, firstLine: 1 }
}

/** Names stand in no column, and head no other line; a value of the data does not name a column. */
function isHeader([first, ...rest]: readonly (readonly string[])[], values: readonly string[]): boolean {
  if (first === undefined || rest.length === 0) return false
  return !values.includes(first[0]) && !looksLikeRecord(first, rest)
}
