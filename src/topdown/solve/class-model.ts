/**
 * The facts of a parent's problem, on totals of classes alone: y[child][class] whole and >= 0. Cells within a class are
 * interchangeable to every fact, so whole children exist if and only if whole class totals do (a transportation problem
 * spreads them over the cells), and a small integer program answers for the whole.
 */
import { ModelBuilder, type Solver } from '../../optimize/index.ts'
import { violatedRows } from '../knowledge/index.ts'
import type { ChildRow } from './constraints.ts'
import type { ParentProblem } from './problem.ts'

export type ClassGoal =
  /** Any totals that add up to the parent's. */
  | { readonly kind: 'any' }
  /** Totals that add up to the parent's, nearest to these: [child * classes + class]. */
  | { readonly kind: 'nearest'; readonly to: Float64Array }
  /** Totals whose sums are nearest to the parent's. */
  | NearestParent

export interface NearestParent {
  readonly kind: 'nearest-parent'
  /** The number of people stays the same. */
  readonly keepTotal: boolean
  /** What must hold of the parent holds of the sums. */
  readonly keepFacts: boolean
}

export interface ClassAnswer {
  readonly totals: Float64Array
  readonly objective: number
}

const SECONDS = 60
/** Implied constraints are posed as they are broken; each round poses at least one more of finitely many. */
const MOST_ROUNDS = 200

/** Whole class totals for the goal, or undefined when there are none. */
export async function classTotalsFor(
  problem: ParentProblem,
  rows: readonly ChildRow[],
  goal: ClassGoal,
  solver: Solver,
): Promise<ClassAnswer | undefined> {
  const posed = [...rows, ...parentRows(problem, goal)]
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const outcome = await solver.solve(modelOf(problem, posed, goal), { timeLimit: SECONDS, explain: false })
    if (outcome.status === 'infeasible') return undefined
    if (outcome.status !== 'optimal') throw new Error(`the totals of classes could not be found: ${outcome.status}`)
    const totals = outcome.x.slice(0, problem.children * problem.classes).map(Math.round)
    const broken = [...brokenRows(problem, totals), ...brokenAbove(problem, goal, totals)]
    if (broken.length === 0) return { totals, objective: outcome.objective }
    posed.push(...broken)
  }
  throw new Error('the implied constraints of a parent did not settle')
}

/** Implied rows that these totals break, child by child. */
export function brokenRows({ knowledge, tried, classes }: ParentProblem, totals: Float64Array): ChildRow[] {
  return [knowledge, tried ?? []].flatMap((nodes) =>
    nodes.flatMap((node, child) =>
      violatedRows(node, totals.subarray(child * classes, (child + 1) * classes)).map((row) => ({ child, row })),
    ),
  )
}

/** A row about the sum of all children. */
const ALL = -1

function parentRows({ ofParent }: ParentProblem, goal: ClassGoal): ChildRow[] {
  return goal.kind === 'nearest-parent' && goal.keepFacts
    ? (ofParent?.rows ?? []).map((row) => ({ child: ALL, row }))
    : []
}

function brokenAbove(problem: ParentProblem, goal: ClassGoal, totals: Float64Array): ChildRow[] {
  const { ofParent, classes } = problem
  if (goal.kind !== 'nearest-parent' || !goal.keepFacts || ofParent === undefined) return []
  return violatedRows(ofParent, sumOfChildren(totals, classes)).map((row) => ({ child: ALL, row }))
}

export function sumOfChildren(totals: Float64Array, classes: number): Float64Array {
  const sums = new Float64Array(classes)
  totals.forEach((value, i) => {
    sums[i % classes] += value
  })
  return sums
}

function modelOf(problem: ParentProblem, rows: readonly ChildRow[], goal: ClassGoal) {
  const { children, classes } = problem
  const builder = new ModelBuilder()
  for (let i = 0; i < children * classes; i++) builder.addInteger(0, Number.POSITIVE_INFINITY, 0)
  addParent(builder, problem, goal)
  for (const { child, row } of rows) {
    builder.startRow(row.lower, row.upper)
    for (let j = child === ALL ? 0 : child; j < (child === ALL ? children : child + 1); j++) {
      row.classes.forEach((k, i) => {
        builder.entry(j * classes + k, row.coefficients?.[i] ?? 1)
      })
    }
  }
  if (goal.kind === 'nearest') {
    goal.to.forEach((value, i) => {
      absolute(builder, [i], value)
    })
  }
  return builder.build()
}

function addParent(builder: ModelBuilder, problem: ParentProblem, goal: ClassGoal): void {
  const { children, classes, parent } = problem
  if (parent === undefined) return
  const totals = parentTotals(problem)
  for (let k = 0; k < classes; k++) {
    const members = Array.from({ length: children }, (_, j) => j * classes + k)
    if (goal.kind === 'nearest-parent') absolute(builder, members, totals[k])
    else sumRow(builder, members, totals[k])
  }
  if (goal.kind === 'nearest-parent' && goal.keepTotal) {
    const everybody = totals.reduce((sum, value) => sum + value, 0)
    sumRow(
      builder,
      Array.from({ length: children * classes }, (_, i) => i),
      everybody,
    )
  }
}

export function parentTotals({ parent, classes, classOf }: ParentProblem): Float64Array {
  const totals = new Float64Array(classes)
  parent?.forEach((count, cell) => {
    if (classOf[cell] >= 0) totals[classOf[cell]] += count
  })
  return totals
}

function sumRow(builder: ModelBuilder, members: readonly number[], value: number): void {
  builder.startRow(value, value)
  for (const i of members) builder.entry(i, 1)
}

/** Adds |sum of members - value| to the objective. */
function absolute(builder: ModelBuilder, members: readonly number[], value: number): void {
  const above = builder.addColumn(0, Number.POSITIVE_INFINITY, 1)
  const below = builder.addColumn(0, Number.POSITIVE_INFINITY, 1)
  sumRow(builder, members, value)
  builder.entry(above, -1)
  builder.entry(below, 1)
}
