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
import { badInput } from '../../request-error.ts'
import { onThread, type ThreadOptions } from '../on-thread.ts'
import { runPieces } from '../scheduler.ts'
import { threadPool } from '../thread-pool.ts'
import type { AnonymizeJob } from './anonymize-job.ts'
import type { AnonymizeTask, BlockTask } from './anonymize-thread.ts'
import type { BuiltProblem } from './build-problem.ts'
import { boundLimit, isOver, limitOf, limitOfPiece, type SearchLimit } from './search-limit.ts'

/** Beyond this many records, and without rules, `anytime` works in blocks on all threads. */
const LARGE = 100_000
const BLOCK = 20_000
/** Up to this many records `auto` asks for the optimum. */
const SMALL = 40

const MODULE = new URL('./anonymize-thread.mjs', import.meta.url)

export async function solveAnonymity(
  job: AnonymizeJob,
  built: BuiltProblem,
  options: ThreadOptions,
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
    throw badInput('--steps limits the search of anytime; method optimal ends with a proof. Leave one of them out.')
  const { keepAnonymous, seconds, seed, exact, splitCarry } = job
  const limit = limitOf(began, seconds, job.steps)
  const { start } = built
  if (method === 'anytime' && plain && start === undefined && problem.records > LARGE)
    return solveInBlocks(problem, job, limit, options)
  const task = (shared: Int32Array): AnonymizeTask => ({
    problem,
    rules,
    mostSuppressed,
    keepAnonymous,
    method,
    limit,
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
  limit: SearchLimit,
  { progress, signal }: ThreadOptions,
): Promise<ClassesResult> {
  const points = pointsOf(problem)
  const blocks = splitIntoBlocks(points, problem.k, BLOCK)
  const pool = threadPool(MODULE)
  const solved = new Array<Int32Array>(blocks.length)
  const wavesLeft = (b: number): number => Math.ceil((blocks.length - b) / pool.width)
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
  progress.phase('Bounding the loss from below')
  const figures = lossFigures(points, classOf, problem.attributes.map(weightOf))
  const { boundNodes: mostNodes } = boundLimit(limit)
  const options = { known: classOf, shouldStop: () => isOver(limit), mostNodes }
  const lower = Math.min(figures.loss, await lowerBound(points, problem.k, options))
  return { kind: 'classes', method: 'anytime', classOf, figures, optimal: false, lowerBound: lower }
}
