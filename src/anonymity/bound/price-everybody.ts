/**
 * How far given duals are from valid, for every point.
 *
 * A class with a positive excess is narrower than its greatest dual: all its terms u_j - width would otherwise be at most
 * 0. So it is looked for from its member of greatest dual (the first of these), among the points nearer than that dual.
 */
import { Box } from '../points/class-box.ts'
import type { Distinct } from '../points/distinct-points.ts'
import { KdTree } from '../points/kd-tree.ts'
import type { Points } from '../points/points.ts'
import { ClassPricer, type PriceOptions, widthLimit } from './class-pricer.ts'

export interface EverybodyOptions extends PriceOptions {
  /** What a computed excess may lack for rounding. */
  readonly rounding: number
}

/** Seeds priced between two looks at the clock. */
const SEEDS_A_LOOK = 16

export interface Excesses {
  /** No class with an excess has a greater one than this at its member of greatest dual. */
  readonly asSeed: Float64Array
  /** The greatest of `asSeed` over the seeds in whose classes the point may be, its own included. */
  readonly asMember: Float64Array
}

export class EverybodysPricer {
  readonly #distinct: Distinct
  readonly #heads: Int32Array
  readonly #tree: KdTree
  readonly #box: Box
  readonly #pricer: ClassPricer
  readonly #k: number
  readonly #found: number[] = []

  constructor(points: Points, k: number, distinct: Distinct) {
    this.#distinct = distinct
    this.#k = k
    this.#heads = Int32Array.from({ length: distinct.count }, (_, g) => distinct.members[distinct.starts[g]])
    this.#tree = new KdTree(points, this.#heads)
    this.#box = new Box(points)
    this.#pricer = new ClassPricer(points, distinct, k)
  }

  /** Partial classes looked into since the beginning. */
  get nodes(): number {
    return this.#pricer.looked
  }

  /** Undefined when stopped before every point was a seed. */
  price(duals: Float64Array, options: EverybodyOptions): Excesses | undefined {
    const { count } = this.#distinct
    const seeds = Array.from(duals.keys()).filter((point) => widthLimit(duals[point], this.#k, options.threshold) > 0)
    seeds.sort((a, b) => duals[b] - duals[a] || a - b)
    const rank = new Int32Array(count).fill(count)
    seeds.forEach((seed, t) => {
      rank[seed] = t
    })
    const asSeed = new Float64Array(count)
    const asMember = new Float64Array(count)
    for (let t = 0; t < seeds.length; t++) {
      if (t % SEEDS_A_LOOK === 0 && options.shouldStop?.()) return undefined
      this.#priceFrom(seeds[t], rank, duals, options, { asSeed, asMember })
    }
    return { asSeed, asMember }
  }

  #priceFrom(
    seed: number,
    rank: Int32Array,
    duals: Float64Array,
    options: EverybodyOptions,
    { asSeed, asMember }: Excesses,
  ): void {
    this.#box.startWith(this.#heads[seed])
    this.#tree.within(this.#box, widthLimit(duals[seed], this.#k, options.threshold), this.#found)
    const candidates: number[] = []
    for (const record of this.#found) {
      const point = this.#distinct.groupOf[record]
      if (rank[point] > rank[seed]) candidates.push(point)
    }
    const excess = this.#pricer.price(seed, candidates, duals, options) + options.rounding
    const charge = (point: number, by: number): void => {
      if (by > asMember[point]) asMember[point] = by
    }
    asSeed[seed] = excess
    charge(seed, excess)
    // Classes up to the threshold may hold anybody near; those beyond it only who passed the first sieve.
    for (const point of candidates) charge(point, options.threshold + options.rounding)
    for (const point of this.#pricer.reached) charge(point, excess)
  }
}
