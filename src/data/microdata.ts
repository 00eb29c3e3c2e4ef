/**
 * Records as typed columns, with the file kept beside them so that it can be written again, in its own order or in one that
 * tells nothing of it, with some columns replaced and all others untouched.
 */
import { type Confidential, confidential } from '../privacy/confidential.ts'
import { badInput } from '../request-error.ts'
import type { Reading } from '../spec/index.ts'
import { commonSpelling } from './case-variants.ts'
import type { Likeness } from './column-role.ts'
import { fetchColumns, fetchNumber } from './columns.ts'
import type { Database } from './database.ts'
import { columnLikeness, MOST_LEVELS } from './describe-column.ts'
import { checkColumn, dataRelation, reading } from './file-relation.ts'
import { codeSql, identifier, literal } from './sql.ts'
import { relationOf, type WriteColumn } from './table-writer.ts'
import { type OutputFormat, writeFile } from './write-file.ts'

export type MicrodataColumn =
  | {
      readonly kind: 'numeric'
      readonly name: string
      readonly values: Float64Array
      /** Where a missing value stands: above all others, half their range away. */
      readonly missing?: number
      /** Of dates: the values are days, whole or with a time of day. */
      readonly dates?: 'day' | 'time'
    }
  | {
      readonly kind: 'categorical'
      readonly name: string
      readonly codes: Int32Array
      readonly labels: readonly string[]
    }

export interface Microdata {
  readonly records: number
  readonly columns: Confidential<readonly MicrodataColumn[]>
  readonly file: MicrodataFile
}

/** The file as it was read. Its table has columns of its own names, c0, c1, ...: one called `rowid` would hide the order of records. */
export interface MicrodataFile {
  readonly table: string
  readonly names: readonly string[]
  /** The first line of the file may be a record. */
  readonly doubtfulHeader?: boolean
  /** See `Relation`. */
  readonly namesAreText?: boolean
}

export interface MicrodataRequest {
  readonly path: string
  /** How the file is read, as far as that is said. */
  readonly read?: Reading | undefined
  readonly columns: readonly string[]
  /** Columns that are categories even where they look like numbers. */
  readonly categorical: readonly string[]
  /** Columns that are numbers even where some have leading zeros, as codes do. */
  readonly numbers: readonly string[]
  /** What an empty value is: a mistake, or a category of its own. */
  readonly missing: 'error' | 'level'
}

/** What a missing category is called. */
export const MISSING_LABEL = '(missing)'

export async function readMicrodata(db: Database, request: MicrodataRequest): Promise<Microdata> {
  const relation = await dataRelation(db, request)
  for (const column of request.columns) checkColumn(relation, column)
  const table = db.freshName('records')
  const inner = relation.columns.map((name, i) => `${identifier(name)} as c${i}`)
  await reading(request.path, () =>
    db.run(`create temp table ${table} as select ${inner.join(', ')} from ${relation.sql}`),
  )
  const records = await fetchNumber(db, `select count(*) from ${table}`)
  if (records === 0) throw badInput(`${request.path} holds no records. There is nothing to anonymise.`)
  const columns: MicrodataColumn[] = []
  for (const name of request.columns) {
    const text = `nullif(trim(cast(c${relation.columns.indexOf(name)} as varchar)), '')`
    columns.push(await readColumn({ db, table, records, name, text, request }))
  }
  return {
    records,
    columns: confidential(columns),
    file: {
      table,
      names: relation.columns,
      doubtfulHeader: relation.doubtfulHeader === true,
      namesAreText: relation.namesAreText === true,
    },
  }
}

interface ColumnOfTable {
  readonly db: Database
  readonly table: string
  readonly records: number
  readonly name: string
  /** Its value as text, NULL where it is missing. */
  readonly text: string
  readonly request: MicrodataRequest
}

async function readColumn(column: ColumnOfTable): Promise<MicrodataColumn> {
  const { table, records, name, text, request } = column
  const count = (condition: string): Promise<number> =>
    fetchNumber(column.db, `select count(*) from ${table} where ${condition}`)
  const missing = await count(`${text} is null`)
  if (missing > 0 && request.missing === 'error') throw await missingValue(column)
  if (missing === records || request.categorical.includes(name)) return readCategories(column)
  const others = (value: string): Promise<number> =>
    count(`${text} is not null and not coalesce(isfinite(${value}), false)`)
  if ((await others(dateSql(text))) === 0) {
    const hasTimes = (await count(`floor(${dateSql(text)}) <> ${dateSql(text)}`)) > 0
    return readNumbers(column, dateSql(text), missing > 0, { dates: hasTimes ? 'time' : 'day' })
  }
  if ((await others(`try_cast(${text} as double)`)) > 0) return readCategories(column)
  if (!request.numbers.includes(name) && (await count(codeSql(text))) > 0) return readCategories(column)
  await checkDigits(column)
  return readNumbers(column, `try_cast(${text} as double)`, missing > 0, {})
}

/** Days from 1970-01-01, with the time of day as a fraction; NULL for what is no date. */
function dateSql(text: string): string {
  const isDate = `regexp_matches(${text}, '^\\d{4}-\\d{1,2}-\\d{1,2}')`
  return `case when ${isDate} then epoch(try_cast(${text} as timestamp)) / 86400.0 end`
}

async function missingValue({ db, table, name, text, request }: ColumnOfTable): Promise<Error> {
  const row = await fetchNumber(
    db,
    `select min(line) from (select row_number() over () as line, ${text} as v from ${table}) where v is null`,
  )
  return badInput(
    `column "${name}", line ${row + 1} of ${request.path}: a value is missing. Say what that means: \`missing: level\` keeps it as a value of its own.`,
  )
}

async function readNumbers(
  { db, table, name }: ColumnOfTable,
  number: string,
  someMissing: boolean,
  kind: { readonly dates?: 'day' | 'time' },
): Promise<MicrodataColumn> {
  const ends = `select min(${number}), max(${number}) from ${table}`
  const [[low], [high]] = await fetchColumns(db, ends, ['float64', 'float64'])
  const missing = high + (high > low ? (high - low) / 2 : 1)
  const sql = `select coalesce(${number}, cast('${missing}' as double)) from ${table} order by rowid`
  const [values] = await fetchColumns(db, sql, ['float64'])
  return { kind: 'numeric', name, values, ...(someMissing && { missing }), ...kind }
}

async function readCategories({ db, table, name, text, request }: ColumnOfTable): Promise<MicrodataColumn> {
  const type = db.freshName('labels')
  const value = `coalesce(${text}, ${literal(MISSING_LABEL)})`
  await db.run(`create type ${type} as enum (select distinct ${value} as v from ${table} order by v)`)
  const [labels] = await fetchColumns(db, `select cast(unnest(enum_range(null::${type})) as varchar)`, ['text'])
  const [codes] = await fetchColumns(
    db,
    `select cast(enum_code(cast(${value} as ${type})) as integer) from ${table} order by rowid`,
    ['int32'],
  )
  await db.run(`drop type ${type}`)
  return { kind: 'categorical', name, ...(request.read?.case === 'keep' ? { codes, labels } : folded(codes, labels)) }
}

/** Labels that differ in case alone are one; of a column with many values none are taken for others. */
function folded(codes: Int32Array, labels: readonly string[]): { codes: Int32Array; labels: readonly string[] } {
  const counts = new Float64Array(labels.length)
  for (const code of codes) counts[code]++
  const spelling = commonSpelling(labels, counts)
  const kept = labels.filter((label) => spelling.get(label) === label)
  if (labels.length > MOST_LEVELS || kept.length === labels.length) return { codes, labels }
  const place = new Map(kept.map((label, code) => [label, code]))
  const codeOf = labels.map((label) => place.get(spelling.get(label) as string) as number)
  return { codes: codes.map((code) => codeOf[code]), labels: kept }
}

/** A double holds some 15 digits: a number with more that would come back as another one is refused, not rounded. */
async function checkDigits({ db, table, name, text, request: { path } }: ColumnOfTable): Promise<void> {
  const digits = (number: string): string =>
    `rtrim(ltrim(replace(regexp_replace(lower(${number}), 'e.*$', ''), '.', ''), '+-0'), '0')`
  const line = await fetchNumber(
    db,
    `select coalesce(min(line), 0) from (select row_number() over (order by rowid) as line, ${text} as v from ${table})
     where ${digits('v')} <> ${digits('cast(try_cast(v as double) as varchar)')}`,
  )
  if (line > 0) {
    throw badInput(
      `column "${name}", line ${line + 1} of ${path}: the number has more digits than can be kept. Name the column under \`categorical\`, or give fewer digits.`,
    )
  }
}

/**
 * The order of published lines: that of the file; or by what is published, the replaced columns first, so that lines of one person, which
 * mostly stand together in a file, do not do so in what is published of it.
 */
export type LineOrder = 'input' | 'published'

export interface MicrodataChanges {
  readonly replaced: ReadonlyMap<string, readonly WriteColumn[]>
  readonly dropped: ReadonlySet<string>
  readonly order: LineOrder
}

/** The file again, without the columns left out and with those of `replaced` in the places of what they stand for. */
export async function writeMicrodata(
  db: Database,
  { table, names }: MicrodataFile,
  { replaced, dropped, order }: MicrodataChanges,
  path: string,
  format: OutputFormat,
): Promise<void> {
  const published = await relationOf(db, [...replaced.values()].flat())
  const select = names.flatMap((name, i) => {
    if (dropped.has(name)) return []
    const columns = replaced.get(name)
    return columns === undefined
      ? [`source.c${i} as ${identifier(name)}`]
      : columns.map((column) => `published.${identifier(column.name)}`)
  })
  const joined = `select ${select.join(', ')} from ${table} source positional join ${published} published`
  const first = [...replaced.values()].flat().map(({ name }) => select.indexOf(`published.${identifier(name)}`))
  const by = [...new Set([...first, ...select.keys()])].map((place) => place + 1)
  const sql = order === 'input' ? joined : `${joined} order by ${by.join(', ')}`
  await writeFile(db, sql, path, format)
}

/** What columns of the file look like. */
export async function likenesses(
  db: Database,
  { table, names }: MicrodataFile,
  columns: readonly string[],
): Promise<ReadonlyMap<string, Likeness>> {
  const found = new Map<string, Likeness>()
  for (const name of columns)
    found.set(name, await columnLikeness(db, table, name, `cast(c${names.indexOf(name)} as varchar)`))
  return found
}

/** In fewer lines any value may stand alone. */
const FEWEST_LINES = 20

/** Of these columns, those in which more than half of the values that are there stand in one line alone. */
export async function tellingColumns(
  db: Database,
  { table, names }: MicrodataFile,
  columns: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = []
  for (const name of columns) {
    const value = `c${names.indexOf(name)}`
    const once = `select 1 from ${table} where ${value} is not null group by ${value} having count(*) = 1`
    const alone = await fetchNumber(db, `select count(*) from (${once})`)
    const present = await fetchNumber(db, `select count(${value}) from ${table}`)
    if (present >= FEWEST_LINES && 2 * alone > present) found.push(name)
  }
  return found
}

/** For each line of the file, 1 where no other has the same values in all of these columns. */
export async function standAlone(
  db: Database,
  { table, names }: MicrodataFile,
  columns: readonly string[],
): Promise<Int32Array> {
  const by = columns.map((name) => `c${names.indexOf(name)}`).join(', ')
  const sql = `select cast(count(*) over (partition by ${by}) as integer) as n from ${table} order by rowid`
  const [counts] = await fetchColumns(db, sql, ['int32'])
  return counts.map((count) => Number(count === 1))
}

/** Of these columns, those that tell many lines apart and have several for one value: what names people who come again. */
export async function repeatedColumns(
  db: Database,
  { table, names }: MicrodataFile,
  columns: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = []
  for (const name of columns) {
    const value = `c${names.indexOf(name)}`
    const some = await fetchNumber(db, `select count(${value}) - count(distinct ${value}) from ${table}`)
    if (some > 0 && (await columnLikeness(db, table, name, `cast(${value} as varchar)`)) === 'identifier')
      found.push(name)
  }
  return found
}
