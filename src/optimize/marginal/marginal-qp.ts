/**
 * The marginal QP (marginal-problem.ts) by a semismooth Newton method on its dual:
 *   minimise phi(y),  x(y) = max(0, d + A'y / w)   (marginal-point.ts)
 *
 * Zhao, Sun, Toh, "A Newton-CG augmented Lagrangian method", SIAM J. Optim. 20 (2010), section 3, for the step and its
 * regularisation; Bertsekas, SIAM J. Control Optim. 20 (1982), for prices that may not cross 0. Zeros of x are exact.
 * Columns without weight get one by the proximal point method (Rockafellar, SIAM J. Control Optim. 14 (1976), 877-898).
 */
import { marginalResiduals, worstResidual } from './marginal-check.ts'
import { newtonState, newtonStep } from './marginal-newton.ts'
import { evaluate, holdRows, newPoint } from './marginal-point.ts'
import {
  checkMarginal,
  type MarginalDuals,
  type MarginalOptions,
  type MarginalOutcome,
  type MarginalProblem,
} from './marginal-problem.ts'
import { searchLine } from './marginal-search.ts'
import { fromDuals, type MarginalSystem, marginalSystem, toDuals } from './marginal-system.ts'

const MOST_NEWTON = 200
const MOST_CONJUGATE = 20_000
/** A residual of the check beyond this, relative, and the point is not called optimal. */
const ACCEPTED = 1e-7
/** Once within tolerance, steps that still divide the residual by 10 are taken: this many at most. */
const MOST_POLISH = 3
/** Moves of the proximal point; a round may need no step at all, so steps alone would not end them. */
const MOST_ROUNDS = 50
/** What is added to the Newton matrix, relative to the largest curvature of each row (Levenberg, Marquardt). */
const [LEAST_DAMPING, FIRST_DAMPING, MOST_DAMPING] = [1e-12, 1e-4, 10]

interface Budget {
  readonly tolerance: number
  newton: number
  conjugate: number
  readonly mostNewton: number
  readonly mostConjugate: number
  readonly shouldStop: () => boolean
}

type Ending = 'within' | 'steps' | 'aborted' | 'numerical'

export function solveMarginal(problem: MarginalProblem, options: MarginalOptions = {}): MarginalOutcome {
  checkMarginal(problem)
  const budget: Budget = {
    tolerance: options.tolerance ?? 1e-9,
    newton: 0,
    conjugate: 0,
    mostNewton: options.mostNewton ?? MOST_NEWTON,
    mostConjugate: options.mostConjugate ?? MOST_CONJUGATE,
    shouldStop: options.shouldStop ?? (() => false),
  }
  return problem.weight.includes(0)
    ? solveByProximity(problem, budget, options.start)
    : solveWeighted(problem, budget, options.start)
}

function solveWeighted(problem: MarginalProblem, budget: Budget, start: MarginalDuals | undefined): MarginalOutcome {
  const system = marginalSystem(problem, problem.weight, problem.target)
  const { ending, point } = minimise(system, start, budget)
  const duals = toDuals(system, point.dual)
  const residuals = marginalResiduals(problem, point.x, duals)
  const reached = { x: point.x, duals, residuals, newton: budget.newton, conjugate: budget.conjugate }
  // Rounding can end the descent a little early: the check decides.
  const good = worstResidual(residuals) <= Math.max(ACCEPTED, budget.tolerance)
  if (good && (ending === 'within' || ending === 'numerical')) return { status: 'optimal', ...reached }
  return { status: 'stopped', why: ending === 'within' ? 'numerical' : ending, ...reached }
}

/** Adds sigma/2 (x_i - x_i^k)^2 for each column without weight, and goes on from the optimum with a smaller sigma. */
function solveByProximity(problem: MarginalProblem, budget: Budget, start: MarginalDuals | undefined): MarginalOutcome {
  const anchor = problem.target.map((value) => Math.max(0, value))
  const typical = largest(problem.softWeight) || largest(problem.weight) || 1
  let sigma = 0.1 * typical
  let duals = start
  for (let round = 1; ; round++) {
    const weight = problem.weight.map((value) => value || sigma)
    const target = problem.target.map((value, i) => (problem.weight[i] === 0 ? anchor[i] : value))
    const system = marginalSystem(problem, weight, target)
    const { ending, point } = minimise(system, duals, budget)
    duals = toDuals(system, point.dual)
    const residuals = marginalResiduals(problem, point.x, duals)
    const reached = { x: point.x, duals, residuals, newton: budget.newton, conjugate: budget.conjugate }
    const within = worstResidual(residuals) <= budget.tolerance
    if (within && ending !== 'aborted' && ending !== 'steps') return { status: 'optimal', ...reached }
    if (ending !== 'within' || round === MOST_ROUNDS) {
      const why = ending === 'within' ? 'steps' : ending
      const good = (ending === 'within' || ending === 'numerical') && worstResidual(residuals) <= ACCEPTED
      return good ? { status: 'optimal', ...reached } : { status: 'stopped', why, ...reached }
    }
    anchor.set(point.x)
    sigma = Math.max(sigma / 10, 1e-6 * typical)
  }
}

/** Newton steps from `start` until the residual of every row is within tolerance. */
function minimise(system: MarginalSystem, start: MarginalDuals | undefined, budget: Budget) {
  let [point, next] = [newPoint(system), newPoint(system)]
  const state = newtonState(system)
  if (start !== undefined) point.dual.set(fromDuals(system, start))
  evaluate(system, point)
  let residual = holdRows(system, point, state.held) / system.scale
  let [damping, polish] = [FIRST_DAMPING, 0]
  let ending: Ending | undefined
  while ((ending = endingOf(residual, polish, budget)) === undefined) {
    const within = residual <= budget.tolerance
    if (within) polish++
    budget.newton++
    budget.conjugate += newtonStep(system, point, state, {
      mu: within ? LEAST_DAMPING : damping,
      accuracy: Math.max(1e-10, Math.min(0.01, 0.1 * residual)),
      most: budget.mostConjugate - budget.conjugate,
    })
    const length = searchLine(system, point, state.step, next)
    const after = length > 0 ? holdRows(system, next, state.held) / system.scale : residual
    if (length === 0 || (within && !(after < residual))) {
      ending = within ? 'within' : 'numerical'
      break
    }
    if (within && after > residual / 10) polish = MOST_POLISH
    damping = nextDamping(damping, length)
    ;[point, next] = [next, point]
    residual = after
  }
  return { ending, point }
}

/** Full steps were damped enough; short ones were far too long, as those of a row with no column above 0 are. */
function nextDamping(damping: number, length: number): number {
  const factor = length === 1 ? 1 / 30 : length < 0.01 ? 100 : length < 0.3 ? 10 : 1
  return Math.min(MOST_DAMPING, Math.max(LEAST_DAMPING, damping * factor))
}

function endingOf(residual: number, polish: number, budget: Budget): Ending | undefined {
  if (Number.isNaN(residual)) return 'numerical'
  if (residual === 0 || polish >= MOST_POLISH) return 'within'
  if (budget.shouldStop()) return 'aborted'
  const spent = budget.newton >= budget.mostNewton || budget.conjugate >= budget.mostConjugate
  return spent ? (residual <= budget.tolerance ? 'within' : 'steps') : undefined
}

function largest(numbers: Float64Array): number {
  return numbers.reduce((most, value) => Math.max(most, value), 0)
}
