/**
 * A k-way table of counts over the levels that occur, from microdata or from counted lines: what an audit looks at.
 */
import { type CountedTable, EMPTY_LEVEL, rangeStarts, type Variable } from '../model/index.ts'
import { type Confidential, confidential } from '../privacy/confidential.ts'
import { badInput } from '../request-error.ts'
import { commonSpelling } from './case-variants.ts'
import { fetchColumns, fetchNumber } from './columns.ts'
import type { Database } from './database.ts'
import { MOST_LEVELS } from './describe-column.ts'
import { groupCounts } from './source.ts'
import type { Source } from './source-kinds.ts'

/** Counts all records by the given columns, however many of them are one person's. Lines with a count of 0 keep their levels in the table. */
export async function countTable(
  db: Database,
  { person: _, ...source }: Source,
  columns: readonly string[],
  count?: string,
): Promise<{ readonly variables: readonly Variable[]; readonly table: Confidential<CountedTable> }> {
  const grouped = await groupCounts(
    db,
    source,
    columns.map((column) => ({ column })),
    { count, isPrivate: false },
  )
  if ((await fetchNumber(db, `select coalesce(sum(bad), 0) from ${grouped.name}`)) > 0) {
    throw badInput(
      `count column "${count}": some counts are not whole numbers from 0 up. Correct them; an empty count is not 0.`,
    )
  }
  const kinds = columns.map(() => 'text' as const)
  const texts = columns.map((_, i) => levelText(i))
  const result = await fetchColumns(db, `select ${[...texts, 'n'].join(', ')} from ${grouped.name}`, [
    ...kinds,
    'float64',
  ])
  await db.run(`drop table ${grouped.name}`)
  const counts = result[columns.length] as Float64Array
  if (counts.length === 0) throw badInput('There are no records to count.')
  const keepCase = source.kind === 'file' && source.read?.case === 'keep'
  const coded = columns.map((name, i) => encodeLevels(name, result[i] as string[], counts, keepCase))
  const variables = coded.map((c) => c.variable)
  return { variables, table: confidential({ variables, codes: coded.map((c) => c.codes), counts }) }
}

/** A grouped value as the text of a level. */
export const levelText = (column: number): string =>
  `coalesce(nullif(trim(cast(g${column} as varchar)), ''), '${EMPTY_LEVEL}')`

/** Texts as levels of a variable; `counts[i]`: how many records have the text i. */
export function encodeLevels(
  name: string,
  texts: readonly string[],
  counts: Float64Array,
  keepCase: boolean,
): { variable: Variable; codes: Int32Array } {
  return encode(name, keepCase ? texts : folded(texts, counts))
}

/** The texts in their common spelling; of a column with many values none are taken for others. */
function folded(texts: readonly string[], counts: Float64Array): readonly string[] {
  const spelling = commonSpelling(texts, counts)
  return spelling.size > MOST_LEVELS ? texts : texts.map((text) => spelling.get(text) as string)
}

function encode(name: string, texts: readonly string[]): { variable: Variable; codes: Int32Array } {
  const levels = inOrder([...new Set(texts)])
  const codeOf = new Map(levels.map((level, code) => [level, code]))
  return { variable: { name, levels }, codes: Int32Array.from(texts, (text) => codeOf.get(text) as number) }
}

/** Ranges by where they begin, numbers by size, other levels by their text. */
function inOrder(levels: readonly string[]): readonly string[] {
  const starts = rangeStarts(levels)
  if (starts === undefined) return [...levels].sort(compareLevels)
  return [...levels.keys()].sort((a, b) => starts[a] - starts[b]).map((k) => levels[k])
}

function compareLevels(a: string, b: string): number {
  const difference = Number(a) - Number(b)
  if (!Number.isNaN(difference) && difference !== 0) return difference
  return a < b ? -1 : a > b ? 1 : 0
}
