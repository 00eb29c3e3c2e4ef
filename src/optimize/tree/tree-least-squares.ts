/**
 * Weighted least squares over a tree, one column at a time and all columns at once, in two linear passes:
 *   minimise  sum over nodes r of w[level of r] (x[r] - y[r])^2
 *   subject to  x[r] = sum of x[c] over the children c of r
 *
 * Upward, z[r] with variance a[r] is the best estimate from the subtree of r alone: its own value (variance 1/w) and
 * the sum of its children's z (variance A = sum of their a) averaged by precision. Downward, what x[r] has more than
 * the sum of its children's z is shared among them as a[c]/A. The variances depend on shape and weights only.
 */
import type { Layers, TreeShape } from './tree-shape.ts'

/** A value of the top that is known: it is met exactly. */
export interface FixedTop {
  readonly column: number
  readonly value: number
}

export class TreeLeastSquares {
  readonly #shape: TreeShape
  readonly #weights: readonly number[]
  /** a[r] by level, and the sum of a over the children of r. */
  readonly #own: readonly Float64Array[]
  readonly #below: readonly Float64Array[]

  /** Requires weights of at least 0, one a level, above 0 for the last. */
  constructor(shape: TreeShape, weights: readonly number[]) {
    this.#shape = shape
    this.#weights = weights
    const own = shape.nodes.map((count, l) => new Float64Array(count).fill(1 / weights[l]))
    const below = shape.nodes.map((count) => new Float64Array(count))
    for (let l = shape.nodes.length - 2; l >= 0; l--) {
      const first = shape.firstChild[l]
      for (let i = 0; i < shape.nodes[l]; i++) {
        for (let c = first[i]; c < first[i + 1]; c++) below[l][i] += own[l + 1][c]
        own[l][i] = below[l][i] / (1 + weights[l] * below[l][i])
      }
    }
    this.#own = own
    this.#below = below
  }

  /** Replaces the values y by the optimum x, in place. */
  solve(layers: Layers, width: number, fixed?: FixedTop): void {
    const sums = new Float64Array(width)
    const last = this.#shape.nodes.length - 1
    for (let l = last - 1; l >= 0; l--) this.#upward(layers, l, width, sums)
    if (fixed !== undefined) layers[0][fixed.column] = fixed.value
    for (let l = 0; l < last; l++) this.#downward(layers, l, width, sums)
  }

  #upward(layers: Layers, l: number, width: number, sums: Float64Array): void {
    const [values, weight] = [layers[l], this.#weights[l]]
    for (let i = 0; i < this.#shape.nodes[l]; i++) {
      this.#sumChildren(layers, l, i, width, sums)
      const share = 1 / (1 + weight * this.#below[l][i]) // precision of the children's sum, relative to both
      const at = i * width
      for (let s = 0; s < width; s++) values[at + s] += share * (sums[s] - values[at + s])
    }
  }

  #downward(layers: Layers, l: number, width: number, sums: Float64Array): void {
    const [above, below, first] = [layers[l], layers[l + 1], this.#shape.firstChild[l]]
    for (let i = 0; i < this.#shape.nodes[l]; i++) {
      this.#sumChildren(layers, l, i, width, sums)
      for (let s = 0; s < width; s++) sums[s] = above[i * width + s] - sums[s]
      for (let c = first[i]; c < first[i + 1]; c++) {
        const share = this.#own[l + 1][c] / this.#below[l][i]
        const at = c * width
        for (let s = 0; s < width; s++) below[at + s] += share * sums[s]
      }
    }
  }

  #sumChildren(layers: Layers, l: number, i: number, width: number, sums: Float64Array): void {
    const [below, first] = [layers[l + 1], this.#shape.firstChild[l]]
    sums.fill(0)
    for (let at = first[i] * width; at < first[i + 1] * width; at += width) {
      for (let s = 0; s < width; s++) sums[s] += below[at + s]
    }
  }

  /**
   * The variance of every x[r] when the y[r] are independent with variance 1/w: a[c] less (a[c]/A)^2 times what
   * knowing the parent takes away, A - Var x[parent]. With `topKnown`, the top has none.
   */
  variances(topKnown = false): Float64Array[] {
    const { nodes, firstChild } = this.#shape
    const found = nodes.map((count) => new Float64Array(count))
    found[0][0] = topKnown ? 0 : this.#own[0][0]
    for (let l = 0; l + 1 < nodes.length; l++) {
      for (let i = 0; i < nodes[l]; i++) {
        const below = this.#below[l][i]
        for (let c = firstChild[l][i]; c < firstChild[l][i + 1]; c++) {
          const own = this.#own[l + 1][c]
          found[l + 1][c] = own - (own / below) ** 2 * (below - found[l][i])
        }
      }
    }
    return found
  }
}
