/**
 * The Schur complement of the Newton matrix written out on the rows that are not held, and solved by Cholesky's
 * factorisation. Exact whatever the weights, where conjugate gradients slow down.
 */
import { coupleRow, type NewtonState } from './marginal-state.ts'
import type { MarginalSystem } from './marginal-system.ts'

/** Rows beyond this would need too much memory: 70 MB are the limit. */
const MOST_ROWS = 3000
/** A pivot this small against its diagonal entry is a row that follows from others: it takes no part in the step. */
const REDUNDANT = 1e-13

/** Multiplications to form and factor S, Infinity when it is too large. */
export function denseCost(system: MarginalSystem, state: NewtonState): number {
  const { rest, rows } = system
  if (rest > MOST_ROWS) return Number.POSITIVE_INFINITY
  // Entries spread evenly over the eliminated rows, each of which makes a square of the rows that it touches.
  const touches = Math.min(rest, state.conjugate.entries / Math.max(1, rows - rest))
  return (rest * rest * rest) / 6 + ((rows - rest) * touches * touches) / 2
}

/** Fills the rest rows of `state.step`; held rows get 0. */
export function solveDense(system: MarginalSystem, x: Float64Array, state: NewtonState): void {
  const place = new Int32Array(system.rest).fill(-1)
  let size = 0
  for (let r = 0; r < system.rest; r++) if (state.held[r] === 0) place[r] = size++
  const lines = Array.from({ length: size }, (_, i) => new Float64Array(i + 1))
  addColumns(system, state, place, lines)
  const pivots = new Float64Array(size)
  const solution = new Float64Array(size)
  for (let r = 0; r < system.rest; r++) {
    if (place[r] < 0) continue
    lines[place[r]][place[r]] += state.shift[r]
    pivots[place[r]] = lines[place[r]][place[r]]
    solution[place[r]] = state.right[r]
  }
  for (let e = system.rest; e < system.rows; e++) subtractEliminated(system, x, state, e, place, lines)
  factor(lines, pivots)
  substitute(lines, solution)
  for (let r = 0; r < system.rest; r++) state.step[r] = place[r] < 0 ? 0 : solution[place[r]]
}

function addColumns(system: MarginalSystem, state: NewtonState, place: Int32Array, lines: Float64Array[]): void {
  const { starts, rowOf, coefficientOf, weight } = system
  for (let a = 0; a < state.activeCount; a++) {
    const i = state.active[a]
    for (let k = starts[i]; k < starts[i + 1]; k++) {
      const row = place[rowOf[k]]
      if (row < 0) continue
      const factor = coefficientOf[k] / weight[i]
      // Rows of a column stand in rising order, and so do their places.
      for (let j = starts[i]; j <= k; j++) {
        const other = place[rowOf[j]]
        if (other >= 0) lines[row][other] += factor * coefficientOf[j]
      }
    }
  }
}

function subtractEliminated(
  system: MarginalSystem,
  x: Float64Array,
  state: NewtonState,
  e: number,
  place: Int32Array,
  lines: Float64Array[],
): void {
  const { coupling, touched, isTouched } = state.conjugate
  const count = coupleRow(system, x, e, state.conjugate)
  const rows = touched.subarray(0, count).sort()
  for (let t = 0; t < count; t++) {
    const row = place[rows[t]]
    if (row < 0) continue
    const line = lines[row]
    const factor = coupling[rows[t]] / state.diagonal[e]
    for (let u = 0; u <= t; u++) {
      const other = place[rows[u]]
      if (other >= 0) line[other] -= factor * coupling[rows[u]]
    }
  }
  for (let t = 0; t < count; t++) {
    coupling[rows[t]] = 0
    isTouched[rows[t]] = 0
  }
}

/** Cholesky in place, row by row: lines become L. A redundant row gets an infinite pivot, hence a step of 0. */
function factor(lines: readonly Float64Array[], pivots: Float64Array): void {
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]
    for (let j = 0; j < i; j++) {
      const other = lines[j]
      let sum = line[j]
      for (let k = 0; k < j; k++) sum -= line[k] * other[k]
      line[j] = sum / other[j]
    }
    let pivot = line[i]
    for (let k = 0; k < i; k++) pivot -= line[k] * line[k]
    line[i] = pivot > REDUNDANT * pivots[i] ? Math.sqrt(pivot) : Number.POSITIVE_INFINITY
  }
}

/** Solves L L' solution = solution. */
function substitute(lines: readonly Float64Array[], solution: Float64Array): void {
  for (let i = 0; i < lines.length; i++) {
    let sum = solution[i]
    for (let k = 0; k < i; k++) sum -= lines[i][k] * solution[k]
    solution[i] = sum / lines[i][i]
  }
  for (let i = lines.length - 1; i >= 0; i--) {
    const value = solution[i] / lines[i][i]
    solution[i] = value
    for (let k = 0; k < i; k++) solution[k] -= lines[i][k] * value
  }
}
