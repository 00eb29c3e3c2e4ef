/**
 * The places of a release: which columns say where a record lives, and the list of leaves.
 *
 * The list is public. Either it is given (a table of regions), or the regions that occur in the data are taken for it,
 * and the statement of the release says so.
 */
import { checkPrefixLevels, type PrefixLevel, pathFromColumns, pathsFromParents, splitCode } from '../model/index.ts'
import { badInput } from '../request-error.ts'
import { fetchColumns, fetchNumber } from './columns.ts'
import type { Database } from './database.ts'
import { checkColumn, fileRelation } from './file-relation.ts'
import type { Source } from './source-kinds.ts'
import { identifier, literal } from './sql.ts'
import { appendColumns } from './table-writer.ts'

export type Geography =
  /** One column per level, top first. */
  (
    | {
        readonly kind: 'columns'
        readonly top: string
        readonly columns: readonly string[]
        readonly regions?: LeafList
      }
    /** One column with a code whose prefixes are the levels. */
    | {
        readonly kind: 'prefixes'
        readonly top: string
        readonly column: string
        readonly levels: readonly PrefixLevel[]
        readonly regions?: RegionList
      }
    /** One column with the leaf, and a table of regions and parents. */
    | {
        readonly kind: 'parents'
        readonly top: string
        readonly column: string
        readonly levels: readonly string[]
        readonly regions: ParentList
      }
  ) & {
    /** What to call the place of records without a region; a mistake without it. It is always there, also when nobody is in it. */
    readonly missing?: string
  }

/** A file with one line per leaf: the columns that hold its regions, top first. */
export interface LeafList {
  readonly path: string
  readonly columns: readonly string[]
}

/** A file that lists every leaf code, so that empty places are released too. */
export interface RegionList {
  readonly path: string
  readonly column: string
}

export interface ParentList extends RegionList {
  readonly parent: string
}

/** True when the list of regions is whatever the data holds. */
export function regionsFromData(geography: Geography): boolean {
  return geography.regions === undefined
}

export function geographyColumns(geography: Geography): readonly string[] {
  return geography.kind === 'columns' ? geography.columns : [geography.column]
}

export interface LeafTable {
  /** A table of the places that occur: their raw values g0, ... and `leaf`, the number of the leaf. */
  readonly name: string
  readonly levelNames: readonly string[]
  /** The regions each leaf lies in, below the top, leaf by leaf in order. */
  readonly paths: readonly (readonly string[])[]
}

/** Numbers the leaves. Throws when a record lies in no leaf of the list, or nowhere. */
export async function leafTable(
  db: Database,
  grouped: string,
  geography: Geography,
  source: Source,
): Promise<LeafTable> {
  const keys = geographyColumns(geography).map((_, i) => `g${i}`)
  const places = db.freshName('places')
  await db.run(`create temp table ${places} as select distinct ${keys.join(', ') || '0 as place'} from ${grouped}`)
  await checkPlaced(db, places, geography, source)
  const keepCase = source.kind === 'file' && source.read?.case === 'keep'
  const leaves = withMissing(await leafPaths(db, places, geography, keys, keepCase), geography)
  const numbered = db.freshName('leaves')
  await db.run(`create temp table ${numbered} (${keys.map((_, i) => `t${i} varchar, `).join('')}leaf integer)`)
  await appendColumns(db, numbered, [
    ...keys.map((_, i) => ({ name: `t${i}`, kind: 'text' as const, values: leaves.map((leaf) => leaf.values[i]) })),
    { name: 'leaf', kind: 'label', codes: Int32Array.from(leaves.keys()), labels: [] },
  ])
  const name = db.freshName('place_of')
  const texts = keys.map((key) => placeSql(key, geography))
  await db.run(`create temp table ${name} as ${placedSql(places, numbered, texts, keepCase)}`)
  if (geography.regions !== undefined) {
    const stray = await fetchNumber(db, `select (select count(*) from ${places}) - (select count(*) from ${name})`)
    if (stray > 0) throw notListed(geography.regions, keepCase ? [] : leaves)
  }
  await db.run(`drop table ${places}; drop table ${numbered}`)
  return { name, levelNames: levelNames(geography), paths: leaves.map((leaf) => leaf.path) }
}

/** Every place with its leaf: the one written so, or the only one that differs in case alone. */
function placedSql(places: string, numbered: string, texts: readonly string[], keepCase: boolean): string {
  const same = (form: (text: string) => string, of: string): string =>
    texts.map((text, i) => `${form(text)} = ${of}.t${i}`).join(' and ') || 'true'
  const exact = same((text) => text, 'exact')
  if (keepCase || texts.length === 0)
    return `select ${places}.*, leaf from ${places} join ${numbered} exact on ${exact}`
  const small = texts.map((_, i) => `lower(t${i}) as t${i}`).join(', ')
  const folded = `(select ${small}, min(leaf) as leaf from ${numbered} group by all having count(*) = 1)`
  return `select ${places}.*, coalesce(exact.leaf, folded.leaf) as leaf from ${places} left join ${numbered} exact on ${exact}
    left join ${folded} folded on ${same((text) => `lower(${text})`, 'folded')} where coalesce(exact.leaf, folded.leaf) is not null`
}

/**
 * Texts that differ in case alone as one, the first in the order of letters: which it is follows from the texts that occur, and
 * not from how many records have them.
 */
function spelledSql(texts: readonly string[], from: string, keepCase: boolean): string {
  if (keepCase) return `select distinct ${texts.join(', ')} from ${from} order by all`
  const named = texts.map((text, i) => `${text} as t${i}`).join(', ')
  const first = texts.map((_, i) => `min(t${i}) over (partition by lower(t${i}))`).join(', ')
  return `select distinct ${first} from (select distinct ${named} from ${from}) order by all`
}

/** The name of a region as text. */
function placeSql(key: string, { missing }: Geography): string {
  const text = `cast(${key} as varchar)`
  return missing === undefined ? text : `coalesce(nullif(${text}, ''), ${literal(missing)})`
}

/** The leaves with the place of those who have none. */
function withMissing(leaves: readonly Leaf[], geography: Geography): readonly Leaf[] {
  const { missing } = geography
  if (missing === undefined || geographyColumns(geography).length === 0) return leaves
  const values = geographyColumns(geography).map(() => missing)
  if (leaves.some((leaf) => leaf.values.every((value, i) => value === values[i]))) return leaves
  const path = geography.kind === 'columns' ? pathFromColumns(values) : geography.levels.map(() => missing)
  return [...leaves, { values, path }].sort((a, b) => comparePaths(a.path, b.path))
}

function levelNames(geography: Geography): readonly string[] {
  if (geography.kind === 'columns') return [geography.top, ...geography.columns]
  if (geography.kind === 'parents') return [geography.top, ...geography.levels]
  return [geography.top, ...geography.levels.map((level) => level.name)]
}

interface Leaf {
  /** What the data's geography columns hold for it. */
  readonly values: readonly string[]
  readonly path: readonly string[]
}

async function leafPaths(
  db: Database,
  grouped: string,
  geography: Geography,
  keys: readonly string[],
  keepCase: boolean,
): Promise<readonly Leaf[]> {
  if (geography.kind === 'parents') return parentLeaves(db, geography)
  if (geography.kind === 'prefixes') return prefixLeaves(db, grouped, geography, keepCase)
  if (keys.length === 0) return [{ values: [], path: [] }]
  const kinds = keys.map(() => 'text' as const)
  const texts = keys.map((key) => placeSql(key, geography))
  const from =
    geography.regions === undefined ? spelledSql(texts, grouped, keepCase) : await listedLeaves(db, geography.regions)
  const columns = await fetchColumns(db, from, kinds)
  return columns[0].map((_, row) => {
    const values = columns.map((column) => column[row])
    return { values, path: pathFromColumns(values) }
  })
}

/** The lines of a list, as SQL. */
async function listedLeaves(db: Database, { path, columns }: LeafList): Promise<string> {
  const relation = await fileRelation(db, path)
  for (const column of columns) checkColumn(relation, column, 'region column')
  const texts = columns.map((column) => `trim(cast(${identifier(column)} as varchar))`)
  const present = texts.map((text) => `coalesce(${text}, '') <> ''`)
  return `select distinct ${texts.join(', ')} from ${relation.sql} where ${present.join(' and ')} order by all`
}

async function prefixLeaves(
  db: Database,
  grouped: string,
  geography: Geography & { kind: 'prefixes' },
  keepCase: boolean,
): Promise<readonly Leaf[]> {
  checkPrefixLevels(geography.levels)
  const { regions, levels } = geography
  const codes = await (regions === undefined
    ? fetchColumns(
        db,
        spelledSql(
          ['cast(g0 as varchar)'],
          `(select g0 from ${grouped} where coalesce(cast(g0 as varchar), '') <> '')`,
          keepCase,
        ),
        ['text'],
      )
    : listedCodes(db, regions)
  ).then(([column]) => column)
  const length = levels[levels.length - 1].length
  const short = codes.findIndex((code) => code.length !== length)
  if (short >= 0) {
    throw badInput(
      `column "${geography.column}": a code has ${codes[short].length} characters where level "${levels[levels.length - 1].name}" ` +
        `takes ${length}. Codes must be complete; leading zeros are lost when a code was read as a number.`,
    )
  }
  return codes.map((code) => ({ values: [code], path: splitCode(code, levels) }))
}

async function parentLeaves(db: Database, geography: Geography & { kind: 'parents' }): Promise<readonly Leaf[]> {
  const { regions } = geography
  const paths = await parentPaths(db, regions)
  const depth = paths.values().next().value?.length ?? 0
  if (depth !== geography.levels.length) {
    throw badInput(
      `${regions.path}: the regions go ${depth} levels deep and ${geography.levels.length} level names are given ` +
        `(${geography.levels.join(', ')}). Name each level below the top.`,
    )
  }
  return [...paths].map(([leaf, path]) => ({ values: [leaf], path })).sort((a, b) => comparePaths(a.path, b.path))
}

/** The regions that every leaf of a table of parents lies in. */
export async function parentPaths(db: Database, regions: ParentList): Promise<Map<string, readonly string[]>> {
  const relation = await fileRelation(db, regions.path)
  checkColumn(relation, regions.column, 'region column')
  checkColumn(relation, regions.parent, 'parent column')
  const [region, parent] = await fetchColumns(
    db,
    `select trim(cast(${identifier(regions.column)} as varchar)), coalesce(trim(cast(${identifier(regions.parent)} as varchar)), '')
     from ${relation.sql}`,
    ['text', 'text'],
  )
  return pathsFromParents(region, parent)
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((name, i) => name !== b[i])
  return at < 0 ? 0 : a[at] < b[at] ? -1 : 1
}

async function listedCodes(db: Database, regions: RegionList): Promise<readonly [string[]]> {
  const relation = await fileRelation(db, regions.path)
  checkColumn(relation, regions.column, 'region column')
  const column = identifier(regions.column)
  return fetchColumns(
    db,
    `select distinct trim(cast(${column} as varchar)) as c from ${relation.sql} where ${column} is not null order by c`,
    ['text'],
  )
}

/** The data have a place that the list has not, or two of the list could be meant. */
function notListed({ path }: { readonly path: string }, leaves: readonly Leaf[]): Error {
  const seen = new Map<string, string>()
  for (const { path: regions } of leaves) {
    const leaf = regions.at(-1) as string
    const twin = seen.get(leaf.toLowerCase())
    if (twin !== undefined)
      return badInput(
        `Some records lie in regions that ${path} does not list as leaves, or lists twice: "${twin}" and "${leaf}" differ in case alone, ` +
          'so a record spelled in a third way belongs to neither. Keep one of them, or correct the records.',
      )
    seen.set(leaf.toLowerCase(), leaf)
  }
  return badInput(
    `Some records lie in regions that ${path} does not list as leaves. Add these regions, or correct the records.`,
  )
}

/** Throws when a record has no place. */
async function checkPlaced(db: Database, grouped: string, geography: Geography, source: Source): Promise<void> {
  const columns = geographyColumns(geography)
  for (const [i, column] of geography.missing === undefined ? columns.entries() : []) {
    const absent = `g${i} is null or cast(g${i} as varchar) = ${literal('')}`
    if ((await fetchNumber(db, `select count(*) from ${grouped} where ${absent}`)) > 0) {
      const name = source.kind === 'file' ? source.path : source.from
      throw badInput(
        `column "${column}" of ${name}: some records have no region. Every record needs a place: correct them, or say what their place is called (geography.missing).`,
      )
    }
  }
  if (
    columns.length > 0 &&
    (await fetchNumber(db, `select count(*) from ${grouped}`)) === 0 &&
    regionsFromData(geography)
  ) {
    const name = source.kind === 'file' ? source.path : source.from
    throw badInput(`${name} holds no records. There is nothing to release.`)
  }
}
