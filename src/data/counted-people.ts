/**
 * A table that counts people: each once in every cell that lines of theirs are in, after values that mean the same, and levels that are
 * made one, have become one level. Summing the cells of a finer table would count a person with several lines several times.
 */
import type { CountedTable, Variable } from '../model/index.ts'
import { type Confidential, confidential } from '../privacy/confidential.ts'
import { badField, clipped } from '../request-error.ts'
import { fetchColumns, fetchNumber } from './columns.ts'
import { encodeLevels, levelText } from './counted-table.ts'
import type { Database } from './database.ts'
import { groupCounts } from './source.ts'
import type { Source } from './source-kinds.ts'
import { literal } from './sql.ts'

/** What becomes of the levels of a variable. */
export interface RecodedVariable {
  readonly variable: Variable
  readonly codeOf: readonly number[]
}

export interface CountedPeople {
  /** As the data have them, before levels are made one. */
  readonly variables: readonly Variable[]
  readonly table: Confidential<CountedTable>
  /** Nobody is in two cells, so sums of cells count people too. */
  readonly once: boolean
}

export async function countPeople(
  db: Database,
  { person: _, ...source }: Source,
  columns: readonly string[],
  person: string,
  recode: (variables: readonly Variable[]) => readonly RecodedVariable[],
): Promise<CountedPeople> {
  const all = [...columns, person].map((column) => ({ column }))
  const { name: grouped } = await groupCounts(db, source, all, { isPrivate: false })
  const who = `trim(cast(g${columns.length} as varchar))`
  if ((await fetchNumber(db, `select count(*) from ${grouped} where coalesce(${who}, '') = ''`)) > 0)
    throw badField(
      'person',
      `some lines have no value in the column "${clipped(person)}". Give each line its person, or leave it out of the file.`,
    )
  const keepCase = source.kind === 'file' && source.read?.case === 'keep'
  const read: { readonly variable: Variable; readonly texts: readonly string[]; readonly codes: Int32Array }[] = []
  for (const [i, column] of columns.entries()) {
    const sql = `select ${levelText(i)} as t, cast(sum(n) as double) from ${grouped} group by t order by t`
    const [texts, counts] = await fetchColumns(db, sql, ['text', 'float64'])
    read.push({ texts, ...encodeLevels(column, texts, counts, keepCase) })
  }
  const variables = read.map(({ variable }) => variable)
  const recoded = recode(variables)
  const joins = read.map(({ texts, codes }, i) => {
    const final = Array.from(codes, (code) => recoded[i].codeOf[code])
    return `join (select unnest([${texts.map(literal).join(', ')}]) as t${i}, unnest([${final.join(', ')}]) as c${i}) on t${i} = ${levelText(i)}`
  })
  const keys = columns.map((_, i) => `c${i}`)
  const cells = `select ${keys.join(', ')}, cast(count(distinct ${who}) as double) as people from ${grouped} ${joins.join(' ')} group by ${keys.join(', ')} order by ${keys.join(', ')}`
  const found = await fetchColumns(db, cells, [...columns.map(() => 'int32' as const), 'float64'])
  const people = await fetchNumber(db, `select count(distinct ${who}) from ${grouped}`)
  await db.run(`drop table ${grouped}`)
  const counts = found[columns.length] as Float64Array
  const codes = found.slice(0, columns.length) as readonly Int32Array[]
  return {
    variables,
    table: confidential({ variables: recoded.map(({ variable }) => variable), codes, counts }),
    once: counts.reduce((sum, count) => sum + count, 0) === people,
  }
}
