/**
 * Counts that stay in the database they were made in: where there are too many entries to hold them, ranges of leaves are read as they are
 * needed. The table is sorted by leaf, so a range is a few of its blocks.
 */
import { heldCounts, type PlaceCounts, type SparseHistogram, sparseHistogram } from '../model/index.ts'
import { fetchColumns, fetchNumber } from './columns.ts'
import type { Database } from './database.ts'

/** Entries that are held unless another number is given: about twelve bytes each. */
export const HELD_ENTRIES: number = 1 << 21
/** Entries that are read at once, about. */
const PART_ENTRIES = 1 << 19

/**
 * The counts of a table with the columns leaf, cell and n. Up to `held` entries are taken into memory and the table is dropped; with
 * more it stays as long as the database does.
 */
export async function leafCounts(
  db: Database,
  table: string,
  leaves: number,
  cells: number,
  held: number = HELD_ENTRIES,
): Promise<PlaceCounts> {
  const entries = await fetchNumber(db, `select count(*) from ${table}`)
  if (entries <= held) {
    const whole = await readLeaves(db, table, 0, leaves, cells)
    await db.run(`drop table ${table}`)
    return heldCounts(whole)
  }
  const sorted = db.freshName('leaf_counts')
  await db.run(`create temp table ${sorted} as select leaf, cell, n from ${table} order by leaf; drop table ${table}`)
  const step = Math.max(1, Math.floor((leaves * Math.min(PART_ENTRIES, held)) / entries))
  const first = Array.from({ length: Math.ceil(leaves / step) }, (_, i) => i * step)
  let last: Promise<unknown> = Promise.resolve()
  return {
    cells,
    places: leaves,
    first: [...first, leaves],
    read: (from, to) => {
      const next = last.then(() => readLeaves(db, sorted, from, to, cells)) // a connection has one result at a time
      last = next.catch(() => undefined)
      return next
    },
  }
}

async function readLeaves(
  db: Database,
  table: string,
  from: number,
  to: number,
  cells: number,
): Promise<SparseHistogram> {
  const [leaf, cell, count] = await fetchColumns(
    db,
    `select leaf - ${from}, cell, n from ${table} where leaf >= ${from} and leaf < ${to}`,
    ['int32', 'int32', 'float64'],
  )
  return sparseHistogram(to - from, cells, leaf, cell, count)
}
