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
import type { Working } from '../../run/context.ts'
import type { Phase } from '../../run/events.ts'
import { onThread } from '../../run/on-thread.ts'
import { runPieces } from '../../run/scheduler.ts'
import type { BuiltProblem } from './build-problem.ts'
import type { AnonymizeTask } from './job.ts'
import { ANONYMIZE_WORK } from './work.ts'
import { type BlockTask, BOUND_SECONDS, type SearchTask } from './worker.ts'

/** Beyond this many records, and without rules, `anytime` works in blocks on all threads. */
const LARGE = 100_000
const BLOCK = 20_000
/** Up to this many records `auto` asks for the optimum. */
const SMALL = 40

export async function solveAnonymity(
  job: AnonymizeTask,
  built: BuiltProblem,
  working: Working,
): Promise<ClassesResult | FreeformResult> {
  const { problem, rules, mostSuppressed } = built
  const plain = rules.length === 0 && mostSuppressed === 0 && !job.keepAnonymous
  const method = job.method !== 'auto' ? job.method : plain && problem.records <= SMALL ? 'optimal' : 'anytime'
  const { keepAnonymous, seconds, seed, exact, splitCarry } = job
  const { start } = built
  if (method === 'anytime' && plain && start === undefined && problem.records > LARGE)
    return solveInBlocks(problem, job, working)
  const task = (shared: Int32Array): SearchTask => ({
    problem,
    rules,
    mostSuppressed,
    keepAnonymous,
    method,
    seconds,
    seed,
    exact,
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
  { progress, signal, scheduler }: Working,
): Promise<ClassesResult> {
  const points = pointsOf(problem)
  const blocks = splitIntoBlocks(points, problem.k, BLOCK)
  const pool = scheduler.open(ANONYMIZE_WORK)
  const seconds = (job.seconds * pool.width) / blocks.length
  const solved = new Array<Int32Array>(blocks.length)
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
          seconds,
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
  const end = performance.now() + 1000 * (BOUND_SECONDS + job.seconds / 4)
  const lower = Math.min(figures.loss, lowerBound(points, problem.k, { shouldStop: () => performance.now() > end }))
  return { kind: 'classes', method: 'anytime', classOf, figures, optimal: false, lowerBound: lower }
}
