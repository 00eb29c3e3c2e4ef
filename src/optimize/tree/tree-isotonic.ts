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
 * and u, x is the optimum for values y moved by rho (z - x) and rows that rise to |x - z|, with rho above 1. The
 * residual is the larger of
 *   - the largest entry of rho |x - z|, each level's times sqrt(w / largest w): in the units of y where the weight is
 *     largest, and elsewhere as much larger as the noise is when weights are inverse variances;
 *   - the largest sum over the leaves of x - z, in one column, over sqrt(leaves), times the same factor: gaps that are
 *     small in every leaf may agree in sign, and the top would bear their sum,
 * and the loop ends when it is below the tolerance.
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
  /** The largest violation of the constraints or of stationarity, in the units of the values of the largest weight. */
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
  rows.project(x, 1)
  for (let [steps, next] = [1, 1]; ; steps++) {
    tree.solve(x, width, fixed)
    if (steps >= Math.min(next, mostSteps)) {
      const residual = rows.residual(x)
      if (residual <= tolerance || steps >= mostSteps) return { layers: x, residual, steps }
      next = steps + Math.ceil(steps / 10) // the residual takes a pass of its own
    }
    rows.project(x, OVER_RELAXED)
  }
}

/** The rising rows z and the scaled multipliers u of all nodes. */
class Rows {
  readonly #problem: RisingTree
  readonly #z: Float64Array[]
  readonly #u: Float64Array[]
  /** sqrt(w / largest w) by level. */
  readonly #scales: readonly number[]
  readonly #isotonic: IsotonicRows
  readonly #row: Float64Array
  readonly #wanted: Float64Array

  constructor(problem: RisingTree, start: Layers) {
    this.#problem = problem
    this.#z = start.map((level) => level.slice())
    this.#u = start.map((level) => new Float64Array(level.length))
    const heaviest = Math.max(...problem.weights)
    this.#scales = problem.weights.map((weight) => Math.sqrt(weight / heaviest))
    this.#isotonic = new IsotonicRows(problem.width)
    this.#row = new Float64Array(problem.width)
    this.#wanted = new Float64Array(problem.width)
  }

  residual(x: Layers): number {
    let largest = 0
    x.forEach((level, l) => {
      const z = this.#z[l]
      let gap = 0
      for (let i = 0; i < level.length; i++) gap = Math.max(gap, Math.abs(level[i] - z[i]))
      largest = Math.max(largest, RHO * this.#scales[l] * gap)
    })
    return Math.max(largest, this.#sumGap(x))
  }

  #sumGap(x: Layers): number {
    const { shape, width } = this.#problem
    const last = x.length - 1
    const [leaves, z, sums] = [x[last], this.#z[last], new Float64Array(width)]
    for (let at = 0; at < leaves.length; at += width) {
      for (let s = 0; s < width; s++) sums[s] += leaves[at + s] - z[at + s]
    }
    const largest = sums.reduce((most, sum) => Math.max(most, Math.abs(sum)), 0)
    return (this.#scales[last] * largest) / Math.sqrt(shape.nodes[last])
  }

  /** The next z and u from x, which becomes the point whose nearest consistent one is the next x. */
  project(x: Layers, relax: number): void {
    const { shape, upper, total } = this.#problem
    // No row exceeds the top's last entry: said to every row, the bound need not travel there as a multiplier.
    const most = total ?? Number.POSITIVE_INFINITY
    for (let l = 0; l < x.length; l++) {
      for (let i = 0; i < shape.nodes[l]; i++) {
        this.#projectRow(x[l], l, i, upper === undefined ? most : upper[l][i], relax)
      }
    }
  }

  #projectRow(x: Float64Array, l: number, i: number, upper: number, relax: number): void {
    const { width, values } = this.#problem
    const [z, u, y, row, wanted] = [this.#z[l], this.#u[l], values[l], this.#row, this.#wanted]
    const at = i * width
    for (let s = 0; s < width; s++) {
      const target = relax * x[at + s] + (1 - relax) * z[at + s] + u[at + s]
      row[s] = target
      wanted[s] = target
    }
    this.#isotonic.project(row, 0, width, { lower: 0, upper })
    for (let s = 0; s < width; s++) {
      const next = row[s]
      const multiplier = wanted[s] - next
      z[at + s] = next
      u[at + s] = multiplier
      x[at + s] = SHARE * (y[at + s] + RHO * (next - multiplier))
    }
  }
}
