/** Columns that may name people and have several lines for some of them: what a guarantee for one line does not cover. */
import { PERSON } from './column-role.ts'
import { fetchColumns } from './columns.ts'
import type { Database } from './database.ts'
import { dataRelation } from './file-relation.ts'
import type { Source } from './source-kinds.ts'
import { identifier } from './sql.ts'

/** A column with so many values per line tells lines apart as names do. */
const MANY_VALUES = 1 / 50
const FEW = 20
/** Counts of values are estimated, to a few per cent. */
const CERTAIN = 0.9

/** Among the columns that are not used otherwise; of files only, since on a server it would read the whole table again. */
export async function repeatedNames(db: Database, source: Source, used: readonly string[]): Promise<readonly string[]> {
  if (source.kind !== 'file') return []
  const relation = await dataRelation(db, source)
  const columns = relation.columns.filter((column) => !used.includes(column))
  if (columns.length === 0 || relation.doubtfulHeader === true) return []
  const distinct = columns.map((column) => `cast(approx_count_distinct(${identifier(column)}) as double)`)
  const sql = `select cast(count(*) as double), ${distinct.join(', ')} from ${relation.sql}`
  const [[lines], ...values] = await fetchColumns(db, sql, [
    'float64' as const,
    ...columns.map(() => 'float64' as const),
  ])
  return columns.filter((column, i) => {
    const [count] = values[i]
    const repeats = count > 1 && count < CERTAIN * lines
    return repeats && (PERSON.test(column) || (count >= FEW && count >= MANY_VALUES * lines))
  })
}
