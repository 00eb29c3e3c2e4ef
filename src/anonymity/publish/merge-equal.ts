/**
 * Classes that publish the same are one class to whoever reads the file. Joining them changes no loss and keeps every
 * rule: distinct values and entropy of a mixture are at least, and its distance from the whole at most, those of its parts.
 */
import { listClasses, renumber } from '../points/class-lists.ts'
import type { Points } from '../points/points.ts'
import { type Classes, SUPPRESSED } from '../problem/problem.ts'

export function mergeEqual(points: Points, classOf: Classes): Classes {
  const { count, starts, members } = listClasses(classOf)
  const names = new Map<string, number>()
  const nameOf = new Int32Array(count)
  for (let c = 0; c < count; c++) {
    const key = boxKey(points, members, starts[c], starts[c + 1])
    if (!names.has(key)) names.set(key, c)
    nameOf[c] = names.get(key)!
  }
  return renumber(classOf.map((c) => (c === SUPPRESSED ? SUPPRESSED : nameOf[c])))
}

function boxKey({ m, x, ordered }: Points, members: Int32Array, from: number, to: number): string {
  const parts: (number | string)[] = []
  for (let j = 0; j < m; j++) {
    if (j >= ordered) {
      const codes = new Set<number>()
      for (let t = from; t < to; t++) codes.add(x[members[t] * m + j])
      parts.push([...codes].sort((a, b) => a - b).join('|'))
      continue
    }
    let [low, high] = [Infinity, -Infinity]
    for (let t = from; t < to; t++) {
      const value = x[members[t] * m + j]
      if (value < low) low = value
      if (value > high) high = value
    }
    parts.push(low, high)
  }
  return parts.join()
}
