/**
 * The nodes of a k-d tree over records, with deletion (Bentley, CACM 18 (1975), 509-517). Every node keeps the bounds of
 * its living records and the least of their ranks.
 */
import type { Points } from './points.ts'
import { selectInto } from './select-by-column.ts'

const BUCKET = 8
export const NONE = -1

export class KdNodes {
  readonly points: Points
  /** Living records of node v are order[from[v]] .. order[from[v] + alive[v] - 1] for a leaf. */
  readonly order: Int32Array
  readonly #slot: Int32Array
  readonly #leafOf: Int32Array
  readonly #rank: ArrayLike<number> | undefined
  #nodes = 0
  readonly from: Int32Array
  readonly alive: Int32Array
  readonly left: Int32Array
  readonly #parent: Int32Array
  readonly least: Int32Array
  readonly low: Float64Array
  readonly high: Float64Array
  readonly masks: Int32Array

  /** Over the given records. `rank[record]` breaks ties; the record's own number unless given. */
  constructor(points: Points, records: Int32Array, rank?: ArrayLike<number>) {
    this.points = points
    this.#rank = rank
    this.order = records.slice()
    this.#slot = new Int32Array(points.n).fill(NONE)
    this.#leafOf = new Int32Array(points.n).fill(NONE)
    const most = 2 * Math.ceil((2 * records.length) / BUCKET) + 3
    this.from = new Int32Array(most)
    this.alive = new Int32Array(most)
    this.left = new Int32Array(most).fill(NONE)
    this.#parent = new Int32Array(most).fill(NONE)
    this.least = new Int32Array(most)
    this.low = new Float64Array(most * points.m)
    this.high = new Float64Array(most * points.m)
    this.masks = new Int32Array(most * (points.m - points.ordered))
    this.#build(records.length)
  }

  get size(): number {
    return this.alive[0]
  }

  rankOf(record: number): number {
    return this.#rank === undefined ? record : this.#rank[record]
  }

  #build(count: number): void {
    const pending = [this.#open(0, count, NONE)]
    while (pending.length > 0) {
      const node = pending.pop()!
      const from = this.from[node]
      const to = from + this.alive[node]
      this.#measure(node)
      const column = this.#widest(node)
      if (to - from <= BUCKET || column === NONE) {
        for (let t = from; t < to; t++) {
          this.#leafOf[this.order[t]] = node
          this.#slot[this.order[t]] = t
        }
        continue
      }
      const middle = (from + to) >> 1
      selectInto(this.order, this.points, column, from, to - 1, middle)
      this.left[node] = this.#open(from, middle - from, node)
      pending.push(this.left[node], this.#open(middle, to - middle, node))
    }
  }

  #open(from: number, count: number, parent: number): number {
    const node = this.#nodes++
    this.from[node] = from
    this.alive[node] = count
    this.#parent[node] = parent
    return node
  }

  /** Sets the bounds of a node from its records (a leaf, or while building). */
  #measure(node: number): void {
    const { m, x, ordered } = this.points
    const sets = m - ordered
    const base = node * m
    this.low.fill(Infinity, base, base + m)
    this.high.fill(-Infinity, base, base + m)
    this.masks.fill(0, node * sets, node * sets + sets)
    this.least[node] = 2 ** 31 - 1
    for (let t = this.from[node]; t < this.from[node] + this.alive[node]; t++) {
      const record = this.order[t]
      const rank = this.rankOf(record)
      if (rank < this.least[node]) this.least[node] = rank
      for (let j = 0; j < m; j++) {
        const value = x[record * m + j]
        if (value < this.low[base + j]) this.low[base + j] = value
        if (value > this.high[base + j]) this.high[base + j] = value
        if (j >= ordered) this.masks[node * sets + j - ordered] |= 1 << (value & 31)
      }
    }
  }

  /** The column along which a node is widest, or NONE when all its records are equal. */
  #widest(node: number): number {
    const { m, intervals, ordered, treeCosts, setPrices } = this.points
    let [best, column] = [0, NONE]
    for (let j = 0; j < m; j++) {
      const low = this.low[node * m + j]
      const high = this.high[node * m + j]
      if (low === high) continue
      let spread = high - low
      if (j >= ordered) spread = setPrices[j - ordered][Math.min(high - low + 1, setPrices[j - ordered].length - 1)]
      else if (j >= intervals) spread = treeCosts[j - intervals].of(low, high)
      if (spread > best || column === NONE) [best, column] = [Math.max(spread, 0), j]
    }
    return column
  }

  /** Takes a record out. */
  remove(record: number): void {
    const leaf = this.#leafOf[record]
    const last = this.from[leaf] + --this.alive[leaf]
    const slot = this.#slot[record]
    const moved = this.order[last]
    this.order[slot] = moved
    this.#slot[moved] = slot
    this.#leafOf[record] = NONE
    this.#measure(leaf)
    for (let node = this.#parent[leaf]; node !== NONE; node = this.#parent[node]) {
      this.alive[node]--
      this.#join(node)
    }
  }

  has(record: number): boolean {
    return this.#leafOf[record] !== NONE
  }

  /** Sets the bounds of an inner node from those of its two children. */
  #join(node: number): void {
    const { m, ordered } = this.points
    const sets = m - ordered
    const a = this.left[node]
    const b = this.#rightOf(node)
    this.least[node] = Math.min(this.least[a], this.least[b])
    for (let j = 0; j < m; j++) {
      this.low[node * m + j] = Math.min(this.low[a * m + j], this.low[b * m + j])
      this.high[node * m + j] = Math.max(this.high[a * m + j], this.high[b * m + j])
    }
    for (let s = 0; s < sets; s++) this.masks[node * sets + s] = this.masks[a * sets + s] | this.masks[b * sets + s]
  }

  /** The two children are opened one after the other. */
  #rightOf(node: number): number {
    return this.left[node] + 1
  }
}
