/**
 * The same measurements solved another way, for the evaluation to say what the chosen way gains: the algorithm of the
 * paper as it stands, every level from its own measurements in one pass; or, where that was chosen, whole-tree least
 * squares first.
 */
import { within } from '../../run/events.ts'
import type { LevelSolution } from './level-solution.ts'
import { type Released, releasedTables } from './released.ts'
import { solveRelease } from './solve-release.ts'
import type { SolveRequest } from './solve-request.ts'
import type { Table } from './tables.ts'

export interface OtherWay {
  readonly words: string
  readonly released: readonly Released[]
}

/** Everything that an evaluation compares with. */
export interface OtherWays {
  readonly other: OtherWay
  readonly totals: readonly OtherTotals[]
}

export async function solveOtherWays(
  request: SolveRequest,
  tables: readonly Table[],
  levels: readonly LevelSolution[],
): Promise<OtherWays> {
  const other = await solveOtherWay(request, tables)
  return { other, totals: await solveOtherTotals(request, tables, levels) }
}

async function solveOtherWay(request: SolveRequest, tables: readonly Table[]): Promise<OtherWay> {
  const { solve } = request
  const plain = solve.estimate === 'level' && solve.passes.length === 0
  const estimate = plain ? 'tree' : 'level'
  const progress = within(request.working.progress, { id: 'comparison', nth: 1, of: 1 })
  const other = {
    ...request,
    solve: { ...solve, estimate, passes: [] },
    working: { ...request.working, progress },
  } as const
  const levels = await solveRelease(other, 'other-')
  return {
    words: plain ? 'whole-tree least squares first' : 'each level from its own measurements',
    released: await releasedOf(request, 'other-', tables, levels),
  }
}

function releasedOf(
  { hierarchy, folder, working: { held } }: SolveRequest,
  prefix: string,
  tables: readonly Table[],
  levels: readonly LevelSolution[],
): Promise<readonly Released[]> {
  return releasedTables({ folder, held }, prefix, tables, hierarchy, levels)
}

/** The leaves with their totals weighing otherwise, everything above them as released. */
export interface OtherTotals {
  readonly totals: number
  readonly released: readonly Released[]
}

const WEIGHTS = [1, 2, 4, 8, 16, 64]

/** None where the totals of the leaves are exact, or not measured, or weigh nothing of their own. */
async function solveOtherTotals(
  request: SolveRequest,
  tables: readonly Table[],
  levels: readonly LevelSolution[],
): Promise<readonly OtherTotals[]> {
  const { solve } = request
  const last = levels.length - 1
  const measured = solve.queries[last].some(({ answers, variance }) => answers === 1 && variance > 0)
  if (solve.estimate !== 'tree' || solve.passes.length > 0 || !measured) return []
  const found: OtherTotals[] = []
  const others = WEIGHTS.filter((totals) => totals !== solve.totals)
  for (const [i, totals] of others.entries()) {
    const prefix = `totals-${totals}-`
    const progress = within(request.working.progress, { id: 'comparison', nth: i + 1, of: others.length })
    const other = { ...request, solve: { ...solve, totals }, working: { ...request.working, progress } }
    const solved = await solveRelease(other, prefix, levels.slice(0, last))
    found.push({ totals, released: await releasedOf(request, prefix, tables, solved) })
  }
  return found
}
