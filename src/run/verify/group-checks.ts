/** The published table of group sizes, checked as a table: by SQL on the file, with nothing of what solved it. */
import { join } from 'node:path'
import { type Database, fetchNumber, fileRelation, withDatabase } from '../../data/index.ts'
import type { Manifest } from '../../release/index.ts'
import type { Check } from './check.ts'

interface Level {
  readonly name: string
  readonly regions: number
}

export async function groupChecks(folder: string, manifest: Manifest): Promise<readonly Check[]> {
  const name = manifest.outputs.find((output) => output.name.startsWith('groups.'))?.name
  if (name === undefined) return [{ name: 'groups', ok: false, detail: 'the manifest lists no groups' }]
  const { levels, sizes, groups } = manifest.result as { levels: readonly Level[]; sizes: number; groups: number }
  return withDatabase({}, async (db) => {
    const { sql } = await fileRelation(db, join(folder, name))
    await db.run(
      `create temp table cells as select level, region, cast(size as integer) as size, try_cast(count as double) as count from ${sql}`,
    )
    const bad = await fetchNumber(
      db,
      'select count(*) from cells where count is null or count < 0 or count <> floor(count)',
    )
    const found = await fetchNumber(db, 'select count(*) from cells')
    const cells = levels.reduce((sum, level) => sum + level.regions * sizes, 0)
    const uneven = await fetchNumber(
      db,
      `select count(*) from (select level, sum(count) as total from cells group by level) where total <> ${groups}`,
    )
    const apart = (await unequalParents(db, levels)) + (await unequalSizes(db))
    return [
      {
        name: 'valid',
        ok: bad === 0 && found === cells,
        detail: `${found.toLocaleString('en')} cells, ${bad} of them not whole or negative`,
      },
      {
        name: 'faithful',
        ok: uneven === 0,
        detail: `${levels.length - uneven} of ${levels.length} levels add up to ${groups.toLocaleString('en')} groups`,
      },
      {
        name: 'consistent',
        ok: apart === 0,
        detail:
          apart === 0
            ? 'children add up to their parents'
            : `${apart} sums of children differ from what stands above them`,
      },
    ]
  })
}

/** Every level has as many groups of each size, whatever its regions are called. */
async function unequalSizes(db: Database): Promise<number> {
  const totals = 'select size, level, sum(count) as total from cells group by size, level'
  return fetchNumber(
    db,
    `select count(*) from (select size from (${totals}) group by size having min(total) <> max(total))`,
  )
}

/** Regions are named by their path, so a parent's name is its child's up to the last slash; below a top of another name, the top. */
async function unequalParents(db: Database, levels: readonly Level[]): Promise<number> {
  let apart = 0
  for (let l = 1; l < levels.length; l++) {
    const quoted = (name: string): string => `'${name.replaceAll("'", "''")}'`
    const top = `(select any_value(region) from cells where level = ${quoted(levels[0].name)})`
    const parent = l === 1 ? top : `regexp_replace(region, '/[^/]*$', '')`
    apart += await fetchNumber(
      db,
      `select count(*) from
        (select ${parent} as region, size, sum(count) as total from cells where level = ${quoted(levels[l].name)} group by 1, 2) below
        join cells above on above.level = ${quoted(levels[l - 1].name)} and above.region = below.region and above.size = below.size
        where above.count <> below.total`,
    )
  }
  return apart
}
