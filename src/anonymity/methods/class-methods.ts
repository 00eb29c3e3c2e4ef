/** The methods by name, each from points to classes. */
import { Solver } from '../../optimize/index.ts'
import { badInput } from '../../request-error.ts'
import { solveMilp } from '../exact/exact-milp.ts'
import { anytimeClasses, stepLimit } from '../improve/anytime.ts'
import { greedyClasses } from '../partition/greedy.ts'
import { kMemberClasses } from '../partition/k-member.ts'
import { mdavClasses } from '../partition/mdav.ts'
import { mondrianClasses } from '../partition/mondrian.ts'
import { classesFromLists } from '../points/class-lists.ts'
import { lossOf } from '../points/class-loss.ts'
import type { Points } from '../points/points.ts'
import type { Classes } from '../problem/problem.ts'
import { initialClasses } from '../problem/record-order.ts'
import type { ClassRule } from '../problem/sensitive-rules.ts'
import { solveSmall } from './solve-small.ts'
import { type SplitCarryOptions, splitCarryClasses } from './split-carry.ts'

export const CLASS_METHODS = [
  'optimal',
  'initial',
  'split-carry',
  'greedy',
  'mondrian',
  'mondrian-relaxed',
  'k-member',
  'mdav',
  'anytime',
] as const

export type ClassMethod = (typeof CLASS_METHODS)[number]

export interface MethodOptions {
  readonly seed?: number | string
  /** For `anytime`: the share of the time used after so many steps; 400 steps a record unless given. */
  readonly progress?: (steps: number) => number
  readonly shouldStop?: () => boolean
  readonly onImprovement?: (loss: number) => void
  /** For `anytime`: the partition to go on from. */
  readonly start?: Classes
  readonly splitCarry?: SplitCarryOptions
  /** For `optimal`: which exact method; by size unless given. */
  readonly exact?: 'subsets' | 'columns' | 'milp'
  /** For `optimal`: seconds; 60 unless given. */
  readonly timeLimit?: number
  readonly solver?: Solver
}

export interface MethodTask extends MethodOptions {
  readonly points: Points
  readonly k: number
  /** Records in the paper's order. */
  readonly order: Int32Array
  readonly rule: ClassRule | undefined
}

export interface MethodResult {
  readonly classOf: Classes
  /** True when no partition loses less. */
  readonly optimal: boolean
  readonly lowerBound: number
}

const STEPS_A_RECORD = 400

export async function runMethod(method: ClassMethod, task: MethodTask): Promise<MethodResult> {
  if (method === 'optimal') return runOptimal(task)
  return { classOf: await runHeuristic(method, task), optimal: false, lowerBound: 0 }
}

async function runOptimal(task: MethodTask): Promise<MethodResult> {
  const { points, k, rule, exact, timeLimit = 60, solver = new Solver() } = task
  if (rule !== undefined) {
    throw badInput('Method optimal proves optima for k alone: under rules classes may have to be larger. Use anytime.')
  }
  if (exact !== 'milp') return solveSmall(points, k, { solver, timeLimit, ...(exact && { by: exact }) })
  const known = initialClasses(task.order, k)
  const { outcome, classOf } = await solveMilp(points, k, solver, { timeLimit })
  const lowerBound = outcome.status === 'optimal' ? outcome.objective : outcome.status === 'stopped' ? outcome.bound : 0
  const better = classOf !== undefined && lossOf(points, classOf) <= lossOf(points, known)
  return {
    classOf: better ? classOf : known,
    optimal: outcome.status === 'optimal',
    lowerBound: Math.max(0, lowerBound),
  }
}

async function runHeuristic(method: Exclude<ClassMethod, 'optimal'>, task: MethodTask): Promise<Classes> {
  const { points, k, order, rule } = task
  const { n } = points
  switch (method) {
    case 'initial':
      return initialClasses(order, k)
    case 'split-carry':
      return splitCarryClasses(points, k, order, {
        ...(task.solver && { solver: task.solver }),
        ...(task.shouldStop && { shouldStop: task.shouldStop }),
        ...task.splitCarry,
      })
    case 'greedy':
      return classesFromLists(n, greedyClasses(points, k, order, rule))
    case 'mondrian':
      return mondrianClasses(points, k, { rule })
    case 'mondrian-relaxed':
      return mondrianClasses(points, k, { rule, relaxed: true })
    case 'k-member':
      return classesFromLists(n, kMemberClasses(points, k, rule))
    case 'mdav':
      return classesFromLists(n, mdavClasses(points, k))
    case 'anytime':
      return runAnytime(task)
  }
}

function runAnytime(task: MethodTask): Classes {
  const { points, k, rule, progress = stepLimit(STEPS_A_RECORD * points.n), onImprovement } = task
  return anytimeClasses(points, k, {
    progress,
    rule,
    order: task.order,
    ...(task.shouldStop && { shouldStop: task.shouldStop }),
    ...(task.seed !== undefined && { seed: task.seed }),
    ...(task.start && { start: task.start }),
    ...(onImprovement && { onImprovement: (loss: number) => onImprovement(loss) }),
  }).classOf
}
