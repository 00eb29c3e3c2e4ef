/**
 * A k-d tree that answers in the units of the loss: which record widens a box least, which are the nearest to a point,
 * which is the furthest.
 *
 * Ties are broken by rank exactly as a scan in rank order would. A node's bound is computed by the same operations in the
 * same order as a record's width, and each of them is monotone in floating point, so pruning never loses the minimum.
 */

import { KeyHeap } from '../../optimize/index.ts'
import type { Box } from './class-box.ts'
import { KdNodes, NONE } from './kd-nodes.ts'

export class KdTree extends KdNodes {
  readonly #stack: number[] = []
  readonly #bounds: number[] = []
  readonly #heap = new KeyHeap()

  /** No record of the node makes the box narrower than this; infinite as soon as it exceeds `limit`. */
  #bound(node: number, box: Box, limit: number): number {
    if (this.alive[node] === 0) return Infinity
    const { m, intervals, ordered, treeCosts, setPrices } = this.points
    const { low, high } = box
    let width = 0
    for (let j = 0; j < ordered; j++) {
      const nodeLow = this.low[node * m + j]
      const nodeHigh = this.high[node * m + j]
      const top = nodeLow > high[j] ? nodeLow : high[j]
      const bottom = nodeHigh < low[j] ? nodeHigh : low[j]
      width += j < intervals ? top - bottom : treeCosts[j - intervals].of(bottom, top)
      if (width > limit) return Infinity
    }
    for (let j = ordered; j < m; j++) {
      const s = j - ordered
      const met = (this.masks[node * (m - ordered) + s] & box.masks[s]) !== 0
      width += setPrices[s][met ? box.distinct[s] : box.distinct[s] + 1]
    }
    return width
  }

  /**
   * The living record that widens the box least, the one of least rank among equals; -1 when there is none. `allowed`
   * may refuse records.
   */
  nearest(box: Box, allowed?: (record: number) => boolean): number {
    let [best, bestWidth, bestRank] = [NONE, Infinity, Infinity]
    this.#stack.length = this.#bounds.length = 0
    this.#enter(0, -Infinity)
    while (this.#stack.length > 0) {
      const node = this.#stack.pop()!
      const bound = this.#bounds.pop()!
      if (bound > bestWidth || (bound === bestWidth && this.least[node] >= bestRank)) continue
      if (this.left[node] !== NONE) {
        this.#enterChildren(node, box, bestWidth)
        continue
      }
      const to = this.from[node] + this.alive[node]
      for (let t = this.from[node]; t < to; t++) {
        const record = this.order[t]
        const width = box.widthWith(record, bestWidth)
        if (width > bestWidth) continue
        const rank = this.rankOf(record)
        if (width === bestWidth && rank >= bestRank) continue
        if (allowed !== undefined && !allowed(record)) continue
        best = record
        bestWidth = width
        bestRank = rank
      }
    }
    return best
  }

  /** The `count` living records nearest to the box, nearest first, in `found`, their widths in `widths`; how many. */
  nearestMany(box: Box, count: number, found: Int32Array, widths: Float64Array, except = NONE): number {
    let size = 0
    let limit = Infinity
    this.#stack.length = this.#bounds.length = 0
    this.#enter(0, -Infinity)
    while (this.#stack.length > 0) {
      const node = this.#stack.pop()!
      if (this.#bounds.pop()! >= limit) continue
      if (this.left[node] !== NONE) {
        this.#enterChildren(node, box, limit)
        continue
      }
      const to = this.from[node] + this.alive[node]
      for (let t = this.from[node]; t < to; t++) {
        const record = this.order[t]
        const width = box.widthWith(record, limit)
        if (width >= limit || record === except) continue
        if (size < count) size++
        insert(found, widths, size, record, width)
        if (size === count) limit = widths[size - 1]
      }
    }
    return size
  }

  /** Every living record with which the box is narrower than `limit`, in no order, in `found`. */
  within(box: Box, limit: number, found: number[]): void {
    found.length = this.#stack.length = 0
    this.#stack.push(0)
    while (this.#stack.length > 0) {
      const node = this.#stack.pop()!
      if (!(this.#bound(node, box, limit) < limit)) continue
      if (this.left[node] !== NONE) {
        this.#stack.push(this.left[node], this.left[node] + 1)
        continue
      }
      for (let t = this.from[node]; t < this.from[node] + this.alive[node]; t++) {
        if (box.widthWith(this.order[t], limit) < limit) found.push(this.order[t])
      }
    }
  }

  /** After `nearMany`: every living record nearer than this was found. */
  reach = 0

  /**
   * As `nearestMany`, but looks into `buckets` buckets and `visits` nodes only, the nearest first: what lies beyond
   * `reach` may be missed.
   */
  nearMany(
    box: Box,
    count: number,
    found: Int32Array,
    widths: Float64Array,
    except: number,
    buckets: number,
    visits = Infinity,
  ): number {
    const heap = this.#heap
    let [size, limit, left, steps] = [0, Infinity, buckets, visits]
    heap.clear()
    heap.push(0, 0)
    while (left > 0 && steps-- > 0 && heap.size > 0 && heap.leastKey() < limit) {
      const node = heap.pop()
      if (this.left[node] !== NONE) {
        for (let child = this.left[node]; child <= this.left[node] + 1; child++) {
          const bound = this.#bound(child, box, limit)
          if (bound < limit) heap.push(bound, child)
        }
        continue
      }
      left--
      const to = this.from[node] + this.alive[node]
      for (let t = this.from[node]; t < to; t++) {
        const record = this.order[t]
        const width = box.widthWith(record, limit)
        if (width >= limit || record === except) continue
        if (size < count) size++
        insert(found, widths, size, record, width)
        if (size === count) limit = widths[size - 1]
      }
    }
    this.reach = Math.min(limit, heap.size > 0 ? heap.leastKey() : Infinity)
    return size
  }

  #enter(node: number, bound: number): void {
    if (this.alive[node] === 0 || bound === Infinity) return
    this.#stack.push(node)
    this.#bounds.push(bound)
  }

  /** Both children, the nearer to be looked into first. */
  #enterChildren(node: number, box: Box, limit: number): void {
    const a = this.left[node]
    const b = a + 1
    const boundA = this.#bound(a, box, limit)
    const boundB = this.#bound(b, box, limit)
    if (boundA < boundB || (boundA === boundB && this.least[a] < this.least[b])) {
      this.#enter(b, boundB)
      this.#enter(a, boundA)
    } else {
      this.#enter(a, boundA)
      this.#enter(b, boundB)
    }
  }

  /** The living record whose pair with the box's single point is widest; -1 when there is none. */
  furthest(box: Box): number {
    let [best, bestWidth, bestRank] = [NONE, -1, Infinity]
    const stack = this.#stack
    const bounds = this.#bounds
    stack.length = bounds.length = 0
    stack.push(0)
    bounds.push(Infinity)
    while (stack.length > 0) {
      const node = stack.pop()!
      const most = bounds.pop()!
      if (this.alive[node] === 0 || most < bestWidth) continue
      if (most === bestWidth && this.least[node] >= bestRank) continue
      const left = this.left[node]
      if (left !== NONE) {
        const leftMost = this.#mostWidth(left, box)
        const rightMost = this.#mostWidth(left + 1, box)
        const near = leftMost >= rightMost ? left + 1 : left // the nearer child is looked into last
        stack.push(near, 2 * left + 1 - near)
        bounds.push(Math.min(leftMost, rightMost), Math.max(leftMost, rightMost))
        continue
      }
      for (let t = this.from[node]; t < this.from[node] + this.alive[node]; t++) {
        const record = this.order[t]
        const width = box.widthWith(record)
        const rank = this.rankOf(record)
        if (width > bestWidth || (width === bestWidth && rank < bestRank)) {
          ;[best, bestWidth, bestRank] = [record, width, rank]
        }
      }
    }
    return best
  }

  /** No record of the node is further than this. */
  #mostWidth(node: number, box: Box): number {
    if (this.alive[node] === 0) return -1
    const { m, intervals, ordered, treeCosts, setPrices } = this.points
    let width = 0
    for (let j = 0; j < ordered; j++) {
      const bottom = Math.min(this.low[node * m + j], box.low[j])
      const top = Math.max(this.high[node * m + j], box.high[j])
      if (j < intervals) width += Math.max(top - box.low[j], box.high[j] - bottom)
      else width += treeCosts[j - intervals].of(bottom, top)
    }
    for (let j = ordered; j < m; j++) width += setPrices[j - ordered][2]
    return width
  }
}

/** Puts a record in its place by width among the first `size - 1`, the last of which drops out if there is no room. */
function insert(found: Int32Array, widths: Float64Array, size: number, record: number, width: number): void {
  let t = size - 1
  for (; t > 0 && widths[t - 1] > width; t--) {
    widths[t] = widths[t - 1]
    found[t] = found[t - 1]
  }
  widths[t] = width
  found[t] = record
}
