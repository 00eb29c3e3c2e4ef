/**
 * The optimal partition by dynamic programming over subsets of records:
 *   best(S) = min over clusters C in S with min(S) in C, k <= |C| <= 2k - 1, of cost(C) + best(S \ C)
 *
 * Walked forward from the empty cover. A cover is dropped when its cost and the least widths of the records still
 * uncovered exceed a known partition. Of equal records the earlier is used first, so that exchanging them gives nothing
 * new: that is how duplicates are merged without losing the optimum.
 */
import { widthOf } from '../points/class-box.ts'
import { classesFromLists, listClasses } from '../points/class-lists.ts'
import { lossOf } from '../points/class-loss.ts'
import type { Points } from '../points/points.ts'
import type { Classes } from '../problem/problem.ts'
import { type Clusters, leastWidths, usefulClusters } from './useful-clusters.ts'

export const MOST_RECORDS_FOR_SUBSETS = 20
/** Relative slack when a bound is compared with a known loss. */
export const TIE = 1e-9

/** The widths of the classes that a known partition puts the records in. */
export function knownWidths(points: Points, known: Classes): Float64Array {
  const { count, starts, members } = listClasses(known)
  const widths = new Float64Array(points.n)
  for (let c = 0; c < count; c++) {
    const width = widthOf(points, members, starts[c], starts[c + 1])
    for (let t = starts[c]; t < starts[c + 1]; t++) widths[members[t]] = width
  }
  return widths
}

/** An optimal partition of at most 20 records, given any partition to start from. */
export function solveSubsets(points: Points, k: number, known: Classes): Classes {
  const upper = lossOf(points, known) * (1 + TIE) + TIE
  const least = leastWidths(points, k, knownWidths(points, known))
  const bound = least.reduce((sum, width) => sum + width, 0)
  const clusters = usefulClusters(points, k, least, upper - bound)
  const table = new SubsetTable(points, clusters)
  return table.solve(k, least, upper)
}

class SubsetTable {
  readonly #points: Points
  readonly #clusters: Clusters
  readonly #masks: Int32Array
  /** Records that must be covered before a cluster is used: earlier equals of its members that it leaves out. */
  readonly #needs: Int32Array
  /** Clusters whose first record is i are firstOf[i] .. firstOf[i + 1] - 1: the walk lists them in that order. */
  readonly #firstOf: Int32Array

  constructor(points: Points, clusters: Clusters) {
    this.#points = points
    this.#clusters = clusters
    const { count, starts, members } = clusters
    const earlier = earlierEqual(points)
    this.#masks = new Int32Array(count)
    this.#needs = new Int32Array(count)
    this.#firstOf = new Int32Array(points.n + 1)
    for (let c = 0; c < count; c++) {
      this.#firstOf[members[starts[c]] + 1]++
      for (let t = starts[c]; t < starts[c + 1]; t++) {
        this.#masks[c] |= 1 << members[t]
        if (earlier[members[t]] >= 0) this.#needs[c] |= 1 << earlier[members[t]]
      }
      this.#needs[c] &= ~this.#masks[c]
    }
    for (let i = 0; i < points.n; i++) this.#firstOf[i + 1] += this.#firstOf[i]
  }

  solve(k: number, least: Float64Array, upper: number): Classes {
    const { n } = this.#points
    const full = 2 ** n - 1
    const best = new Float64Array(full + 1).fill(Infinity)
    const chosen = new Int32Array(full + 1)
    best[0] = 0
    for (let cover = 0; cover < full; cover++) {
      if (best[cover] === Infinity) continue
      let rest = 0
      let open = 0
      for (let i = 0; i < n; i++) {
        if ((cover >> i) & 1) continue
        rest += least[i]
        open++
      }
      if (open >= k && best[cover] + rest <= upper) this.#relax(cover, best, chosen)
    }
    return this.#trace(full, chosen)
  }

  #relax(cover: number, best: Float64Array, chosen: Int32Array): void {
    const first = 31 - Math.clz32(~cover & (cover + 1))
    const { costs } = this.#clusters
    const from = best[cover]
    for (let c = this.#firstOf[first]; c < this.#firstOf[first + 1]; c++) {
      const mask = this.#masks[c]
      if ((mask & cover) !== 0 || (this.#needs[c] & ~cover) !== 0) continue
      const next = cover | mask
      if (from + costs[c] < best[next]) {
        best[next] = from + costs[c]
        chosen[next] = c
      }
    }
  }

  #trace(full: number, chosen: Int32Array): Classes {
    const { starts, members } = this.#clusters
    const lists: Uint16Array[] = []
    for (let cover = full; cover !== 0; cover &= ~this.#masks[chosen[cover]]) {
      const c = chosen[cover]
      lists.push(members.subarray(starts[c], starts[c + 1]))
    }
    return classesFromLists(this.#points.n, lists.reverse())
  }
}

/** For each record the last earlier one equal to it, or -1. */
export function earlierEqual({ n, m, x }: Points): Int32Array {
  const last = new Map<string, number>()
  return Int32Array.from({ length: n }, (_, i) => {
    const key = x.subarray(i * m, i * m + m).join()
    const before = last.get(key) ?? -1
    last.set(key, i)
    return before
  })
}
