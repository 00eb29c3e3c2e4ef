/**
 * The same measurements solved another way, for the evaluation to say what the chosen way gains: the algorithm of the
 * paper as it stands, every level from its own measurements in one pass; or, where that was chosen, whole-tree least
 * squares first.
 */
import { within } from '../../run/events.ts'
import { type Released, releasedTables } from './released.ts'
import { solveRelease } from './solve-release.ts'
import type { SolveRequest } from './solve-request.ts'
import type { Table } from './tables.ts'

export interface OtherWay {
  readonly words: string
  readonly released: readonly Released[]
}

export async function solveOtherWay(request: SolveRequest, tables: readonly Table[]): Promise<OtherWay> {
  const { hierarchy, solve } = request
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
    released: releasedTables(tables, hierarchy, levels),
  }
}
