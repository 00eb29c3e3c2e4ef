/**
 * The best linear unbiased estimate over the leaves of a small tree, dense: what any answer's error is before cells are kept from being
 * negative and whole. What is exact weighs very much; what nothing determines comes out very large.
 */
export interface LinearRow {
  /** Leaves and cells that it adds up, as leaf * cells + cell. */
  readonly members: ArrayLike<number>
  readonly weight: number
}

/** The variance of sums of cells, or Infinity where the rows do not determine one. */
export function linearVariances(unknowns: number, rows: readonly LinearRow[]): (members: ArrayLike<number>) => number {
  const least = rows.reduce((low, { weight }) => Math.min(low, weight), Number.POSITIVE_INFINITY)
  const ridge = least * RIDGE
  const a = new Float64Array(unknowns * unknowns)
  for (let i = 0; i < unknowns; i++) a[i * unknowns + i] = ridge
  for (const { members, weight } of rows)
    for (let i = 0; i < members.length; i++)
      for (let j = 0; j < members.length; j++) a[members[i] * unknowns + members[j]] += weight
  factor(a, unknowns)
  return (members) => {
    const y = new Float64Array(unknowns)
    for (let i = 0; i < members.length; i++) y[members[i]] = 1
    let sum = 0
    for (let i = 0; i < unknowns; i++) {
      let value = y[i]
      for (let j = 0; j < i; j++) value -= a[i * unknowns + j] * y[j]
      y[i] = value / a[i * unknowns + i]
      sum += y[i] ** 2
    }
    return sum * least > UNKNOWN ? Number.POSITIVE_INFINITY : sum
  }
}

const RIDGE = 1e-7
const UNKNOWN = 1e4

/** Cholesky, in place, lower triangle. */
function factor(a: Float64Array, n: number): void {
  for (let j = 0; j < n; j++) {
    for (let k = 0; k < j; k++) {
      const value = a[j * n + k]
      if (value !== 0) for (let i = j; i < n; i++) a[i * n + j] -= a[i * n + k] * value
    }
    const root = Math.sqrt(a[j * n + j])
    for (let i = j; i < n; i++) a[i * n + j] /= root
  }
}
