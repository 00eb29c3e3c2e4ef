/**
 * Checks of an answer against the model as it was asked. Shares no code with the solver or its adapter, on purpose.
 *
 * For a minimisation with duals y and reduced costs d = gradient - A'y, optimality of a convex problem is: x feasible;
 * y[i] > 0 only where row i has a lower bound, y[i] < 0 only where it has an upper one, d likewise for the columns; and
 *   gap = sum_i (y[i] * (a_i x - bound_i)) + sum_j (d[j] * (x[j] - bound_j)) = 0,
 * the bound being the one that the sign points at. A maximisation has all signs turned.
 *
 * Prices of a quadratic objective are right only up to the tolerance of the solver, about 1e-7. Times a bound that is far away
 * and has no part in the answer, such a price would look like a gap, and a model with x <= 1e9 like one that was not solved. It
 * is taken for what it would be without that bound: a dual residual. The prices of a linear objective come from a basis and are
 * 0 where nothing is active, so there every product counts.
 */
import { columnName, type LinearModel, rowName } from './model.ts'

export interface Violation {
  readonly name: string
  readonly by: number
}

/** The row or column bound that `x` breaks most, in the model's own units; `by` is 0 when none is broken. */
export function worstViolation(model: LinearModel, x: Float64Array): Violation {
  let worst: Violation = { name: '', by: 0 }
  const activity = rowActivity(model, x)
  for (let i = 0; i < activity.length; i++) {
    const by = outside(activity[i], model.rowLower[i], model.rowUpper[i])
    if (!(by <= worst.by)) worst = { name: rowName(model, i), by }
  }
  for (let j = 0; j < x.length; j++) {
    const by = outside(x[j], model.columnLower[j], model.columnUpper[j])
    if (!(by <= worst.by)) worst = { name: columnName(model, j), by }
  }
  return worst
}

/** The worst violation relative to 1 + |bound|. */
export function primalResidual(model: LinearModel, x: Float64Array): number {
  let worst = 0
  const activity = rowActivity(model, x)
  for (let i = 0; i < activity.length; i++) {
    worst = Math.max(worst, relativeOutside(activity[i], model.rowLower[i], model.rowUpper[i]))
  }
  for (let j = 0; j < x.length; j++) {
    worst = Math.max(worst, relativeOutside(x[j], model.columnLower[j], model.columnUpper[j]))
  }
  return worst
}

/** The furthest that a whole column of `x` is from a whole number. */
export function integralityResidual(model: LinearModel, x: Float64Array): number {
  let worst = 0
  if (model.integer === undefined) return worst
  for (let j = 0; j < x.length; j++) {
    if (model.integer[j] === 1) worst = Math.max(worst, Math.abs(x[j] - Math.round(x[j])))
  }
  return worst
}

export function objectiveOf(model: LinearModel, x: Float64Array): number {
  let total = 0
  for (let j = 0; j < x.length; j++) total += model.cost[j] * x[j]
  return total
}

/** a_i x for every row i. */
export function rowActivity(model: LinearModel, x: Float64Array): Float64Array {
  const { layout, starts, indices, values } = model.matrix
  const activity = new Float64Array(model.rowLower.length)
  for (let line = 0; line + 1 < starts.length; line++) {
    for (let entry = starts[line]; entry < starts[line + 1]; entry++) {
      if (layout === 'rows') activity[line] += values[entry] * x[indices[entry]]
      else activity[indices[entry]] += values[entry] * x[line]
    }
  }
  return activity
}

/** gradient - A' duals; the gradient is the cost unless one is given (that of a quadratic objective at x). */
export function reducedCosts(
  model: LinearModel,
  duals: Float64Array,
  gradient: Float64Array = model.cost,
): Float64Array {
  const { layout, starts, indices, values } = model.matrix
  const reduced = Float64Array.from(gradient)
  for (let line = 0; line + 1 < starts.length; line++) {
    for (let entry = starts[line]; entry < starts[line + 1]; entry++) {
      if (layout === 'rows') reduced[indices[entry]] -= values[entry] * duals[line]
      else reduced[line] -= values[entry] * duals[indices[entry]]
    }
  }
  return reduced
}

export interface DualResiduals {
  /** The largest dual or reduced cost that points at a missing bound (or, of rounding size, at a far one), relative to 1 + the largest |gradient|. */
  readonly dual: number
  /** The largest single product of a dual (or reduced cost) and the distance from its bound. */
  readonly complementarity: number
  /** The sum of all such products: objective less dual objective. */
  readonly gap: number
}

export function dualResiduals(
  model: LinearModel,
  x: Float64Array,
  duals: Float64Array,
  gradient: Float64Array = model.cost,
): DualResiduals {
  const turn = model.sense === 'minimise' ? 1 : -1
  const tally = { dual: 0, complementarity: 0, gap: 0, curved: gradient !== model.cost }
  const activity = rowActivity(model, x)
  const reduced = reducedCosts(model, duals, gradient)
  for (let i = 0; i < duals.length; i++) {
    addProduct(tally, turn * duals[i], activity[i], model.rowLower[i], model.rowUpper[i])
  }
  for (let j = 0; j < x.length; j++) {
    addProduct(tally, turn * reduced[j], x[j], model.columnLower[j], model.columnUpper[j])
  }
  let scale = 1
  for (const slope of gradient) scale = Math.max(scale, 1 + Math.abs(slope))
  return { dual: tally.dual / scale, complementarity: tally.complementarity, gap: tally.gap }
}

/** Prices up to this, at bounds further away than this many times 1 + |value|, tell nothing under a quadratic objective. */
const ROUNDING_PRICE = 1e-6
const FAR = 1e3

/** Adds price * (value - the bound it points at) to the tally, in place. */
function addProduct(
  tally: { dual: number; complementarity: number; gap: number; readonly curved: boolean },
  price: number,
  value: number,
  lower: number,
  upper: number,
): void {
  const bound = price > 0 ? lower : upper
  if (price === 0) return
  const far = Math.abs(value - bound) > FAR * (1 + Math.abs(value))
  if (!Number.isFinite(bound) || (tally.curved && far && Math.abs(price) <= ROUNDING_PRICE)) {
    tally.dual = Math.max(tally.dual, Math.abs(price))
    return
  }
  const product = price * (value - bound)
  tally.complementarity = Math.max(tally.complementarity, Math.abs(product))
  tally.gap += product
}

/**
 * A bound on the objective that holds for any duals whatever (weak duality); infinite when a reduced cost or a dual
 * points at a missing bound.
 */
export function lagrangianBound(model: LinearModel, duals: Float64Array): number {
  const turn = model.sense === 'minimise' ? 1 : -1
  let bound = 0
  for (let i = 0; i < duals.length; i++) bound += leastOf(turn * duals[i], model.rowLower[i], model.rowUpper[i])
  const reduced = reducedCosts(model, duals)
  for (let j = 0; j < reduced.length; j++) {
    bound += leastOf(turn * reduced[j], model.columnLower[j], model.columnUpper[j])
  }
  return turn * bound
}

/** min of price * v over lower <= v <= upper. */
function leastOf(price: number, lower: number, upper: number): number {
  return price === 0 ? 0 : price * (price > 0 ? lower : upper)
}

/** Whether `ray` keeps every row and bound from any feasible point on, and improves the objective; tolerance relative. */
export function isImprovingRay(model: LinearModel, ray: Float64Array, tolerance = 1e-7): boolean {
  let size = 0
  for (const step of ray) size = Math.max(size, Math.abs(step))
  if (!(size > 0)) return false
  const allowed = tolerance * size
  const activity = rowActivity(model, ray)
  for (let i = 0; i < activity.length; i++) {
    if (leaves(activity[i], model.rowLower[i], model.rowUpper[i], allowed)) return false
  }
  for (let j = 0; j < ray.length; j++) {
    if (leaves(ray[j], model.columnLower[j], model.columnUpper[j], allowed)) return false
  }
  const gain = objectiveOf(model, ray)
  return model.sense === 'minimise' ? gain < -allowed : gain > allowed
}

/** Whether a step of this size runs into a finite bound. */
function leaves(step: number, lower: number, upper: number, allowed: number): boolean {
  return (step < -allowed && lower > Number.NEGATIVE_INFINITY) || (step > allowed && upper < Number.POSITIVE_INFINITY)
}

function outside(value: number, lower: number, upper: number): number {
  if (Number.isNaN(value)) return Number.POSITIVE_INFINITY
  return Math.max(0, lower - value, value - upper)
}

function relativeOutside(value: number, lower: number, upper: number): number {
  if (Number.isNaN(value)) return Number.POSITIVE_INFINITY
  if (value < lower) return (lower - value) / (1 + Math.abs(lower))
  return value > upper ? (value - upper) / (1 + Math.abs(upper)) : 0
}
