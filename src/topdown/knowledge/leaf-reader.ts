/** Reads what the facts say of one leaf, as the border functions of its set. */
import type { Border, LaminarBorder } from './border.ts'
import { lowerAt, upperAt } from './fact-sets.ts'
import { contradiction, type Problem } from './problem.ts'

/** The border functions of leaf after leaf. */
export class LeafReader {
  readonly #problem: Problem
  readonly #laminar: LaminarBorder
  readonly #low: Float64Array
  readonly #high: Float64Array

  constructor(problem: Problem, laminar: LaminarBorder) {
    this.#problem = problem
    this.#laminar = laminar
    this.#low = new Float64Array(problem.leafSets.length)
    this.#high = new Float64Array(problem.leafSets.length)
  }

  get border(): Border {
    return this.#laminar.border
  }

  read(leaf: number): void {
    const { leafSets, hierarchy } = this.#problem
    leafSets.forEach((set, index) => {
      this.#low[index] = lowerAt(set, leaf)
      this.#high[index] = upperAt(set, leaf)
    })
    if (!this.#laminar.read(this.#low, this.#high))
      throw contradiction(this.#problem, hierarchy.levels.length - 1, leaf)
  }

  /** Whether the bounds of the leaf sets alone describe Q(p, b), so that no other subset need be posed. */
  isDescribedBySets(border: Border, masks: readonly number[]): boolean {
    masks.forEach((mask, set) => {
      this.#low[set] = border.lower[mask]
      this.#high[set] = border.upper[mask]
    })
    if (!this.#laminar.read(this.#low, this.#high)) return false
    const own = this.#laminar.border
    return own.lower.every((p, a) => p === border.lower[a]) && own.upper.every((b, a) => b === border.upper[a])
  }
}
