/**
 * Who contributes how much to which combination of codes: one line for each combination and contributor, made in the database. Amounts come in
 * whole units of their last decimal, so that they add up exactly.
 */
import { type Confidential, confidential } from '../privacy/confidential.ts'
import { badField, badInput, clipped } from '../request-error.ts'
import type { Reading } from '../spec/index.ts'
import { fetchColumns, fetchNumber } from './columns.ts'
import type { Database } from './database.ts'
import { checkColumn, dataRelation, reading } from './file-relation.ts'
import type { Relation } from './relation.ts'
import { identifier, literal } from './sql.ts'

export interface ContributionsRequest {
  readonly path: string
  readonly read: Reading
  /** The columns of the codes, those of subtotals included. */
  readonly codes: readonly string[]
  readonly value: string | undefined
  readonly contributor: string | undefined
  readonly holding: string | undefined
  readonly weight: string | undefined
  readonly request: string | undefined
  /** A line stands for so many people. */
  readonly count: string | undefined
}

export interface Contributions {
  readonly codes: readonly (readonly string[])[]
  /** -1: people who are told apart by nothing. */
  readonly holder: Int32Array
  readonly people: Float64Array
  readonly own: Float64Array
  readonly total: Float64Array
  readonly asked: Uint8Array
  readonly decimals: number
  /** Whether a single amount is below 0, whatever it is added to. */
  readonly hasNegative: boolean
}

/** What stands for yes in a column of requests. */
const YES = ['1', 'yes', 'y', 'true', 'x']
const MOST_DECIMALS = 9

export async function readContributions(
  db: Database,
  request: ContributionsRequest,
): Promise<Confidential<Contributions>> {
  const relation = await dataRelation(db, request)
  const { codes, value, contributor, holding, weight, request: asked, count } = request
  for (const column of [...codes, value, contributor, holding, weight, asked, count])
    if (column !== undefined) checkColumn(relation, column)
  return reading(request.path, async () => {
    const lines = await linesTable(db, relation, request)
    const [valueDigits, weightDigits] = [
      await decimalsOf(db, lines, 'v', value),
      await decimalsOf(db, lines, 'w', weight),
    ]
    const below = await fetchNumber(db, `select count(*) from ${lines} where try_cast(v as double) < 0`)
    const hasNegative = below > 0
    return confidential({ hasNegative, ...(await grouped(db, lines, codes.length, [valueDigits, weightDigits])) })
  })
}

/** The records with the columns that are used, under names of our own; a fault is named by its line. */
async function linesTable(db: Database, relation: Relation, request: ContributionsRequest): Promise<string> {
  const { codes, value, contributor, holding, weight, request: asked, count } = request
  const text = (column: string): string => `nullif(trim(cast(${identifier(column)} as varchar)), '')`
  const who = [holding, contributor].filter((column) => column !== undefined).map(text)
  const columns = [
    'row_number() over () as line',
    ...codes.map((column, i) => `${text(column)} as c${i}`),
    `${value === undefined ? 'null' : text(value)} as v`,
    `${weight === undefined ? 'null' : text(weight)} as w`,
    `${count === undefined ? "'1'" : text(count)} as n`,
    `${who.length === 0 ? 'null' : `coalesce(${who.join(', ')})`} as h`,
    `${asked === undefined ? 'false' : `coalesce(lower(${text(asked)}) in (${YES.map(literal).join(', ')}), false)`} as asked`,
  ]
  const name = db.freshName('contributions')
  await db.run(`create temp table ${name} as select ${columns.join(', ')} from ${relation.sql}`)
  const check = async (condition: string, message: string): Promise<void> => {
    const line = await fetchNumber(db, `select coalesce(min(line), 0) from ${name} where ${condition}`)
    if (line > 0) throw badInput(`${whereIn(relation.name, line)}: ${message}`)
  }
  if ((await fetchNumber(db, `select count(*) from ${name}`)) === 0) throw badInput('There are no records to add up.')
  for (const [i, column] of codes.entries())
    await check(`c${i} is null`, `column "${clipped(column)}" is empty. Give every record a code.`)
  if (value !== undefined)
    await check(notFinite('v'), `column "${clipped(value)}" is no number. Correct it; an empty amount is not 0.`)
  if (weight !== undefined)
    await check(
      `${notFinite('w')} or try_cast(w as double) < 1`,
      `the weight in "${clipped(weight)}" is missing, no number, or below 1. A weight says for how many units a record stands: 1 or more.`,
    )
  if (count !== undefined)
    await check(
      `${notFinite('n')} or try_cast(n as double) < 0 or try_cast(n as double) <> floor(try_cast(n as double))`,
      `the count in "${clipped(count)}" is no whole number from 0 up.`,
    )
  if (who.length > 0)
    await check('h is null', `column "${clipped(contributor ?? holding ?? '')}" is empty: it must say who contributes.`)
  return name
}

const notFinite = (column: string): string => `not coalesce(isfinite(try_cast(${column} as double)), false)`

function whereIn(name: string, line: number): string {
  return /\.(csv|tsv|txt)(\.gz)?$/i.test(name) ? `${name}, line ${line + 1}` : `${name}, record ${line}`
}

/** The most decimals that an amount of the column has. */
async function decimalsOf(db: Database, lines: string, column: 'v' | 'w', name: string | undefined): Promise<number> {
  if (name === undefined) return 0
  const fraction = `rtrim(regexp_extract(${column}, '\\.(\\d*)$', 1), '0')`
  const exponent = await fetchNumber(db, `select count(*) from ${lines} where regexp_matches(${column}, '[eE]')`)
  const most = await fetchNumber(db, `select coalesce(max(length(${fraction})), 0) from ${lines}`)
  if (exponent > 0 || most > MOST_DECIMALS)
    throw badField(
      column === 'v' ? 'value' : 'weight',
      `column "${clipped(name)}" has amounts of more than ${MOST_DECIMALS} decimals. Round them first: totals are added up exactly.`,
    )
  return most
}

async function grouped(
  db: Database,
  lines: string,
  codes: number,
  [valueDigits, weightDigits]: readonly [number, number],
): Promise<Omit<Contributions, 'hasNegative'>> {
  const keys = Array.from({ length: codes }, (_, i) => `c${i}`)
  const units = `round(try_cast(v as double) * 1e${valueDigits})`
  const weights = `round(coalesce(try_cast(w as double), 1) * 1e${weightDigits})`
  const own = `case when v is null then try_cast(n as double) else ${units} end`
  const columns = [
    'cast(coalesce(dense_rank() over (order by h), 1) - 1 as integer)',
    'people',
    'own',
    'total',
    'asked',
  ]
  const by = [...keys, 'h'].join(', ')
  const inner = `select ${by}, sum(try_cast(n as double)) as people, sum(${own} * 1e${weightDigits}) as own, sum(${own} * ${weights}) as total, cast(bool_or(asked) as integer) as asked from ${lines} group by ${by}`
  const isAnonymous = (await fetchNumber(db, `select count(*) from ${lines} where h is not null`)) === 0
  const found = await fetchColumns(db, `select ${[...keys, ...columns].join(', ')} from (${inner}) order by ${by}`, [
    ...keys.map(() => 'text' as const),
    'int32',
    'float64',
    'float64',
    'float64',
    'int32',
  ])
  await db.run(`drop table ${lines}`)
  const [holder, people, own_, total, asked] = found.slice(codes) as [
    Int32Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Int32Array,
  ]
  return {
    codes: found.slice(0, codes) as string[][],
    holder: isAnonymous ? new Int32Array(holder.length).fill(-1) : holder,
    people: isAnonymous ? people : new Float64Array(people.length).fill(1),
    own: own_,
    total,
    asked: Uint8Array.from(asked),
    decimals: valueDigits + weightDigits,
  }
}
