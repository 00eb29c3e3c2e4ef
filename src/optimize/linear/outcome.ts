/** How a solve ends, each ending with what it proves. "Stopped" is never "optimal". */

export type Outcome = Optimal | Infeasible | Unbounded | Stopped

export interface Optimal {
  readonly status: 'optimal'
  readonly x: Float64Array
  readonly objective: number
  /** Change of the objective per unit of each row's active bound; null when a column is whole. */
  readonly duals: Float64Array | null
  /** gradient - A' duals; null when a column is whole. */
  readonly reducedCosts: Float64Array | null
  readonly certificate: Certificate
}

/** Residuals measured on the model as it was asked, each relative to 1 + the size of the number it is compared with. */
export interface Certificate {
  /** The worst broken row or bound. */
  readonly primal: number
  /** The furthest a whole column is from a whole number. */
  readonly integrality: number
  /** The worst sign of a dual or reduced cost; 0 when a column is whole. */
  readonly dual: number
  /** Objective against the proved bound: the dual objective, or the best bound of branch and bound. */
  readonly gap: number
}

export interface Infeasible {
  readonly status: 'infeasible'
  /** These sides alone cannot hold together (with the whole columns whole). */
  readonly conflict: readonly ConflictSide[]
  /** Proved: leave out any one side of `conflict` and the others can hold together. */
  readonly irreducible: boolean
}

export interface ConflictSide {
  readonly kind: 'row' | 'column'
  readonly index: number
  readonly name: string
  readonly side: 'lower' | 'upper'
  readonly bound: number
}

export interface Unbounded {
  readonly status: 'unbounded'
  /** A feasible point, from which the objective improves for ever along `ray`. */
  readonly x: Float64Array
  readonly ray: Float64Array
}

/** `numerical`: the solver gave up, or claimed an answer that the check of it refused. */
export type StopReason = 'time' | 'nodes' | 'aborted' | 'memory' | 'numerical'

export interface Stopped {
  readonly status: 'stopped'
  readonly why: StopReason
  /** No feasible point is better than this; infinite when nothing is known. */
  readonly bound: number
  /** The best feasible point met, if any, and its objective. */
  readonly best: { readonly x: Float64Array; readonly objective: number } | null
}
