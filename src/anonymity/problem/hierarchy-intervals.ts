/**
 * A numeric attribute's tree over equal intervals: the narrowest [low + t width, low + (t + 1) width), joined by each of
 * `factors` in turn (10 and [2, 5] give widths of 10, 20 and 100), and one root. Its leaves are all intervals up to the
 * greatest value, also those that nobody is in: they count in the loss.
 */
import { badInput } from '../../request-error.ts'
import type { GeneralisationTree } from './generalisation-tree.ts'
import type { Hierarchy } from './problem.ts'

export interface Intervals {
  readonly low: number
  readonly width: number
  readonly factors: readonly number[]
}

export const MOST_INTERVALS = 1_000_000

/** With the leaf of every record. */
export function treeFromIntervals(values: Float64Array, intervals: Intervals, where: string): Hierarchy {
  const { low, width, factors } = intervals
  if (!(width > 0) || !factors.every((factor) => Number.isInteger(factor) && factor >= 2)) {
    throw badInput(`${where}: the width must be above 0 and every factor a whole number of at least 2.`)
  }
  const bins = values.map((value) => binOf(intervals, value))
  if (values.some((value) => value < low)) {
    throw badInput(`${where}: there are values below ${low}, where the intervals start. Start them lower.`)
  }
  const count = 1 + bins.reduce((high, bin) => Math.max(high, bin), 0)
  if (!(count <= MOST_INTERVALS)) {
    throw badInput(
      `${where}: intervals of ${width} up to the greatest value are more than ${MOST_INTERVALS.toLocaleString('en')}. Make them wider, or start them higher.`,
    )
  }
  if (!bins.every((bin, i) => edge(intervals, bin) <= values[i] && values[i] < edge(intervals, bin + 1))) {
    throw badInput(`${where}: a width of ${width} is too narrow for numbers of this size. Make it wider.`)
  }
  return { tree: intervalTree(intervals, count), leafOf: Int32Array.from(bins) }
}

/** Where the interval t starts, without the noise of binary fractions: it is printed, and must hold its values as printed. */
function edge({ low, width }: Intervals, t: number): number {
  return Number((low + t * width).toPrecision(15))
}

function binOf(intervals: Intervals, value: number): number {
  const bin = Math.floor((value - intervals.low) / intervals.width)
  if (value < edge(intervals, bin)) return bin - 1
  return value >= edge(intervals, bin + 1) ? bin + 1 : bin
}

function intervalTree(intervals: Intervals, count: number): GeneralisationTree {
  const labels: string[][] = []
  const parents: Int32Array[] = []
  const edges: Float64Array[] = []
  let joined = 1
  for (const factor of [1, ...intervals.factors]) {
    joined *= factor
    const ends = Float64Array.from({ length: Math.ceil(count / joined) + 1 }, (_, t) => edge(intervals, t * joined))
    if (labels.length > 0) parents.push(Int32Array.from(labels[labels.length - 1], (_, t) => Math.floor(t / factor)))
    labels.push(Array.from(ends.subarray(1), (end, t) => `[${ends[t]}, ${end})`))
    edges.push(ends)
  }
  parents.push(new Int32Array(labels[labels.length - 1].length))
  return { labels: [...labels, ['*']], parents, edges }
}
