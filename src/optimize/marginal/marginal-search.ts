/** The step along a Newton direction of the dual of the marginal QP: prices stop where they would cross their kink at 0. */
import { evaluate, type MarginalPoint } from './marginal-point.ts'
import type { MarginalSystem } from './marginal-system.ts'

/** Of the decrease that the slope promises, the part that is asked for (Armijo). */
const ASKED = 1e-4
const MOST_HALVINGS = 40

/**
 * Moves from `from` along `step` and fills in `to`; returns the length of the move, 0 when none will do.
 *
 * A length is accepted on the value of phi, or when the gradient at the new point makes no acute angle with the move:
 * phi is convex, so it has not risen then, and that test keeps its digits where values no longer differ.
 */
export function searchLine(system: MarginalSystem, from: MarginalPoint, step: Float64Array, to: MarginalPoint): number {
  let length = 1
  for (let attempt = 0; attempt < MOST_HALVINGS; attempt++) {
    move(system, from, step, length, to.dual)
    evaluate(system, to)
    let [before, after] = [0, 0]
    for (let r = 0; r < system.rows; r++) {
      const moved = to.dual[r] - from.dual[r]
      before += from.gradient[r] * moved
      after += to.gradient[r] * moved
    }
    if (before < 0) {
      const told = -before > 100 * (from.blur + to.blur)
      if (told && to.value <= from.value + ASKED * before) return length
      if (after <= -0.01 * before) return length
    }
    // The slope's zero if it were a straight line, not too near either end.
    const zero = before < 0 && Number.isFinite(after) ? before / (before - after) : 0
    length *= Math.min(0.7, Math.max(0.1, zero))
  }
  return 0
}

function move(system: MarginalSystem, from: MarginalPoint, step: Float64Array, length: number, dual: Float64Array) {
  const { lower, upper } = system
  for (let r = 0; r < system.rows; r++) {
    const price = from.dual[r] + length * step[r]
    const sign = from.dual[r] === 0 ? -from.gradient[r] : from.dual[r]
    dual[r] = lower[r] !== upper[r] && price * sign <= 0 ? 0 : price
  }
}
