/** The box around a growing class: what the class would publish, and how wide it would be with one more record. */
import type { Points } from './points.ts'

export class Box {
  readonly low: Float64Array
  readonly high: Float64Array
  /** Distinct values of each set column, and a word whose bits are the values met, modulo 32. */
  readonly distinct: Int32Array
  readonly masks: Int32Array
  readonly #points: Points
  readonly #stamps: readonly Int32Array[]
  #epoch = 0
  size = 0
  width = 0

  constructor(points: Points) {
    this.#points = points
    this.low = new Float64Array(points.m)
    this.high = new Float64Array(points.m)
    this.distinct = new Int32Array(points.m - points.ordered)
    this.masks = new Int32Array(points.m - points.ordered)
    this.#stamps = points.setPrices.map((prices) => new Int32Array(prices.length))
  }

  /** Starts again with the point at `from` in a row-major matrix, a record's row unless another is given. */
  start(from: number, x: Float64Array = this.#points.x): void {
    const { m, ordered } = this.#points
    this.#epoch++
    for (let j = 0; j < m; j++) this.low[j] = this.high[j] = x[from + j]
    for (let j = ordered; j < m; j++) {
      const code = x[from + j]
      this.#stamps[j - ordered][code] = this.#epoch
      this.distinct[j - ordered] = 1
      this.masks[j - ordered] = 1 << (code & 31)
    }
    this.size = 1
    this.width = 0
  }

  startWith(record: number): void {
    this.start(record * this.#points.m)
  }

  add(record: number): void {
    const { m, x, ordered } = this.#points
    this.width = this.widthWith(record)
    this.size++
    for (let j = 0; j < m; j++) {
      const value = x[record * m + j]
      if (value < this.low[j]) this.low[j] = value
      if (value > this.high[j]) this.high[j] = value
      if (j < ordered || this.has(j - ordered, value)) continue
      this.#stamps[j - ordered][value] = this.#epoch
      this.distinct[j - ordered]++
      this.masks[j - ordered] |= 1 << (value & 31)
    }
  }

  has(set: number, code: number): boolean {
    return this.#stamps[set][code] === this.#epoch
  }

  /** The width with one more record; infinite as soon as it exceeds `limit`. */
  widthWith(record: number, limit = Infinity): number {
    const { m, x, intervals, ordered, treeCosts, setPrices } = this.#points
    const { low, high } = this
    const at = record * m
    let width = 0
    for (let j = 0; j < intervals; j++) {
      const value = x[at + j]
      width += (value > high[j] ? value : high[j]) - (value < low[j] ? value : low[j])
      if (width > limit) return Infinity
    }
    for (let j = intervals; j < ordered; j++) {
      const value = x[at + j]
      width += treeCosts[j - intervals].of(value < low[j] ? value : low[j], value > high[j] ? value : high[j])
    }
    for (let j = ordered; j < m; j++) {
      const s = j - ordered
      width += setPrices[s][this.has(s, x[at + j]) ? this.distinct[s] : this.distinct[s] + 1]
    }
    return width
  }
}

/** The width of the class of records `members[from .. to-1]`, by column if `byColumn` is given (which is added to). */
export function widthOf(
  points: Points,
  members: ArrayLike<number>,
  from = 0,
  to = members.length,
  byColumn?: Float64Array,
): number {
  const { m, x, intervals, ordered, treeCosts, setPrices } = points
  let width = 0
  for (let j = 0; j < m; j++) {
    let loss: number
    if (j < ordered) {
      let low = Infinity
      let high = -Infinity
      for (let t = from; t < to; t++) {
        const value = x[members[t] * m + j]
        if (value < low) low = value
        if (value > high) high = value
      }
      loss = j < intervals ? high - low : treeCosts[j - intervals].of(low, high)
    } else loss = setPrices[j - ordered][distinctValues(points, members, from, to, j)]
    width += loss
    if (byColumn !== undefined) byColumn[j] += loss
  }
  return width
}

const FEW = 12

function distinctValues(points: Points, members: ArrayLike<number>, from: number, to: number, j: number): number {
  const { m, x } = points
  if (to - from > FEW) {
    const seen = new Set<number>()
    for (let t = from; t < to; t++) seen.add(x[members[t] * m + j])
    return seen.size
  }
  let distinct = 0
  for (let t = from; t < to; t++) {
    const code = x[members[t] * m + j]
    let s = from
    while (x[members[s] * m + j] !== code) s++
    if (s === t) distinct++
  }
  return distinct
}

/** The width of the class of two records: how far they are apart. */
export function pairWidth(points: Points, a: number, b: number): number {
  const { m, x, intervals, ordered, treeCosts, setPrices } = points
  let width = 0
  for (let j = 0; j < m; j++) {
    const p = x[a * m + j]
    const q = x[b * m + j]
    if (j < intervals) width += p < q ? q - p : p - q
    else if (j < ordered) width += treeCosts[j - intervals].of(p < q ? p : q, p < q ? q : p)
    else if (p !== q) width += setPrices[j - ordered][2]
  }
  return width
}
