/** Solves a release from its stored measurements, on threads where there is much to solve. */

import { leafLevel } from '../../model/index.ts'
import type { Scheduler } from '../../run/scheduler.ts'
import type { WorkSharing } from '../../run/shared-work.ts'
import { sameThread } from '../../run/thread-pool.ts'
import { planCarry } from './carry-plan.ts'
import { chunkLevels, parentsOf } from './chunk-plan.ts'
import { resultsInFolder, resultsInMemory } from './chunk-results.ts'
import { descend, type LevelStore } from './descend.ts'
import { KeptCounts } from './kept-counts.ts'
import { type LevelSolution, storedLevel, storeLevel } from './level-solution.ts'
import { shareDescent } from './shared-descent.ts'
import type { SolveRequest } from './solve-request.ts'
import { solvingSeconds } from './solving-seconds.ts'
import { TOPDOWN_WORK } from './work.ts'

/** Below this many cells in all, starting threads would take longer than solving here. */
const WORTH_THREADS = 100_000
/** How long a chunk should take on a thread. */
const CHUNK_SECONDS = 0.25
/** Results of more bytes than this go to the disk. */
const MOST_IN_MEMORY = 2 ** 28

/**
 * `prefix` tells the levels of one descent from those of another; without it they are stored under none. `given` are levels from the top
 * that need not be solved.
 */
export async function solveRelease(
  request: SolveRequest,
  prefix = '',
  given: readonly LevelSolution[] = [],
): Promise<readonly LevelSolution[]> {
  const { hierarchy, stores, solve, knowledge, implied, folder, working } = request
  const { sharing } = working
  if (sharing !== undefined && given.length === 0 && expectedSeconds(request) > sharing.chunkSeconds)
    return solveElsewhere(request, prefix, sharing)
  const scheduler = await schedulerFor(request)
  const chunks = chunkLevels(hierarchy, solve.cells, CHUNK_SECONDS)
  const carry = planCarry(hierarchy, solve, knowledge, implied)
  const isLarge = bytesOfResults(request, carry !== undefined) > MOST_IN_MEMORY
  try {
    return await descend({
      frame: { hierarchy, solve, implied, chunks, carry },
      measured: (level, from, to) =>
        Promise.all(solve.queries[level].map(({ table, measurement }) => stores[table].read(measurement, from, to))),
      results: isLarge ? resultsInFolder(folder, prefix) : resultsInMemory(),
      scheduler,
      progress: working.progress,
      signal: working.signal,
      stored: async (level) => given[level] ?? (await storedLevel(folder, `${prefix}${level}`)),
      ...levelStore(request, prefix),
    })
  } finally {
    await scheduler.close()
  }
}

/** A run that resumes finds the levels that it had put together. */
async function solveElsewhere(
  request: SolveRequest,
  prefix: string,
  sharing: WorkSharing,
): Promise<readonly LevelSolution[]> {
  const { hierarchy, folder } = request
  const names = hierarchy.levels.map((_, level) => `${prefix}${level}`)
  const stored = await Promise.all(names.map((name) => storedLevel(folder, name)))
  const whole = stored.filter((level) => level !== undefined)
  if (whole.length === names.length) return whole
  return shareDescent(request, `${prefix}solve`, sharing, levelStore(request, prefix))
}

/** Where the levels of a descent are put. */
function levelStore({ folder, solve, working: { held } }: SolveRequest, prefix: string): LevelStore {
  return {
    keep: (level) => new KeptCounts({ folder, held }, `level-${prefix}${level}`, solve.cells),
    store: (level, summary, counts) => storeLevel(folder, `${prefix}${level}`, { summary, counts: counts.finish() }),
  }
}

/** What takes no longer than one chunk is solved here. */
function expectedSeconds({ hierarchy, solve }: SolveRequest): number {
  const seconds = hierarchy.levels.map(({ regions }, level) =>
    solvingSeconds(regions.length, parentsOf(hierarchy, level), solve.cells),
  )
  return seconds.reduce((sum, own) => sum + own, 0)
}

/** Estimates of the places above the leaves, and real counts of all. */
function bytesOfResults({ hierarchy, solve }: SolveRequest, carries: boolean): number {
  const above = hierarchy.levels.slice(0, -1).reduce((sum, level) => sum + level.regions.length, 0)
  const real = carries ? 2 * above + leafLevel(hierarchy).regions.length : 0
  return (above + real) * solve.cells * Float64Array.BYTES_PER_ELEMENT
}

async function schedulerFor({ hierarchy, solve, working }: SolveRequest): Promise<Scheduler> {
  const nodes = hierarchy.levels.reduce((sum, level) => sum + level.regions.length, 0)
  if (nodes * solve.cells < WORTH_THREADS) return sameThread({ ...(await import('./worker.ts')) })
  return working.scheduler.open(TOPDOWN_WORK)
}
