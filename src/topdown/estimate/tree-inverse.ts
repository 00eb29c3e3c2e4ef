/**
 * The inverse of the normal matrix of marginals over a whole tree, applied to a vector over the cells of the leaves. After a reflection
 * (TensorShape) every coefficient is a tree of its own with one weight a level and part: upward and downward once.
 *   up:    e = kappa/lambda (sum of the children's e),  lambda = own + kappa,  1/kappa = sum of the children's 1/lambda
 *   down:  x_child = e_child + kappa/lambda_child (x - sum of the children's e)
 * Parts that no leaf measures get a small weight there, so that the inverse exists; children then share them alike.
 */
import type { Hierarchy } from '../../model/hierarchy.ts'
import { ownPrecision } from './precision.ts'
import type { ByPart, Subset, TensorShape } from './tensor.ts'
import { eachChild } from './tree-cells.ts'

/** The least weight of a part at a leaf, of the largest. */
const LEAST = 1e-6

export class TreeInverse {
  readonly #shape: TensorShape
  readonly #hierarchy: Hierarchy
  /** By level, [node * subsets + part]. */
  readonly #lambda: Float64Array[]
  readonly #kappa: Float64Array[]
  /** By level, [node * cells + coefficient]: the estimates, then the solution; and the sums of the children's estimates. */
  readonly #e: Float64Array[]
  readonly #sum: Float64Array[]

  constructor(
    shape: TensorShape,
    hierarchy: Hierarchy,
    queries: readonly (readonly { readonly subset?: Subset; readonly variance: number }[])[],
  ) {
    this.#shape = shape
    this.#hierarchy = hierarchy
    const nodes = hierarchy.levels.map(({ regions }) => regions.length)
    this.#e = nodes.map((n) => new Float64Array(n * shape.cells))
    this.#sum = nodes.map((n) => new Float64Array(n * shape.cells))
    const own = queries.map((list) =>
      ownPrecision(
        shape,
        list.flatMap(({ subset, variance }) => (subset === undefined ? [] : [{ subset, variance }])),
      ),
    )
    this.#kappa = nodes.map((n) => new Float64Array(n * shape.subsets))
    this.#lambda = nodes.map((n, level) =>
      Float64Array.from({ length: n * shape.subsets }, (_, i) => own[level][i % shape.subsets]),
    )
    this.#addUp(own[own.length - 1])
  }

  #addUp(atLeaf: ByPart): void {
    const { subsets } = this.#shape
    const least = LEAST * atLeaf.reduce((most, value) => Math.max(most, value), 1e-300)
    const last = this.#lambda.length - 1
    this.#lambda[last] = this.#lambda[last].map((value) => Math.max(value, least))
    for (let level = last; level > 0; level--) {
      const [below, kappa, above] = [this.#lambda[level], this.#kappa[level - 1], this.#lambda[level - 1]]
      eachChild(this.#hierarchy, level, subsets, (child, parent) => {
        for (let part = 0; part < subsets; part++) kappa[parent + part] += 1 / below[child + part]
      })
      for (let i = 0; i < kappa.length; i++) {
        kappa[i] = 1 / kappa[i]
        above[i] += kappa[i]
      }
    }
  }

  /** What is returned is overwritten by the next call. */
  apply(r: Float64Array): Float64Array {
    const { cells } = this.#shape
    const last = this.#e.length - 1
    const leaves = this.#e[last]
    leaves.set(r)
    for (let at = 0; at < leaves.length; at += cells) this.#shape.reflect(leaves.subarray(at, at + cells))
    this.#scale(leaves, this.#lambda[last], undefined)
    for (let level = last; level > 0; level--) this.#up(level)
    for (let level = 1; level <= last; level++) this.#down(level)
    for (let at = 0; at < leaves.length; at += cells) this.#shape.reflect(leaves.subarray(at, at + cells))
    return leaves
  }

  /** e *= numerator / lambda, part by part. */
  #scale(e: Float64Array, lambda: Float64Array, numerator: Float64Array | undefined): void {
    const { cells, subsets, partOf } = this.#shape
    for (let node = 0, at = 0; at < e.length; node++, at += cells) {
      for (let i = 0; i < cells; i++) {
        const part = node * subsets + partOf[i]
        e[at + i] *= (numerator === undefined ? 1 : numerator[part]) / lambda[part]
      }
    }
  }

  #up(level: number): void {
    const { cells } = this.#shape
    const [below, sum] = [this.#e[level], this.#sum[level - 1]]
    sum.fill(0)
    eachChild(this.#hierarchy, level, cells, (child, parent) => {
      for (let i = 0; i < cells; i++) sum[parent + i] += below[child + i]
    })
    this.#e[level - 1].set(sum)
    this.#scale(this.#e[level - 1], this.#lambda[level - 1], this.#kappa[level - 1])
  }

  #down(level: number): void {
    const { cells, subsets, partOf } = this.#shape
    const [x, e, sum] = [this.#e[level - 1], this.#e[level], this.#sum[level - 1]]
    const [kappa, lambda] = [this.#kappa[level - 1], this.#lambda[level]]
    eachChild(this.#hierarchy, level, 1, (child, parent) => {
      for (let i = 0; i < cells; i++) {
        const share = kappa[parent * subsets + partOf[i]] / lambda[child * subsets + partOf[i]]
        e[child * cells + i] += share * (x[parent * cells + i] - sum[parent * cells + i])
      }
    })
  }
}
