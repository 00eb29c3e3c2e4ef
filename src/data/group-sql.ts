/** The GROUP BY that a source is asked for, as SQL. */
import { checkColumn } from './file-relation.ts'
import type { Relation } from './relation.ts'
import { identifier } from './sql.ts'

/** What to group by: a column as it is, or a number put into half-open bins. */
export interface GroupColumn {
  readonly column: string
  /** Bin i holds edges[i] <= x < edges[i + 1]. */
  readonly edges?: readonly number[]
  /** The edges are days, and the values dates. */
  readonly dates?: true
  /** Texts that stand for a missing value in a binned column. */
  readonly missing?: readonly string[]
}

/** How one engine writes the little SQL that differs. */
export interface Dialect {
  /** The value as a number, NULL if it is none. */
  number(sql: string): string
  text(sql: string): string
  /** The day of a date as a number, NULL if it is none. */
  day(sql: string): string
}

/** A table in the local database, with columns g0, g1, ... as they were and n, the number of records (a DOUBLE). */
export interface GroupedTable {
  readonly name: string
  readonly columns: readonly GroupColumn[]
}

export function checkColumns(relation: Relation, columns: readonly GroupColumn[], count?: string): void {
  for (const { column } of columns) checkColumn(relation, column)
  if (count !== undefined) checkColumn(relation, count, 'count column')
}

/**
 * The GROUP BY itself: the columns raw, so that it costs what a bare GROUP BY costs. `bad` counts unusable counts. `valueSql` is the SQL
 * of a value that is looked at as a number or a date.
 */
export function groupSql(
  from: string,
  columns: readonly GroupColumn[],
  count: string | undefined,
  dialect: Dialect,
  valueSql: (column: string) => string = identifier,
): string {
  const keys = columns.map((column, i) => `${groupKey(column, dialect, valueSql)} as g${i}`)
  const number = count === undefined ? '' : dialect.number(valueSql(count))
  const valid = `${number} >= 0 and ${number} = floor(${number}) and ${number} <= 9007199254740991`
  const counts =
    count === undefined
      ? ['cast(count(*) as double precision) as n', 'cast(0 as double precision) as bad']
      : [
          `coalesce(sum(case when ${valid} then ${number} else 0 end), 0) as n`,
          `cast(sum(case when ${valid} then 0 else 1 end) as double precision) as bad`,
        ]
  const by = columns.length === 0 ? '' : ` group by ${columns.map((_, i) => i + 1).join(', ')}`
  return `select ${[...keys, ...counts].join(', ')} from ${from}${by}`
}

/** Groups by values as they are written, joined where they stand for the same: far fewer than records. */
export function joinedSql(
  grouped: string,
  columns: readonly GroupColumn[],
  plain: (column: string, value: string) => string,
): string {
  const keys = columns.map(
    ({ column, edges }, i) => `${edges === undefined ? plain(column, `g${i}`) : `g${i}`} as p${i}`,
  )
  const by = columns.length === 0 ? '' : ` group by ${columns.map((_, i) => i + 1).join(', ')}`
  const joined = `select ${[...keys, 'sum(n) as n', 'sum(bad) as bad'].join(', ')} from (${grouped})${by}`
  const named = columns.map((_, i) => `p${i} as g${i}`)
  return `select ${[...named, 'n', 'bad'].join(', ')} from (${joined})`
}

/** A binned value becomes its bin's number, -1 outside all bins or when it is no number, NULL when it is missing. */
function groupKey(
  { column, edges, dates, missing = [] }: GroupColumn,
  dialect: Dialect,
  valueSql: (column: string) => string,
): string {
  if (edges === undefined) return identifier(column)
  const value = valueSql(column)
  const number = dates === true ? dialect.day(value) : dialect.number(value)
  const absent = missing.map((text) => ` or ${dialect.text(value)} = '${text.replaceAll("'", "''")}'`).join('')
  const bins = edges.slice(1).map((edge, i) => `when ${number} < ${edge} then ${i}`)
  return (
    `case when ${value} is null${absent} then null when ${number} is null or ${number} < ${edges[0]} then -1 ` +
    `${bins.join(' ')} else -1 end`
  )
}
