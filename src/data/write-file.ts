/** A query result as a file: the one way out of the database. */
import { chmodSync, closeSync, openSync } from 'node:fs'
import { badInput } from '../request-error.ts'
import { fetchColumns } from './columns.ts'
import type { Database } from './database.ts'
import { EngineError } from './engine-error.ts'
import { safeSelect } from './spreadsheet-cells.ts'
import { pathLiteral } from './sql.ts'

export type OutputFormat = 'csv' | 'parquet'
export const OUTPUT_FORMATS: readonly OutputFormat[] = ['csv', 'parquet']

/** For its owner alone. */
export const PRIVATE_FILE = 0o600

export interface WriteOptions {
  /** Only its owner may read it, as everything that is CONFIDENTIAL. */
  readonly private?: boolean
}

/** Writes the file. What is private is so from its first byte on. */
export async function writeFile(
  db: Database,
  sql: string,
  path: string,
  format: OutputFormat,
  options: WriteOptions = {},
): Promise<void> {
  const safe = format === 'csv' && db.cells === 'spreadsheet-safe'
  const selected = safe ? safeSelect(sql, await columnsOf(db, sql)) : sql
  const how = format === 'csv' ? 'format csv, header true' : 'format parquet, compression zstd'
  try {
    if (options.private === true || db.stamp?.includes('CONFIDENTIAL')) claim(path)
    await db.run(`copy (${selected}) to ${pathLiteral(path)} (${how}, use_tmp_file false)`)
  } catch (error) {
    throw badInput(`${path} cannot be written: ${writeFailure(error)}`)
  }
}

async function columnsOf(
  db: Database,
  sql: string,
): Promise<readonly { readonly name: string; readonly text: boolean }[]> {
  const kinds = ['text', 'text'] as const
  const [names, types] = await fetchColumns(db, `select column_name, column_type from (describe ${sql})`, kinds)
  return names.map((name, i) => ({ name, text: types[i] === 'VARCHAR' }))
}

/** An empty file of the right mode, which is then filled. */
function claim(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE_FILE))
  chmodSync(path, PRIVATE_FILE)
}

function writeFailure(error: unknown): string {
  const text = error instanceof EngineError ? error.detail : String(error)
  if (/no space left|ENOSPC/i.test(text)) return 'the disk is full. Free some space and run it again.'
  if (/permission denied|EACCES/i.test(text)) return 'permission denied.'
  return 'the folder or the disk does not take it.'
}
