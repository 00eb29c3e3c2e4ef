/**
 * What the children of a node tell about it, added up one child at a time: z is the sum of their estimates, and its
 * covariance the sum of theirs, 1/kappa_T = sum over children of 1/lambda_T. A part that is unknown in one child is
 * unknown in the sum.
 */

import type { NodeEstimate } from './level-estimator.ts'
import type { ByPart, TensorShape } from './tensor.ts'

export class ChildSum {
  /** The sum of the estimates, by cell. */
  readonly z: Float64Array
  readonly #variance: ByPart
  #children = 0

  constructor(shape: TensorShape) {
    this.z = new Float64Array(shape.cells)
    this.#variance = new Float64Array(shape.subsets)
  }

  add({ cells, precision }: NodeEstimate): void {
    for (let i = 0; i < cells.length; i++) this.z[i] += cells[i]
    for (let part = 0; part < precision.length; part++) this.#variance[part] += 1 / precision[part]
    this.#children++
  }

  get children(): number {
    return this.#children
  }

  /** kappa. */
  precision(): ByPart {
    if (this.#children === 0) throw new RangeError('a sum of no children tells nothing')
    return this.#variance.map((variance) => 1 / variance)
  }

  /** Forgets the children, so that the next parent can use the same arrays. */
  clear(): void {
    this.z.fill(0)
    this.#variance.fill(0)
    this.#children = 0
  }
}
