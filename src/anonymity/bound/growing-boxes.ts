/** The boxes around a class that grows and shrinks at its end: one level for each size, so that taking back costs nothing. */
import type { Points } from '../points/points.ts'

export class GrowingBoxes {
  readonly #points: Points
  readonly #low: Float64Array
  readonly #high: Float64Array
  /** How many members have each code of each set column, and how many codes are met at each size. */
  readonly #met: readonly Int32Array[]
  readonly #distinct: Int32Array
  #first = -1

  constructor(points: Points, largest: number) {
    const { m, ordered, setPrices } = points
    this.#points = points
    this.#low = new Float64Array((largest + 1) * m)
    this.#high = new Float64Array((largest + 1) * m)
    this.#met = setPrices.map((prices) => new Int32Array(prices.length))
    this.#distinct = new Int32Array((largest + 1) * (m - ordered))
  }

  /** A class of one record. */
  start(record: number): void {
    if (this.#first >= 0) this.#count(this.#first, -1)
    this.#first = record
    const { m, x, ordered } = this.#points
    for (let j = 0; j < m; j++) this.#low[m + j] = this.#high[m + j] = x[record * m + j]
    for (let s = 0; s < m - ordered; s++) this.#distinct[m - ordered + s] = 1
    this.#count(record, 1)
  }

  #count(record: number, by: number): void {
    const { m, x, ordered } = this.#points
    for (let j = ordered; j < m; j++) this.#met[j - ordered][x[record * m + j]] += by
  }

  /** Adds a record to a class of `size`; the width then. */
  push(size: number, record: number): number {
    const { m, x, ordered } = this.#points
    const width = this.widthWith(size, record, Infinity)
    const [from, to] = [size * m, (size + 1) * m]
    for (let j = 0; j < m; j++) {
      const value = x[record * m + j]
      this.#low[to + j] = Math.min(this.#low[from + j], value)
      this.#high[to + j] = Math.max(this.#high[from + j], value)
    }
    const sets = m - ordered
    for (let s = 0; s < sets; s++) {
      const met = this.#met[s][x[record * m + ordered + s]] > 0
      this.#distinct[(size + 1) * sets + s] = this.#distinct[size * sets + s] + (met ? 0 : 1)
    }
    this.#count(record, 1)
    return width
  }

  /** Takes back the record last added. */
  pop(record: number): void {
    this.#count(record, -1)
  }

  /** The width of the class of `size` with one more record; infinite as soon as it exceeds `limit`. */
  widthWith(size: number, record: number, limit: number): number {
    const { m, x, intervals, ordered, treeCosts, setPrices } = this.#points
    const [at, from] = [record * m, size * m]
    let width = 0
    for (let j = 0; j < intervals; j++) {
      const value = x[at + j]
      const low = this.#low[from + j]
      const high = this.#high[from + j]
      width += (value > high ? value : high) - (value < low ? value : low)
      if (width > limit) return Infinity
    }
    for (let j = intervals; j < ordered; j++) {
      const value = x[at + j]
      const low = this.#low[from + j]
      const high = this.#high[from + j]
      width += treeCosts[j - intervals].of(value < low ? value : low, value > high ? value : high)
    }
    for (let s = 0; s < m - ordered; s++) {
      const met = this.#met[s][x[at + ordered + s]] > 0
      width += setPrices[s][this.#distinct[size * (m - ordered) + s] + (met ? 0 : 1)]
    }
    return width
  }
}
