/**
 * The Newton step of the dual. With D the columns above 0, A the rest rows and E the eliminated rows, the matrix is
 *   H = [A; E] D W^-1 [A; E]' + diag(compliance + mu curvature),
 * whose E block is diagonal. A step solves the Schur complement S = H_AA - H_AE H_EE^-1 H_EA, by conjugate gradients
 * (marginal-conjugate.ts) or, when these take longer than it would, by a dense factor (marginal-dense.ts).
 */

import { conjugateState, solveConjugate } from './marginal-conjugate.ts'
import { denseCost, solveDense } from './marginal-dense.ts'
import type { MarginalPoint } from './marginal-point.ts'
import { coupleRow, type NewtonState } from './marginal-state.ts'
import type { MarginalSystem } from './marginal-system.ts'

export function newtonState(system: MarginalSystem): NewtonState {
  return {
    held: new Uint8Array(system.rows),
    active: new Int32Array(system.columns),
    activeCount: 0,
    diagonal: new Float64Array(system.rows),
    shift: new Float64Array(system.rows),
    right: new Float64Array(system.rest),
    step: new Float64Array(system.rows),
    conjugate: conjugateState(system),
    dense: false,
  }
}

/** Fills `state.step`; `mu` keeps the matrix definite, `accuracy` is relative. Returns the conjugate steps taken. */
export function newtonStep(
  system: MarginalSystem,
  point: MarginalPoint,
  state: NewtonState,
  { mu, accuracy, most }: { readonly mu: number; readonly accuracy: number; readonly most: number },
): number {
  prepare(system, point, state, mu)
  const cost = denseCost(system, state)
  const { entries } = state.conjugate
  const worth = Math.max(20, Math.ceil(cost / (6 * entries + 4 * state.activeCount + 1)))
  let taken = 0
  if (!state.dense) {
    const ended = solveConjugate(system, state, accuracy, Math.min(most, worth))
    taken = ended.taken
    state.dense = !ended.converged && Number.isFinite(cost)
  }
  if (state.dense) solveDense(system, point.x, state)
  finish(system, point, state)
  return taken
}

function prepare(system: MarginalSystem, point: MarginalPoint, state: NewtonState, mu: number): void {
  const { starts, rowOf, coefficientOf, eliminatedOf, eliminatedValue, weight, rows, rest } = system
  const { diagonal, shift } = state
  for (let r = 0; r < rows; r++) shift[r] = system.compliance[r] + mu * system.curvature[r]
  diagonal.set(shift)
  let count = 0
  let entries = 0
  for (let i = 0; i < system.columns; i++) {
    if (point.x[i] === 0) continue
    state.active[count++] = i
    entries += starts[i + 1] - starts[i]
    const e = eliminatedOf[i]
    if (e >= 0) diagonal[e] += (eliminatedValue[i] * eliminatedValue[i]) / weight[i]
    for (let k = starts[i]; k < starts[i + 1]; k++)
      diagonal[rowOf[k]] += (coefficientOf[k] * coefficientOf[k]) / weight[i]
  }
  state.activeCount = count
  state.conjugate.entries = entries
  for (let r = 0; r < rest; r++) state.right[r] = -point.gradient[r]
  for (let e = rest; e < rows; e++) eliminateRow(system, point, state, e)
  for (let r = 0; r < rest; r++) if (state.held[r] === 1) state.right[r] = 0
}

/** Takes eliminated row e out of the right-hand side and of the diagonal of S. */
function eliminateRow(system: MarginalSystem, point: MarginalPoint, state: NewtonState, e: number): void {
  const { diagonal, right, conjugate } = state
  const { touched, coupling, isTouched } = conjugate
  const count = coupleRow(system, point.x, e, conjugate)
  const share = point.gradient[e] / diagonal[e]
  for (let t = 0; t < count; t++) {
    const r = touched[t]
    right[r] += coupling[r] * share
    diagonal[r] = Math.max(diagonal[r] - (coupling[r] * coupling[r]) / diagonal[e], state.shift[r])
    coupling[r] = 0
    isTouched[r] = 0
  }
}

/** The eliminated rows' part of the step from the rest's, and the held rows' way to 0. */
function finish(system: MarginalSystem, point: MarginalPoint, state: NewtonState): void {
  const { starts, rowOf, coefficientOf, eliminatedOf, eliminatedValue, weight, rest, rows } = system
  const { step, diagonal, active } = state
  for (let e = rest; e < rows; e++) step[e] = -point.gradient[e]
  for (let a = 0; a < state.activeCount; a++) {
    const i = active[a]
    const e = eliminatedOf[i]
    if (e < 0) continue
    let pull = 0
    for (let k = starts[i]; k < starts[i + 1]; k++) pull += coefficientOf[k] * step[rowOf[k]]
    step[e] -= (eliminatedValue[i] * pull) / weight[i]
  }
  for (let e = rest; e < rows; e++) step[e] /= diagonal[e]
  for (let r = 0; r < rest; r++) if (state.held[r] === 1) step[r] = -point.dual[r]
}
