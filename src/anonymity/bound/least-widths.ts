/**
 * For each record at most the least width of any k records that include it: valid duals to begin with.
 *
 * Let u_i be that number. A class C has |C| >= k records, so its width is at least u_i for each of them (width never falls
 * as a class grows), and its loss |C| width(C) is at least the sum of u_i over C.
 *
 * All of C lies within pair width W of i if C has width W. So the search is over the records near i, by branch and bound
 * from the nearest outwards, with limits on branches and on how far the k-d tree looks; what was cut off still counts with
 * the width it had reached, so the numbers are valid whatever the limits.
 */
import { Box, widthOf } from '../points/class-box.ts'
import { distinctPoints } from '../points/distinct-points.ts'
import { KdTree } from '../points/kd-tree.ts'
import { allRecords, type Points } from '../points/points.ts'

export interface LeastWidthOptions {
  /** Branches tried for a record before its bound is taken as it stands; more is tighter and slower. By size unless given. */
  readonly branches?: number
  readonly shouldStop?: (() => boolean) | undefined
}

const NEAREST = 40

/** By record; equal records have equal bounds. Those not come to when stopped have 0. */
export function leastWidthBounds(points: Points, k: number, options: LeastWidthOptions = {}): Float64Array {
  const bounds = new Float64Array(points.n)
  const { count, starts, members } = distinctPoints(points)
  const finder = new WidthFinder(points, k, options.branches ?? branchesFor(points.n))
  for (let g = 0; g < count; g++) {
    const copies = starts[g + 1] - starts[g]
    if (copies >= k) continue
    if (g % 64 === 0 && options.shouldStop?.()) break
    const bound = finder.least(members[starts[g]])
    for (let t = starts[g]; t < starts[g + 1]; t++) bounds[members[t]] = bound
  }
  return bounds
}

/** Branches tried for a record: in large files only its nearest are looked at. */
function branchesFor(n: number): number {
  return n <= 20_000 ? 300 : n <= 200_000 ? 30 : 0
}

/** Nodes of the k-d tree looked into for a record: all that matter in small files, fewer in large ones. */
function visitsFor(n: number): number {
  return n <= 20_000 ? Infinity : n <= 200_000 ? 200 : 60
}

class WidthFinder {
  readonly #points: Points
  readonly #k: number
  readonly #branches: number
  readonly #visits: number
  readonly #tree: KdTree
  readonly #box: Box
  readonly #near: Int32Array
  readonly #widths: Float64Array
  readonly #chosen: Int32Array
  #found = 0
  #best = 0
  #open = 0
  #left = 0

  constructor(points: Points, k: number, branches: number) {
    const most = Math.max(2 * k, NEAREST)
    this.#points = points
    this.#k = k
    this.#branches = branches
    this.#visits = visitsFor(points.n)
    this.#tree = new KdTree(points, allRecords(points.n))
    this.#box = new Box(points)
    this.#near = new Int32Array(most)
    this.#widths = new Float64Array(most)
    this.#chosen = new Int32Array(k)
  }

  /** At most the least width of any k records with this one. */
  least(record: number): number {
    this.#box.startWith(record)
    this.#found = this.#tree.nearMany(
      this.#box,
      this.#near.length,
      this.#near,
      this.#widths,
      record,
      Infinity,
      this.#visits,
    )
    // Any class with somebody who is not in the list is at least as wide as the list reaches.
    const { reach } = this.#tree
    if (this.#found < this.#k - 1) return reach === Infinity ? 0 : reach
    this.#chosen[0] = record
    for (let t = 1; t < this.#k; t++) this.#chosen[t] = this.#near[t - 1]
    this.#best = widthOf(this.#points, this.#chosen)
    this.#open = Infinity
    this.#left = this.#branches
    this.#grow(1, 0)
    return Math.min(this.#best, this.#open, reach)
  }

  /** Tries every way to go on with neighbours from `from`. */
  #grow(size: number, from: number): void {
    const missing = this.#k - size
    for (let t = from; t + missing <= this.#found; t++) {
      // Going on from t takes at least the pair width of the neighbour `missing - 1` places further.
      if (this.#widths[t + missing - 1] >= this.#best) return
      this.#chosen[size] = this.#near[t]
      const width = widthOf(this.#points, this.#chosen, 0, size + 1)
      if (width >= this.#best) continue
      if (missing === 1) this.#best = width
      else if (this.#left-- > 0) this.#grow(size + 1, t + 1)
      else this.#open = Math.min(this.#open, Math.max(width, this.#widths[t + missing - 1]))
    }
  }
}
