/**
 * Greedy Search (section 3.2, Algorithm 2): records in the paper's order; each record still free opens a class and takes,
 * k - 1 times, the free record with which the class loses least. Records left over at the end join the class whose loss
 * with them is least. Ties go to the record first in order.
 *
 * A k-d tree finds the record to take, so the work is well below the paper's n^2; the classes are those of the scan.
 */
import { Box, widthOf } from '../points/class-box.ts'
import { KdTree } from '../points/kd-tree.ts'
import type { Points } from '../points/points.ts'
import type { ClassRule } from '../problem/sensitive-rules.ts'

export function greedyClasses(points: Points, k: number, order: Int32Array, rule?: ClassRule): number[][] {
  return greedyUnlessStopped(points, k, order, () => false, rule)!
}

/** As `greedyClasses`; undefined as soon as it is to stop, which is asked at every class. */
export function greedyUnlessStopped(
  points: Points,
  k: number,
  order: Int32Array,
  shouldStop: () => boolean,
  rule?: ClassRule,
): number[][] | undefined {
  const rank = new Int32Array(points.n)
  order.forEach((record, t) => {
    rank[record] = t
  })
  const tree = new KdTree(points, order, rank)
  const box = new Box(points)
  const classes: number[][] = []
  for (const first of order) {
    if (!tree.has(first)) continue
    if (tree.size < k) break
    if (shouldStop()) return undefined
    const members = [first]
    box.startWith(first)
    tree.remove(first)
    while (members.length < k || (tree.size > 0 && rule !== undefined && !rule.admits(members, 0, members.length))) {
      const next = tree.nearest(box)
      box.add(next)
      tree.remove(next)
      members.push(next)
    }
    classes.push(members)
  }
  for (const record of order) if (tree.has(record)) classes[cheapestHome(points, classes, record)].push(record)
  return classes
}

/** The class that loses least, as a whole, once the record is in it. */
export function cheapestHome(points: Points, classes: readonly (readonly number[])[], record: number): number {
  let [best, least] = [0, Infinity]
  classes.forEach((members, c) => {
    const loss = (members.length + 1) * widthOf(points, [...members, record])
    if (loss < least) [best, least] = [c, loss]
  })
  return best
}
