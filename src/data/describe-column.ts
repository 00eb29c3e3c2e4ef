/** What one column of a file holds. */
import type { Reading, Role } from '../spec/index.ts'
import { caseVariants, commonSpelling } from './case-variants.ts'
import { type ColumnType, type Likeness, likenessOf, proposedRole } from './column-role.ts'
import { fetchColumns } from './columns.ts'
import type { Database } from './database.ts'
import { knownPattern } from './known-numbers.ts'
import { codeSql, identifier, literal } from './sql.ts'
import type { Doubt } from './text/found-reading.ts'

export interface ColumnDescription {
  readonly name: string
  /** What it is about, where the file says so. */
  readonly label: string | null
  readonly type: ColumnType
  /** Different values; those that differ in case alone are one where there are few. */
  readonly distinct: number
  readonly missing: number
  /** It is text, and nearly all values are numbers: the others may stand for missing ones. */
  readonly nearlyNumbers: boolean
  /** Texts among the values that stand for a missing one, as they are written. */
  readonly missingTexts: readonly string[]
  /** All levels when there are few, in order. */
  readonly levels: readonly string[]
  /** Levels that are written in several ways (F, f), the most frequent first. */
  readonly variants: readonly (readonly string[])[]
  readonly shortest: number
  readonly longest: number
  readonly smallest: number | null
  readonly largest: number | null
  /** Of dates. */
  readonly earliest: string | null
  readonly latest: string | null
  /** What the values are by their check digits: a number of a person, an address. */
  readonly pattern: string | null
  readonly looksLike: Likeness
  /** The role that is proposed for it. */
  readonly role: Role
  /** Why its values cannot be read yet: they have two meanings. */
  readonly doubt: Doubt | null
}

/** So many of the values of a column are numbers where the others look like words for a missing one. */
const NEARLY = 0.9

/** Levels are listed up to this many. */
export const MOST_LEVELS = 60

/** The table of a file with all values in one form, and the table of them as they are written. */
export interface DescribedTables {
  readonly plain: string
  readonly raw: string
  readonly rows: number
  readonly reading: Reading
  /** What stands for a missing value in a column. */
  missing(column: string): readonly string[]
}

/** A few columns, of which much is found in one pass. */
export async function describeColumns(
  db: Database,
  tables: DescribedTables,
  names: readonly string[],
  doubts: ReadonlyMap<string, Doubt> | undefined,
): Promise<readonly ColumnDescription[]> {
  const figures = await figuresOf(db, tables.plain, names.map(asText))
  const found: ColumnDescription[] = []
  for (const [c, name] of names.entries())
    found.push(await describeColumn(db, tables, name, figures[c], doubts?.get(name)))
  return found
}

const asText = (name: string): string => `cast(${identifier(name)} as varchar)`

async function describeColumn(
  db: Database,
  tables: DescribedTables,
  name: string,
  figures: Figures,
  doubt: Doubt | undefined,
): Promise<ColumnDescription> {
  const value = asText(name)
  const { present, distinct, shortest, longest } = figures
  const type = typeOf(figures)
  const { levels, variants } = await levelsOf(db, tables, value, distinct)
  const pattern = await patternOf(db, tables.plain, value, figures, type)
  const looksLike = likenessOf({ ...figures, name, type, pattern })
  const [earliest, latest] = type.startsWith('date') ? await ends(db, tables.plain, value) : [null, null]
  const isNumber = type === 'number' || type === 'whole number'
  return {
    name,
    label: null,
    type,
    distinct: levels.length || distinct,
    missing: tables.rows - present,
    nearlyNumbers: type === 'text' && figures.numbers >= NEARLY * present && present > 0,
    missingTexts: await missingTexts(db, tables, name),
    levels,
    variants,
    shortest,
    longest,
    smallest: isNumber ? figures.smallest : null,
    largest: isNumber ? figures.largest : null,
    earliest,
    latest,
    pattern: pattern ?? null,
    looksLike,
    role: proposedRole(looksLike),
    doubt: doubt ?? null,
  }
}

/** What a column looks like; `value`: it as text. */
export async function columnLikeness(db: Database, table: string, name: string, value: string): Promise<Likeness> {
  const figures = await columnFigures(db, table, value)
  const type = typeOf(figures)
  return likenessOf({ ...figures, name, type, pattern: await patternOf(db, table, value, figures, type) })
}

/** The shortest number or address that names a person, and how many values tell whether a column holds them. */
const SHORTEST = 6
const LOOKED_AT = 200

async function patternOf(
  db: Database,
  table: string,
  value: string,
  { longest }: Figures,
  type: ColumnType,
): Promise<string | undefined> {
  if (longest < SHORTEST || type === 'number' || type.startsWith('date')) return undefined
  const sql = `select distinct v from (select trim(${value}) as v from ${table}) where v is not null limit ${LOOKED_AT}`
  const [values] = await fetchColumns(db, sql, ['text'])
  return knownPattern(values)
}

/** Digits that count: a number with more than 15 is no number but a code. */
const DIGITS = `ltrim(regexp_replace(regexp_replace(v, '[eE].*$', ''), '[^0-9]', '', 'g'), '0')`

const FIGURES = {
  distinct: 'count(distinct v)',
  present: 'count(v)',
  numbers: `count(case when isfinite(try_cast(v as double)) and length(${DIGITS}) <= 15 then 1 end)`,
  whole: "count(case when regexp_full_match(v, '[+-]?[0-9]{1,15}') then 1 end)",
  codes: `count(case when ${codeSql('v')} then 1 end)`,
  dates: `count(case when regexp_matches(v, '^\\d{4}-\\d{1,2}-\\d{1,2}') and try_cast(v as timestamp) is not null then 1 end)`,
  days: `count(case when regexp_full_match(v, '\\d{4}-\\d{1,2}-\\d{1,2}') then 1 end)`,
  shortest: 'coalesce(min(length(v)), 0)',
  longest: 'coalesce(max(length(v)), 0)',
  words: `coalesce(avg(1 + length(v) - length(replace(v, ' ', ''))), 0)`,
  smallest: "coalesce(min(try_cast(v as double)), 'nan'::double)",
  largest: "coalesce(max(try_cast(v as double)), 'nan'::double)",
}

type Figures = Record<keyof typeof FIGURES, number>

async function columnFigures(db: Database, table: string, value: string): Promise<Figures> {
  const [found] = await figuresOf(db, table, [value])
  return found
}

/** Of several columns in one pass. */
async function figuresOf(db: Database, table: string, values: readonly string[]): Promise<readonly Figures[]> {
  const names = Object.keys(FIGURES) as (keyof typeof FIGURES)[]
  const selected = values.flatMap((_, c) =>
    names.map((name) => `cast(${FIGURES[name].replace(/\bv\b/g, `v${c}`)} as double)`),
  )
  const from = values.map((value, c) => `${value} as v${c}`).join(', ')
  const found = await fetchColumns(
    db,
    `select ${selected.join(', ')} from (select ${from} from ${table})`,
    selected.map(() => 'float64' as const),
  )
  return values.map(
    (_, c) => Object.fromEntries(names.map((name, i) => [name, found[c * names.length + i][0]])) as Figures,
  )
}

function typeOf({ present, whole, numbers, codes, dates, days }: Figures): ColumnType {
  if (present === 0) return 'text'
  if (numbers === present && codes > 0) return 'code'
  if (whole === present) return 'whole number'
  if (numbers === present) return 'number'
  if (dates < present) return 'text'
  return days === present ? 'date' : 'date and time'
}

async function levelsOf(
  db: Database,
  { plain, reading }: DescribedTables,
  value: string,
  distinct: number,
): Promise<Pick<ColumnDescription, 'levels' | 'variants'>> {
  if (distinct > MOST_LEVELS) return { levels: [], variants: [] }
  const [texts, counts] = await fetchColumns(
    db,
    `select v, cast(count(*) as double) from (select ${value} as v from ${plain}) where v is not null group by v order by v`,
    ['text', 'float64'],
  )
  const spelling = commonSpelling(texts, counts)
  const variants = caseVariants(spelling)
  return { levels: reading.case === 'keep' ? texts : [...new Set(spelling.values())].sort(byNumber), variants }
}

/** Numbers by their size, texts by their letters. */
function byNumber(a: string, b: string): number {
  const difference = Number(a) - Number(b)
  return Number.isNaN(difference) || difference === 0 ? (a < b ? -1 : 1) : difference
}

async function ends(db: Database, table: string, value: string): Promise<readonly [string, string]> {
  const sql = `select min(v), max(v) from (select ${value} as v from ${table}) where v is not null`
  const [[earliest], [latest]] = await fetchColumns(db, sql, ['text', 'text'])
  return [earliest, latest]
}

async function missingTexts(db: Database, { raw, missing }: DescribedTables, name: string): Promise<readonly string[]> {
  const value = `trim(cast(${identifier(name)} as varchar))`
  const texts = missing(name).map(literal)
  if (texts.length === 0) return []
  const sql = `select distinct ${value} as v from ${raw} where lower(${value}) in (${texts.join(', ')}) order by v`
  const [found] = await fetchColumns(db, sql, ['text'])
  return found.filter((text) => text !== '')
}
