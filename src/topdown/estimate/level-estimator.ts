/**
 * Upward through the tree: the best linear unbiased estimate of a node's cells from everything measured in its subtree.
 *   minimise over x and its split among the children  sum over nodes and queries of |Q x - m|^2 / variance
 * A node's own measurements have the information vector sum_q Q_q' m_q / s_q and the precision Lambda_own; its children
 * add K z (see ChildSum). Then Lambda = Lambda_own + K and the estimate is Lambda^-1 (information + K z); parts that are
 * unknown come out as 0. Hay, Rastogi, Miklau, Suciu, PVLDB 3 (2010), 1021-1032, section 4 for one number a node; here
 * every part T runs the same recursion with weights of its own.
 *
 * All of it is done on the coefficients of TensorShape, where Lambda is diagonal: 2 or 3 reflections a node.
 */
import { addPrecision, type MarginalNoise, ownPrecision, pseudoInverse } from './precision.ts'
import type { ByPart, TensorShape } from './tensor.ts'

export interface NodeEstimate {
  /** The estimate of each cell. */
  readonly cells: Float64Array
  /** Lambda by part. Leaves of one level share one array. */
  readonly precision: ByPart
}

/** What the children of a node tell about it; see ChildSum. */
export interface FromChildren {
  readonly z: Float64Array
  precision(): ByPart
}

interface Measured {
  readonly shape: TensorShape
  /** Where the coefficients of its answers stand among those of all cells. */
  readonly at: Int32Array
  /** sqrt(N(not S)) / variance: H_n takes n ones to sqrt(n) e_0, along every axis that is summed. */
  readonly weight: number
  readonly scratch: Float64Array
}

/** Estimates nodes of one level, all of which answer the same queries. Not to be shared between threads. */
export class LevelEstimator {
  readonly #shape: TensorShape
  readonly #own: ByPart
  readonly #ownInverse: ByPart
  readonly #measured: readonly Measured[]
  readonly #below: Float64Array

  constructor(shape: TensorShape, queries: readonly MarginalNoise[]) {
    this.#shape = shape
    this.#own = ownPrecision(shape, queries)
    this.#ownInverse = pseudoInverse(this.#own)
    this.#measured = queries.map(({ subset, variance }) => ({
      shape: shape.marginalShape(subset),
      at: shape.firstCells(subset),
      weight: Math.sqrt(shape.cellsPerAnswer(subset)) / variance,
      scratch: new Float64Array(shape.answers(subset)),
    }))
    this.#below = new Float64Array(shape.cells)
  }

  /**
   * `answers[q]` are the noisy answers of query q, the last attribute of its subset running fastest. `children` is left
   * out for a leaf.
   */
  estimateNode(answers: readonly ArrayLike<number>[], children?: FromChildren): NodeEstimate {
    const cells = this.#information(answers)
    if (children === undefined) {
      this.#toEstimate(cells, this.#ownInverse)
      return { cells, precision: this.#own }
    }
    const kappa = children.precision()
    const precision = addPrecision(this.#own, kappa)
    this.#addChildren(cells, children.z, kappa)
    this.#toEstimate(cells, pseudoInverse(precision))
    return { cells, precision }
  }

  /** The coefficients of sum_q Q_q' m_q / s_q. */
  #information(answers: readonly ArrayLike<number>[]): Float64Array {
    const information = new Float64Array(this.#shape.cells)
    this.#measured.forEach(({ shape, at, weight, scratch }, q) => {
      if (answers[q]?.length !== scratch.length) {
        throw new RangeError(`query ${q} has ${scratch.length} answers, not ${answers[q]?.length ?? 0}`)
      }
      scratch.set(answers[q])
      shape.reflect(scratch)
      for (let k = 0; k < at.length; k++) information[at[k]] += weight * scratch[k]
    })
    return information
  }

  #addChildren(information: Float64Array, z: Float64Array, kappa: ByPart): void {
    const [below, { partOf }] = [this.#below, this.#shape]
    below.set(z)
    this.#shape.reflect(below)
    for (let i = 0; i < below.length; i++) information[i] += kappa[partOf[i]] * below[i]
  }

  #toEstimate(information: Float64Array, covariance: ByPart): void {
    const { partOf } = this.#shape
    for (let i = 0; i < information.length; i++) information[i] *= covariance[partOf[i]]
    this.#shape.reflect(information)
  }
}
