/**
 * The whole numbers nearest to given ones, between bounds, with a given sum:
 *   minimise  sum_i (x[i] - t[i])^2   subject to  sum_i x[i] = total,  lower <= x <= upper and whole
 *
 * For a price c the best whole x[i] is t[i] - c, rounded and cut to its bounds; their sum falls as c rises. Bisection finds
 * two prices next to each other with sums on both sides of the total: units in which their x differ cost the same, so any
 * of them may be taken (first come, first served), and no other move pays.
 */

export interface SumProblem {
  readonly targets: Float64Array
  /** Whole. */
  readonly lower: Float64Array
  /** Whole; none unless given. */
  readonly upper?: Float64Array
}

/** Requires a whole total from the sum of `lower` to that of `upper`. */
export function nearestWithSum(problem: SumProblem, total: number): Float64Array {
  const n = problem.targets.length
  const x = new Float64Array(n)
  const sum = fill(problem, 0, x)
  if (sum === total) return x
  let [low, high] = bracket(problem, total, sum, x) // sums at least and at most the total
  for (;;) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) break
    const here = fill(problem, middle, x)
    if (here === total) return x
    if (here > total) low = middle
    else high = middle
  }
  const more = new Float64Array(n)
  fill(problem, low, more)
  let missing = total - fill(problem, high, x)
  for (let i = 0; i < n && missing > 0; i++) {
    const units = Math.min(missing, more[i] - x[i])
    x[i] += units
    missing -= units
  }
  if (missing !== 0) throw new RangeError('no whole numbers between the bounds have this sum')
  return x
}

/** Writes the best whole numbers at a price, and returns their sum. */
function fill({ targets, lower, upper }: SumProblem, price: number, x: Float64Array): number {
  let sum = 0
  for (let i = 0; i < x.length; i++) {
    let best = Math.max(lower[i], Math.floor(targets[i] - price + 0.5))
    if (upper !== undefined && best > upper[i]) best = upper[i]
    x[i] = best
    sum += best
  }
  return sum
}

/** Two prices, found by doubling, whose sums lie on both sides of the total, or as near as bounds let them. */
function bracket(problem: SumProblem, total: number, sum: number, x: Float64Array): [number, number] {
  const sign = sum > total ? 1 : -1
  let [near, far] = [0, sign]
  while (sign * (fill(problem, far, x) - total) > 0 && Math.abs(far) < 2 ** 54) [near, far] = [far, 2 * far]
  return sign > 0 ? [near, far] : [far, near]
}
