/**
 * The descent (Algorithm 1): the top first, then the children of every solved parent, level by level. Chunks of parents are
 * independent and are solved on threads; what they find is put away as it comes, and read by ranges of parents for the next level. A level
 * counts when it is whole, and a run that resumes begins below it.
 * With whole-tree least squares the measurements are first summed upward, chunk by chunk.
 */
import type { Progress } from '../../run/events.ts'
import { runPieces, type Scheduler } from '../../run/scheduler.ts'
import type { Below } from '../../topdown/index.ts'
import { type DescentFrame, type DescentReader, measuredInput, solveInput } from './chunk-input.ts'
import { childRange, parentsOf } from './chunk-plan.ts'
import type { ChunkInput } from './chunk-work.ts'
import type { KeptCounts } from './kept-counts.ts'
import { type LevelPart, type LevelSolution, type SolveSummary, together } from './level-solution.ts'
import { solvingSeconds } from './solving-seconds.ts'
import { type SumStore, sumsBelow } from './sum-store.ts'
import { knownCells } from './whole-tree.ts'

/** Where the levels of a descent are put. */
export interface LevelStore {
  /** Where the counts of a level go while it is solved. */
  readonly keep: (level: number) => KeptCounts
  /** The level is whole. */
  readonly store: (level: number, summary: SolveSummary, counts: KeptCounts) => Promise<LevelSolution>
}

export interface Descent extends LevelStore {
  readonly frame: DescentFrame
  readonly measured: DescentReader['measured']
  /** The last level that is solved, where that is not the last of all: what is below it is in `sums` already. */
  readonly through?: number
  /** Where sums are kept between the way up and the way down. */
  readonly sums: SumStore
  readonly scheduler: Scheduler
  readonly progress: Progress
  readonly signal: AbortSignal
  readonly stored: (level: number) => Promise<LevelSolution | undefined>
}

/** The solution of every level, the top first. */
export async function descend(descent: Descent): Promise<readonly LevelSolution[]> {
  const { frame } = descent
  const levels = frame.hierarchy.levels.slice(0, (descent.through ?? Number.POSITIVE_INFINITY) + 1)
  const solved: LevelSolution[] = []
  for (const level of levels.keys()) {
    const stored = await descent.stored(level)
    if (stored === undefined) break
    solved.push(stored)
  }
  if (solved.length === levels.length) return solved
  const known = descent.through === undefined ? await knownCells(frame, descent.measured) : undefined
  const reader: DescentReader = {
    measured: descent.measured,
    known: async (level, chunk) => known?.(level, chunk),
    sums: (level, chunk) => sumsBelow(frame, level, chunk, descent.sums.read),
    solved: (level, chunk) => {
      const { first } = frame.chunks[level]
      return solved[level - 1].counts.read(first[chunk], first[chunk + 1])
    },
  }
  if (frame.solve.estimate === 'tree') await sumUpward(descent, reader)
  for (let level = solved.length; level < levels.length; level++) {
    solved.push(await solveLevel(descent, reader, level))
  }
  return solved
}

/** For every level but the last, what is known of each node from below it, table by table. */
async function sumUpward(descent: Descent, reader: DescentReader): Promise<void> {
  const { frame, sums, scheduler, progress, signal } = descent
  const { hierarchy, chunks } = frame
  const last = descent.through ?? hierarchy.levels.length - 1
  progress.phase({ id: 'add-up', total: hierarchy.levels.slice(0, last).reduce((n, l) => n + l.regions.length, 0) })
  let done = 0
  for (let level = last; level > 0; level--) {
    const { first } = chunks[level]
    const sum = async (chunk: number): Promise<readonly Below[]> =>
      scheduler.run<ChunkInput, readonly Below[]>('sumChunk', await measuredInput(frame, reader, level, chunk))
    const settle = async (found: readonly Below[], chunk: number): Promise<void> => {
      await sums.write(level, chunk, found)
      progress.done((done += first[chunk + 1] - first[chunk]))
    }
    await runPieces(scheduler, range(first.length - 1), sum, settle, signal)
  }
}

async function solveLevel(descent: Descent, reader: DescentReader, level: number): Promise<LevelSolution> {
  const { frame, scheduler, progress, signal } = descent
  const { hierarchy, solve, chunks } = frame
  const { first } = chunks[level]
  const parents = parentsOf(hierarchy, level)
  const counts = descent.keep(level)
  const met = new Array<SolveSummary>(first.length - 1)
  let done = 0
  const { name, regions } = hierarchy.levels[level]
  const expected = solvingSeconds(regions.length, parents, solve.cells) / scheduler.width
  progress.phase({ id: 'solve', of: name, total: parents, expected })
  const solveOne = async (chunk: number): Promise<LevelPart> => {
    const input = await solveInput(frame, reader, level, chunk)
    return scheduler.run('solveChunk', { input, from: first[chunk] })
  }
  const settle = async ({ histogram, ...summary }: LevelPart, chunk: number): Promise<void> => {
    await counts.write({ from: childRange(hierarchy, level, first[chunk])[0], histogram })
    met[chunk] = summary
    progress.done((done += summary.parents))
  }
  await runPieces(scheduler, range(met.length), solveOne, settle, signal)
  return descent.store(level, together(met), counts)
}

function* range(length: number): Iterable<number> {
  for (let i = 0; i < length; i++) yield i
}
