/**
 * One step of the descent (Abowd et al., "Census TopDown", sections 5.2 and 5.3): the histograms of the children of one
 * parent, given the parent's. At the top there is no parent and one "child", the top itself.
 *   minimise  sum over terms and children of  weight[child] |Q x_child - target[child]|^2
 *   subject to  sum of x_child = parent,  x >= 0 and whole,  and what is known of each child
 * Everything here is public: noisy measurements and facts. Plain data, so that it can go to a thread.
 */
import type { NodeKnowledge } from '../knowledge/index.ts'

/** A query with what its answers should be, and how much that weighs (the inverse of a variance). */
export interface Term {
  readonly name: string
  readonly answers: number
  /** The answer each cell is counted in, or -1. */
  readonly answerOf: Int32Array
  /** One a child. */
  readonly weight: Float64Array
  /** target[child * answers + answer] */
  readonly target: Float64Array
}

export interface ParentProblem {
  readonly cells: number
  readonly children: number
  /** The parent's counts, one a cell; absent at the top. */
  readonly parent?: Float64Array
  readonly terms: readonly Term[]
  /** Terms to be met first, second and so on, by index; one pass with all of them when empty. */
  readonly passes: readonly (readonly number[])[]
  /** The class of each cell: facts speak of totals of classes. -1 for a cell that is always empty. */
  readonly classOf: Int32Array
  readonly classes: number
  /** What must hold of the parent, which matters only where it has to be moved. */
  readonly ofParent?: NodeKnowledge
  /** What must hold of each child. */
  readonly knowledge: readonly NodeKnowledge[]
  /** What is known with the facts that are only tried; absent when there are none. */
  readonly tried?: readonly NodeKnowledge[]
  /** The implied constraints that must hold are proved complete: every solution extends to the leaves. */
  readonly proved: boolean
  /** Queries (coarse to fine, each a refinement of the one before) whose answers rounding keeps within one. */
  readonly chain: readonly Partition[]
  /** The tables that the cells belong to, one after the other. */
  readonly tables: readonly TableShape[]
}

/**
 * Sums that the children of a parent hand down: sum over cells of coefficient * x, by answer. Every coefficient is 1 unless given.
 */
export interface CarriedSums extends Partition {
  readonly coefficient?: Float64Array
}

export interface TableShape {
  /** Its cells are first .. first + the product of its sizes - 1. */
  readonly first: number
  /** The size of each attribute, last one fastest. */
  readonly sizes: readonly number[]
}

export interface Partition {
  readonly answers: number
  /** The answer each cell is counted in, or -1. */
  readonly answerOf: Int32Array
}

/** What the children's histograms are, and what had to be done to find them. */
export interface ParentSolution {
  /** Whole counts, [child * cells + cell]. */
  readonly counts: Float64Array
  readonly steps: SolveSteps
  /** Set when no children add up to the parent: the parent was moved by the least that is possible. */
  readonly failsafe?: Failsafe
  /** The facts that are only tried were dropped here. */
  readonly dropped: boolean
}

export interface SolveSteps {
  readonly columns: number
  /** Worst residual of the optimality conditions, relative. */
  readonly residual: number
  readonly newton: number
  readonly conjugate: number
  /** Implied constraints that had to be posed after all. */
  readonly cuts: number
  readonly rounding: 'nothing' | 'top-k' | 'flow' | 'simplex' | 'branch'
  /** Counts of classes had to be made whole first, since no rounding to the next whole number met every fact. */
  readonly classesFirst: boolean
}

/** Section 9. */
export interface Failsafe {
  /** The sum over cells of what the children's sum differs from the parent. */
  readonly distance: number
  /** The least distance there can be. */
  readonly least: number
  readonly totalKept: boolean
  /** The facts about the parent hold of it where it is now. */
  readonly factsKept: boolean
  /** Attributes whose joint margin stayed the parent's, table by table, by index. */
  readonly kept: readonly (readonly number[])[]
}
