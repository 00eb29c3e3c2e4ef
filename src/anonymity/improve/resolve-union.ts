/** A few classes dissolved and divided again, as well as can be. */

import { solveSubsets } from '../exact/exact-subsets.ts'
import { listsOf } from '../points/class-lists.ts'
import { subset } from '../points/points.ts'
import type { Partition } from './moving-partition.ts'

/** Records in a union that is re-solved exactly: beyond, the dynamic program takes too long for a move. */
export const MOST_RESOLVED = 15

/** Replaces the given classes by an optimal partition of their records, if that is better. */
export function resolveUnion(partition: Partition, union: readonly number[]): void {
  const { points, k, room, size, members } = partition
  const lists = union.map((c) => members.slice(c * room, c * room + size[c]))
  const records = Int32Array.from(lists.flatMap((list) => [...list]))
  const known = Int32Array.from(lists.flatMap((list, t) => Array<number>(list.length).fill(t)))
  const before = union.reduce((sum, c) => sum + partition.costOf(c), 0)
  const small = subset(points, records)
  const found = listsOf(solveSubsets(small, k, known)).map((list) => list.map((t) => records[t]))
  const classes = [...union]
  while (classes.length < found.length) {
    const fresh = partition.take()
    if (fresh < 0) return
    classes.push(fresh)
  }
  const loss = partition.loss
  partition.replace(classes, found)
  if (partition.loss > loss + 1e-9 * before) partition.replace(classes, lists)
}
