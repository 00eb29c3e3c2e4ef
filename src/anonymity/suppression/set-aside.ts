/** Records that need no search: those k-anonymous as they are, and outliers dearer to publish than to suppress. */

import { leastWidthBounds } from '../bound/least-widths.ts'
import { pairWidth } from '../points/class-box.ts'
import { distinctPoints } from '../points/distinct-points.ts'
import type { Points } from '../points/points.ts'
import type { ClassRule } from '../problem/sensitive-rules.ts'

export interface SetAside {
  /** Groups of at least k equal records, published as they are. */
  readonly untouched: readonly Int32Array[]
  readonly rest: Int32Array
}

/**
 * Groups of k or more equal records (that meet the rules), and the others. When fewer than k others are left, the groups
 * nearest to them are given up until they are enough.
 */
export function setAside(points: Points, k: number, rule?: ClassRule): SetAside {
  const { count, starts, members } = distinctPoints(points)
  const groups = Array.from({ length: count }, (_, g) => members.slice(starts[g], starts[g + 1]))
  const large = (group: Int32Array): boolean =>
    group.length >= k && (rule === undefined || rule.admits(group, 0, group.length))
  const untouched = groups.filter(large)
  let rest = groups.filter((group) => !large(group)).flatMap((group) => [...group])
  if (rest.length > 0 && rest.length < k) {
    const [first] = rest
    untouched.sort((a, b) => pairWidth(points, first, b[0]) - pairWidth(points, first, a[0]))
    while (rest.length < k && untouched.length > 0) rest = rest.concat([...untouched.pop()!])
  }
  return { untouched, rest: Int32Array.from(rest).sort() }
}

/**
 * Up to `most` records to suppress, the loneliest first: those of whom any class of k would lose more in all than their
 * suppression costs. A proposal, to be compared with suppressing nobody.
 */
export function lonelyRecords(points: Points, k: number, most: number, shouldStop?: () => boolean): Int32Array {
  const bounds = leastWidthBounds(points, k, { branches: 50, shouldStop })
  const order = Array.from(bounds.keys()).filter((i) => k * bounds[i] > points.suppressionLoss)
  order.sort((a, b) => bounds[b] - bounds[a] || a - b)
  return Int32Array.from(order.slice(0, Math.min(most, points.n - k)))
}
