/** The published table of group sizes beside its tree of regions, counted again by SQL on the files. */
import { type Database, fetchColumns, fetchNumber } from '../data/index.ts'
import type { Manifest } from '../release/index.ts'
import { asTable, type Lookup, numbered, outputRelation, quoted, textOf } from './topdown-lines.ts'
import type { Places } from './topdown-places.ts'

/** Name of a temporary table, and the number of sizes it has a count for. */
export interface GroupCells {
  /** Of every cell once: place, level, size, count, error. */
  readonly cells: string
  /** Of every region: place, level, parent, groups (null where the number is not public). */
  readonly places: string
  readonly sizes: number
  readonly faults: CellFaults
}

export interface CellFaults {
  /** Lines of a level, region or size that the release does not have. */
  readonly strangers: number
  readonly doubled: number
  readonly missing: number
  /** Public numbers that are no whole numbers from 0 up. */
  readonly notNumbers: number
  /** Standard errors that are no numbers from 0 up. */
  readonly badErrors: number
}

const WHOLE = (value: string): string =>
  `coalesce(${value} >= 0 and ${value} = floor(${value}) and ${value} < 9007199254740992, false)`

export async function readGroupCells(
  db: Database,
  folder: string,
  manifest: Manifest,
  places: Places,
  sizes: number,
): Promise<GroupCells> {
  const table = await placeTable(db, folder, manifest, places)
  const columns = ['level', 'region', 'size', 'count', 'standard_error']
  const file = await outputRelation(db, folder, manifest, 'groups', columns)
  const lines = db.freshName('lines')
  const number = (column: string): string => `try_cast(line.${quoted(column)} as double)`
  await asTable(file.name, () =>
    db.run(
      `create temp table ${lines} as
        select place.place, place.level, ${number('size')} as size, ${number('count')} as count, ${number('standard_error')} as error
        from ${file.sql} as line left join ${table} as place
        on ${textOf('level')} = place.level_name and ${textOf('region')} = place.region`,
    ),
  )
  const own = `place is not null and coalesce(size = floor(size) and size between 1 and ${sizes}, false)`
  const cells = db.freshName('cells')
  await db.run(
    `create temp table ${cells} as select place, level, size, any_value(count) as count, any_value(error) as error
      from ${lines} where ${own} group by place, level, size`,
  )
  const regions = places.levels.reduce((sum, level) => sum + level.regions.length, 0)
  return { cells, places: table, sizes, faults: await cellFaults(db, { lines, own, cells, table }, regions * sizes) }
}

async function cellFaults(
  db: Database,
  { lines, own, cells, table }: Readonly<Record<'lines' | 'own' | 'cells' | 'table', string>>,
  wanted: number,
): Promise<CellFaults> {
  const fitting = await fetchNumber(db, `select count(*) from ${lines} where ${own}`)
  const distinct = await fetchNumber(db, `select count(*) from ${cells}`)
  const isError = 'coalesce(error >= 0 and isfinite(error), false)'
  return {
    strangers: (await fetchNumber(db, `select count(*) from ${lines}`)) - fitting,
    doubled: fitting - distinct,
    missing: wanted - distinct,
    notNumbers: await fetchNumber(db, `select count(*) from ${table} where public and not ${WHOLE('groups')}`),
    badErrors: await fetchNumber(db, `select count(*) from ${lines} where not ${isError}`),
  }
}

async function placeTable(db: Database, folder: string, manifest: Manifest, { levels }: Places): Promise<string> {
  const rows = levels.flatMap(({ name, regions, parent }, level) =>
    regions.map((region, r) => [
      name,
      region,
      String(level),
      level === 0 ? '-1' : String(levels[level - 1].first + parent[r]),
    ]),
  )
  const lookup: Lookup = { columns: ['level', 'region', 'depth', 'parent'], rows }
  const known = await numbered(db, lookup)
  const file = await outputRelation(db, folder, manifest, 'regions', ['level', 'region', 'parent', 'groups'])
  const table = db.freshName('places')
  await db.run(
    `create temp table ${table} as
      select cast(known.code as integer) as place, known.k0 as level_name, known.k1 as region, cast(known.k2 as integer) as level,
        cast(known.k3 as integer) as parent, ${textOf('groups')} <> '' as public, try_cast(line.groups as double) as groups
      from ${file.sql} as line join ${known} as known on ${textOf('level')} = known.k0 and ${textOf('region')} = known.k1`,
  )
  return table
}

/** Cells that are not whole or negative. */
export function invalidCells(db: Database, { cells }: GroupCells): Promise<number> {
  return fetchNumber(db, `select count(*) from ${cells} where not ${WHOLE('count')}`)
}

/** Regions above the leaves and sizes at which the children do not add up. */
export function inconsistentCells(db: Database, { cells, places }: GroupCells, levels: number): Promise<number> {
  return fetchNumber(
    db,
    `select count(*) from ${cells} as above
      left join (select p.parent, c.size, sum(c.count) as total from ${cells} as c join ${places} as p using (place) group by 1, 2) as below
      on below.parent = above.place and below.size = above.size
      where above.level < ${levels - 1} and above.count is distinct from coalesce(below.total, 0)`,
  )
}

/** The groups of each level. */
export async function groupsByLevel(db: Database, { cells }: GroupCells, levels: number): Promise<readonly number[]> {
  const [level, total] = await fetchColumns(
    db,
    `select level, cast(coalesce(sum(count), 0) as double) from ${cells} group by level`,
    ['int32', 'float64'],
  )
  return Array.from({ length: levels }, (_, l) => total[level.indexOf(l)] ?? 0)
}

/** Regions of public number whose sizes add up to another. */
export function unmetNumbers(db: Database, { cells, places }: GroupCells): Promise<number> {
  return fetchNumber(
    db,
    `select count(*) from ${places} as p
      left join (select place, sum(count) as total from ${cells} group by place) as c using (place)
      where p.public and p.groups is distinct from coalesce(c.total, 0)`,
  )
}

/** The public number of the top; NaN where there is none. */
export function topNumber(db: Database, { places }: GroupCells): Promise<number> {
  return fetchNumber(db, `select coalesce(any_value(groups), cast('nan' as double)) from ${places} where level = 0`)
}

/** How many regions of each level have a public number. */
export async function publicNumbers(db: Database, { places }: GroupCells, levels: number): Promise<readonly number[]> {
  const counted = `select level, cast(sum(case when public then 1 else 0 end) as double) from ${places} group by level`
  const [level, numbers] = await fetchColumns(db, counted, ['int32', 'float64'])
  return Array.from({ length: levels }, (_, l) => numbers[level.indexOf(l)] ?? 0)
}

/** The root of the mean square of the standard errors of each level. */
export async function errorsByLevel(db: Database, { cells }: GroupCells, levels: number): Promise<readonly number[]> {
  const rootMean = `select level, coalesce(sqrt(avg(error * error)), cast('nan' as double)) from ${cells} group by level`
  const [level, errors] = await fetchColumns(db, rootMean, ['int32', 'float64'])
  return Array.from({ length: levels }, (_, l) => errors[level.indexOf(l)] ?? Number.NaN)
}
