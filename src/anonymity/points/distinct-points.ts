/** Equal records gathered: what duplicates are merged into. Hashing with open addressing, no string for a row. */
import type { Points } from './points.ts'

export interface Distinct {
  readonly count: number
  /** The distinct point of each record, numbered in the order of first records. */
  readonly groupOf: Int32Array
  /** The records of group g are members[starts[g]] .. members[starts[g + 1] - 1], ascending. */
  readonly starts: Int32Array
  readonly members: Int32Array
}

export function distinctPoints(points: Points): Distinct {
  const { n, m } = points
  let slots = 1
  while (slots < 2 * n) slots *= 2
  const table = new Int32Array(slots).fill(-1)
  const groupOf = new Int32Array(n)
  const first: number[] = []
  const words = new Int32Array(points.x.buffer, points.x.byteOffset, 2 * n * m)
  for (let i = 0; i < n; i++) {
    let slot = hash(words, 2 * i * m, 2 * m) & (slots - 1)
    while (table[slot] >= 0 && !equalRows(points, first[table[slot]], i)) slot = (slot + 1) & (slots - 1)
    if (table[slot] < 0) table[slot] = first.push(i) - 1
    groupOf[i] = table[slot]
  }
  return { count: first.length, groupOf, ...gather(groupOf, first.length) }
}

function gather(groupOf: Int32Array, count: number): { starts: Int32Array; members: Int32Array } {
  const starts = new Int32Array(count + 1)
  for (const group of groupOf) starts[group + 1]++
  for (let g = 0; g < count; g++) starts[g + 1] += starts[g]
  const next = starts.slice()
  const members = new Int32Array(groupOf.length)
  groupOf.forEach((group, i) => {
    members[next[group]++] = i
  })
  return { starts, members }
}

function hash(words: Int32Array, from: number, length: number): number {
  let h = 0x811c9dc5
  for (let t = from; t < from + length; t++) {
    h = Math.imul(h ^ words[t], 0x01000193)
    h ^= h >>> 15
  }
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b)
  return (h ^ (h >>> 13)) >>> 0
}

export function equalRows({ m, x }: Points, a: number, b: number): boolean {
  for (let j = 0; j < m; j++) if (x[a * m + j] !== x[b * m + j]) return false
  return true
}
