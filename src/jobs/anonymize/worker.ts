/** What worker threads do for an anonymisation: a whole problem, or one block of a large one. */
import {
  type AnonymityProblem,
  anonymize,
  type ClassesResult,
  type ClassMethod,
  type FreeformResult,
  type LevelCost,
  type Method,
  type PackedPoints,
  race,
  type SensitiveRule,
  solveBlock,
  unpackPoints,
} from '../../anonymity/index.ts'
import { type Answer, answer, controlOf, type SharedControl } from '../../run/thread-answer.ts'
import { boundLimit, isOver, type SearchLimit, secondsLeft, shareUsed } from './search-limit.ts'
import type { SplitCarryText } from './task.ts'

export interface SearchTask {
  readonly problem: AnonymityProblem
  readonly rules: readonly SensitiveRule[]
  readonly mostSuppressed: number
  readonly keepAnonymous: boolean
  readonly method: Method | 'race'
  readonly limit: SearchLimit
  readonly seed: string
  readonly exact: 'subsets' | 'columns' | 'milp' | undefined
  readonly levelCost: LevelCost | undefined
  readonly splitCarry: SplitCarryText
  readonly start: Int32Array | undefined
  readonly shared: SharedControl
}

/** Those that are worth racing: quick, and each best on some kind of file. */
const RACERS: readonly ClassMethod[] = ['mondrian', 'mdav', 'k-member', 'greedy', 'anytime']

export function solveWhole(task: SearchTask): Promise<Answer<ClassesResult | FreeformResult>> {
  const { problem, rules, mostSuppressed, keepAnonymous, limit, seed, shared } = task
  const control = controlOf(shared)
  const progress = (share: number): number => {
    control.progress(Math.round(1000 * Math.min(1, share)), 1000)
    return share
  }
  const used = shareUsed(limit)
  const options = {
    rules,
    mostSuppressed,
    keepAnonymous,
    seed,
    timeLimit: secondsLeft(limit),
    splitCarry: task.splitCarry,
    levelCost: task.levelCost,
    ...(task.exact !== undefined && { exact: task.exact }),
    ...(task.start !== undefined && { start: task.start }),
    progress: (steps: number) => progress(used(steps)),
    onImprovement: control.best,
    shouldStop: () => control.shouldStop() || isOver(limit),
    ...boundLimit(limit),
  }
  return answer(async () => {
    if (task.method === 'race') return (await race(problem, RACERS, options)).best
    return anonymize(problem, { ...options, method: task.method })
  })
}

export interface BlockTask {
  readonly points: PackedPoints
  readonly k: number
  readonly limit: SearchLimit
  readonly seed: string
}

export function solvePart({ points, k, limit, seed }: BlockTask): Int32Array {
  return solveBlock(unpackPoints(points), k, { progress: shareUsed(limit), seed }).classOf
}
