/** A program solved in doubles, with given sides: scaled on the way in, back in its own units on the way out. */
import type { ClaimOptions, Outcome, Run, SolveOptions, Solver } from '../../optimize/index.ts'
import { crossingIn, modelWith, type RowSides, type SolverModel, type VariableBounds } from '../program/solver-model.ts'

/** Solves the program with these sides. Objectives are without the program's constant. */
export async function solveWith(
  solver: Solver,
  model: SolverModel,
  sides: RowSides,
  options: SolveOptions,
): Promise<Outcome> {
  const crossing = crossingIn(model, sides)
  if (crossing !== null) return crossing
  const linear = modelWith(model, sides)
  if (model.hessian === null) return inOwnUnits(model, await solver.solve(linear, options))
  return inOwnUnits(model, await solver.solveQuadratic(linear, model.hessian, options))
}

/**
 * What the engine claims of a linear program, its whole variables taken as any others: not checked. Prices are those of a
 * minimisation, whatever the program's sense.
 */
export async function claimWith(
  solver: Solver,
  model: SolverModel,
  sides: RowSides,
  options: ClaimOptions,
  bounds?: VariableBounds,
): Promise<Run> {
  const run = await solver.claim(modelWith(model, sides, bounds, true), options)
  const { columnScale, rowScale, costScale } = model
  const rows = (values: Float64Array): Float64Array => values.map((value, i) => value / rowScale[i])
  return {
    ...run,
    x: run.x?.map((value, j) => value * columnScale[j]) ?? null,
    duals: run.duals?.map((price, i) => (price * rowScale[i]) / costScale) ?? null,
    dualRay: run.dualRay?.map((price, i) => price * rowScale[i]) ?? null,
    ranges: run.ranges && { down: rows(run.ranges.down), up: rows(run.ranges.up) },
  }
}

function inOwnUnits(model: SolverModel, outcome: Outcome): Outcome {
  const { columnScale, rowScale, costScale } = model
  const turn = model.turn / costScale
  const point = (x: Float64Array): Float64Array => x.map((value, j) => value * columnScale[j])
  if (outcome.status === 'optimal') {
    return {
      ...outcome,
      x: point(outcome.x),
      objective: turn * outcome.objective,
      duals: outcome.duals?.map((price, i) => turn * price * rowScale[i]) ?? null,
      reducedCosts: outcome.reducedCosts?.map((price, j) => (turn * price) / columnScale[j]) ?? null,
    }
  }
  if (outcome.status === 'unbounded') return { ...outcome, x: point(outcome.x), ray: point(outcome.ray) }
  if (outcome.status === 'infeasible') return outcome
  const best = outcome.best && { x: point(outcome.best.x), objective: turn * outcome.best.objective }
  return { ...outcome, best, bound: turn * outcome.bound }
}
