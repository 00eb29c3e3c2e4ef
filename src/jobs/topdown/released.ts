/** What a release says: the leaves as they were solved, and every level above as their sum. */
import {
  type CountsPart,
  countParts,
  type Hierarchy,
  type PlaceCounts,
  type SparseHistogram,
  summedParts,
} from '../../model/index.ts'
import { type CountsPlace, keepParts } from './kept-counts.ts'
import type { LevelSolution } from './level-solution.ts'
import type { Table } from './tables.ts'

export interface Released {
  readonly table: Table
  /** One a level, the top first; over the cells of its own table. */
  readonly levels: readonly PlaceCounts[]
}

/** `prefix` tells the counts of one release from those of a simulation, in the folder of the run. */
export async function releasedTables(
  place: CountsPlace,
  prefix: string,
  tables: readonly Table[],
  hierarchy: Hierarchy,
  levels: readonly LevelSolution[],
): Promise<readonly Released[]> {
  const { counts } = levels[levels.length - 1]
  const released: Released[] = []
  for (const table of tables) {
    const name = `${prefix}${table.name}`
    const own =
      tables.length === 1 ? counts : await keepParts(place, `${name}-leaves`, table.cells, ownParts(counts, table))
    released.push({ table, levels: await levelsAbove(place, name, own, hierarchy) })
  }
  return released
}

/** The sums of leaves at every level, with the leaves themselves. */
export async function levelsAbove(
  place: CountsPlace,
  name: string,
  leaves: PlaceCounts,
  { levels }: Hierarchy,
): Promise<readonly PlaceCounts[]> {
  const found = [leaves]
  for (let level = levels.length - 2; level >= 0; level--) {
    const parts = summedParts(found[0], levels[level].firstChild)
    found.unshift(await keepParts(place, `${name}-sums-${level}`, leaves.cells, parts))
  }
  return found
}

async function* ownParts(counts: PlaceCounts, table: Table): AsyncGenerator<CountsPart> {
  for await (const { from, histogram } of countParts(counts)) yield { from, histogram: ownCells(histogram, table) }
}

/** The counts of one table among those of all. */
export function ownCells({ start, cell, count }: SparseHistogram, { first, cells }: Table): SparseHistogram {
  const from = new Float64Array(start.length)
  const kept: number[] = []
  for (let leaf = 0; leaf + 1 < start.length; leaf++) {
    for (let i = start[leaf]; i < start[leaf + 1]; i++) if (cell[i] >= first && cell[i] < first + cells) kept.push(i)
    from[leaf + 1] = kept.length
  }
  return {
    cells,
    start: from,
    cell: Int32Array.from(kept, (i) => cell[i] - first),
    count: Float64Array.from(kept, (i) => count[i]),
  }
}

/** The counts at the last level, which all others add up. */
export function leavesOf({ levels }: Released): PlaceCounts {
  return levels[levels.length - 1]
}

/** The people in each answer of a query at one node. */
export function answersAt(
  { start, cell, count }: SparseHistogram,
  node: number,
  query: { readonly answers: number; readonly answerOf: Int32Array },
): Float64Array {
  const out = new Float64Array(query.answers)
  for (let i = start[node]; i < start[node + 1]; i++) {
    const answer = query.answerOf[cell[i]]
    if (answer >= 0) out[answer] += count[i]
  }
  return out
}
