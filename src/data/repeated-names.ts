/** Columns that may name people and have several lines for some of them: what a guarantee for one line does not cover. */
import { PERSON } from './column-role.ts'
import { fetchColumns } from './columns.ts'
import type { Database } from './database.ts'
import { columnLikeness } from './describe-column.ts'
import { dataRelation } from './file-relation.ts'
import type { Relation } from './relation.ts'
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
  const sql = `select cast(count(*) as double), ${distinct.join(', ')} from ${relation.raw ?? relation.sql}`
  const [[lines], ...values] = await fetchColumns(db, sql, [
    'float64' as const,
    ...columns.map(() => 'float64' as const),
  ])
  const repeating = columns.filter((_, i) => values[i][0] > 1 && values[i][0] < CERTAIN * lines)
  const many = new Set(columns.filter((_, i) => values[i][0] >= FEW && values[i][0] >= MANY_VALUES * lines))
  const found: string[] = []
  for (const column of repeating)
    if (PERSON.test(column) || (many.has(column) && (await namesPeople(db, relation, column)))) found.push(column)
  return found
}

/** Ages, dates and postcodes have many values too, and name nobody. */
async function namesPeople(db: Database, relation: Relation, column: string): Promise<boolean> {
  const value = `cast(${identifier(column)} as varchar)`
  return (await columnLikeness(db, relation.sql, column, value)) === 'identifier'
}
