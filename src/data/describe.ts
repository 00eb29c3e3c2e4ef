/**
 * A first look at a file: its columns, what they seem to be, and what is missing. What it returns is read off the
 * confidential data and is for its steward's eyes.
 */
import { fetchColumns } from './columns.ts'
import type { Database } from './database.ts'
import { fileRelation, reading } from './file-relation.ts'
import { identifier, literal } from './sql.ts'

export interface ColumnDescription {
  readonly name: string
  readonly type: 'number' | 'whole number' | 'text' | 'date'
  readonly distinct: number
  readonly missing: number
  /** Texts among the values that commonly stand for a missing one, counted as missing. */
  readonly missingTexts: readonly string[]
  /** All levels when there are few, in order. */
  readonly levels: readonly string[]
  readonly shortest: number
  readonly longest: number
  readonly smallest: number | null
  readonly largest: number | null
  readonly looksLike: Role
}

/** What a column seems to be for. `empty`: nothing to say about it. */
export type Role = 'identifier' | 'geography' | 'quasi-identifier' | 'measure' | 'count' | 'empty'

export interface FileDescription {
  readonly path: string
  /** The first line may be a record: what stand as names here may be its values. */
  readonly doubtfulHeader: boolean
  readonly rows: number
  readonly columns: readonly ColumnDescription[]
}

/** Levels are listed up to this many. */
export const MOST_LEVELS = 60

const MISSING_TEXTS = ['?', 'NA', 'N/A', 'NULL', 'null', '.', '-']

const GEOGRAPHY =
  /geo|fips|state|county|tract|block|region|district|province|municip|zip|postal|postcode|canton|ward|parish|nuts|city|borough/i
const IDENTIFIER = /(^|[_\W])(id|uuid|ssn|nin|email|phone|name|passport|account)([_\W]|$)|(_id|Id|ID)$/
const COUNT = /^(count|n|freq|frequency|weight|number)$/i

export async function describeFile(db: Database, path: string): Promise<FileDescription> {
  const relation = await fileRelation(db, path)
  const table = db.freshName('described')
  await reading(path, () => db.run(`create temp table ${table} as select * from ${relation.sql}`))
  const [[rows]] = await fetchColumns(db, `select cast(count(*) as double) from ${table}`, ['float64'])
  const columns: ColumnDescription[] = []
  for (const name of relation.columns) columns.push(await describeColumn(db, table, name, rows))
  await db.run(`drop table ${table}`)
  return { path, doubtfulHeader: relation.doubtfulHeader === true, rows, columns }
}

async function describeColumn(db: Database, table: string, name: string, rows: number): Promise<ColumnDescription> {
  const raw = `trim(cast(${identifier(name)} as varchar))`
  const absent = MISSING_TEXTS.map(literal).join(', ')
  const text = `case when ${raw} in ('', ${absent}) then null else ${raw} end`
  const [missingTexts] = await fetchColumns(
    db,
    `select distinct ${raw} as v from ${table} where ${raw} in (${absent}) order by v`,
    ['text'],
  )
  const [distinct, present, numbers, whole, dates, shortest, longest, smallest, largest] = await fetchColumns(
    db,
    `select ${[
      'count(distinct v)',
      'count(v)',
      'count(try_cast(v as double))',
      "count(case when regexp_full_match(v, '[+-]?[0-9]+') then 1 end)",
      'count(try_cast(v as date))',
      'coalesce(min(length(v)), 0)',
      'coalesce(max(length(v)), 0)',
      "coalesce(min(try_cast(v as double)), 'nan'::double)",
      "coalesce(max(try_cast(v as double)), 'nan'::double)",
    ]
      .map((sql) => `cast(${sql} as double)`)
      .join(', ')} from (select ${text} as v from ${table})`,
    Array<'float64'>(9).fill('float64'),
  ).then((values) => values.map(([value]) => value))
  const type =
    present === 0
      ? 'text'
      : whole === present
        ? 'whole number'
        : numbers === present
          ? 'number'
          : dates === present
            ? 'date'
            : 'text'
  const [levels] =
    distinct > MOST_LEVELS
      ? [[]]
      : await fetchColumns(db, `select distinct ${text} as v from ${table} where ${text} is not null order by v`, [
          'text',
        ])
  const known = { name, type, distinct, missing: rows - present, missingTexts, levels, shortest, longest } as const
  return {
    ...known,
    smallest: Number.isNaN(smallest) ? null : smallest,
    largest: Number.isNaN(largest) ? null : largest,
    looksLike: guessRole(known, rows),
  }
}

type Known = Pick<ColumnDescription, 'name' | 'type' | 'distinct' | 'missing' | 'shortest' | 'longest'>

function guessRole(column: Known, rows: number): Role {
  const present = rows - column.missing
  if (present === 0) return 'empty'
  if (COUNT.test(column.name) && column.type === 'whole number') return 'count'
  const isCode = column.type === 'whole number' && column.shortest === column.longest && column.longest >= 5
  if (GEOGRAPHY.test(column.name) || (isCode && column.distinct < 0.9 * present)) return 'geography'
  if (column.distinct > 0.9 * present && present > 20 && column.type !== 'number') return 'identifier'
  if (IDENTIFIER.test(column.name) && column.distinct > 0.5 * present) return 'identifier'
  if (column.distinct <= 120) return 'quasi-identifier'
  return column.type === 'text' || column.type === 'date' ? 'quasi-identifier' : 'measure'
}
