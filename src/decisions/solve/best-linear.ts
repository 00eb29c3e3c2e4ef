/** The best point of a linear program: decimals next to the solver's answer where they lose next to nothing, else the exact vertex. */
import { toNumberUp } from '../../exact/directed.ts'
import { equal } from '../../exact/rational.ts'
import type { Run } from '../../optimize/index.ts'
import { outerBox } from '../program/outer-box.ts'
import type { RowSides, VariableBounds } from '../program/solver-model.ts'
import {
  type BestEnd,
  type BestPoint,
  betterOf,
  found,
  gapTo,
  isContent,
  type PointTask,
  turnedCosts,
} from './best-point.ts'
import { decimalPoint } from './decimal-point.ts'
import { type LinearEnd, type LinearTask, type LinearVertex, solveLinear, withoutDoubles } from './exact-linear.ts'
import { provedBound } from './proved-bound.ts'

/** `bounds` other than the program's own: for whole variables that are fixed. Their decimals are not tried. */
export async function bestLinear(task: PointTask, bounds?: VariableBounds): Promise<BestEnd> {
  const { program } = task.model
  let early: BestPoint | null = null
  const takesDecimals = bounds === undefined && !hasEquality(task.sides)
  const take = (run: Run): boolean => {
    if (!takesDecimals || early !== null || run.x === null) return false
    const { point, route } = decimalPoint({ ...task, program }, run.x)
    if (route === null) return false
    const candidate = found(program, point, route, { basis: run.basis, prices: pricesOf(task, run.duals) })
    early = { ...candidate, gap: cheapGap(task, candidate, run.duals, bounds) }
    return isContent(early.gap, early.objective)
  }
  const { solver, model, sides, options, start, anchor } = task
  const linear = { solver, model, sides, bounds, options, start }
  let end = await solveLinear(linear, take)
  if (end.status === 'taken') return early as unknown as BestPoint
  if (end.status !== 'vertex' && anchor !== null && bounds === undefined) {
    end = await solveLinear({ ...linear, start: null, centre: anchor })
  }
  const second = early as BestPoint | null
  if (end.status === 'vertex') {
    const vertex = await sharpened(task, linear, vertexPoint(task, end, bounds), bounds)
    return second === null ? vertex : betterOf(program, vertex, second)
  }
  return second ?? (end.status === 'taken' ? { status: 'stopped', why: 'numerical' } : end)
}

/** A vertex that is not proved to be optimal: solved again more strictly, then, where the program is small, in rationals. */
async function sharpened(
  task: PointTask,
  linear: LinearTask,
  first: BestPoint,
  bounds: VariableBounds | undefined,
): Promise<BestPoint> {
  let best = first
  const take = (end: LinearEnd | null): void => {
    if (end?.status === 'vertex') best = betterOf(task.model.program, best, vertexPoint(task, end, bounds))
  }
  if (!isContent(best.gap, best.objective)) take(await solveLinear({ ...linear, start: first.basis, strict: true }))
  if (!isContent(best.gap, best.objective)) take(withoutDoubles(linear))
  return best
}

function vertexPoint(task: PointTask, end: LinearVertex, bounds: VariableBounds | undefined): BestPoint {
  const { program } = task.model
  const { point, basis, refined, vertex } = end
  const prices = end.prices ?? vertex.nearPrices()
  const plain = found(program, point, 'vertex', { basis, prices: pricesOf(task, prices), solvedAgain: refined })
  const cheap = cheapGap(task, plain, prices, bounds)
  if (isContent(cheap, plain.objective)) return { ...plain, gap: cheap }
  const exact = vertex.gap()
  return { ...plain, gap: Math.min(cheap, exact === null ? Number.POSITIVE_INFINITY : toNumberUp(exact)) }
}

/** The gap that the solver's prices prove, in doubles. */
function cheapGap(
  { model, sides }: PointTask,
  { objective }: BestPoint,
  duals: Float64Array | null,
  bounds?: VariableBounds,
): number {
  const { program } = model
  if (duals === null) return Number.POSITIVE_INFINITY
  const box = outerBox(program, sides, bounds ?? { lower: program.lower, upper: program.upper })
  return gapTo(program, objective, provedBound(program, turnedCosts(program), sides, box, duals))
}

/** A claim's prices are those of a minimisation. */
function pricesOf({ model }: PointTask, duals: Float64Array | null): Float64Array | null {
  return model.program.sense === 'minimise' ? duals : (duals?.map((price) => -price) ?? null)
}

/** Where some row must hold with equality, decimals seldom do. */
export function hasEquality({ rowLower, rowUpper }: RowSides): boolean {
  return rowLower.some((lower, i) => {
    const upper = rowUpper[i]
    return lower !== null && upper !== null && (lower === upper || equal(lower, upper))
  })
}
