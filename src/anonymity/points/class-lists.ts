/** Classes as lists: the records of class c are members[starts[c]] .. members[starts[c + 1] - 1]. */
import { type Classes, SUPPRESSED } from '../problem/problem.ts'

export interface ClassLists {
  readonly count: number
  readonly starts: Int32Array
  readonly members: Int32Array
}

export function listClasses(classOf: Classes): ClassLists {
  let count = 0
  for (const c of classOf) if (c >= count) count = c + 1
  const starts = new Int32Array(count + 1)
  for (const c of classOf) if (c !== SUPPRESSED) starts[c + 1]++
  for (let c = 0; c < count; c++) starts[c + 1] += starts[c]
  const members = new Int32Array(starts[count])
  const next = starts.slice()
  classOf.forEach((c, i) => {
    if (c !== SUPPRESSED) members[next[c]++] = i
  })
  return { count, starts, members }
}

/** Numbers classes 0, 1, 2, ... in the order of their first records, leaving no number unused. */
export function renumber(classOf: Classes): Classes {
  const names = new Map<number, number>()
  return classOf.map((c) => {
    if (c === SUPPRESSED) return SUPPRESSED
    let name = names.get(c)
    if (name === undefined) names.set(c, (name = names.size))
    return name
  })
}

export function classesFromLists(n: number, lists: readonly ArrayLike<number>[]): Classes {
  const classOf = new Int32Array(n).fill(SUPPRESSED)
  lists.forEach((list, c) => {
    for (let t = 0; t < list.length; t++) classOf[list[t]] = c
  })
  return classOf
}

export function listsOf(classOf: Classes): number[][] {
  const { count, starts, members } = listClasses(classOf)
  return Array.from({ length: count }, (_, c) => Array.from(members.subarray(starts[c], starts[c + 1])))
}
