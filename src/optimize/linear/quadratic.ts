/** The quadratic part of a small convex objective, 1/2 x'Qx, given as the lower triangle of Q by columns. */
import { badInput } from '../../request-error.ts'
import type { Hessian } from './highs-engine.ts'

/** The engine's active-set method slows down steeply beyond a few hundred columns. */
export const LARGEST_QUADRATIC = 400

/** The columns of the whole symmetric Q. Throws when there are too many, or the triangle is not one of this size. */
export function squareOf(hessian: Hessian, columns: number): Float64Array[] {
  if (columns > LARGEST_QUADRATIC) {
    throw badInput(
      `The quadratic model has ${columns} columns; at most ${LARGEST_QUADRATIC} are solved. ` +
        'A separable objective belongs to the marginal quadratic kernel.',
    )
  }
  const square = Array.from({ length: columns }, () => new Float64Array(columns))
  if (hessian.starts.length !== columns + 1) {
    throw badInput(`The Hessian has ${hessian.starts.length - 1} columns; the model has ${columns}.`)
  }
  for (let j = 0; j < columns; j++) {
    for (let entry = hessian.starts[j]; entry < hessian.starts[j + 1]; entry++) {
      const i = hessian.indices[entry]
      const value = hessian.values[entry]
      if (!(i >= j && i < columns) || !Number.isFinite(value)) {
        throw badInput(
          `The Hessian has ${value} at row ${i} of column ${j}. Give finite numbers of the lower triangle.`,
        )
      }
      square[j][i] = value
      square[i][j] = value
    }
  }
  return square
}

/** The lower triangle of Q + delta I, by columns. */
export function strengthened(square: readonly Float64Array[], delta: number): Hessian {
  const starts = [0]
  const indices: number[] = []
  const values: number[] = []
  square.forEach((column, j) => {
    for (let i = j; i < column.length; i++) {
      const value = column[i] + (i === j ? delta : 0)
      if (value === 0) continue
      indices.push(i)
      values.push(value)
    }
    starts.push(indices.length)
  })
  return { starts: Int32Array.from(starts), indices: Int32Array.from(indices), values: Float64Array.from(values) }
}

/** Q x. */
export function timesSquare(square: readonly Float64Array[], x: Float64Array): Float64Array {
  const product = new Float64Array(x.length)
  square.forEach((column, j) => {
    for (let i = 0; i < x.length; i++) product[i] += column[i] * x[j]
  })
  return product
}

/** Throws unless Q is positive semidefinite up to rounding: symmetric elimination must meet no negative pivot. */
export function checkConvex(square: readonly Float64Array[]): void {
  const rest = square.map((column) => Float64Array.from(column))
  let scale = 0
  for (let j = 0; j < rest.length; j++) scale = Math.max(scale, Math.abs(rest[j][j]))
  const tolerance = 1e-10 * scale * rest.length
  for (let k = 0; k < rest.length; k++) {
    const pivot = rest[k][k]
    const below = rest[k].subarray(k + 1)
    // A zero pivot of a semidefinite matrix has a zero column; sqrt because |q_ik|^2 <= q_ii q_kk.
    const stuck = pivot <= tolerance && below.some((value) => Math.abs(value) > Math.sqrt(tolerance * (scale + 1)))
    if (pivot < -tolerance || stuck) {
      throw badInput(
        'The Hessian is not positive semidefinite: the objective is not convex and cannot be minimised here.',
      )
    }
    if (pivot <= tolerance) continue
    for (let j = k + 1; j < rest.length; j++) {
      const factor = rest[k][j] / pivot
      if (factor === 0) continue
      for (let i = k + 1; i < rest.length; i++) rest[j][i] -= factor * rest[k][i]
    }
  }
}
