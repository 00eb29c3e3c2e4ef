/**
 * The lines of a published file of measurements: every answer of every query at every region, in the order in which they
 * were drawn, each with the level, region, query and labels that it is of, and with the variance that the spec makes it.
 * Compared where the lines are, by the data engine: a file may have very many.
 */
import { type Database, fetchColumns, fetchNumber, type Relation } from '../data/index.ts'
import { answerLabels, type Query } from '../model/index.ts'
import { badInput } from '../request-error.ts'
import type { ExpectedMeasurement } from './expected-measurements.ts'
import { STAMP_COLUMN } from './stamp-columns.ts'
import { asTable, literal, numbered, quoted, textOf } from './topdown-lines.ts'

/** The regions of a level in their order; undefined where only the file itself tells. */
export type RegionsOf = (level: number) => readonly string[] | undefined

export interface MeasuredLines {
  /** A table of all lines in their order, by rowid. */
  readonly table: string
  readonly lines: number
}

/** Requires a database of one thread, so that lines keep their order. */
export async function storeLines(db: Database, { sql, name, columns }: Relation): Promise<MeasuredLines> {
  for (const column of ['level', 'region', 'query', 'value', 'variance']) {
    if (!columns.includes(column)) throw badInput(`${name} has no column "${column}"`)
  }
  const table = db.freshName('lines')
  await asTable(name, () => db.run(`create temp table ${table} as select * from ${sql}`))
  return { table, lines: await fetchNumber(db, `select count(*) from ${table}`) }
}

/** The values in their order; NaN for what is no number. */
export async function valuesOf(db: Database, { table }: MeasuredLines): Promise<Float64Array> {
  const value = `coalesce(try_cast(value as double), cast('nan' as double))`
  const [values] = await fetchColumns(db, `select ${value} from ${table} order by rowid`, ['float64'])
  return values
}

/** In words, what is wrong with the lines besides their values. */
export async function lineFaults(
  db: Database,
  stored: MeasuredLines,
  { columns }: Relation,
  levels: readonly string[],
  expected: readonly ExpectedMeasurement[],
  regionsOf: RegionsOf,
): Promise<string[]> {
  const dimensions = [...new Set(expected.flatMap(({ query }) => query.dimensions.map(({ name }) => name)))]
  const own = ['level', 'region', 'query', ...dimensions, 'value', 'variance']
  const wanted = expected.reduce((sum, { regions, query }) => sum + regions * query.answers, 0)
  const faults = [
    ...columns
      .filter((name) => !own.includes(name) && name !== STAMP_COLUMN)
      .map((name) => `there is a column "${name}" too many`),
    ...own.filter((name) => !columns.includes(name)).map((name) => `there is no column "${name}"`),
    ...(stored.lines === wanted ? [] : [`there are ${stored.lines} lines for ${wanted} answers`]),
  ]
  if (faults.length > 0) return faults
  const found = new Map<number, readonly string[]>()
  let first = 0
  for (const one of expected) {
    const span = { table: stored.table, first, answers: one.query.answers, regions: one.regions }
    const regions = regionsOf(one.level) ?? found.get(one.level) ?? (await regionsIn(db, span))
    found.set(one.level, regions)
    const wrong = await wrongLines(db, span, one, levels[one.level], regions, dimensions)
    const name = `${one.query.name} by ${levels[one.level]}`
    if (wrong > 0) faults.push(`${wrong.toLocaleString('en')} lines of ${name} are of another answer or variance`)
    if (new Set(regions).size !== one.regions) faults.push(`${name} has other regions than ${one.regions}`)
    first += one.regions * one.query.answers
  }
  return faults
}

/** The lines of one query at one level. */
interface Span {
  readonly table: string
  readonly first: number
  readonly answers: number
  readonly regions: number
}

function within({ first, answers, regions }: Span): string {
  return `line.rowid >= ${first} and line.rowid < ${first + regions * answers}`
}

async function regionsIn(db: Database, span: Span): Promise<readonly string[]> {
  const sql = `select ${textOf('region')} from ${span.table} as line where ${within(span)} and (line.rowid - ${span.first}) % ${span.answers} = 0`
  const [regions] = await fetchColumns(db, `${sql} order by line.rowid`, ['text'])
  return regions
}

async function wrongLines(
  db: Database,
  span: Span,
  { query, variance }: ExpectedMeasurement,
  level: string,
  regions: readonly string[],
  dimensions: readonly string[],
): Promise<number> {
  const place = await numbered(db, { columns: ['region'], rows: regions.map((region) => [region]) })
  const labels = await numbered(db, { columns: dimensions, rows: labelRows(query, dimensions) })
  const at = `(line.rowid - ${span.first})`
  const same = [
    `${textOf('level')} = ${literal(level)}`,
    `${textOf('query')} = ${literal(query.name)}`,
    `${textOf('region')} = place.k0`,
    ...dimensions.map((name, d) => `${textOf(name)} = label.k${d}`),
    `abs(try_cast(line.${quoted('variance')} as double) - ${variance}) <= ${1e-9 * variance}`,
  ]
  return fetchNumber(
    db,
    `select count(*) from ${span.table} as line
      left join ${place} as place on place.code = ${at} // ${span.answers}
      left join ${labels} as label on label.code = ${at} % ${span.answers}
      where ${within(span)} and not coalesce(${same.join(' and ')}, false)`,
  )
}

/** Of each answer, the label in every dimension of the file; empty in those that the query does not have. */
function labelRows(query: Query, dimensions: readonly string[]): readonly (readonly string[])[] {
  const place = dimensions.map((name) => query.dimensions.findIndex((own) => own.name === name))
  return Array.from({ length: query.answers }, (_, answer) => {
    const labels = answerLabels(query, answer)
    return place.map((d) => (d < 0 ? '' : labels[d]))
  })
}
