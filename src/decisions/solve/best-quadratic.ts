/**
 * The best point of a program with a convex quadratic objective: no vertex, so the solver's answer is made exact in decimals, by
 * solving again with a margin on the rows that were broken (`tightened`), or from the rows that are tight (`snapped`). What is not
 * proved to be as good as optimal is improved as a mean of exact points (`combined`).
 *
 * The gap is that of Frank and Wolfe (Naval Research Logistics 3 (1956), 95-110): a convex objective is nowhere below its tangent
 * at the point, and the least that the tangent can be is a linear program, bounded with proof.
 */
import { toNumber, toNumberDown, toNumberUp } from '../../exact/directed.ts'
import { add, multiply, type Rational, rational } from '../../exact/rational.ts'
import type { Outcome } from '../../optimize/index.ts'
import { DecimalVector } from '../program/decimals.ts'
import type { Program } from '../program/program.ts'
import { solverModel } from '../program/solver-model.ts'
import { bestLinear } from './best-linear.ts'
import { type BestEnd, type BestPoint, found, minimisedBelow, type PointTask } from './best-point.ts'
import { brokenBy } from './certify.ts'
import { combined, type Judged } from './combination.ts'
import { decimalPoint } from './decimal-point.ts'
import { snapped } from './exact-rows.ts'
import { Margins } from './margins.ts'
import { solveWith } from './solve-with.ts'

const TRIES = 4
/** A relative gap up to this is left as it is: short decimals are easier to read than a mean in fractions. */
const NEAR = 1e-7

export async function bestQuadratic(task: PointTask): Promise<BestEnd> {
  const outcome = await solveWith(task.solver, task.model, task.sides, { ...task.options, explain: false })
  const optimal = outcome.status === 'optimal' ? outcome : null
  const exact = optimal && (await made(task, optimal.x))
  const start = exact ?? (task.anchor && found(task.model.program, task.anchor, 'floor'))
  if (start === null) return failureOf(outcome)
  const judge = (point: BestPoint): Promise<Judged> => judged(task, point)
  const first = await judge({ ...start, prices: optimal?.duals ?? null })
  const near = first.best.gap <= NEAR * Math.max(1, Math.abs(toNumber(start.objective)))
  return near ? first.best : combined(task, first, judge)
}

function failureOf(outcome: Outcome): BestEnd {
  if (outcome.status === 'infeasible') return { status: 'infeasible', proved: false }
  if (outcome.status === 'unbounded') return { status: 'unbounded' }
  return { status: 'stopped', why: outcome.status === 'stopped' ? outcome.why : 'numerical' }
}

/** The solver's answer made exact, or null. */
async function made(task: PointTask, x: Float64Array): Promise<BestPoint | null> {
  const { model, sides, digits } = task
  const { program } = model
  const first = decimalPoint({ ...task, program }, x)
  if (first.route !== null) return found(program, first.point, first.route)
  const margins = new Margins(program, sides)
  let broken = first.broken
  let solvedAgain = 0
  while (solvedAgain < TRIES && margins.grow(broken, first.places)) {
    solvedAgain++
    const outcome = await solveWith(task.solver, model, margins.tightened(), { ...task.options, explain: false })
    if (outcome.status !== 'optimal') break
    const next = decimalPoint({ ...task, program }, outcome.x)
    if (next.route !== null) return found(program, next.point, 'tightened', { solvedAgain })
    broken = next.broken
  }
  const accepts = (point: readonly Rational[]): boolean => brokenBy(program, sides, point, 1).length === 0
  const exact = snapped(program, sides, x, digits, accepts)
  return exact && found(program, exact, 'snapped', { solvedAgain })
}

/** The point with its gap: its tangent less the least that the tangent can be. */
async function judged(task: PointTask, point: BestPoint): Promise<Judged> {
  const tangent = tangentAt(task.model.program, point.point)
  const end = await bestLinear({ ...task, model: solverModel(tangent), start: null })
  if (end.status !== 'found') return { best: point, vertex: null }
  const reached = point.point.reduce(
    (total, value, j) => (value.num === 0n ? total : add(total, multiply(tangent.cost.at(j), value))),
    rational(0n),
  )
  const above = tangent.sense === 'minimise' ? toNumberUp(reached) : -toNumberDown(reached)
  const gap = Math.max(0, (above - minimisedBelow(tangent, end.objective)) * (1 + 2 ** -50)) + end.gap
  return { best: { ...point, gap }, vertex: end.point }
}

/** The program with the objective's gradient at a point for its costs. */
function tangentAt(program: Program, point: readonly Rational[]): Program {
  const slopes = program.variables.map((_, j) => program.cost.at(j))
  for (const { first, second, coefficient } of program.quadratic) {
    slopes[first] = add(slopes[first], multiply(coefficient, point[second]))
    slopes[second] = add(slopes[second], multiply(coefficient, point[first]))
  }
  const cost = new DecimalVector()
  for (const slope of slopes) cost.pushNear(toNumber(slope), slope)
  return { ...program, constant: rational(0n), cost, quadratic: [] }
}
