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
import { onThread, type ThreadOptions } from '../../run/on-thread.ts'
import { runPieces } from '../../run/scheduler.ts'
import { threadPool } from '../../run/thread-pool.ts'
import type { BuiltProblem } from './build-problem.ts'
import type { AnonymizeJob } from './job.ts'
import { type AnonymizeTask, type BlockTask, BOUND_SECONDS } from './worker.ts'

/** Beyond this many records, and without rules, `anytime` works in blocks on all threads. */
const LARGE = 100_000
const BLOCK = 20_000
/** Up to this many records `auto` asks for the optimum. */
const SMALL = 40

const MODULE = new URL('./worker.mjs', import.meta.url)

export async function solveAnonymity(
  job: AnonymizeJob,
  built: BuiltProblem,
  options: ThreadOptions,
): Promise<ClassesResult | FreeformResult> {
  const { problem, rules, mostSuppressed } = built
  const plain = rules.length === 0 && mostSuppressed === 0 && !job.keepAnonymous
  const method = job.method !== 'auto' ? job.method : plain && problem.records <= SMALL ? 'optimal' : 'anytime'
  const { keepAnonymous, seconds, seed, exact, splitCarry } = job
  const { start } = built
  if (method === 'anytime' && plain && start === undefined && problem.records > LARGE)
    return solveInBlocks(problem, job, options)
  const task = (shared: Int32Array): AnonymizeTask => ({
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
  const name = `Searching (${method})`
  const phase = method === 'anytime' ? ([name, 1000, seconds] as const) : name // the others end when they are done
  return onThread<ClassesResult | FreeformResult>(MODULE, 'solveWhole', phase, task, options)
}

async function solveInBlocks(
  problem: AnonymityProblem,
  job: AnonymizeJob,
  { progress, signal }: ThreadOptions,
): Promise<ClassesResult> {
  const points = pointsOf(problem)
  const blocks = splitIntoBlocks(points, problem.k, BLOCK)
  const pool = threadPool(MODULE)
  const seconds = (job.seconds * pool.width) / blocks.length
  const solved = new Array<Int32Array>(blocks.length)
  let done = 0
  progress.phase('Searching (anytime, in blocks)', blocks.length, job.seconds)
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
  progress.phase('Bounding the loss from below')
  const figures = lossFigures(points, classOf, problem.attributes.map(weightOf))
  const end = performance.now() + 1000 * (BOUND_SECONDS + job.seconds / 4)
  const lower = Math.min(figures.loss, lowerBound(points, problem.k, { shouldStop: () => performance.now() > end }))
  return { kind: 'classes', method: 'anytime', classOf, figures, optimal: false, lowerBound: lower }
}
