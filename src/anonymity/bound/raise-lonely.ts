/**
 * Raises the lower bounds of lonely records, because their class costs their neighbours too.
 *
 * Numbers u_i bound the loss of every partition by their sum if  sum over C of u_i <= |C| width(C)  for every class C.
 * The least widths u0 do. Write W for width(C): the slack of C is the sum over its members of (W - u0_j), every term at
 * least 0. Let A be the lonely records, and r_i the distance within which everybody is in the list of i's nearest. One
 * after the other, i in A gets u_i = u0_i + d_i with
 *   (far)   d_i <= r_i - u0_i, and
 *   (near)  d_i <= (W - u0_i) + sum over the other members j of s_j(W), for every C that lies within i's list,
 * where s_j(W) = W - u_j for j outside A or already raised, and 0 for j in A still to come.
 *
 * Then the sum of u over every class C stays below |C| W. Its members in A are of two kinds: far ones, W >= r_j, whose
 * own term W - u0_j pays for d_j by (far); and near ones, in whose lists all of C lies. Let i be the near one raised last.
 * By (near), at that time the terms of i, of the members outside A and of those raised before sum to at least 0 with all
 * their raises taken off; members raised later are far and pay for themselves. Without near ones all pay for themselves.
 *
 * A class of more than k contains k of its records, i among them, with no more width and no more slack, so the search
 * for (near) is over k records. Raised neighbours with u_j > W count 0 there and are taken off afterwards. A search cut
 * short counts what it had reached, which is less: the bound stays valid.
 */
import { Box, widthOf } from '../points/class-box.ts'
import { KdTree } from '../points/kd-tree.ts'
import { allRecords, type Points } from '../points/points.ts'

/** A record is lonely when its bound is so many times the mean of its nearest ones'. */
const LONELY = 1.1
const LIST = 48

export interface RaiseOptions {
  /** Branches of the search for each record. */
  readonly branches: number
  /** Nodes of the k-d tree looked into for its list. */
  readonly visits: number
  /** The length of the list; 48 unless given. */
  readonly list?: number
  readonly shouldStop?: (() => boolean) | undefined
}

export function raiseBounds(points: Points, k: number, least: Float64Array, options: RaiseOptions): Float64Array {
  if (k < 2 || points.n <= k) return least
  const raiser = new Raiser(points, k, least, options)
  const order = allRecords(points.n).filter((i) => least[i] > 0)
  order.sort((a, b) => least[b] - least[a] || a - b)
  const lonely = order.filter((i) => raiser.isLonely(i))
  lonely.forEach((i) => {
    raiser.pending[i] = 1
  })
  for (let t = 0; t < lonely.length; t++) {
    if (t % 64 === 0 && options.shouldStop?.()) break
    raiser.raise(lonely[t])
  }
  return raiser.bounds
}

class Raiser {
  readonly bounds: Float64Array
  /** 1 for lonely records still to come. */
  readonly pending: Uint8Array
  readonly #points: Points
  readonly #k: number
  readonly #least: Float64Array
  readonly #branches: number
  readonly #visits: number
  readonly #tree: KdTree
  readonly #box: Box
  readonly #near: Int32Array
  readonly #widths: Float64Array
  readonly #chosen: Int32Array
  #found = 0
  #best = 0
  #left = 0

  constructor(points: Points, k: number, least: Float64Array, { branches, visits, list = LIST }: RaiseOptions) {
    this.#visits = visits
    this.#near = new Int32Array(list)
    this.#widths = new Float64Array(list)
    this.#points = points
    this.#k = k
    this.#least = least
    this.#branches = branches
    this.bounds = least.slice()
    this.pending = new Uint8Array(points.n)
    this.#tree = new KdTree(points, allRecords(points.n))
    this.#box = new Box(points)
    this.#chosen = new Int32Array(k)
  }

  #list(record: number): void {
    this.#box.startWith(record)
    this.#found = this.#tree.nearMany(
      this.#box,
      this.#near.length,
      this.#near,
      this.#widths,
      record,
      Infinity,
      this.#visits,
    )
  }

  isLonely(record: number): boolean {
    this.#list(record)
    const some = Math.min(this.#found, 2 * this.#k)
    let sum = 0
    for (let t = 0; t < some; t++) sum += this.#least[this.#near[t]]
    return this.#least[record] * some > LONELY * sum
  }

  raise(record: number): void {
    const own = this.#least[record]
    this.#list(record)
    this.pending[record] = 0
    const { reach } = this.#tree
    if (reach <= own || this.#k - 1 > this.#found) return
    this.#chosen[0] = record
    this.#best = reach - own
    this.#left = this.#branches
    this.#grow(1, 0)
    const raised = Math.min(this.#best, reach - own) - this.#overdrawn(own)
    if (raised > 0 && raised < Infinity) this.bounds[record] = own + raised
  }

  /** What raised neighbours may take from a class beyond their own terms; at most 2k - 2 of them are in it. */
  #overdrawn(own: number): number {
    const more: number[] = []
    for (let t = 0; t < this.#found; t++) {
      const over = this.bounds[this.#near[t]] - Math.max(own, this.#widths[t])
      if (over > 0) more.push(over)
    }
    more.sort((a, b) => b - a)
    return more.slice(0, 2 * this.#k - 2).reduce((sum, over) => sum + over, 0)
  }

  /** The slack of the chosen ones in a class of width W that holds them. */
  #slack(size: number, width: number): number {
    let slack = width - this.#least[this.#chosen[0]]
    for (let t = 1; t < size; t++) {
      const j = this.#chosen[t]
      if (this.pending[j] === 0 && width > this.bounds[j]) slack += width - this.bounds[j]
    }
    return slack
  }

  #grow(size: number, from: number): void {
    const own = this.#least[this.#chosen[0]]
    const missing = this.#k - size
    for (let t = from; t + missing <= this.#found; t++) {
      if (this.#widths[t + missing - 1] - own >= this.#best) return
      this.#chosen[size] = this.#near[t]
      const width = Math.max(own, this.#widths[t + missing - 1], widthOf(this.#points, this.#chosen, 0, size + 1))
      const slack = this.#slack(size + 1, width)
      if (slack >= this.#best) continue
      if (missing > 1 && this.#left-- > 0) this.#grow(size + 1, t + 1)
      else this.#best = slack // complete, or cut short: either way no class through here has less
    }
  }
}
