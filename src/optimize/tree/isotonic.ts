/**
 * Isotonic least squares by pooling adjacent violators, O(n), weighted, bounded, and in whole numbers:
 *   minimise  sum_i w[i] (x[i] - y[i])^2   subject to  lower <= x[0] <= x[1] <= ... <= x[n-1] <= upper
 *
 * Ayer, Brunk, Ewing, Reid, Silverman, Ann. Math. Statist. 26 (1955), 641-647. With one pair of bounds for all entries
 * the bounded optimum is the unbounded one clipped. In whole numbers it is the real one rounded entry by entry: the
 * set of entries that reach the whole number k is an upper set U with the least sum over U of w[i] (2k - 1 - 2 y[i]),
 * the derivative of the cost at k - 1/2, and the entries where the real optimum is k - 1/2 or more are such a set.
 */

export interface IsotonicBounds {
  readonly lower?: number
  readonly upper?: number
}

/** The optimum in real numbers. Requires weights above 0; without any, all are 1. Writes to neither input. */
export function isotonic(values: Float64Array, weights?: Float64Array, bounds: IsotonicBounds = {}): Float64Array {
  const out = values.slice()
  new IsotonicRows(values.length).project(out, 0, values.length, bounds, weights)
  return out
}

/** The optimum in whole numbers. Requires bounds that are whole or infinite. */
export function isotonicInteger(
  values: Float64Array,
  weights?: Float64Array,
  bounds: IsotonicBounds = {},
): Float64Array {
  return roundHalfUp(isotonic(values, weights, bounds))
}

/** Every entry to the nearest whole number, halves upward, in place. */
export function roundHalfUp(values: Float64Array): Float64Array {
  for (let i = 0; i < values.length; i++) values[i] = Math.floor(values[i] + 0.5)
  return values
}

/** Many regressions, one after the other, on the same stack of blocks: for the rows of a flat matrix. */
export class IsotonicRows {
  readonly #sum: Float64Array
  readonly #weight: Float64Array
  readonly #mean: Float64Array
  readonly #end: Int32Array

  /** For rows of up to `length` entries. */
  constructor(length: number) {
    this.#sum = new Float64Array(length)
    this.#weight = new Float64Array(length)
    this.#mean = new Float64Array(length)
    this.#end = new Int32Array(length)
  }

  /** Replaces values[from .. from + count - 1] by their regression; returns how many blocks it has before clipping. */
  project(values: Float64Array, from: number, count: number, bounds: IsotonicBounds, weights?: Float64Array): number {
    const top = this.#pool(values, from, count, weights)
    const { lower = Number.NEGATIVE_INFINITY, upper = Number.POSITIVE_INFINITY } = bounds
    let i = from
    for (let block = 0; block <= top; block++) {
      const mean = Math.min(Math.max(this.#mean[block], lower), upper)
      for (const end = this.#end[block]; i < end; i++) values[i] = mean
    }
    return top + 1
  }

  /** Leaves the blocks on the stack, with rising means; returns the index of the topmost. */
  #pool(values: Float64Array, from: number, count: number, weights: Float64Array | undefined): number {
    const [sums, totals, means, ends] = [this.#sum, this.#weight, this.#mean, this.#end]
    let top = -1
    for (let i = from; i < from + count; i++) {
      let weight = weights === undefined ? 1 : weights[i]
      let sum = weight * values[i]
      let mean = values[i]
      while (top >= 0 && means[top] >= mean) {
        sum += sums[top]
        weight += totals[top--]
        mean = sum / weight
      }
      sums[++top] = sum
      totals[top] = weight
      means[top] = mean
      ends[top] = i + 1
    }
    return top
  }
}
