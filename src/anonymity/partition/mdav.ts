/**
 * MDAV microaggregation (Domingo-Ferrer, Torra, Data Min. Knowl. Discov. 11 (2005), 195-212): while at least 3k records are
 * free, the record furthest from the centre of the free ones takes its k - 1 nearest, and so does the record furthest
 * from that one; then one more class if 2k are left, and the rest are the last. Distance is the loss of the pair; the
 * centre of a tree or set column is its most frequent value.
 */
import { Box } from '../points/class-box.ts'
import { KdTree } from '../points/kd-tree.ts'
import { allRecords, type Points } from '../points/points.ts'

export function mdavClasses(points: Points, k: number): number[][] {
  const tree = new KdTree(points, allRecords(points.n))
  const probe = new Box(points)
  const centre = new Centre(points)
  const classes: number[][] = []
  const gather = (first: number): void => {
    const found = new Int32Array(k)
    probe.startWith(first)
    const size = tree.nearestMany(probe, k - 1, found, new Float64Array(k), first)
    const members = [first, ...found.subarray(0, size)]
    for (const record of members) {
      tree.remove(record)
      centre.leave(record)
    }
    classes.push(members)
  }
  while (tree.size >= 3 * k) {
    probe.start(0, centre.point(tree.size))
    const far = tree.furthest(probe)
    gather(far)
    probe.startWith(far)
    gather(tree.furthest(probe))
  }
  if (tree.size >= 2 * k) {
    probe.start(0, centre.point(tree.size))
    gather(tree.furthest(probe))
  }
  const rest = Array.from(allRecords(points.n)).filter((record) => tree.has(record))
  if (rest.length > 0) classes.push(rest)
  return classes
}

/** The mean of the free records in interval columns, the mode of all in the others. */
class Centre {
  readonly #points: Points
  readonly #sums: Float64Array
  readonly #point: Float64Array

  constructor(points: Points) {
    const { n, m, x, intervals } = points
    this.#points = points
    this.#sums = new Float64Array(intervals)
    this.#point = new Float64Array(m)
    for (let i = 0; i < n; i++) for (let j = 0; j < intervals; j++) this.#sums[j] += x[i * m + j]
    for (let j = intervals; j < m; j++) this.#point[j] = mode(points, j)
  }

  leave(record: number): void {
    const { m, x, intervals } = this.#points
    for (let j = 0; j < intervals; j++) this.#sums[j] -= x[record * m + j]
  }

  point(free: number): Float64Array {
    for (let j = 0; j < this.#sums.length; j++) this.#point[j] = this.#sums[j] / free
    return this.#point
  }
}

function mode({ n, m, x }: Points, j: number): number {
  const counts = new Map<number, number>()
  for (let i = 0; i < n; i++) counts.set(x[i * m + j], (counts.get(x[i * m + j]) ?? 0) + 1)
  let [best, most] = [0, 0]
  for (const [value, count] of counts) if (count > most) [best, most] = [value, count]
  return best
}
