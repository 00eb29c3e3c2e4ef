/**
 * A dual point of the marginal QP and everything that follows from it in closed form. For prices y of all rows,
 *   x(y) = max(0, d + A'y / w),
 * and the negated dual value, which is minimised, is
 *   phi(y) = sum_i [ (A'y)_i x_i - w_i/2 (x_i - d_i)^2 ] + sum_r [ compliance_r/2 y_r^2 - side_r y_r ],
 * side_r the lower side for y_r > 0 and the upper for y_r < 0: convex, with a kink at y_r = 0 where the sides differ.
 */
import type { MarginalSystem } from './marginal-system.ts'

export interface MarginalPoint {
  readonly dual: Float64Array
  readonly x: Float64Array
  /** Of phi; at a kink the subgradient of least size. */
  readonly gradient: Float64Array
  value: number
  /** Roughly what rounding can have done to `value`. */
  blur: number
}

export function newPoint(system: MarginalSystem): MarginalPoint {
  const [rows, columns] = [system.rows, system.columns]
  const [dual, x, gradient] = [new Float64Array(rows), new Float64Array(columns), new Float64Array(rows)]
  return { dual, x, gradient, value: 0, blur: 0 }
}

/** Fills in x, gradient and value from `point.dual`. */
export function evaluate(system: MarginalSystem, point: MarginalPoint): void {
  point.gradient.fill(0)
  point.value = 0
  point.blur = 0
  sumColumns(system, point)
  const { lower, upper, compliance } = system
  const { dual, gradient } = point
  for (let r = 0; r < system.rows; r++) {
    const price = dual[r]
    const sum = gradient[r]
    let side = sum
    if (price > 0 || lower[r] === upper[r]) side = lower[r]
    else if (price < 0) side = upper[r]
    else if (sum < lower[r]) side = lower[r]
    else if (sum > upper[r]) side = upper[r]
    gradient[r] = sum - side + compliance[r] * price
    if (price === 0) continue
    const term = price * ((compliance[r] * price) / 2 - side)
    point.value += term
    point.blur += Math.abs(term)
  }
  point.blur *= 1e-15
}

/** x and the columns' part of the value; leaves the sums a.x of the rows in `gradient`. */
function sumColumns(system: MarginalSystem, point: MarginalPoint): void {
  const { starts, rowOf, coefficientOf, eliminatedOf, eliminatedValue, weight, target } = system
  const { dual, x, gradient } = point
  for (let i = 0; i < system.columns; i++) {
    const e = eliminatedOf[i]
    let pull = e < 0 ? 0 : eliminatedValue[i] * dual[e]
    for (let k = starts[i]; k < starts[i + 1]; k++) pull += coefficientOf[k] * dual[rowOf[k]]
    const value = target[i] + pull / weight[i]
    if (!(value > 0)) {
      x[i] = 0
      point.value -= (weight[i] / 2) * target[i] * target[i]
      continue
    }
    x[i] = value
    const term = pull * (target[i] + pull / (2 * weight[i])) // = pull x - w/2 (x - d)^2
    point.value += term
    point.blur += Math.abs(term)
    if (e >= 0) gradient[e] += eliminatedValue[i] * value
    for (let k = starts[i]; k < starts[i + 1]; k++) gradient[rowOf[k]] += coefficientOf[k] * value
  }
}

/**
 * Marks the rows whose price stays at 0 in this step: at 0 with the row met, or so near that a gradient step of the largest
 * curvature crosses the kink (Bertsekas, SIAM J. Control Optim. 20 (1982), 221-246). Returns the largest residual of a
 * row, in the unit of its sides.
 */
export function holdRows(system: MarginalSystem, { dual, gradient }: MarginalPoint, held: Uint8Array): number {
  const { lower, upper, curvature } = system
  let worst = 0
  for (let r = 0; r < system.rows; r++) {
    const price = dual[r]
    held[r] = 0
    let residual = Math.abs(gradient[r])
    if (lower[r] !== upper[r]) {
      const away = price * gradient[r] >= 0 && Math.abs(price) * curvature[r] <= residual
      if (away && (price !== 0 || residual === 0)) {
        held[r] = 1
        residual = Math.abs(price) * curvature[r]
      }
    }
    if (!(residual <= worst)) worst = residual // lets NaN through
  }
  return worst
}
