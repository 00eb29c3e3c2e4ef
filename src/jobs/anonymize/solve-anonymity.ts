/** The search for classes, on threads: whole where it fits, in blocks that know nothing of each other where it is large. */
import {
  type AnonymityProblem,
  type ClassesResult,
  combineBlocks,
  type FreeformResult,
  lossFigures,
  lowerBound,
  packPoints,
  pointsOf,
  splitIntoBlocks,
  subset,
  weightOf,
} from '../../anonymity/index.ts'
import { badField } from '../../request-error.ts'
import type { Working } from '../../run/context.ts'
import type { Phase } from '../../run/events.ts'
import { onThread } from '../../run/on-thread.ts'
import { runPieces } from '../../run/scheduler.ts'
import type { BuiltProblem } from './build-problem.ts'
import { boundLimit, isOver, limitOf, limitOfPiece, type SearchLimit } from './search-limit.ts'
import type { AnonymizeTask } from './task.ts'
import { ANONYMIZE_WORK } from './work.ts'
import type { BlockTask, SearchTask } from './worker.ts'

/** Beyond this many records, and without rules, `anytime` works in blocks on all threads. */
const LARGE = 100_000
const BLOCK = 20_000
/** Up to this many records `auto` asks for the optimum. */
const SMALL = 40

export async function solveAnonymity(
  job: AnonymizeTask,
  built: BuiltProblem,
  working: Working,
  began: number,
): Promise<ClassesResult | FreeformResult> {
  const { problem, rules, mostSuppressed } = built
  const plain = rules.length === 0 && mostSuppressed === 0 && !job.keepAnonymous
  const method =
    job.method !== 'auto'
      ? job.method
      : plain && problem.records <= SMALL && job.steps === undefined
        ? 'optimal'
        : 'anytime'
  if (method === 'optimal' && job.steps !== undefined)
    throw badField('steps', 'it limits the search of anytime; method optimal ends with a proof. Leave one of them out.')
  const { keepAnonymous, seconds, seed, exact, splitCarry, levelCost } = job
  const limit = limitOf(began, seconds, job.steps)
  const { start } = built
  if (method === 'anytime' && plain && start === undefined && problem.records > LARGE)
    return solveInBlocks(problem, job, limit, working)
  const task = (shared: Int32Array): SearchTask => ({
    problem,
    rules,
    mostSuppressed,
    keepAnonymous,
    method,
    limit,
    seed,
    exact,
    levelCost,
    splitCarry,
    start,
    shared,
  })
  // Only `anytime` takes the time it is given; the others end when they are done.
  const phase: Phase = { id: 'search', of: method, ...(method === 'anytime' && { total: 1000, expected: seconds }) }
  return onThread<ClassesResult | FreeformResult>(ANONYMIZE_WORK, 'solveWhole', phase, task, working)
}

async function solveInBlocks(
  problem: AnonymityProblem,
  job: AnonymizeTask,
  limit: SearchLimit,
  { progress, signal, scheduler }: Working,
): Promise<ClassesResult> {
  const points = pointsOf(problem)
  const blocks = splitIntoBlocks(points, problem.k, BLOCK)
  const pool = scheduler.open(ANONYMIZE_WORK)
  const solved = new Array<Int32Array>(blocks.length)
  const wavesLeft = (b: number): number => Math.ceil((blocks.length - b) / pool.width)
  let done = 0
  progress.phase({ id: 'search', of: 'anytime, in blocks', total: blocks.length, expected: job.seconds })
  try {
    await runPieces(
      pool,
      blocks.keys(),
      (b) => {
        const task: BlockTask = {
          points: packPoints(subset(points, blocks[b])),
          k: problem.k,
          limit: limitOfPiece(limit, blocks[b].length / points.n, wavesLeft(b)),
          seed: `${job.seed} ${b}`,
        }
        return pool.run<BlockTask, Int32Array>('solvePart', task)
      },
      async (classOf, b) => {
        solved[b] = classOf
        progress.done(++done)
      },
      signal,
    )
  } finally {
    await pool.close()
  }
  const classOf = combineBlocks(problem.records, blocks, solved)
  progress.phase({ id: 'bound' })
  const figures = lossFigures(points, classOf, problem.attributes.map(weightOf))
  const { boundNodes: mostNodes } = boundLimit(limit)
  const options = { known: classOf, shouldStop: () => isOver(limit), mostNodes }
  const lower = Math.min(figures.loss, await lowerBound(points, problem.k, options))
  return { kind: 'classes', method: 'anytime', classOf, figures, optimal: false, lowerBound: lower }
}
