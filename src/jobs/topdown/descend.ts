/**
 * The descent (Algorithm 1): the top first, then the children of every solved parent, level by level. Chunks of parents are
 * independent and are solved on threads; what they find is put away as it comes, and read by ranges of parents for the next level. A level
 * counts when it is whole, and a run that resumes begins below it.
 * With whole-tree least squares the measurements are first summed upward, chunk by chunk. Where the workload leaves cells free, what is known is
 * then carried down in real numbers and the leaves added up, so that no cell of a parent is decided that nobody measured.
 */
import type { Progress } from '../../run/events.ts'
import { runPieces, type Scheduler } from '../../run/scheduler.ts'
import {
  addedInput,
  carryInput,
  type DescentFrame,
  type DescentReader,
  measuredInput,
  solveInput,
} from './chunk-input.ts'
import { childRange, parentsOf } from './chunk-plan.ts'
import { type ChunkResults, parentsAmong, type ResultKinds, sumsBelow, wantedBelow } from './chunk-results.ts'
import type { AddedInput, ChunkInput } from './chunk-work.ts'
import type { KeptCounts } from './kept-counts.ts'
import { type LevelPart, type LevelSolution, type SolveSummary, together } from './level-solution.ts'
import { solvingSeconds } from './solving-seconds.ts'
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
  /** The last level that is solved, where that is not the last of all: what is below it is in `results` already. */
  readonly through?: number
  /** Where results are kept between one way through the tree and the next. */
  readonly results: ChunkResults
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
  const last = lastLevel(descent)
  const known = descent.through === undefined ? await knownCells(frame, descent.measured) : undefined
  const reader: DescentReader = {
    measured: descent.measured,
    known: async (level, chunk) => known?.(level, chunk),
    sums: (level, chunk) => sumsBelow(frame, level, chunk, descent.results.read),
    carried: async (level, chunk) => {
      const above = await descent.results.read('carry', level - 1, frame.chunks[level].above[chunk])
      return parentsAmong(frame, level, chunk, above)
    },
    wanted: (level, chunk) => wantedBelow(frame, last, level, chunk, descent.results.read),
    solved: (level, chunk) => {
      const { first } = frame.chunks[level]
      return solved[level - 1].counts.read(first[chunk], first[chunk + 1])
    },
  }
  if (frame.solve.estimate === 'tree') await sumUpward(descent, reader)
  if (frame.carry !== undefined) {
    await carryDown(descent, reader)
    await addUp(descent, reader)
  }
  for (let level = solved.length; level < levels.length; level++) {
    solved.push(await solveLevel(descent, reader, level))
  }
  return solved
}

function lastLevel({ through, frame }: Pick<Descent, 'through' | 'frame'>): number {
  return through ?? frame.hierarchy.levels.length - 1
}

/** For every level but the last, what is known of each node from below it, table by table. */
async function sumUpward(descent: Descent, reader: DescentReader): Promise<void> {
  const { frame, progress } = descent
  const last = lastLevel(descent)
  progress.phase({ id: 'add-up', total: placesOf(descent, last) })
  const input = (level: number, chunk: number) => measuredInput(frame, reader, level, chunk)
  await eachChunk<'sum', ChunkInput>(descent, { kind: 'sum', work: 'sumChunk', levels: upward(last), input })
}

/** For every level, the real counts of its nodes. */
async function carryDown(descent: Descent, reader: DescentReader): Promise<void> {
  const { frame, progress } = descent
  const last = lastLevel(descent)
  progress.phase({ id: 'carry', total: placesOf(descent, last) + 1 })
  const input = (level: number, chunk: number) => carryInput(frame, reader, level, chunk)
  const levels = [...range(last + 1)]
  await eachChunk<'carry', ChunkInput>(descent, { kind: 'carry', work: 'carryChunk', levels, input })
}

/** For every level but the last, the sums of these real counts of leaves. */
async function addUp(descent: Descent, reader: DescentReader): Promise<void> {
  const { frame } = descent
  const levels = upward(lastLevel(descent))
  const input = (level: number, chunk: number) => addedInput(frame, reader, level, chunk)
  await eachChunk<'added', AddedInput>(descent, { kind: 'added', work: 'addChunk', levels, input })
}

/** The levels below the top, from the last up. */
function upward(last: number): readonly number[] {
  return [...range(last)].map((i) => last - i)
}

/** Nodes above a level. */
function placesOf({ frame: { hierarchy } }: Descent, level: number): number {
  return hierarchy.levels.slice(0, level).reduce((sum, { regions }) => sum + regions.length, 0)
}

interface Pass<K extends keyof ResultKinds, Input> {
  readonly kind: K
  readonly work: string
  /** In the order in which they are done. */
  readonly levels: readonly number[]
  readonly input: (level: number, chunk: number) => Promise<Input>
}

async function eachChunk<K extends keyof ResultKinds, Input>(
  { frame: { chunks }, results, scheduler, progress, signal }: Descent,
  { kind, work, levels, input }: Pass<K, Input>,
): Promise<void> {
  let done = 0
  for (const level of levels) {
    const { first } = chunks[level]
    const run = async (chunk: number): Promise<ResultKinds[K]> =>
      scheduler.run<Input, ResultKinds[K]>(work, await input(level, chunk))
    const settle = async (found: ResultKinds[K], chunk: number): Promise<void> => {
      await results.write(kind, level, chunk, found)
      progress.done((done += first[chunk + 1] - first[chunk]))
    }
    await runPieces(scheduler, range(first.length - 1), run, settle, signal)
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
