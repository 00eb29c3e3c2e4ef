/** Counts every table of a release over the same places. */
import { type Database, regionsFromData, tabulate } from '../../data/index.ts'
import { type Hierarchy, leafLevel, type SparseHistogram, sparseHistogram } from '../../model/index.ts'
import { type Confidential, derive } from '../../privacy/index.ts'
import { badInput } from '../../request-error.ts'
import type { Table } from './tables.ts'

export interface TabulatedTables {
  readonly hierarchy: Hierarchy
  readonly histograms: readonly Confidential<SparseHistogram>[]
  readonly regionsFromData: boolean
}

export async function tabulateTables(db: Database, tables: readonly Table[]): Promise<TabulatedTables> {
  const [people, ...others] = tables
  const first = await count(db, people)
  const histograms = [first.histogram]
  for (const table of others) {
    const { hierarchy, histogram } = await count(db, table)
    const leafOf = leavesIn(first.hierarchy, hierarchy)
    histograms.push(derive(histogram, (counts) => moved(counts, leafOf, leafLevel(first.hierarchy).regions.length)))
  }
  return { hierarchy: first.hierarchy, histograms, regionsFromData: regionsFromData(people.release.geography) }
}

function count(db: Database, { release, schema, spec }: Table) {
  const { source, geography } = release
  return tabulate(db, {
    source,
    schema,
    geography,
    ...(spec.source.count !== undefined && { count: spec.source.count }),
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

function moved({ cells, start, cell, count }: SparseHistogram, leafOf: Int32Array, leaves: number): SparseHistogram {
  const at = new Int32Array(cell.length)
  for (let leaf = 0; leaf < leafOf.length; leaf++) at.fill(leafOf[leaf], start[leaf], start[leaf + 1])
  return sparseHistogram(leaves, cells, at, cell, count)
}
