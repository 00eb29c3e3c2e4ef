/**
 * Records as typed columns, with the file kept beside them so that it can be written again in its own order with some
 * columns replaced and all others untouched.
 */
import { type Confidential, confidential } from '../privacy/confidential.ts'
import { badInput } from '../request-error.ts'
import { fetchColumns, fetchNumber } from './columns.ts'
import type { Database } from './database.ts'
import { checkColumn, fileRelation, reading } from './file-relation.ts'
import { identifier, literal } from './sql.ts'
import { relationOf, type WriteColumn } from './table-writer.ts'
import { type OutputFormat, writeFile } from './write-file.ts'

export type MicrodataColumn =
  | { readonly kind: 'numeric'; readonly name: string; readonly values: Float64Array }
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
}

export interface MicrodataRequest {
  readonly path: string
  readonly columns: readonly string[]
  /** Columns that are categories even where they look like numbers. */
  readonly categorical: readonly string[]
  /** What an empty value is: a mistake, or a category of its own. */
  readonly missing: 'error' | 'level'
}

/** What a missing category is called. */
export const MISSING_LABEL = '(missing)'

export async function readMicrodata(db: Database, request: MicrodataRequest): Promise<Microdata> {
  const relation = await fileRelation(db, request.path)
  for (const column of request.columns) checkColumn(relation, column)
  const table = db.freshName('records')
  const inner = relation.columns.map((name, i) => `${identifier(name)} as c${i}`)
  await reading(request.path, () =>
    db.run(`create temp table ${table} as select ${inner.join(', ')} from ${relation.sql}`),
  )
  const records = await fetchNumber(db, `select count(*) from ${table}`)
  if (records === 0) throw badInput(`${request.path} holds no records. There is nothing to anonymise.`)
  const columns: MicrodataColumn[] = []
  for (const name of request.columns)
    columns.push(await readColumn(db, table, name, relation.columns.indexOf(name), request))
  return { records, columns: confidential(columns), file: { table, names: relation.columns } }
}

async function readColumn(
  db: Database,
  table: string,
  name: string,
  place: number,
  request: MicrodataRequest,
): Promise<MicrodataColumn> {
  const text = `nullif(trim(cast(c${place} as varchar)), '')`
  const count = async (condition: string): Promise<number> =>
    fetchNumber(db, `select count(*) from ${table} where ${condition}`)
  const missing = await count(`${text} is null`)
  if (missing > 0 && request.missing === 'error') {
    const row = await fetchNumber(
      db,
      `select min(line) from (select row_number() over () as line, ${text} as v from ${table}) where v is null`,
    )
    throw badInput(
      `column "${name}", line ${row + 1} of ${request.path}: a value is missing. Say what that means: \`missing: level\` makes it a category of its own.`,
    )
  }
  const isNumber =
    missing === 0 &&
    !request.categorical.includes(name) &&
    (await count(`not coalesce(isfinite(try_cast(${text} as double)), false)`)) === 0
  if (isNumber) {
    await checkDigits(db, table, name, text, request.path)
    const [values] = await fetchColumns(db, `select try_cast(${text} as double) from ${table} order by rowid`, [
      'float64',
    ])
    return { kind: 'numeric', name, values }
  }
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
  return { kind: 'categorical', name, codes, labels }
}

/** A double holds some 15 digits: a number with more that would come back as another one is refused, not rounded. */
async function checkDigits(db: Database, table: string, name: string, text: string, path: string): Promise<void> {
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

/** The file again, in its order, with the columns of `replaced` in the places of those they stand for. */
export async function writeMicrodata(
  db: Database,
  { table, names }: MicrodataFile,
  replaced: ReadonlyMap<string, readonly WriteColumn[]>,
  path: string,
  format: OutputFormat,
): Promise<void> {
  const published = await relationOf(db, [...replaced.values()].flat())
  const select = names.flatMap((name, i) => {
    const columns = replaced.get(name)
    return columns === undefined
      ? [`source.c${i} as ${identifier(name)}`]
      : columns.map((column) => `published.${identifier(column.name)}`)
  })
  const sql = `select ${select.join(', ')} from ${table} source positional join ${published} published`
  await writeFile(db, sql, path, format)
}
