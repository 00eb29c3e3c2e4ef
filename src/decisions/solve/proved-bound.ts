/**
 * A number that no feasible point's cost is below, proved from any prices by weak duality: for all y,
 *   c x >= sum_i (least of y_i a_i x over the row's sides) + sum_j (least of (c - A'y)_j x_j over the variable's box).
 * In doubles, every rounding counted (Neumaier and Shcherbina, "Safe bounds in linear and mixed-integer linear programming",
 * Mathematical Programming 99 (2004), 283-296); also the one of a decimal coefficient to its double.
 */
import { downward, type OuterBox, ROUNDOFF, upward } from '../program/outer-box.ts'
import type { Program } from '../program/program.ts'
import type { RowSides } from '../program/solver-model.ts'

/** Minimisation; -Infinity when nothing is proved. Costs and coefficients may each be half a unit in the last place off. */
export function provedBound(
  program: Program,
  cost: Float64Array,
  sides: RowSides,
  box: OuterBox,
  prices: Float64Array,
): number {
  const { starts, columns, values } = program
  const near = values.near
  const reduced = cost.slice()
  const size = cost.map(Math.abs)
  const count = new Int32Array(cost.length)
  const total = new Total()
  for (let i = 0; i < prices.length; i++) {
    const price = prices[i]
    const side = price > 0 ? downward(sides.rowLower[i]) : upward(sides.rowUpper[i])
    // A price that points at a missing side is taken for 0: any prices will do.
    if (price === 0 || !Number.isFinite(side)) continue
    total.add(price * side)
    for (let e = starts[i]; e < starts[i + 1]; e++) {
      const term = price * near[e]
      reduced[columns[e]] -= term
      size[columns[e]] += Math.abs(term)
      count[columns[e]]++
    }
  }
  for (let j = 0; j < reduced.length; j++) {
    const off = (count[j] + 3) * ROUNDOFF * size[j]
    const least = leastProduct(reduced[j] - off, reduced[j] + off, box.low[j], box.high[j])
    if (!Number.isFinite(least)) return Number.NEGATIVE_INFINITY
    total.add(least)
  }
  return total.below()
}

/** The least d x for d and x in their intervals. */
function leastProduct(fewest: number, most: number, low: number, high: number): number {
  if (fewest === 0 && most === 0) return 0
  if ((most > 0 && low === Number.NEGATIVE_INFINITY) || (fewest < 0 && high === Number.POSITIVE_INFINITY)) {
    return Number.NEGATIVE_INFINITY
  }
  let least = Number.POSITIVE_INFINITY
  for (const end of [low, high]) {
    if (Number.isFinite(end)) least = Math.min(least, fewest * end, most * end)
  }
  return least
}

/** A sum of products, and how far below it the true one can lie. */
class Total {
  #sum = 0
  #size = 0
  #count = 0

  add(term: number): void {
    this.#sum += term
    this.#size += Math.abs(term)
    this.#count++
  }

  below(): number {
    return this.#sum - (this.#count + 3) * ROUNDOFF * this.#size
  }
}
