/** What a release says: the leaves as they were solved, and every level above as their sum. */
import { type Hierarchy, rollUp, type SparseHistogram } from '../../model/index.ts'
import type { LevelSolution } from './level-solution.ts'
import type { Table } from './tables.ts'

export interface Released {
  readonly table: Table
  /** One a level, the top first; over the cells of its own table. */
  readonly levels: readonly SparseHistogram[]
}

export function releasedTables(
  tables: readonly Table[],
  hierarchy: Hierarchy,
  levels: readonly LevelSolution[],
): readonly Released[] {
  const leaves = levels[levels.length - 1].histogram
  return tables.map((table) => {
    const own = tables.length === 1 ? leaves : ownCells(leaves, table)
    const last = hierarchy.levels.length - 1
    return { table, levels: hierarchy.levels.map((_, level) => (level === last ? own : rollUp(own, hierarchy, level))) }
  })
}

function ownCells({ start, cell, count }: SparseHistogram, { first, cells }: Table): SparseHistogram {
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
export function leavesOf({ levels }: Released): SparseHistogram {
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
