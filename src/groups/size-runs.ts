/**
 * The groups of one region in the order of their estimated sizes, as runs of groups with one size and one variance.
 *
 * Kuo, Chiu, Kifer, Hay, Machanavajjhala, "Differentially Private Hierarchical Count-of-Counts Histograms", PVLDB
 * 11(11) (2018). Two ways to get them from noisy values, both by isotonic least squares:
 * - Hc, from cumulative counts. A count is the difference of two of them, with twice the variance v of the noise; an
 *   error of one group in a run of n moves the size of 1/n of it, so a size has the variance 2 v / n.
 * - Hg, from the sorted sizes themselves. A pooled block of n of them is the mean of n noisy values: v / n.
 */
import { IsotonicRows } from '../optimize/tree/isotonic.ts'

export interface SizeRun {
  /** A whole number from 1 to the largest size. */
  readonly size: number
  readonly groups: number
  /** Of the size of one of these groups. */
  readonly variance: number
}

/** Keeps weights finite where noise is none. */
const LEAST_VARIANCE = 1e-9

/** Hc: a region with a known number of groups, from its noisy cumulative counts. */
export function runsFromCumulative(noisy: Float64Array, groups: number, variance: number): SizeRun[] {
  const rising = noisy.slice(0, -1) // the last is the known number
  new IsotonicRows(rising.length).project(rising, 0, rising.length, { lower: 0, upper: groups })
  const runs: SizeRun[] = []
  let before = 0
  for (let s = 0; s < noisy.length; s++) {
    const reached = s < rising.length ? Math.floor(rising[s] + 0.5) : groups
    const own = reached - before
    if (own > 0) runs.push({ size: s + 1, groups: own, variance: Math.max((2 * variance) / own, LEAST_VARIANCE) })
    before = reached
  }
  return runs
}

/** Hg: from the noisy sizes of a region's groups, which were sorted before noise was added. */
export function runsFromSorted(noisy: Float64Array, sizes: number, variance: number): SizeRun[] {
  const rising = noisy.slice()
  new IsotonicRows(rising.length).project(rising, 0, rising.length, { lower: 1, upper: sizes })
  const runs: SizeRun[] = []
  for (let from = 0, to = 0; from < rising.length; from = to) {
    while (to < rising.length && rising[to] === rising[from]) to++
    const groups = to - from
    const size = Math.floor(rising[from] + 0.5)
    runs.push({ size, groups, variance: Math.max(variance / groups, LEAST_VARIANCE) })
  }
  return joinEqual(runs)
}

/** Runs sorted by size, those of one size joined with the mean of their variances. */
export function joinEqual(runs: readonly SizeRun[]): SizeRun[] {
  const sorted = [...runs].sort((a, b) => a.size - b.size)
  const joined: SizeRun[] = []
  for (const run of sorted) {
    const last = joined[joined.length - 1]
    if (last?.size !== run.size) joined.push(run)
    else joined[joined.length - 1] = joinTwo(last, run)
  }
  return joined
}

function joinTwo(a: SizeRun, b: SizeRun): SizeRun {
  const groups = a.groups + b.groups
  return { size: a.size, groups, variance: (a.groups * a.variance + b.groups * b.variance) / groups }
}
