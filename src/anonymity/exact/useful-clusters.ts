/** Every cluster of k to 2k - 1 records that can be part of a partition as good as a known one. */
import type { Points } from '../points/points.ts'

export interface Clusters {
  readonly count: number
  /** The records of cluster c are members[starts[c]] .. members[starts[c + 1] - 1], ascending. */
  readonly starts: Int32Array
  readonly members: Uint16Array
  /** Size times width. */
  readonly costs: Float64Array
}

/**
 * Walks subsets in lexicographic order with their widths; `extend(chosen, size, width)` says whether to go on to larger
 * ones. Width never falls along the way.
 */
export function walkSubsets(
  points: Points,
  largest: number,
  extend: (chosen: Int32Array, size: number, width: number) => boolean,
): void {
  const { n, m, x, ordered } = points
  const chosen = new Int32Array(largest)
  const low = new Float64Array((largest + 1) * m).fill(Infinity)
  const high = new Float64Array((largest + 1) * m).fill(-Infinity)
  const distinct = new Int32Array((largest + 1) * (m - ordered))
  const add = (size: number, record: number): number => {
    for (let j = 0; j < m; j++) {
      const value = x[record * m + j]
      low[(size + 1) * m + j] = Math.min(low[size * m + j], value)
      high[(size + 1) * m + j] = Math.max(high[size * m + j], value)
      if (j < ordered) continue
      let t = 0
      while (t < size && x[chosen[t] * m + j] !== value) t++
      const s = j - ordered
      distinct[(size + 1) * (m - ordered) + s] = distinct[size * (m - ordered) + s] + (t === size ? 1 : 0)
    }
    return boxWidth(points, low, high, distinct, size + 1)
  }
  const grow = (size: number, from: number): void => {
    for (let record = from; record < n; record++) {
      const width = add(size, record)
      chosen[size] = record
      if (extend(chosen, size + 1, width) && size + 1 < largest) grow(size + 1, record + 1)
    }
  }
  grow(0, 0)
}

function boxWidth(points: Points, low: Float64Array, high: Float64Array, distinct: Int32Array, row: number): number {
  const { m, intervals, ordered, treeCosts, setPrices } = points
  let width = 0
  for (let j = 0; j < intervals; j++) width += high[row * m + j] - low[row * m + j]
  for (let j = intervals; j < ordered; j++) width += treeCosts[j - intervals].of(low[row * m + j], high[row * m + j])
  for (let s = 0; s < m - ordered; s++) width += setPrices[s][distinct[row * (m - ordered) + s]]
  return width
}

/** The least width of any k records that include record i, for every i; `known` are widths already met. */
export function leastWidths(points: Points, k: number, known: Float64Array): Float64Array {
  const least = known.slice()
  let ceiling = Math.max(...least)
  walkSubsets(points, k, (chosen, size, width) => {
    if (width >= ceiling) return false
    if (size < k) return true
    let changed = false
    for (let t = 0; t < k; t++) {
      if (width < least[chosen[t]]) {
        changed ||= least[chosen[t]] === ceiling
        least[chosen[t]] = width
      }
    }
    if (changed) ceiling = Math.max(...least)
    return false
  })
  return least
}

/**
 * Clusters C with sum over C of (width(C) - least[i]) <= gap. Every term is at least 0, so a subset that breaks this
 * breaks it for good; and a cluster outside cannot be part of a partition within `gap` of the bound sum(least).
 */
export function usefulClusters(points: Points, k: number, least: Float64Array, gap: number): Clusters {
  const starts: number[] = [0]
  const members: number[] = []
  const costs: number[] = []
  walkSubsets(points, 2 * k - 1, (chosen, size, width) => {
    let excess = 0
    for (let t = 0; t < size; t++) if (width > least[chosen[t]]) excess += width - least[chosen[t]]
    if (excess > gap) return false
    if (size >= k) {
      for (let t = 0; t < size; t++) members.push(chosen[t])
      starts.push(members.length)
      costs.push(size * width)
    }
    return true
  })
  return {
    count: costs.length,
    starts: Int32Array.from(starts),
    members: Uint16Array.from(members),
    costs: Float64Array.from(costs),
  }
}
