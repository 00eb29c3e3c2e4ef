/**
 * How far a sum of released counts may be off, from what the same sum was off by in simulations of the release: root mean square, mean, and
 * an interval for the truth that need not lie evenly around the count.
 */
export interface SumError {
  readonly error: number
  readonly bias: number
  /** The truth lies between these in `chance` of all simulations; none is below 0. */
  readonly low: number
  readonly high: number
}

/** `differences` are released - true, one a simulation. Requires one at least. */
export function sumError(count: number, differences: ArrayLike<number>, chance = 0.9): SumError {
  const sorted = Float64Array.from(differences).sort()
  const n = sorted.length
  const tail = (1 - chance) / 2
  return {
    error: Math.sqrt(sorted.reduce((sum, d) => sum + d * d, 0) / n),
    bias: sorted.reduce((sum, d) => sum + d, 0) / n,
    low: Math.max(0, Math.floor(count - quantile(sorted, 1 - tail))),
    high: Math.max(0, Math.ceil(count - quantile(sorted, tail))),
  }
}

/** At rank p (n + 1), which a further draw stays below with chance p; the outermost ones where that lies beyond them. */
function quantile(sorted: Float64Array, p: number): number {
  const rank = p * (sorted.length + 1) - 1
  const below = Math.max(0, Math.min(sorted.length - 1, Math.floor(rank)))
  const above = Math.max(0, Math.min(sorted.length - 1, Math.ceil(rank)))
  return sorted[below] + Math.max(0, rank - below) * (sorted[above] - sorted[below])
}
