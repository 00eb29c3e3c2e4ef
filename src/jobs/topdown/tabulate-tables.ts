/** Counts every table of a release over the same places. */
import { countedSha256, type Database, regionsFromData, tabulate } from '../../data/index.ts'
import { type Hierarchy, leafLevel, type PlaceCounts } from '../../model/index.ts'
import { type Confidential, derive } from '../../privacy/index.ts'
import { badInput } from '../../request-error.ts'
import type { Table } from './tables.ts'

export interface TabulatedTables {
  readonly hierarchy: Hierarchy
  readonly counts: readonly Confidential<PlaceCounts>[]
  readonly regionsFromData: boolean
  /** The fingerprint of what was counted. */
  readonly data: string
}

/** `held`: how many entries of a table may be in memory. */
export async function tabulateTables(
  db: Database,
  tables: readonly Table[],
  held: number | undefined,
): Promise<TabulatedTables> {
  const [people, ...others] = tables
  const { hierarchy, counts } = await count(db, people, held)
  const all = [counts]
  for (const table of others) {
    const other = await count(db, table, held)
    const leafOf = leavesIn(hierarchy, other.hierarchy)
    all.push(derive(other.counts, (own) => moved(own, leafOf, leafLevel(hierarchy).regions.length)))
  }
  return {
    hierarchy,
    counts: all,
    regionsFromData: regionsFromData(people.release.geography),
    data: await countedSha256(hierarchy, all),
  }
}

function count(db: Database, { release, schema, spec }: Table, held: number | undefined) {
  const { source, geography } = release
  return tabulate(db, {
    source,
    schema,
    geography,
    ...(spec.source.count !== undefined && { count: spec.source.count }),
    ...(held !== undefined && { held }),
  })
}

/** Where each leaf of `other` stands in `hierarchy`. That a place occurs is public. */
function leavesIn(hierarchy: Hierarchy, other: Hierarchy): Int32Array {
  const known = new Map(leafLevel(hierarchy).regions.map((region, leaf) => [region, leaf]))
  return Int32Array.from(leafLevel(other).regions, (region) => {
    const leaf = known.get(region)
    if (leaf === undefined) {
      throw badInput(
        `units.source: the place "${region}" has units and no line among the people. List all places, ` +
          'with `geography.code.regions` or with lines of a count of 0.',
      )
    }
    return leaf
  })
}

/** The same counts among more leaves. Both lists of leaves are in the order of their names, so a range of one is a range of the other. */
function moved(counts: PlaceCounts, leafOf: Int32Array, leaves: number): PlaceCounts {
  if (leafOf.some((leaf, i) => i > 0 && leaf <= leafOf[i - 1]))
    throw new Error('the leaves of two tables are in another order')
  const ownFirst = (leaf: number): number => {
    let [low, high] = [0, leafOf.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (leafOf[middle] < leaf) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    cells: counts.cells,
    places: leaves,
    first: [
      0,
      ...Array.from(counts.first)
        .slice(1, -1)
        .map((own) => leafOf[own]),
      leaves,
    ],
    read: async (from, to) => {
      const [a, b] = [ownFirst(from), ownFirst(to)]
      const { start, cell, count, cells } = await counts.read(a, b)
      const all = new Float64Array(to - from + 1)
      for (let own = a; own < b; own++) all[leafOf[own] - from + 1] = start[own - a + 1] - start[own - a]
      for (let leaf = 0; leaf < to - from; leaf++) all[leaf + 1] += all[leaf]
      return { cells, start: all, cell, count }
    },
  }
}
