/**
 * Groups by region and size, from one line per group, from counted lines, or from one line per person: a GROUP BY either way,
 * nested for persons. Regions are the values of one column per level; when the first has a single value it is the top.
 */

import { firstSpelling, listedSpelling } from '../../data/case-variants.ts'
import { fetchColumns, fetchNumber } from '../../data/columns.ts'
import type { Database } from '../../data/database.ts'
import { checkColumn, privateRelation, reading } from '../../data/file-relation.ts'
import { type ParentList, parentPaths } from '../../data/geography.ts'
import type { Relation } from '../../data/relation.ts'
import { identifier, literal } from '../../data/sql.ts'
import { checkFrame, checkSizes, MOST_SIZES } from '../../groups/index.ts'
import { buildHierarchy, type Hierarchy, pathFromColumns } from '../../model/index.ts'
import { type Confidential, confidential } from '../../privacy/confidential.ts'
import { badInput } from '../../request-error.ts'
import type { Reading } from '../../spec/index.ts'

export interface GroupLinesRequest {
  readonly path: string
  /** How the file is read, as far as that is said. */
  readonly read?: Reading
  /** Columns from the top down; with `tree`, the one column that holds the leaf. */
  readonly levels: readonly string[]
  /** A table of regions and parents, branches of any depth: every leaf in it is released, also where no group is. */
  readonly tree?: ParentList
  /** The column with a group's size, or with what a person adds to it; 1 a person without it. */
  readonly size?: string
  /** Person lines: the column that tells the groups apart. */
  readonly unit?: string
  /** The column that says how many groups a line stands for. */
  readonly count?: string
  /** The largest size, declared: larger groups count as this. Without it, the largest in the data. */
  readonly largest?: number
  /** Person lines: the most that one person may add to a size, which the noise is made for; 1 unless given. */
  readonly largestQuantity?: number
  /** Leave out lines whose size is empty, NA or a question mark. */
  readonly dropMissing?: boolean
}

export interface GroupSizes {
  readonly hierarchy: Hierarchy
  readonly sizes: number
  /** True when the largest size was read off the data. */
  readonly sizesFromData: boolean
  /** The number of all groups: to be published, or used, only where it is public. */
  readonly groups: number
  /** Counts of the leaves, region after region, sizes 1 to N. */
  readonly leaves: Confidential<Float64Array>
}

export async function countGroupSizes(db: Database, request: GroupLinesRequest): Promise<GroupSizes> {
  if (request.largest !== undefined) checkSizes(request.largest)
  const lines = await groupTable(db, request)
  await checkLines(db, lines, request)
  const places =
    request.tree === undefined
      ? await placesInData(db, lines, request)
      : await placesInTree(db, lines, request, request.tree)
  const sizes = request.largest ?? (await fetchNumber(db, `select max(size) from ${lines}`))
  checkFrame({ hierarchy: places.hierarchy, sizes })
  const leafOf = new Map(places.keys.map((key, leaf) => [key, leaf]))
  const [key, size, count] = await fetchColumns(
    db,
    `select ${keySql(request.levels)} as k, cast(least(size, ${sizes}) as integer), cast(sum(n) as double) from ${lines} group by all`,
    ['text', 'int32', 'float64'],
  )
  const groups = await fetchNumber(db, `select sum(n) from ${lines}`)
  await db.run(`drop table ${lines}`)
  const counts = new Float64Array(places.keys.length * sizes)
  for (let i = 0; i < key.length; i++) counts[(leafOf.get(key[i]) as number) * sizes + size[i] - 1] += count[i]
  return {
    hierarchy: places.hierarchy,
    sizes,
    sizesFromData: request.largest === undefined,
    groups,
    leaves: confidential(counts),
  }
}

interface Places {
  readonly hierarchy: Hierarchy
  /** What the region columns of the data hold for each leaf, joined by a character that no text file has. */
  readonly keys: readonly string[]
}

/** Sums of counts are exact up to here. */
const MOST_GROUPS = Number.MAX_SAFE_INTEGER

const JOINT = '\u001f'

function keySql(levels: readonly string[]): string {
  return levels.map((_, i) => `g${i}`).join(` || chr(31) || `)
}

async function placesInData(db: Database, lines: string, { levels }: GroupLinesRequest): Promise<Places> {
  const columns = levels.map((_, i) => `g${i}`)
  const texts = await fetchColumns(
    db,
    `select distinct ${columns.join(', ')} from ${lines} order by all`,
    columns.map(() => 'text' as const),
  )
  const leaves = texts[0].map((_, row) => texts.map((column) => column[row]))
  return { hierarchy: hierarchyOf(levels, leaves), keys: leaves.map((leaf) => leaf.join(JOINT)) }
}

async function placesInTree(
  db: Database,
  lines: string,
  { levels, path, read }: GroupLinesRequest,
  tree: ParentList,
): Promise<Places> {
  const paths = await parentPaths(db, tree)
  const [written] = await fetchColumns(db, `select distinct g0 from ${lines}`, ['text'])
  const listed = read?.case === 'keep' ? new Map<string, string>() : listedSpelling(written, [...paths.keys()])
  if (listed.size > 0) await db.run(`update ${lines} set g0 = ${spelledAs('g0', listed)}`)
  const found = written.map((region) => listed.get(region) ?? region)
  if (found.some((region) => !paths.has(region))) {
    throw badInput(
      `column "${levels[0]}" of ${path}: some groups lie in regions that are no leaves of ${tree.path}. Give each a line with its parent, or correct the data.`,
    )
  }
  const leaves = [...paths].sort(([, a], [, b]) => (a.join(JOINT) < b.join(JOINT) ? -1 : 1))
  const depth = leaves[0]?.[1].length ?? 0
  const names = Array.from({ length: depth }, (_, d) => `level ${d + 1}`)
  return {
    hierarchy: treeOver(
      names,
      leaves.map(([, regions]) => regions),
    ),
    keys: leaves.map(([leaf]) => leaf),
  }
}

/** A table of g0, ... (the regions as text), size and n. */
async function groupTable(db: Database, request: GroupLinesRequest): Promise<string> {
  const { path, levels, size, unit, count } = request
  const relation = await privateRelation(db, request)
  for (const column of [...levels, size, unit, count]) if (column !== undefined) checkColumn(relation, column)
  const name = db.freshName('groups')
  const texts: string[] = []
  for (const level of levels) texts.push(await regionSql(db, relation, level, request.read?.case === 'keep'))
  const regions = texts.map((text, i) => `${text} as g${i}`)
  const keys = levels.map((_, i) => `g${i}`).join(', ')
  const from =
    request.dropMissing === true && size !== undefined
      ? `(select * from ${relation.sql} where ${presentSql(size)})`
      : relation.sql
  const added = size === undefined ? '1' : `try_cast(${identifier(size)} as double)`
  const groups =
    unit === undefined
      ? `select ${regions.join(', ')}, ${added} as size, ${count === undefined ? '1' : `try_cast(${identifier(count)} as double)`} as n from ${from}`
      : `select ${keys}, unit, case when bool_and(part >= 0 and part = floor(part)) then sum(part) end as size, max(part) as most, 1 as n
         from (select ${regions.join(', ')}, coalesce(cast(${identifier(unit)} as varchar), '') as unit, ${added} as part from ${from})
         group by ${keys}, unit`
  await reading(path, () => db.run(`create temp table ${name} as ${groups}`))
  return name
}

/** The name of a region: texts that differ in case alone are one, written as the first of them in the order of letters. */
async function regionSql(db: Database, relation: Relation, level: string, keepCase: boolean): Promise<string> {
  const text = `coalesce(cast(${identifier(level)} as varchar), '')`
  if (keepCase) return text
  const [found] = await reading(relation.name, () =>
    fetchColumns(db, `select distinct ${text} from ${relation.sql}`, ['text']),
  )
  return spelledAs(text, firstSpelling(found))
}

/** The value, or what is written in its place. */
function spelledAs(text: string, spelling: ReadonlyMap<string, string>): string {
  const changed = [...spelling].filter(([from, to]) => from !== to)
  if (changed.length === 0) return text
  return `case ${text} ${changed.map(([from, to]) => `when ${literal(from)} then ${literal(to)}`).join(' ')} else ${text} end`
}

function presentSql(column: string): string {
  return `coalesce(trim(cast(${identifier(column)} as varchar)), '') not in ('', 'NA', '?')`
}

async function checkLines(db: Database, lines: string, request: GroupLinesRequest): Promise<void> {
  const { path, size, unit, count, levels, largest } = request
  const some = async (condition: string): Promise<boolean> =>
    (await fetchNumber(db, `select count(*) from ${lines} where ${condition}`)) > 0
  const what = size === undefined ? 'group size' : `column "${size}"`
  if ((await fetchNumber(db, `select count(*) from ${lines}`)) === 0)
    throw badInput(`${path} holds no groups. There is nothing to release.`)
  for (const [i, level] of levels.entries()) {
    if (await some(`g${i} = ''`))
      throw badInput(`column "${level}" of ${path}: some lines have no region. Every group needs a place.`)
  }
  if (unit !== undefined && (await some("trim(unit) = ''")))
    throw badInput(
      `column "${unit}" of ${path}: some lines name no unit. Every person needs a group: name it, or leave the line out.`,
    )
  if (count !== undefined && (await some('not coalesce(n >= 0 and n = floor(n), false)'))) {
    throw badInput(`count column "${count}": some counts are not whole numbers from 0 up.`)
  }
  if ((await some(`n > ${MOST_GROUPS}`)) || (await fetchNumber(db, `select sum(n) from ${lines}`)) > MOST_GROUPS) {
    throw badInput(
      `count column "${count}": these are more groups than the ${MOST_GROUPS} that can be counted exactly.`,
    )
  }
  if (await some('size is null or size <> floor(size) or size < 0')) {
    throw badInput(
      `${what} of ${path}: some sizes are not whole numbers. A size counts the members of a group: 1, 2, 3, ...`,
    )
  }
  if (await some('size = 0'))
    throw badInput(
      `${what} of ${path}: some groups have the size 0. A group has at least one member: leave empty units out.`,
    )
  if (largest === undefined && (await some(`size > ${MOST_SIZES}`))) {
    throw badInput(
      `${what} of ${path}: some groups are larger than ${MOST_SIZES}, the most that is told apart. Declare a largest size: larger groups then count as that.`,
    )
  }
  if (unit !== undefined) await checkPersons(db, lines, { ...request, unit })
}

/** What only person lines can get wrong. */
async function checkPersons(
  db: Database,
  lines: string,
  { path, size, unit, largestQuantity = 1 }: GroupLinesRequest & { readonly unit: string },
): Promise<void> {
  const count = (what: string): Promise<number> => fetchNumber(db, `select ${what} from ${lines}`)
  if ((await count(`count(*) filter (most > ${largestQuantity})`)) > 0) {
    throw badInput(
      `column "${size}" of ${path}: some persons add more than ${largestQuantity} to the size of their group, and the noise would be too small for them. ` +
        'Declare the most that one person may add: `largestQuantity`, or groups.largestQuantity in a spec.',
    )
  }
  if ((await count('count(*) - count(distinct unit)')) > 0) {
    throw badInput(
      `column "${unit}" of ${path}: some units lie in two regions. A unit lies in one: correct it. A name that holds the region too (unit and region) makes one unit in each, and then what is protected is a unit in a region, not the unit: ` +
        'somebody in ten regions discloses ten times as much.',
    )
  }
}

function hierarchyOf(levels: readonly string[], leaves: readonly (readonly string[])[]): Hierarchy {
  return treeOver(levels, leaves.map(pathFromColumns))
}

/** When all leaves share the first region it is the top; otherwise a top is put above them. */
function treeOver(levels: readonly string[], paths: readonly (readonly string[])[]): Hierarchy {
  if (new Set(paths.map((path) => path[0])).size > 1) return buildHierarchy(['all', ...levels], paths)
  const built = buildHierarchy(
    levels,
    paths.map((path) => path.slice(1)),
  )
  return { levels: built.levels.map((level, l) => (l === 0 ? { ...level, regions: [paths[0][0]] } : level)) }
}
