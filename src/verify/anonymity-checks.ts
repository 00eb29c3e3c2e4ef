/**
 * The published records, counted again: no combination of published quasi-identifiers, suppressed ones (`*`) included, may
 * occur fewer than k times, and each must meet the rules on sensitive columns.
 */
import { join } from 'node:path'
import { z } from 'zod'
import { compileRules, listsOf } from '../anonymity/index.ts'
import {
  checkColumn,
  codeSql,
  type Database,
  fetchColumns,
  fetchNumber,
  fileRelation,
  type Relation,
  withDatabase,
} from '../data/index.ts'
import type { Manifest } from '../release/index.ts'
import { badInput } from '../request-error.ts'
import { type Check, checkOf, guarded } from './check.ts'
import { outputsCheck } from './file-checks.ts'
import { statementCheck } from './privacy-checks.ts'
import { stampCheck } from './stamp-check.ts'
import { statementOf } from './stated-privacy.ts'
import { shaped, specOf } from './stated-spec.ts'
import { outputName, quoted } from './topdown-lines.ts'

interface Asked {
  readonly k: number
  readonly quasiIdentifiers: readonly string[]
  readonly method: string
  readonly categorical: readonly string[]
  readonly sensitive: readonly {
    readonly column: string
    readonly kind: 'distinct' | 'entropy' | 'closeness'
    readonly value: number
    readonly ordered: boolean
  }[]
}

function askedOf(manifest: Manifest): Asked {
  const { anonymize, roles } = specOf(manifest)
  if (anonymize === undefined) throw badInput('the spec in the manifest asks for no anonymous records')
  const named = Object.keys(roles).filter((name) => roles[name] === 'quasi-identifier')
  return {
    ...anonymize,
    quasiIdentifiers: [...new Set([...anonymize.quasiIdentifiers, ...named])],
    sensitive: anonymize.sensitive.map(({ column, ordered, ...rule }) => {
      const kind = rule.distinct !== undefined ? 'distinct' : rule.entropy !== undefined ? 'entropy' : 'closeness'
      return { column, kind, value: rule[kind] ?? 0, ordered }
    }),
  }
}

const resultSchema = z.looseObject({
  k: z.int(),
  freeform: z.boolean(),
  /** Not in releases of older versions. */
  untouched: z.array(z.string()).optional(),
  leftOut: z.array(z.string()).optional(),
})

/** The methods whose boxes overlap, so that no k published records need be alike. */
const FREEFORM = /^doka-/

export function anonymityChecks(folder: string, manifest: Manifest): Promise<readonly Check[]> {
  return guarded('manifest', async () => {
    const request = askedOf(manifest)
    const { k, quasiIdentifiers, sensitive } = request
    const freeform = FREEFORM.test(request.method)
    const sentences = [
      freeform ? 'weaker than k-anonymity' : `at least ${k - 1} others in: ${quasiIdentifiers.join(', ')}`,
      ...sensitive.map((rule) => `${rule.kind} ${rule.value} on ${rule.column}`),
    ]
    return [
      outputsCheck(manifest, { tables: ['anonymized'], optional: ['classes'] }),
      stampCheck(manifest, { notPrivate: undefined }),
      statementCheck(statementOf(manifest), sentences),
      ...(await guarded('columns', async () => [await columnCheck(folder, manifest, request)])),
      ...(await guarded('k-anonymous', () => classChecks(folder, manifest, request, freeform))),
    ]
  })
}

type Request = Asked

/** The columns of the published file: those that were coarsened, those left untouched, and no other. */
function columnCheck(folder: string, manifest: Manifest, { quasiIdentifiers }: Request): Promise<Check> {
  const { untouched, leftOut = [] } = shaped(resultSchema, manifest.result, 'the result')
  return withDatabase({}, async (db) => {
    const path = join(folder, outputName(manifest, 'anonymized') ?? '')
    const { columns } = await fileRelation(db, path, manifest.cells)
    const isCoarsened = (column: string): boolean =>
      quasiIdentifiers.some((name) => [name, `${name}_low`, `${name}_high`].includes(column))
    const others = columns.filter((column) => !isCoarsened(column) && column !== 'tacet_stamp')
    const stated = untouched ?? others
    const faults = [
      ...leftOut.filter((name) => columns.includes(name)).map((name) => `${name} was to be left out, and is there`),
      ...others
        .filter((name) => !stated.includes(name))
        .map((name) => `${name} is there, and the manifest does not name it`),
      ...stated
        .filter((name) => !others.includes(name))
        .map((name) => `${name} is named as untouched, and is not there`),
    ]
    const said = untouched === undefined || untouched.length === 0 ? [] : [untouched.join(', ')]
    const missing = said.filter((names) => !statementOf(manifest).some((line) => line.includes(names)))
    const silent = missing.map((names) => `the statement does not say that these are published as they are: ${names}`)
    const left = others.length === 0 ? 'no column is left untouched' : `left untouched: ${others.join(', ')}`
    return checkOf('columns', [...faults, ...silent], `coarsened: ${quasiIdentifiers.join(', ')}; ${left}`)
  })
}

async function classChecks(
  folder: string,
  manifest: Manifest,
  request: Request,
  freeform: boolean,
): Promise<readonly Check[]> {
  const { k } = request
  const name = 'k-anonymous'
  const stated = shaped(resultSchema, manifest.result, 'the result')
  const other = [
    ...(stated.k === k ? [] : [`the manifest says that k is ${stated.k}, and ${k} was asked for`]),
    ...(stated.freeform === freeform ? [] : [`the manifest says that it is ${stated.freeform ? '' : 'not '}freeform`]),
  ]
  if (freeform) return [checkOf(name, other, 'not looked at: freeform is weaker, and says so')]
  return withDatabase({}, async (db) => {
    const published = await publishedClasses(
      db,
      await fileRelation(db, join(folder, outputName(manifest, 'anonymized') ?? ''), manifest.cells),
      request,
    )
    const smallest = published.classes.reduce((least, list) => Math.min(least, list.length), Infinity)
    const detail = `the smallest class has ${smallest} records, and k is ${k}`
    const sizes = checkOf(name, smallest >= k ? other : [...other, detail], detail)
    return [
      sizes,
      await setsCheck(db, published, statementOf(manifest)),
      ...(request.sensitive.length === 0 ? [] : [await rulesCheck(db, published, request)]),
    ]
  })
}

interface PublishedClasses {
  readonly sql: string
  /** The quasi-identifiers, as they are published. */
  readonly published: readonly string[]
  /** What a column is called there. */
  readonly place: (column: string) => string
  /** Records that publish the same, suppressed ones (all `*`) among them. */
  readonly classes: readonly (readonly number[])[]
}

async function publishedClasses(
  db: Database,
  relation: Relation,
  { quasiIdentifiers, sensitive }: Request,
): Promise<PublishedClasses> {
  const { sql, columns } = relation
  // A range may stand in two columns.
  const published = quasiIdentifiers.flatMap((qi) => (columns.includes(qi) ? [qi] : [`${qi}_low`, `${qi}_high`]))
  const looked = sensitive.map(({ column }) => column).filter((column) => !quasiIdentifiers.includes(column))
  for (const column of [...published, ...looked]) checkColumn(relation, column)
  const table = db.freshName('published')
  // Under names of our own: a column called `rowid` would hide the order of the lines.
  const place = (column: string): string => `c${columns.indexOf(column)}`
  const inner = columns.map((column) => `${quoted(column)} as ${place(column)}`)
  await db.run(`create temp table ${table} as select ${inner.join(', ')} from ${sql}`)
  const order = published.map(place).join(', ')
  const [names] = await fetchColumns(
    db,
    `select cast(dense_rank() over (order by ${order}) - 1 as integer) from ${table} order by rowid`,
    ['int32'],
  )
  return { sql: table, published, place, classes: listsOf(names) }
}

/** A column of sets that shows so many values, and more than one for every two records, names people by them. */
const MANY_VALUES = 120

/** What the sets of a class still tell: how many values stand in them as they are written. The statement names columns where that was wanted. */
async function setsCheck(
  db: Database,
  { sql, published, place, classes }: PublishedClasses,
  statement: readonly string[],
): Promise<Check> {
  const wanted = statement.find((line) => line.startsWith('Sets publish the values')) ?? ''
  const records = classes.reduce((sum, list) => sum + list.length, 0)
  const shown: string[] = []
  const faults: string[] = []
  for (const column of published) {
    const values = await valuesInSets(db, sql, place(column))
    if (values === 0) continue
    const words = `${column} shows ${values.toLocaleString('en')} different values`
    shown.push(words)
    if (values > MANY_VALUES && 2 * values > records && !wanted.includes(column))
      faults.push(`${words} in ${records.toLocaleString('en')} records: nearly each is of one person`)
  }
  return checkOf('sets', faults, shown.length === 0 ? 'no column is published as sets' : shown.join('; '))
}

/** Different values in the sets of a column; 0 where none of it is a set. */
function valuesInSets(db: Database, sql: string, column: string): Promise<number> {
  const isSet = `v like '{%}'`
  return fetchNumber(
    db,
    `select case when bool_or(${isSet}) then count(distinct one) else 0 end from (
       select v, trim(unnest(string_split(case when ${isSet} then v[2:-2] else v end, ', '))) as one
       from (select distinct cast(${column} as varchar) as v from ${sql}) where v is not null and v <> '*')`,
  )
}

/** The rules on sensitive columns, on what a reader sees. A column that is generalised itself is not looked at. */
async function rulesCheck(db: Database, { sql, place, classes }: PublishedClasses, request: Request): Promise<Check> {
  const kept = request.sensitive.filter(({ column }) => !request.quasiIdentifiers.includes(column))
  const faults: string[] = []
  for (const { column, kind, value, ordered } of kept) {
    const codes = await sensitiveCodes(db, sql, place(column), request.categorical.includes(column))
    const values = codes.reduce((most, code) => Math.max(most, code), 0) + 1
    const named = { name: column, codes, values }
    const rule = compileRules(
      [kind === 'closeness' ? { ...named, kind, t: value, ordered } : { ...named, kind, l: value }],
      codes.length,
    )
    const broken = classes.filter((list) => rule?.admits(list, 0, list.length) === false).length
    if (broken > 0) faults.push(`${broken} classes break ${kind} ${value} on ${column}`)
  }
  return checkOf('sensitive', faults, `every class meets the rules on: ${kept.map(({ column }) => column).join(', ')}`)
}

/** The values of a column, numbered in their order: of size where all are numbers, else of text. One with a leading zero is a code. */
async function sensitiveCodes(db: Database, table: string, column: string, categorical: boolean): Promise<Int32Array> {
  const text = `coalesce(trim(cast(${column} as varchar)), '')`
  const number = `try_cast(${text} as double)`
  const other = await fetchNumber(
    db,
    `select count(*) from ${table} where not coalesce(isfinite(${number}), false) or ${codeSql(text)}`,
  )
  const value = categorical || other > 0 ? text : number
  const [codes] = await fetchColumns(
    db,
    `select cast(dense_rank() over (order by ${value}) - 1 as integer) from ${table} order by rowid`,
    ['int32'],
  )
  return codes
}
