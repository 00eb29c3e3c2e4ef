/** What is published at a node of the lattice of levels, and what that costs. */
import { type AnonymityProblem, type Classes, SUPPRESSED } from '../problem/problem.ts'
import type { ClassRule } from '../problem/sensitive-rules.ts'
import { fillSuppressed, mayStand, type Suppression } from '../suppression/suppressed-class.ts'
import { ClassTables } from './class-tables.ts'
import type { Dimension, LevelCost } from './level-costs.ts'

export interface PublishedLevelsOptions {
  readonly mostSuppressed: number
  readonly rule: ClassRule | undefined
  readonly cost: LevelCost
}

export class PublishedLevels {
  readonly #problem: AnonymityProblem
  readonly #dimensions: readonly Dimension[]
  readonly #options: PublishedLevelsOptions
  readonly #tables: ClassTables
  /** Of one suppressed record. */
  readonly #suppressedCost: number

  constructor(problem: AnonymityProblem, dimensions: readonly Dimension[], options: PublishedLevelsOptions) {
    this.#problem = problem
    this.#dimensions = dimensions
    // Fewer than k are never suppressed.
    this.#options = { ...options, mostSuppressed: options.mostSuppressed < problem.k ? 0 : options.mostSuppressed }
    this.#tables = new ClassTables(dimensions, problem.records)
    const weights = dimensions.reduce((sum, { weight }) => sum + weight, 0)
    this.#suppressedCost = { loss: weights, entropy: 0, discernibility: problem.records }[options.cost]
  }

  /** Where nobody may be suppressed, a coarser node has larger classes and costs no less. */
  get isMonotone(): boolean {
    return this.#options.mostSuppressed === 0
  }

  /**
   * Necessary, and kept by every coarser node: few enough records in classes below k; where nobody may be suppressed, also that
   * every class meets the rules, which unions of classes keep.
   */
  isPossible(levels: readonly number[]): boolean {
    const { mostSuppressed, rule } = this.#options
    if (this.#inSmall(this.#tables.at(levels).counts) > mostSuppressed) return false
    return !this.isMonotone || rule === undefined || this.#divide(levels) !== undefined
  }

  /** Infinite where too many would be suppressed. */
  costAt(levels: readonly number[]): number {
    const { rule, mostSuppressed } = this.#options
    const { counts, codes } = this.#tables.at(levels)
    const small = this.#inSmall(counts)
    if (rule !== undefined || (small > 0 && (small < this.#problem.k || small > mostSuppressed))) {
      const found = this.#divide(levels)
      return found === undefined ? Infinity : this.#costOf(levels, found)
    }
    let sum = this.#ofLevels(levels) + small * this.#suppressedCost
    counts.forEach((count, c) => {
      if (count >= this.#problem.k) sum += this.#ofClass(levels, count, (a) => codes[c * levels.length + a])
    })
    return sum
  }

  published(levels: readonly number[]): { readonly classOf: Classes; readonly suppressed: number } {
    const found = this.#divide(levels)
    if (found === undefined) throw new Error('these levels suppress too many')
    const classOf = new Int32Array(this.#problem.records).fill(SUPPRESSED)
    found.classes.forEach((list, c) => {
      for (const record of list) classOf[record] = c
    })
    return { classOf, suppressed: found.suppressed.length }
  }

  #inSmall(counts: Int32Array): number {
    let small = 0
    for (const count of counts) if (count < this.#problem.k) small += count
    return small
  }

  #costOf(levels: readonly number[], { classes, suppressed }: Suppression): number {
    return classes.reduce(
      (sum, list) => sum + this.#ofClass(levels, list.length, this.#nodesOf(levels, list)),
      this.#ofLevels(levels) + suppressed.length * this.#suppressedCost,
    )
  }

  /** The part that is the same whoever is suppressed. */
  #ofLevels(levels: readonly number[]): number {
    if (this.#options.cost !== 'entropy') return 0
    return this.#dimensions.reduce((sum, { totals }, a) => sum + totals[levels[a]], 0)
  }

  #ofClass(levels: readonly number[], size: number, nodeOf: (a: number) => number): number {
    if (this.#options.cost === 'discernibility') return size * size
    if (this.#options.cost === 'entropy') return 0
    let loss = 0
    for (let a = 0; a < levels.length; a++) loss += this.#dimensions[a].costs[levels[a]][nodeOf(a)]
    return size * loss
  }

  #nodesOf(levels: readonly number[], [first]: readonly number[]): (a: number) => number {
    return (a) => {
      const { lines, leaves } = this.#dimensions[a]
      return lines[levels[a]][leaves[first]]
    }
  }

  /** The classes, and who is suppressed; undefined when these would be too many or break the rules. */
  #divide(levels: readonly number[]): Suppression | undefined {
    const { k } = this.#problem
    const { rule, mostSuppressed } = this.#options
    const now = { classes: [] as number[][], suppressed: [] as number[] }
    for (const list of this.#tables.listsAt(levels)) {
      if (mayStand(list, k, rule)) now.classes.push(list)
      else now.suppressed.push(...list)
      if (now.suppressed.length > mostSuppressed) return undefined
    }
    const dearer = (list: readonly number[], left: number): number =>
      this.#ofClass(levels, list.length, this.#nodesOf(levels, list)) -
      (left === 0 ? 0 : this.#ofClass(levels, left, this.#nodesOf(levels, list))) -
      (list.length - left) * this.#suppressedCost
    return fillSuppressed(now, k, mostSuppressed - now.suppressed.length, rule, {
      leave: (list) => {
        const record = list.length > k ? list.find((one) => this.#mayLeave(list, one)) : undefined
        return record === undefined ? { record: -1, gain: -Infinity } : { record, gain: dearer(list, list.length - 1) }
      },
      dissolve: (list) => dearer(list, 0),
    })
  }

  /** All of a class publish the same and gain the same: only the rules tell them apart. */
  #mayLeave(list: readonly number[], record: number): boolean {
    const { rule } = this.#options
    return (
      rule === undefined ||
      mayStand(
        list.filter((other) => other !== record),
        this.#problem.k,
        rule,
      )
    )
  }
}
