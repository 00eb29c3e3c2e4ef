/**
 * From records to the leaf histogram of a schema over a hierarchy, in one pass over the data: one GROUP BY on the raw
 * columns, then everything else (missing values, levels, regions) on its much smaller result.
 */
import {
  type Attribute,
  buildHierarchy,
  cellCount,
  type Hierarchy,
  LARGEST_TOTAL,
  type PlaceCounts,
  type Schema,
  strides,
} from '../model/index.ts'
import { type Confidential, confidential } from '../privacy/confidential.ts'
import { badInput } from '../request-error.ts'
import { fetchNumber } from './columns.ts'
import type { Database } from './database.ts'
import { checkDictionary } from './faulty-records.ts'
import { type Geography, geographyColumns, leafTable } from './geography.ts'
import type { GroupColumn, GroupedTable } from './group-sql.ts'
import { leafCounts } from './leaf-counts.ts'
import { levelDictionary } from './level-dictionary.ts'
import { groupCounts } from './source.ts'
import type { Source } from './source-kinds.ts'

export interface TabulateRequest {
  readonly source: Source
  /** The column that says how many people a line stands for; without it a line is one person. */
  readonly count?: string
  readonly schema: Schema
  readonly geography: Geography
  /** Entries of leaf and cell that may be held in memory; more stay in the database, which must then stay open. */
  readonly held?: number
}

export interface Tabulation {
  readonly hierarchy: Hierarchy
  readonly counts: Confidential<PlaceCounts>
}

export async function tabulate(db: Database, request: TabulateRequest): Promise<Tabulation> {
  const { schema, geography } = request
  const places = geographyColumns(geography)
  const keys: GroupColumn[] = [...places.map((column) => ({ column })), ...schema.attributes.map(groupColumn)]
  const grouped = await groupCounts(db, request.source, keys, { count: request.count })
  await checkCounts(db, grouped, request)
  const dictionaries: string[] = []
  for (const [i, attribute] of schema.attributes.entries()) {
    const dictionary = await levelDictionary(db, grouped.name, attribute, places.length + i)
    await checkDictionary(db, dictionary, request.source, attribute)
    dictionaries.push(dictionary)
  }
  const leaves = await leafTable(db, grouped.name, geography, request.source)
  // A table first: joins into one run on all threads, a streamed result on one.
  const entries = db.freshName('entries')
  const joins = dictionaries.map(
    (name, i) => `join ${name} d${i} on g.g${places.length + i} is not distinct from d${i}.raw`,
  )
  await db.run(`create temp table ${entries} as
    select * from (select leaf, cast(${cellSql(schema)} as integer) as cell, n
    from ${grouped.name} g join ${leaves.name} place on ${sameValues(places.map((_, i) => [`g.g${i}`, `place.g${i}`]))}
    ${joins.join(' ')}) where cell is not null and n > 0`)
  for (const table of [grouped.name, leaves.name, ...dictionaries]) await db.run(`drop table ${table}`)
  const counts = await leafCounts(db, entries, leaves.paths.length, cellCount(schema), request.held)
  return { hierarchy: buildHierarchy(leaves.levelNames, leaves.paths), counts: confidential(counts) }
}

/** The places alone: what a plan needs to know. Nothing about anybody in them is counted. */
export async function readHierarchy(db: Database, source: Source, geography: Geography): Promise<Hierarchy> {
  const grouped = await groupCounts(
    db,
    source,
    geographyColumns(geography).map((column) => ({ column })),
  )
  const leaves = await leafTable(db, grouped.name, geography, source)
  await db.run(`drop table ${grouped.name}; drop table ${leaves.name}`)
  return buildHierarchy(leaves.levelNames, leaves.paths)
}

function groupColumn(attribute: Attribute): GroupColumn {
  if (attribute.edges === undefined) return { column: attribute.column }
  const { column, edges, dates, missing } = attribute
  return { column, edges, ...(dates && { dates }), missing: missing.values }
}

async function checkCounts(db: Database, grouped: GroupedTable, request: TabulateRequest): Promise<void> {
  if (request.count !== undefined && (await fetchNumber(db, `select coalesce(sum(bad), 0) from ${grouped.name}`)) > 0) {
    throw badInput(
      `count column "${request.count}": some counts are not whole numbers from 0 to ${LARGEST_TOTAL}. ` +
        'Correct them; an empty count is not 0.',
    )
  }
  const total = await fetchNumber(db, `select coalesce(sum(n), 0) from ${grouped.name}`)
  if (total > LARGEST_TOTAL) {
    throw badInput(
      `count column "${request.count}": the counts add up to more than ${LARGEST_TOTAL}, the largest exact total.`,
    )
  }
}

/** The number of a record's cell: NULL when a missing value means that the record is left out. */
function cellSql(schema: Schema): string {
  const steps = strides(schema)
  return ['0', ...schema.attributes.map((_, i) => `d${i}.level * ${steps[i]}`)].join(' + ')
}

function sameValues(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map(([a, b]) => `${a} is not distinct from ${b}`).join(' and ') || 'true'
}
