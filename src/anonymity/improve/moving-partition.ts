/**
 * A partition that moves can be tried on. For every class it keeps the two least and the two greatest values of each
 * interval and tree column, so the width after one record leaves and another joins takes no look at the members; set
 * columns count theirs.
 */
import { widthOf } from '../points/class-box.ts'
import type { Points } from '../points/points.ts'
import type { Classes } from '../problem/problem.ts'

const NONE = -1

export class Partition {
  readonly points: Points
  readonly k: number
  /** Room for this many records in a class. */
  readonly room: number
  readonly classOf: Int32Array
  readonly size: Int32Array
  readonly width: Float64Array
  /** The records of class c are members[c * room] .. members[c * room + size[c] - 1]. */
  readonly members: Int32Array
  readonly #slot: Int32Array
  readonly #ends: Float64Array
  readonly #cost: Float64Array
  readonly #stamps: readonly Int32Array[]
  #epoch = 0
  /** Numbers of empty classes. */
  readonly #free: number[] = []
  /** Classes that lose something, in no order, and where each stands among them. */
  readonly #lossy: Int32Array
  readonly #lossyAt: Int32Array
  lossyCount = 0
  loss = 0

  constructor(points: Points, k: number, classes: readonly ArrayLike<number>[], room: number) {
    const most = Math.max(classes.length, Math.floor(points.n / k))
    this.points = points
    this.k = k
    this.room = room
    this.classOf = new Int32Array(points.n).fill(NONE)
    this.#slot = new Int32Array(points.n)
    this.size = new Int32Array(most)
    this.width = new Float64Array(most)
    this.#cost = new Float64Array(most)
    this.members = new Int32Array(most * room)
    this.#ends = new Float64Array(most * points.ordered * 4)
    this.#stamps = points.setPrices.map((prices) => new Int32Array(prices.length))
    this.#lossy = new Int32Array(most)
    this.#lossyAt = new Int32Array(most).fill(NONE)
    for (let c = most - 1; c >= classes.length; c--) this.#free.push(c)
    classes.forEach((list, c) => {
      for (let t = 0; t < list.length; t++) this.#put(list[t], c)
      this.refresh(c)
    })
  }

  #put(record: number, c: number): void {
    const slot = c * this.room + this.size[c]++
    this.members[slot] = record
    this.#slot[record] = slot
    this.classOf[record] = c
  }

  #take(record: number): void {
    const c = this.classOf[record]
    const last = this.members[c * this.room + --this.size[c]]
    this.members[this.#slot[record]] = last
    this.#slot[last] = this.#slot[record]
    this.classOf[record] = NONE
  }

  /** Measures a class again after its members changed, and keeps the sum of losses. */
  refresh(c: number): void {
    const { m, x, ordered } = this.points
    const first = c * this.room
    const end = first + this.size[c]
    this.loss -= this.#cost[c]
    for (let j = 0; j < ordered; j++) {
      let [low, nextLow, high, nextHigh] = [Infinity, Infinity, -Infinity, -Infinity]
      for (let t = first; t < end; t++) {
        const value = x[this.members[t] * m + j]
        if (value < low) {
          nextLow = low
          low = value
        } else if (value < nextLow) nextLow = value
        if (value > high) {
          nextHigh = high
          high = value
        } else if (value > nextHigh) nextHigh = value
      }
      const at = (c * ordered + j) * 4
      this.#ends[at] = low
      this.#ends[at + 1] = nextLow
      this.#ends[at + 2] = high
      this.#ends[at + 3] = nextHigh
    }
    this.width[c] = this.size[c] === 0 ? 0 : this.widthAfter(c, NONE, NONE)
    this.#cost[c] = this.size[c] * this.width[c]
    this.loss += this.#cost[c]
    this.#list(c, this.width[c] > 0)
  }

  costOf(c: number): number {
    return this.#cost[c]
  }

  #list(c: number, lossy: boolean): void {
    const at = this.#lossyAt[c]
    if (lossy === at >= 0) return
    if (lossy) {
      this.#lossyAt[c] = this.lossyCount
      this.#lossy[this.lossyCount++] = c
    } else {
      const last = this.#lossy[--this.lossyCount]
      this.#lossy[at] = last
      this.#lossyAt[last] = at
      this.#lossyAt[c] = NONE
    }
  }

  /** Classes that are not empty. */
  get standing(): number {
    return this.size.length - this.#free.length
  }

  lossyClass(t: number): number {
    return this.#lossy[t]
  }

  /** The width of class c once `out` has left and `joins` has come; -1 for nobody. */
  widthAfter(c: number, out: number, joins: number): number {
    const { m, x, intervals, ordered, treeCosts } = this.points
    const ends = this.#ends
    let width = 0
    for (let j = 0; j < ordered; j++) {
      const at = (c * ordered + j) * 4
      let low = ends[at]
      let high = ends[at + 2]
      if (out >= 0) {
        const value = x[out * m + j]
        if (value === low) low = ends[at + 1]
        if (value === high) high = ends[at + 3]
      }
      if (joins >= 0) {
        const value = x[joins * m + j]
        if (value < low) low = value
        if (value > high) high = value
      }
      width += j < intervals ? high - low : treeCosts[j - intervals].of(low, high)
    }
    for (let j = ordered; j < m; j++) width += this.#setLoss(c, j, out, joins)
    return width
  }

  #setLoss(c: number, j: number, out: number, joins: number): number {
    const { m, x, ordered, setPrices } = this.points
    const stamps = this.#stamps[j - ordered]
    const epoch = ++this.#epoch
    let distinct = 0
    if (joins >= 0) {
      stamps[x[joins * m + j]] = epoch
      distinct = 1
    }
    const end = c * this.room + this.size[c]
    for (let t = c * this.room; t < end; t++) {
      const record = this.members[t]
      if (record === out) continue
      const code = x[record * m + j]
      if (stamps[code] === epoch) continue
      stamps[code] = epoch
      distinct++
    }
    return setPrices[j - ordered][distinct]
  }

  /** Moves a record to another class; a class left empty becomes free. */
  move(record: number, to: number): void {
    const from = this.classOf[record]
    this.#take(record)
    this.#put(record, to)
    this.refresh(from)
    this.refresh(to)
    if (this.size[from] === 0) this.#free.push(from)
  }

  swap(a: number, b: number): void {
    const [p, q] = [this.classOf[a], this.classOf[b]]
    const slot = this.#slot[a]
    this.#slot[a] = this.#slot[b]
    this.#slot[b] = slot
    this.members[this.#slot[a]] = a
    this.members[this.#slot[b]] = b
    this.classOf[a] = q
    this.classOf[b] = p
    this.refresh(p)
    this.refresh(q)
  }

  /** Puts the records into the given classes instead; `lists` and `into` in the same order. */
  replace(into: readonly number[], lists: readonly ArrayLike<number>[]): void {
    for (const c of into) this.size[c] = 0
    lists.forEach((list, t) => {
      for (let s = 0; s < list.length; s++) this.#put(list[s], into[t])
    })
    for (const c of into) {
      this.refresh(c)
      if (this.size[c] === 0) this.#free.push(c)
    }
  }

  /** An empty class, or -1 when as many classes stand as k allows. */
  take(): number {
    return this.#free.pop() ?? NONE
  }

  /** The loss, summed afresh. */
  exactLoss(): number {
    let loss = 0
    for (let c = 0; c < this.size.length; c++) {
      if (this.size[c] > 0) {
        const from = c * this.room
        loss += this.size[c] * widthOf(this.points, this.members, from, from + this.size[c])
      }
    }
    return loss
  }

  classes(): Classes {
    return this.classOf.slice()
  }
}
