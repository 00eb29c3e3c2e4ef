/**
 * Split & Carry (section 3.1, Algorithm 1) and the paper's own further ideas (section 6).
 *
 * Records in the paper's order are read k S at a time; each sub-problem is solved to optimality in the units of the
 * whole, and the classes of its last `carry` records go on into the next one. With `bubble`, sub-problems have exactly P
 * records, the A classes that lose least a record are accepted and all others carried ("bubble carry").
 * Our sub-problems are solved by subsets or column generation, not by the big-M program; when the time for one is over
 * its best partition so far stands (early termination); once stopped, what is left goes to Greedy Search.
 */
import type { Solver } from '../../optimize/index.ts'
import { startClasses } from '../partition/start-classes.ts'
import { widthOf } from '../points/class-box.ts'
import { classesFromLists, listsOf } from '../points/class-lists.ts'
import { type Points, subset } from '../points/points.ts'
import type { Classes } from '../problem/problem.ts'
import { solveSmall } from './solve-small.ts'

export interface SplitCarryOptions {
  /** S, the k-sets read for a sub-problem; 3 unless given, at least 2. */
  readonly sets?: number
  /** l, the last records whose classes are carried; k unless given, at least 1. */
  readonly carry?: number
  /** P and A; without, classes at the boundary are carried. */
  readonly bubble?: { readonly size: number; readonly accept: number }
  /** Seconds for one sub-problem; 10 unless given. */
  readonly timeLimit?: number
  readonly solver?: Solver
  readonly shouldStop?: () => boolean
  /** Told of each sub-problem's records and classes. */
  readonly onBlock?: (records: readonly number[], classes: readonly (readonly number[])[]) => void
}

export async function splitCarryClasses(
  points: Points,
  k: number,
  order: Int32Array,
  options: SplitCarryOptions = {},
): Promise<Classes> {
  const { bubble, sets = 3 } = options
  const done: number[][] = []
  let carried: number[] = []
  let next = 0
  while (next < order.length) {
    const wanted = bubble === undefined ? k * Math.max(2, sets) : Math.max(2 * k, bubble.size) - carried.length
    let end = options.shouldStop?.() ? order.length : next + Math.max(1, wanted)
    if (order.length - end < k) end = order.length // the last k-set of the initial solution takes the rest
    const records = [...carried, ...order.subarray(next, end)]
    next = end
    if (records.length < k) {
      carried = records
      continue
    }
    const classes = await solveBlock(points, k, records, options)
    options.onBlock?.(records, classes)
    const kept = next === order.length ? classes : settle(points, k, records, classes, options)
    done.push(...kept)
    const settled = new Set(kept.flat())
    carried = records.filter((record) => !settled.has(record))
  }
  return classesFromLists(points.n, done)
}

async function solveBlock(
  points: Points,
  k: number,
  records: readonly number[],
  options: SplitCarryOptions,
): Promise<number[][]> {
  const small = subset(points, Int32Array.from(records))
  const limits = { timeLimit: options.timeLimit ?? 10, ...(options.solver && { solver: options.solver }) }
  const classOf = options.shouldStop?.() ? startClasses(small, k) : (await solveSmall(small, k, limits)).classOf
  return listsOf(classOf).map((list) => list.map((t) => records[t]))
}

/** The classes that are final. */
function settle(
  points: Points,
  k: number,
  records: readonly number[],
  classes: number[][],
  { bubble, carry = k }: SplitCarryOptions,
): number[][] {
  if (bubble !== undefined) {
    const byWidth = [...classes].sort((a, b) => widthOf(points, a) - widthOf(points, b))
    return byWidth.slice(0, Math.max(1, bubble.accept))
  }
  const boundary = new Set(records.slice(-Math.max(1, carry)))
  return classes.filter((members) => !members.some((record) => boundary.has(record)))
}
