/** Classes of 2k or more halved until none is left: never dearer, since no half is wider than the whole. */

import { allRecords, type Points, subset } from '../points/points.ts'
import { mondrianParts } from './mondrian.ts'

export function splitLarge(points: Points, k: number, classes: readonly ArrayLike<number>[]): ArrayLike<number>[] {
  return classes.flatMap((list) => {
    if (list.length < 2 * k) return [list]
    const records = Int32Array.from(list)
    const { order, starts } = mondrianParts(subset(points, records), (from, to) => to - from >= 2 * k, k, {
      relaxed: true,
    })
    return Array.from(allRecords(starts.length - 1), (p) =>
      order.subarray(starts[p], starts[p + 1]).map((t) => records[t]),
    )
  })
}
