/**
 * Mondrian (LeFevre, DeWitt, Ramakrishnan, ICDE 2006): halve the records at the median of the widest column, again and
 * again, while both halves keep k records (and meet the rules). Strict: records of one value stay on one side. Relaxed:
 * the median value is divided so that the halves are equal. Published ranges are those of the records, not of the cuts.
 */
import { allRecords, type Points } from '../points/points.ts'
import { selectInto } from '../points/select-by-column.ts'
import type { Classes } from '../problem/problem.ts'
import type { ClassRule } from '../problem/sensitive-rules.ts'

export interface MondrianOptions {
  readonly relaxed?: boolean
  readonly rule?: ClassRule | undefined
}

export function mondrianClasses(points: Points, k: number, options: MondrianOptions = {}): Classes {
  const classOf = new Int32Array(points.n)
  const parts = mondrianParts(points, (from, to) => to - from >= 2 * k, k, options)
  for (let c = 0; c + 1 < parts.starts.length; c++) {
    for (let t = parts.starts[c]; t < parts.starts[c + 1]; t++) classOf[parts.order[t]] = c
  }
  return classOf
}

export interface Parts {
  /** Part p holds the records order[starts[p]] .. order[starts[p + 1] - 1]. */
  readonly order: Int32Array
  readonly starts: Int32Array
}

/** Cuts while `divisible(from, to)` and a cut with k on both sides exists. */
export function mondrianParts(
  points: Points,
  divisible: (from: number, to: number) => boolean,
  k: number,
  options: MondrianOptions = {},
): Parts {
  const order = allRecords(points.n)
  const starts: number[] = []
  const pending: [number, number][] = [[0, points.n]]
  while (pending.length > 0) {
    const [from, to] = pending.pop()!
    const cut = divisible(from, to) ? findCut(points, order, from, to, k, options) : undefined
    if (cut === undefined) starts.push(from)
    else pending.push([cut, to], [from, cut])
  }
  return { order, starts: Int32Array.from([...starts, points.n]) }
}

/** Columns from the widest to the narrowest, leaving out those with one value. */
function columnsByWidth(points: Points, order: Int32Array, from: number, to: number): number[] {
  const { m, x, intervals, ordered, treeCosts, setPrices } = points
  const widths = new Float64Array(m)
  for (let j = 0; j < m; j++) {
    let [low, high] = [Infinity, -Infinity]
    for (let t = from; t < to; t++) {
      const value = x[order[t] * m + j]
      if (value < low) low = value
      if (value > high) high = value
    }
    if (low === high) continue
    if (j < intervals) widths[j] = high - low
    else if (j < ordered) widths[j] = treeCosts[j - intervals].of(low, high)
    else widths[j] = setPrices[j - ordered][Math.min(high - low + 1, setPrices[j - ordered].length - 1)]
  }
  const wide = Array.from(widths.keys()).filter((j) => widths[j] > 0)
  return wide.sort((a, b) => widths[b] - widths[a])
}

/** Reorders order[from..to-1] about the first allowed cut and returns where it lies. */
function findCut(
  points: Points,
  order: Int32Array,
  from: number,
  to: number,
  k: number,
  { relaxed = false, rule }: MondrianOptions,
): number | undefined {
  const columns = columnsByWidth(points, order, from, to)
  for (const column of columns) {
    const middle = (from + to) >> 1
    selectInto(order, points, column, from, to - 1, middle)
    const cut = relaxed ? middle : strictCut(points, order, column, from, to, middle)
    if (cut - from < k || to - cut < k) continue
    if (rule === undefined || (rule.admits(order, from, cut) && rule.admits(order, cut, to))) return cut
  }
  if (relaxed && columns.length === 0 && rule === undefined) return (from + to) >> 1 // all equal: any half will do
  return undefined
}

/** The boundary of values nearest to the middle: below the median value, or above it. Reorders again. */
function strictCut(
  points: Points,
  order: Int32Array,
  column: number,
  from: number,
  to: number,
  middle: number,
): number {
  const { m, x } = points
  const median = x[order[middle] * m + column]
  const partition = (left: (value: number) => boolean): number => {
    let cut = from
    for (let t = from; t < to; t++) {
      if (!left(x[order[t] * m + column])) continue
      const swap = order[t]
      order[t] = order[cut]
      order[cut++] = swap
    }
    return cut
  }
  const below = partition((value) => value < median)
  const above = partition((value) => value <= median)
  if (middle - below > above - middle || below === from) return above
  return partition((value) => value < median)
}
