/**
 * The one price at which the tops of many trees together take a given total: the root of a rising, piecewise linear
 * sum.
 */
import { lastAtMost, type TreeDemand } from './tree-demand.ts'

/** The demands of the tops, copied out one after the other. */
export class TopDemands {
  #at = new Float64Array(1024)
  #value = new Float64Array(1024)
  readonly #start: number[] = [0]
  readonly #lastSlope: number[] = []
  readonly #columns: number

  constructor(columns: number) {
    this.#columns = columns
  }

  add(demand: TreeDemand): void {
    const from = this.#start[this.#start.length - 1]
    const to = from + demand.topBreaks
    if (to > this.#at.length) this.#grow(Math.max(to, this.#columns * demand.topBreaks, 2 * this.#at.length))
    this.#lastSlope.push(demand.copyTop(this.#at, this.#value, from))
    this.#start.push(to)
  }

  #grow(length: number): void {
    const [at, value] = [new Float64Array(length), new Float64Array(length)]
    at.set(this.#at)
    value.set(this.#value)
    this.#at = at
    this.#value = value
  }

  /** What all take at this price, and how fast that rises. */
  takenAt(price: number): { taken: number; slope: number } {
    let taken = 0
    let slope = 0
    for (let s = 0; s < this.#lastSlope.length; s++) {
      const [from, to] = [this.#start[s], this.#start[s + 1]]
      const j = lastAtMost(this.#at, from, to, price)
      if (j < from) {
        taken += this.#value[from]
        continue
      }
      const width = j + 1 < to ? this.#at[j + 1] - this.#at[j] : 0
      const steep = j + 1 < to ? (width > 0 ? (this.#value[j + 1] - this.#value[j]) / width : 0) : this.#lastSlope[s]
      taken += this.#value[j] + steep * (price - this.#at[j])
      slope += steep
    }
    return { taken, slope }
  }
}

const RELATIVE = 1e-13
const MOST_STEPS = 200

/**
 * Newton's method kept inside a bracket, which it halves where a step would leave it. Requires a total that can be
 * met.
 */
export function sharedPrice(tops: TopDemands, total: number): number {
  let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  let price = 0
  let reach = 1
  for (let step = 0; step < MOST_STEPS; step++) {
    const { taken, slope } = tops.takenAt(price)
    const excess = taken - total
    if (Math.abs(excess) <= RELATIVE * Math.max(1, total)) return price
    if (excess < 0) low = price
    else high = price
    const newton = slope > 0 ? price - excess / slope : Number.NaN
    if (newton > low && newton < high) price = newton
    else if (Number.isFinite(low) && Number.isFinite(high)) price = (low + high) / 2
    else price += excess < 0 ? (reach *= 2) : -(reach *= 2)
  }
  return price
}
