/** Whether one column says another: every value of it stands beside one value of the other alone, as a region beside its country. */
import type { Reading } from '../spec/index.ts'
import { fetchColumns } from './columns.ts'
import type { Database } from './database.ts'
import { dataRelation, reading } from './file-relation.ts'
import { identifier } from './sql.ts'

/** Pairs of a finer and a coarser column among these, of those that the file has. */
export async function coarserColumns(
  db: Database,
  { path, read }: { readonly path: string; readonly read: Reading },
  pairs: readonly (readonly [string, string])[],
): Promise<readonly (readonly [finer: string, coarser: string])[]> {
  const relation = await dataRelation(db, { path, read })
  const there = pairs.filter((pair) => pair.every((column) => relation.columns.includes(column)))
  const found: [string, string][] = []
  for (const [a, b] of there) {
    const [x, y] = [a, b].map((column) => `coalesce(trim(cast(${identifier(column)} as varchar)), '')`)
    const counts = ['count(distinct x)', 'count(distinct y)', 'count(distinct (x, y))'].map(
      (sql) => `cast(${sql} as double)`,
    )
    const [[first], [second], [both]] = await reading(path, () =>
      fetchColumns(db, `select ${counts.join(', ')} from (select ${x} as x, ${y} as y from ${relation.sql})`, [
        'float64',
        'float64',
        'float64',
      ]),
    )
    if (both === first) found.push([a, b])
    else if (both === second) found.push([b, a])
  }
  return found
}
