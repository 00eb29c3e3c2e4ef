/**
 * Conjugate gradients on the Schur complement of the Newton matrix, never formed, preconditioned by its diagonal.
 * Hestenes and Stiefel, J. Res. Nat. Bur. Standards 49 (1952), 409-436.
 */
import type { ConjugateState } from './conjugate-state.ts'
import type { NewtonState } from './marginal-state.ts'
import type { MarginalSystem } from './marginal-system.ts'

export function conjugateState({ rest, rows, columns }: MarginalSystem): ConjugateState {
  const [residual, preconditioned, direction, product, coupling] = Array.from(
    { length: 5 },
    () => new Float64Array(rest),
  )
  return {
    entries: 0,
    residual,
    preconditioned,
    direction,
    product,
    pull: new Float64Array(columns),
    eliminated: new Float64Array(rows - rest),
    coupling,
    touched: new Int32Array(rest),
    isTouched: new Uint8Array(rest),
  }
}

/** Fills the rest rows of `state.step`; held rows get 0. */
export function solveConjugate(
  system: MarginalSystem,
  state: NewtonState,
  accuracy: number,
  most: number,
): { readonly taken: number; readonly converged: boolean } {
  const { step, right } = state
  const { residual, direction, product } = state.conjugate
  step.fill(0, 0, system.rest)
  residual.set(right)
  let energy = precondition(system, state)
  direction.set(state.conjugate.preconditioned)
  const goal = accuracy * accuracy * energy
  for (let taken = 0; taken < most; taken++) {
    if (!(energy > goal)) return { taken, converged: true }
    multiply(system, state)
    let curvature = 0
    for (let r = 0; r < system.rest; r++) curvature += direction[r] * product[r]
    if (!(curvature > 0)) return { taken, converged: energy <= goal }
    const length = energy / curvature
    for (let r = 0; r < system.rest; r++) {
      step[r] += length * direction[r]
      residual[r] -= length * product[r]
    }
    const before = energy
    energy = precondition(system, state)
    const turn = energy / before
    for (let r = 0; r < system.rest; r++) direction[r] = state.conjugate.preconditioned[r] + turn * direction[r]
  }
  return { taken: most, converged: energy <= goal }
}

/** residual / diagonal; returns its product with the residual. */
function precondition({ rest }: MarginalSystem, { diagonal, conjugate }: NewtonState): number {
  const { residual, preconditioned } = conjugate
  let energy = 0
  for (let r = 0; r < rest; r++) {
    preconditioned[r] = residual[r] / diagonal[r]
    energy += preconditioned[r] * residual[r]
  }
  return energy
}

/** product = S direction, on the rows that are not held. */
function multiply(system: MarginalSystem, state: NewtonState): void {
  const { starts, rowOf, coefficientOf, eliminatedOf, eliminatedValue, weight, rest } = system
  const { active, activeCount, diagonal, shift, held } = state
  const { direction, product, pull, eliminated } = state.conjugate
  eliminated.fill(0)
  for (let a = 0; a < activeCount; a++) {
    const i = active[a]
    let sum = 0
    for (let k = starts[i]; k < starts[i + 1]; k++) sum += coefficientOf[k] * direction[rowOf[k]]
    pull[a] = sum / weight[i]
    if (eliminatedOf[i] >= 0) eliminated[eliminatedOf[i] - rest] += eliminatedValue[i] * pull[a]
  }
  for (let e = 0; e < eliminated.length; e++) eliminated[e] /= diagonal[rest + e]
  for (let r = 0; r < rest; r++) product[r] = shift[r] * direction[r]
  for (let a = 0; a < activeCount; a++) {
    const i = active[a]
    const e = eliminatedOf[i]
    const sum = e < 0 ? pull[a] : pull[a] - (eliminatedValue[i] * eliminated[e - rest]) / weight[i]
    for (let k = starts[i]; k < starts[i + 1]; k++) product[rowOf[k]] += coefficientOf[k] * sum
  }
  for (let r = 0; r < rest; r++) if (held[r] === 1) product[r] = 0
}
