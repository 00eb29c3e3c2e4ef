/**
 * k-member clustering (Byun, Kamra, Bertino, Li, DASFAA 2007): each class opens with the free record furthest from the
 * last one's opener and takes, k - 1 times, the record that widens it least; what is left over joins the class that loses
 * least more by it.
 */
import { Box, widthOf } from '../points/class-box.ts'
import { KdTree } from '../points/kd-tree.ts'
import { allRecords, type Points } from '../points/points.ts'
import type { ClassRule } from '../problem/sensitive-rules.ts'

/** `shouldStop` is asked at every class; once true, the rest is dealt out at once and the classes are still valid. */
export function kMemberClasses(points: Points, k: number, rule?: ClassRule): number[][] {
  const tree = new KdTree(points, allRecords(points.n))
  const box = new Box(points)
  const classes: number[][] = []
  let opener = 0
  box.startWith(opener)
  while (tree.size >= k) {
    box.startWith(opener)
    opener = tree.furthest(box)
    const members = [opener]
    box.startWith(opener)
    tree.remove(opener)
    while (members.length < k || (tree.size > 0 && rule !== undefined && !rule.admits(members, 0, members.length))) {
      const next = tree.nearest(box)
      box.add(next)
      tree.remove(next)
      members.push(next)
    }
    classes.push(members)
  }
  for (let record = 0; record < points.n; record++) {
    if (tree.has(record)) classes[leastIncrease(points, classes, record)].push(record)
  }
  return classes
}

function leastIncrease(points: Points, classes: readonly (readonly number[])[], record: number): number {
  let [best, least] = [0, Infinity]
  classes.forEach((members, c) => {
    const before = members.length * widthOf(points, members)
    const more = (members.length + 1) * widthOf(points, [...members, record]) - before
    if (more < least) [best, least] = [c, more]
  })
  return best
}
