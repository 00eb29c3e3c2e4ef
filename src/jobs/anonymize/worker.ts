/** What worker threads do for an anonymisation: a whole problem, or one block of a large one. */
import {
  type AnonymityProblem,
  anonymize,
  type ClassesResult,
  type ClassMethod,
  type FreeformResult,
  type Method,
  type PackedPoints,
  race,
  type SensitiveRule,
  solveBlock,
  timeLimit,
  unpackPoints,
} from '../../anonymity/index.ts'
import { type Answer, answer, controlOf, type SharedControl } from '../../run/thread-answer.ts'
import type { SplitCarryText } from './job.ts'

export interface SearchTask {
  readonly problem: AnonymityProblem
  readonly rules: readonly SensitiveRule[]
  readonly mostSuppressed: number
  readonly keepAnonymous: boolean
  readonly method: Method | 'race'
  readonly seconds: number
  readonly seed: string
  readonly exact: 'subsets' | 'columns' | 'milp' | undefined
  readonly splitCarry: SplitCarryText
  readonly start: Int32Array | undefined
  readonly shared: SharedControl
}

/** Those that are worth racing: quick, and each best on some kind of file. */
const RACERS: readonly ClassMethod[] = ['mondrian', 'mdav', 'k-member', 'greedy', 'anytime']

/** For the lower bound, beside a quarter of the time of the search. */
export const BOUND_SECONDS = 5

const now = (): number => performance.now() / 1000

export function solveWhole(task: SearchTask): Promise<Answer<ClassesResult | FreeformResult>> {
  const { problem, rules, mostSuppressed, keepAnonymous, seconds, seed, shared } = task
  const control = controlOf(shared)
  const progress = (share: number): number => {
    control.progress(Math.round(1000 * Math.min(1, share)), 1000)
    return share
  }
  const clock = timeLimit(seconds, now)
  // The bound comes after the search, and may take a little longer: one that is cut short is still a bound.
  const end = now() + seconds + BOUND_SECONDS + seconds / 4
  const options = {
    rules,
    mostSuppressed,
    keepAnonymous,
    seed,
    timeLimit: seconds,
    splitCarry: task.splitCarry,
    ...(task.exact !== undefined && { exact: task.exact }),
    ...(task.start !== undefined && { start: task.start }),
    progress: (steps: number) => progress(clock(steps)),
    onImprovement: control.best,
    shouldStop: () => control.shouldStop() || now() > end,
  }
  return answer(async () => {
    if (task.method === 'race') return (await race(problem, RACERS, options)).best
    return anonymize(problem, { ...options, method: task.method })
  })
}

export interface BlockTask {
  readonly points: PackedPoints
  readonly k: number
  readonly seconds: number
  readonly seed: string
}

export function solvePart({ points, k, seconds, seed }: BlockTask): Int32Array {
  return solveBlock(unpackPoints(points), k, { progress: timeLimit(seconds, now), seed }).classOf
}
