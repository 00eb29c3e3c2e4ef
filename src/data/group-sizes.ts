/**
 * Groups by region and size, from one line a group, from counted lines, or from one line a person: a GROUP BY either way,
 * nested for persons. Regions are the values of one column a level; when the first has a single value it is the top.
 */
import { buildHierarchy, type Hierarchy, pathFromColumns } from '../model/index.ts'
import { type Confidential, confidential } from '../privacy/confidential.ts'
import { badInput } from '../request-error.ts'
import { fetchColumns, fetchNumber } from './columns.ts'
import type { Database } from './database.ts'
import { checkColumn, fileRelation, reading } from './file-relation.ts'
import { identifier } from './sql.ts'

export interface GroupLinesRequest {
  readonly path: string
  /** Columns from the top down. */
  readonly levels: readonly string[]
  /** The column with a group's size, or with what a person adds to it; 1 a person without it. */
  readonly size?: string
  /** Person lines: the column that tells the groups apart. */
  readonly unit?: string
  /** The column that says how many groups a line stands for. */
  readonly count?: string
  /** The largest size, declared; without it, the largest in the data. */
  readonly largest?: number
  /** Leave out lines whose size is empty, NA or a question mark. */
  readonly dropMissing?: boolean
}

export interface GroupSizes {
  readonly hierarchy: Hierarchy
  readonly sizes: number
  /** True when the largest size was read off the data. */
  readonly sizesFromData: boolean
  /** Counts of the leaves, region after region, sizes 1 to N. */
  readonly leaves: Confidential<Float64Array>
}

export async function countGroupSizes(db: Database, request: GroupLinesRequest): Promise<GroupSizes> {
  const lines = await groupTable(db, request)
  await checkLines(db, lines, request)
  const levels = request.levels.map((_, i) => `g${i}`)
  const texts = await fetchColumns(
    db,
    `select distinct ${levels.join(', ')} from ${lines} order by all`,
    levels.map(() => 'text' as const),
  )
  const leaves = (texts[0] ?? []).map((_, row) => texts.map((column) => column[row]))
  const largest = await fetchNumber(db, `select coalesce(max(size), 0) from ${lines}`)
  const sizes = request.largest ?? Math.max(1, largest)
  await db.run(`create or replace temp table leaf_order as
    select ${levels.join(', ')}, cast(row_number() over (order by ${levels.join(', ')}) - 1 as integer) as leaf
    from (select distinct ${levels.join(', ')} from ${lines})`)
  const [leaf, size, count] = await fetchColumns(
    db,
    `select leaf, cast(size as integer), cast(sum(n) as double) from ${lines} join leaf_order using (${levels.join(', ')}) group by all`,
    ['int32', 'int32', 'float64'],
  )
  await db.run(`drop table leaf_order; drop table ${lines}`)
  const counts = new Float64Array(leaves.length * sizes)
  for (let i = 0; i < leaf.length; i++) counts[leaf[i] * sizes + size[i] - 1] += count[i]
  return {
    hierarchy: hierarchyOf(request.levels, leaves),
    sizes,
    sizesFromData: request.largest === undefined,
    leaves: confidential(counts),
  }
}

/** A table of g0, ... (the regions as text), size and n. */
async function groupTable(db: Database, request: GroupLinesRequest): Promise<string> {
  const { path, levels, size, unit, count } = request
  const relation = await fileRelation(db, path)
  for (const column of [...levels, size, unit, count]) if (column !== undefined) checkColumn(relation, column)
  const name = db.freshName('groups')
  const regions = levels.map((level, i) => `coalesce(cast(${identifier(level)} as varchar), '') as g${i}`)
  const keys = levels.map((_, i) => `g${i}`).join(', ')
  const from =
    request.dropMissing === true && size !== undefined
      ? `(select * from ${relation.sql} where ${presentSql(size)})`
      : relation.sql
  const added = size === undefined ? '1' : `try_cast(${identifier(size)} as double)`
  const groups =
    unit === undefined
      ? `select ${regions.join(', ')}, ${added} as size, ${count === undefined ? '1' : `try_cast(${identifier(count)} as double)`} as n from ${from}`
      : `select ${keys}, unit, case when bool_and(part >= 0 and part = floor(part)) then sum(part) end as size, 1 as n
         from (select ${regions.join(', ')}, cast(${identifier(unit)} as varchar) as unit, ${added} as part from ${from})
         group by ${keys}, unit`
  await reading(path, () => db.run(`create temp table ${name} as ${groups}`))
  return name
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
  if (count !== undefined && (await some('not coalesce(n >= 0 and n = floor(n), false)'))) {
    throw badInput(`count column "${count}": some counts are not whole numbers from 0 up.`)
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
  if (largest !== undefined && (await some(`size > ${largest}`))) {
    throw badInput(
      `${what} of ${path}: some groups are larger than ${largest}, the largest size declared. Declare a larger one.`,
    )
  }
  if (unit !== undefined && (await fetchNumber(db, `select count(*) - count(distinct unit) from ${lines}`)) > 0) {
    throw badInput(
      `column "${unit}" of ${path}: some units lie in two regions. A unit lies in one: correct it, or make the region part of its name.`,
    )
  }
}

/** When all leaves share the first region it is the top; otherwise a top is put above them. */
function hierarchyOf(levels: readonly string[], leaves: readonly (readonly string[])[]): Hierarchy {
  const paths = leaves.map(pathFromColumns)
  const single = new Set(leaves.map((leaf) => leaf[0])).size === 1
  if (!single) return buildHierarchy(['all', ...levels], paths)
  const built = buildHierarchy(
    levels,
    paths.map((path) => path.slice(1)),
  )
  return { levels: built.levels.map((level, l) => (l === 0 ? { ...level, regions: [leaves[0][0]] } : level)) }
}
