/**
 * Prices classes against duals: of all classes C of k to 2k - 1 records that hold a given record and are completed by
 * given others, the one with the greatest excess  sum over C of u - |C| width(C).
 *
 * Depth first. Let S have m members, dual sum s, and let W_j be the width of S with candidate j. Whatever is added, the
 * width at the end is at least the W_j of everybody added. So a class whose greatest W_j is W has an excess of at most
 *   s - m W + sum over the added of (u_j - W),  all of them among the candidates with W_j <= W,
 * and the best of these are those of largest u_j: one sweep over the candidates by ascending W_j bounds every completion,
 * and, with one place reserved, every completion with j in it. A candidate is kept only if that beats the best class met.
 *
 * Equal records are one point with copies. A branch that leaves out a copy leaves out the rest of its copies too.
 */
import type { Distinct } from '../points/distinct-points.ts'
import type { Points } from '../points/points.ts'
import { GrowingBoxes } from './growing-boxes.ts'
import { sortAscending } from './sort-by-key.ts'

/** Called with the points of a class, one entry per record. */
export type KeepClass = (members: Int32Array, size: number, width: number) => void

export interface PriceOptions {
  /** Excess that is of no interest; may be below 0. */
  readonly threshold: number
  /** Whether every class beyond the threshold is kept, or only those that beat every one before. */
  readonly every?: boolean
  /** Partial classes looked into. */
  readonly nodes: number
  readonly keep?: KeepClass
  /** Once true, searches end at once; what they had still to look into counts with its bound. */
  readonly shouldStop?: () => boolean
}

/** Nodes between two looks at the clock. */
const NODES_A_LOOK = 256

interface Level {
  points: Int32Array
  widths: Float64Array
  potentials: Float64Array
}

export class ClassPricer {
  readonly #k: number
  readonly #copies: Int32Array
  readonly #heads: Int32Array
  readonly #boxes: GrowingBoxes
  readonly #levels: Level[] = []
  readonly #chosen: Int32Array
  readonly #top: Float64Array
  #reserved = new Float64Array(64)
  #duals: Float64Array = new Float64Array(0)
  #options: PriceOptions = { threshold: 0, nodes: 0 }
  #best = 0
  #open = 0
  #left = 0
  #limit = 0
  /** Partial classes looked into since the beginning. */
  looked = 0
  /** After `price`: the points other than the seed that a class beyond the threshold may hold. */
  readonly reached: number[] = []

  constructor(points: Points, { starts, members, count }: Distinct, k: number) {
    this.#k = k
    this.#heads = Int32Array.from({ length: count }, (_, g) => members[starts[g]])
    this.#copies = Int32Array.from({ length: count }, (_, g) => starts[g + 1] - starts[g])
    this.#boxes = new GrowingBoxes(points, 2 * k)
    this.#chosen = new Int32Array(2 * k)
    this.#top = new Float64Array(2 * k)
  }

  /**
   * No class of the seed and candidates (points; the seed's own copies come by themselves) has a greater excess than this,
   * which is at least the threshold. Requires that no candidate has a greater dual than the seed.
   */
  price(seed: number, candidates: readonly number[], duals: Float64Array, options: PriceOptions): number {
    this.#duals = duals
    this.#options = options
    this.#best = options.threshold
    this.#open = Number.NEGATIVE_INFINITY
    this.#left = options.nodes
    this.#limit = widthLimit(duals[seed], this.#k, options.threshold)
    this.reached.length = 0
    this.#chosen[0] = seed
    this.#boxes.start(this.#heads[seed])
    const level = this.#level(1, (candidates.length + 1) * (2 * this.#k - 2))
    let count = 0
    const add = (point: number, copies: number): void => {
      for (let c = Math.min(copies, 2 * this.#k - 2); c > 0; c--) level.points[count++] = point
    }
    add(seed, this.#copies[seed] - 1)
    for (const point of candidates) if (point !== seed) add(point, this.#copies[point])
    this.#grow(1, duals[seed], 0, count)
    return Math.max(this.#best, this.#open)
  }

  #level(size: number, room: number): Level {
    const level = this.#levels[size]
    if (level !== undefined && level.points.length >= room) return level
    return (this.#levels[size] = {
      points: new Int32Array(2 * room),
      widths: new Float64Array(2 * room),
      potentials: new Float64Array(2 * room),
    })
  }

  /** Every class of the `size` chosen and some of the `count` candidates of this level. */
  #grow(size: number, sum: number, width: number, count: number): void {
    if (size >= this.#k) this.#consider(size, sum, width)
    if (size === 2 * this.#k - 1) return
    const level = this.#levels[size]
    const near = this.#measure(level, size, count)
    const alive = this.#sieve(level, size, sum, near)
    if (size === 1) this.#noteReached(level, alive)
    for (let a = 0; a < alive; a++) {
      if (level.potentials[a] <= this.#best) return
      const point = level.points[a]
      if (a > 0 && level.points[a - 1] === point) continue
      if (this.#left-- <= 0 || this.#isTime()) {
        this.#open = Math.max(this.#open, level.potentials[a])
        return
      }
      const next = this.#level(size + 1, alive - a)
      next.points.set(level.points.subarray(a + 1, alive))
      this.#chosen[size] = point
      const wider = this.#boxes.push(size, this.#heads[point])
      this.#grow(size + 1, sum + this.#duals[point], wider, alive - a - 1)
      this.#boxes.pop(this.#heads[point])
    }
  }

  #isTime(): boolean {
    if (++this.looked % NODES_A_LOOK !== 0 || this.#options.shouldStop?.() !== true) return false
    this.#left = 0
    return true
  }

  #consider(size: number, sum: number, width: number): void {
    const excess = sum - size * width
    if (excess <= this.#best) return
    if (this.#options.every !== true) this.#best = excess
    this.#options.keep?.(this.#chosen, size, width)
  }

  /** The widths with each candidate, ascending; those beyond the limit are dropped. */
  #measure(level: Level, size: number, count: number): number {
    const { points, widths } = level
    let near = 0
    for (let t = 0; t < count; t++) {
      const point = points[t]
      const copy = t > 0 && near > 0 && points[near - 1] === point
      const width = copy ? widths[near - 1] : this.#boxes.widthWith(size, this.#heads[point], this.#limit)
      if (width >= this.#limit) continue
      points[near] = point
      widths[near++] = width
    }
    sortAscending(widths, points, near)
    return near
  }

  /** Keeps the candidates that can be part of a class better than the best, those of greatest potential first. */
  #sieve(level: Level, size: number, sum: number, near: number): number {
    const { points, widths, potentials } = level
    if (this.#reserved.length < near) this.#reserved = new Float64Array(2 * near)
    this.#sweep(level, size, sum, near)
    let alive = 0
    let [reserved, open] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
    // From the widest down, `reserved` and `open` become the greatest over all widths from the candidate's own on.
    for (let t = near - 1; t >= 0; t--) {
      reserved = Math.max(reserved, this.#reserved[t])
      open = Math.max(open, potentials[t])
      potentials[t] = Math.min(open, reserved + this.#duals[points[t]])
    }
    for (let t = 0; t < near; t++) {
      if (potentials[t] <= this.#best) continue
      points[alive] = points[t]
      widths[alive] = -potentials[t]
      alive++
    }
    sortAscending(widths, points, alive)
    for (let t = 0; t < alive; t++) potentials[t] = -widths[t]
    return alive
  }

  /** For each width: the best completion of no greater width in `potentials`, the best with one place left in `reserved`. */
  #sweep({ points, widths, potentials }: Level, size: number, sum: number, near: number): void {
    const needed = Math.max(0, this.#k - size)
    const most = 2 * this.#k - 1 - size
    const top = this.#top
    let have = 0
    for (let t = 0; t < near; t++) {
      have = insertDescending(top, have, most, this.#duals[points[t]])
      const width = widths[t]
      let value = sum - size * width
      let before = value - width // with one place for the candidate itself
      potentials[t] = this.#reserved[t] = Number.NEGATIVE_INFINITY
      if (have < needed) continue
      for (let q = 0; q < have; q++) {
        const gain = top[q] - width
        if (q >= needed && gain <= 0) break
        value += gain
        if (q < needed - 1 || (gain > 0 && q < most - 1)) before += gain
      }
      potentials[t] = value
      this.#reserved[t] = before
    }
  }

  #noteReached({ points }: Level, alive: number): void {
    for (let t = 0; t < alive; t++) if (t === 0 || points[t] !== points[t - 1]) this.reached.push(points[t])
  }
}

/**
 * A class as wide as this has no excess beyond the threshold: all its terms u_j - width are at most `dual` - width, and k of
 * them at least.
 */
export function widthLimit(dual: number, k: number, threshold: number): number {
  return dual + Math.max(0, -threshold) / k
}

/** Puts a value in its place among the `have` largest, of which at most `most` are kept; how many there are then. */
function insertDescending(top: Float64Array, have: number, most: number, value: number): number {
  if (have === most && value <= top[have - 1]) return have
  let t = have < most ? have : most - 1
  for (; t > 0 && top[t - 1] < value; t--) top[t] = top[t - 1]
  top[t] = value
  return Math.min(most, have + 1)
}
