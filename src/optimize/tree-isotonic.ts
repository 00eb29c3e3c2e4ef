/**
 * Rising rows on a tree: every node has a row, rows rise, and a node's row is the sum of its children's:
 *   minimise  sum over nodes r of w[level of r] |x[r] - y[r]|^2
 *   subject to  0 <= x[r, 1] <= ... <= x[r, n] <= upper[r],   x[r] = sum of x[c] over its children c,
 *               and, where a total is given,  x[top, n] = total
 * (the relaxation of Model 2 of Fioretto, Van Hentenryck, Zhu, Artificial Intelligence 296 (2021)).
 *
 * Alternating directions (Boyd et al., Foundations and Trends in Machine Learning 3 (2011), section 3) between the
 * tree, two linear passes over all columns, and the rows, one isotonic regression each. In the weights' own norm the
 * steps are
 *   x = nearest consistent point to (y + rho (z - u)) / (1 + rho),  z = nearest rising rows to x + u,  u = u + x - z,
 * with x over-relaxed on its way into z. Since u is normal to the rising rows at z, and x is best for the tree given z
 * and u, the pair (x, z) breaks consistency of the two by |x - z| and stationarity by rho |x - z|, with rho above 1:
 * the residual is the largest entry of rho |x - z|, in the units of y, and the loop ends when it is below the
 * tolerance.
 */
import { IsotonicRows } from './isotonic.ts'
import { type FixedTop, TreeLeastSquares } from './tree-least-squares.ts'
import type { Layers, TreeShape } from './tree-shape.ts'

export interface RisingTree {
  readonly shape: TreeShape
  readonly width: number
  readonly values: Layers
  /** Above 0, one a level. */
  readonly weights: readonly number[]
  /** The last entry of the top row, when it is known. */
  readonly total?: number
  /** The most that a row of each node may reach, one array a level; none unless given. The least is 0. */
  readonly upper?: Layers
}

export interface RisingTreeOptions {
  readonly tolerance: number
  readonly mostSteps: number
}

export interface RisingTreeSolution {
  /** Consistent to rounding error, and rising to the residual. */
  readonly layers: Layers
  /** The largest violation of the constraints or of stationarity, in the units of the values. */
  readonly residual: number
  readonly steps: number
}

/** The penalty, relative to the weights, and the over-relaxation: the fastest of those tried on census-like data. */
const RHO = 3
const OVER_RELAXED = 1.7
const SHARE = 1 / (1 + RHO)

export function risingTree(problem: RisingTree, { tolerance, mostSteps }: RisingTreeOptions): RisingTreeSolution {
  const { shape, width, values, weights, total } = problem
  const tree = new TreeLeastSquares(shape, weights)
  const fixed: FixedTop | undefined = total === undefined ? undefined : { column: width - 1, value: total }
  const x = values.map((level) => level.slice())
  tree.solve(x, width, fixed)
  const rows = new Rows(problem, x)
  let change = rows.project(x, 1)
  for (let steps = 1; ; steps++) {
    tree.solve(x, width, fixed)
    // The residual takes a pass of its own: it is asked for when the last change promises that it is small.
    if (change <= tolerance || steps >= mostSteps) {
      const residual = RHO * rows.gap(x)
      if (residual <= tolerance || steps >= mostSteps) return { layers: x, residual, steps }
    }
    change = rows.project(x, OVER_RELAXED)
  }
}

/** The rising rows z and the scaled multipliers u of all nodes. */
class Rows {
  readonly #problem: RisingTree
  readonly #z: Float64Array[]
  readonly #u: Float64Array[]
  readonly #isotonic: IsotonicRows
  readonly #row: Float64Array
  readonly #wanted: Float64Array

  constructor(problem: RisingTree, start: Layers) {
    this.#problem = problem
    this.#z = start.map((level) => level.slice())
    this.#u = start.map((level) => new Float64Array(level.length))
    this.#isotonic = new IsotonicRows(problem.width)
    this.#row = new Float64Array(problem.width)
    this.#wanted = new Float64Array(problem.width)
  }

  /** The largest |x - z|. */
  gap(x: Layers): number {
    let largest = 0
    x.forEach((level, l) => {
      const z = this.#z[l]
      for (let i = 0; i < level.length; i++) largest = Math.max(largest, Math.abs(level[i] - z[i]))
    })
    return largest
  }

  /**
   * The next z and u from x, which becomes the point whose nearest consistent one is the next x. Returns the largest
   * of |x - z| and rho times the change of z.
   */
  project(x: Layers, relax: number): number {
    const { shape, upper, total } = this.#problem
    // No row exceeds the top's last entry: said to every row, the bound need not travel there as a multiplier.
    const most = total ?? Number.POSITIVE_INFINITY
    let change = 0
    for (let l = 0; l < x.length; l++) {
      for (let i = 0; i < shape.nodes[l]; i++) {
        const bound = upper === undefined ? most : upper[l][i]
        change = Math.max(change, this.#projectRow(x[l], l, i, bound, relax))
      }
    }
    return change
  }

  #projectRow(x: Float64Array, l: number, i: number, upper: number, relax: number): number {
    const { width, values } = this.#problem
    const [z, u, y, row, wanted] = [this.#z[l], this.#u[l], values[l], this.#row, this.#wanted]
    const at = i * width
    for (let s = 0; s < width; s++) {
      const target = relax * x[at + s] + (1 - relax) * z[at + s] + u[at + s]
      row[s] = target
      wanted[s] = target
    }
    this.#isotonic.project(row, 0, width, { lower: 0, upper })
    let [violation, drift] = [0, 0]
    for (let s = 0; s < width; s++) {
      const next = row[s]
      const multiplier = wanted[s] - next
      const gap = Math.abs(x[at + s] - next)
      const moved = Math.abs(next - z[at + s])
      if (gap > violation) violation = gap
      if (moved > drift) drift = moved
      z[at + s] = next
      u[at + s] = multiplier
      x[at + s] = SHARE * (y[at + s] + RHO * (next - multiplier))
    }
    return Math.max(violation, RHO * drift)
  }
}
