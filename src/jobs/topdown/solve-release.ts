/** Solves a release from its stored measurements, on threads where there is much to solve. */

import type { MeasurePlan } from '../../measure/index.ts'
import type { Hierarchy } from '../../model/index.ts'
import type { Working } from '../../run/context.ts'
import type { RunFolder } from '../../run/run-folder.ts'
import type { Scheduler } from '../../run/scheduler.ts'
import { sameThread } from '../../run/thread-pool.ts'
import type { ImpliedWithTried } from '../../topdown/index.ts'
import { descend } from './descend.ts'
import { type LevelSolution, storedLevel, storeLevel } from './level-solution.ts'
import type { SolvePlan } from './solve-plan.ts'
import type { StoredMeasurements } from './stored-measurements.ts'
import { TOPDOWN_WORK } from './work.ts'

export interface SolveRequest {
  readonly hierarchy: Hierarchy
  readonly plans: readonly MeasurePlan[]
  readonly stores: readonly StoredMeasurements[]
  readonly solve: SolvePlan
  readonly implied: ImpliedWithTried
  readonly folder: RunFolder
  readonly working: Working
}

/** Below this many cells in all, starting threads would take longer than solving here. */
const WORTH_THREADS = 100_000

/** `prefix` tells the levels of one descent from those of another; without it they are stored under none. */
export async function solveRelease(request: SolveRequest, prefix = ''): Promise<readonly LevelSolution[]> {
  const { hierarchy, stores, solve, implied, folder, working } = request
  const scheduler = await schedulerFor(request)
  try {
    return await descend({
      hierarchy,
      cells: solve.cells,
      tables: solve.shapes,
      queries: solve.queries,
      read: (level, from, to) =>
        Promise.all(solve.queries[level].map(({ table, measurement }) => stores[table].read(measurement, from, to))),
      implied,
      estimate: solve.estimate,
      totals: solve.totals,
      passes: solve.passes,
      kept: solve.kept,
      scheduler,
      progress: working.progress,
      signal: working.signal,
      stored: (level) => storedLevel(folder, `${prefix}${level}`),
      store: (level, solution) => storeLevel(folder, `${prefix}${level}`, solution),
    })
  } finally {
    await scheduler.close()
  }
}

async function schedulerFor({ hierarchy, solve, working }: SolveRequest): Promise<Scheduler> {
  const nodes = hierarchy.levels.reduce((sum, level) => sum + level.regions.length, 0)
  if (nodes * solve.cells < WORTH_THREADS) return sameThread({ ...(await import('./worker.ts')) })
  return working.scheduler.open(TOPDOWN_WORK)
}
