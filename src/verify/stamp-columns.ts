/**
 * Every table of a stamped release carries the stamp in a column of its own, and no other table has one. An audit publishes
 * nothing: its table may do without.
 */
import { join } from 'node:path'
import { fetchNumber, fileRelation, withDatabase } from '../data/index.ts'
import type { Guarantee, Manifest } from '../release/index.ts'
import { type Check, checkOf } from './check.ts'
import { asTable, literal, quoted } from './topdown-lines.ts'

export const STAMP_COLUMN = 'tacet_stamp'

export async function stampColumnCheck(
  folder: string,
  { outputs, stamp, cells }: Manifest,
  guarantee: Guarantee,
): Promise<Check> {
  const tables = outputs.filter(({ name }) => /\.(csv|parquet)$/.test(name)).map(({ name }) => name)
  const faults = await withDatabase({}, async (db) => {
    const found: string[] = []
    for (const name of tables) {
      const { sql, columns } = await fileRelation(db, join(folder, name), cells)
      const has = columns.includes(STAMP_COLUMN)
      if (has && stamp === null) found.push(`${name} carries a stamp`)
      if (!has && stamp !== null && guarantee !== 'none: an audit') found.push(`${name} does not carry the stamp`)
      if (!has || stamp === null) continue
      const other = `select count(*) from ${sql} where ${quoted(STAMP_COLUMN)} is distinct from ${literal(stamp)}`
      if ((await asTable(name, () => fetchNumber(db, other))) > 0) found.push(`${name} has lines with another stamp`)
    }
    return found
  })
  return checkOf(
    'stamped tables',
    faults,
    stamp === null
      ? 'none of them is stamped'
      : `${tables.length === 1 ? 'the 1 table says' : `all ${tables.length} tables say`} ${stamp}`,
  )
}
