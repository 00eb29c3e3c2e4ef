/**
 * Whether a column of counts counts. Sums (of money, of kilograms) are no counts of people: a single large line decides such a cell, and
 * neither an audit of counts nor noise for one person more or less protects it. What the column counts may be said (`source.lines`);
 * until then a name that measures is refused, and one that says nothing is asked about where its values look like sums.
 */
import { badField, clipped } from '../request-error.ts'
import { namesMeasure } from './column-role.ts'
import { fetchColumns } from './columns.ts'
import { namesCount } from './counted-lines.ts'
import type { Database } from './database.ts'
import { checkColumn, dataRelation } from './file-relation.ts'
import type { Source } from './source-kinds.ts'
import { identifier } from './sql.ts'

const ADVICE =
  'Sums are protected with "tacet protect": a single large line can decide a sum, which a rule for counts does not see. If it counts, say what: `lines` (such as people).'

/** By the name alone, before anything is read. */
export function checkCountName({
  count,
  lines,
}: {
  readonly count?: string | undefined
  readonly lines?: string | undefined
}): void {
  if (count === undefined || lines !== undefined || namesCount(count) || !namesMeasure(count)) return
  throw badField('source.count', `"${clipped(count)}" seems to hold sums, not counts. ${ADVICE}`)
}

/** Counts of many cells come back, and many are small: values that hardly do, and are large, may be sums. */
const FEWEST_LINES = 6
const HARDLY_REPEATS = 1 / 2
const LARGE = 1000

/** By the values of a file, where the name does not say it. */
export async function checkCountValues(db: Database, source: Source, count: string): Promise<void> {
  if (namesCount(count) || source.kind !== 'file') return
  const relation = await dataRelation(db, source)
  checkColumn(relation, count, 'count column')
  const value = `try_cast(${identifier(count)} as double)`
  const figures = ['count(v)', 'count(distinct v)', 'coalesce(median(v), 0)'].map((sql) => `cast(${sql} as double)`)
  const sql = `select ${figures.join(', ')} from (select ${value} as v from ${relation.sql}) where v > 0`
  const [[lines], [different], [middle]] = await fetchColumns(db, sql, ['float64', 'float64', 'float64'])
  if (lines < FEWEST_LINES || different <= HARDLY_REPEATS * lines || middle < LARGE) return
  throw badField(
    'source.count',
    `"${clipped(count)}" may hold sums: its values are large and hardly repeat, and its name does not say that it counts. ${ADVICE}`,
  )
}
