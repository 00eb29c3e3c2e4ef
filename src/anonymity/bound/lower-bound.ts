/**
 * A lower bound on the loss of every k-anonymous partition, so that a result can show how far from optimal it may be:
 * least widths first, raised by the dual of the set-partitioning program. Some optimal partition has only classes of k to
 * 2k - 1 records (see points.ts), and rules on classes only forbid partitions, so the bound holds with and without them.
 */
import { toNumberDown } from '../../exact/index.ts'
import { Solver } from '../../optimize/index.ts'
import { widthOf } from '../points/class-box.ts'
import { listClasses } from '../points/class-lists.ts'
import { lossOf } from '../points/class-loss.ts'
import { type Distinct, distinctPoints } from '../points/distinct-points.ts'
import type { Points } from '../points/points.ts'
import type { Classes } from '../problem/problem.ts'
import { ascend } from './dual-ascent.ts'
import { leastWidthBounds } from './least-widths.ts'
import { roundingOf } from './rounding-margin.ts'

export interface LowerBoundOptions {
  /** A partition already found: its classes are the first of the program, and its loss is where the bound may end. */
  readonly known?: Classes
  /** Once true, the bound is taken as it stands. */
  readonly shouldStop?: () => boolean
  /** Partial classes looked into in all; by size unless given. */
  readonly mostNodes?: number
  /** How near to the optimum of the linear program the bound is brought, relative; 1e-3 unless given. */
  readonly tolerance?: number
  /** With record suppression allowed, no record is charged more than its suppression. */
  readonly suppression?: boolean
  readonly solver?: Solver
}

/** Beyond this many distinct points the linear program would not fit in memory. */
const MOST_POINTS = 250_000
/** About a minute at most. */
const nodesFor = (n: number): number => Math.min(2000 * n, 4_000_000)
const TIE = 1e-9

/** No partition of the points into classes of at least k loses less than this. */
export async function lowerBound(points: Points, k: number, options: LowerBoundOptions = {}): Promise<number> {
  const { sum } = await dualsOf(points, k, options)
  return sum
}

/** Valid duals by record, and their sum rounded down. */
export async function dualsOf(
  points: Points,
  k: number,
  options: LowerBoundOptions = {},
): Promise<{ readonly duals: Float64Array; readonly sum: number; readonly converged: boolean }> {
  const { shouldStop = () => false, known, suppression = false } = options
  const distinct = distinctPoints(points)
  const least = leastWidthBounds(points, k, { shouldStop })
  const margin = roundingOf(points, k, least)
  const start = Float64Array.from({ length: distinct.count }, (_, g) =>
    Math.max(0, least[distinct.members[distinct.starts[g]]] - margin),
  )
  const risen =
    k < 2 || distinct.count > MOST_POINTS || points.n < 2 * k
      ? { duals: start, converged: false }
      : await ascend(points, k, distinct, start, {
          solver: options.solver ?? new Solver(),
          shouldStop,
          mostNodes: options.mostNodes ?? nodesFor(points.n),
          tolerance: options.tolerance ?? 1e-3,
          target: known === undefined ? Infinity : lossOf(points, known) * (1 - TIE),
          classes: known === undefined ? [] : classesOf(points, k, known, distinct),
        })
  const duals = Float64Array.from(distinct.groupOf, (g) => risen.duals[g])
  const charged = suppression ? duals.map((dual) => Math.min(dual, points.suppressionLoss)) : duals
  return { duals, sum: Math.max(0, sumDown(charged, points.suppressionLoss)), converged: risen.converged }
}

function* classesOf(points: Points, k: number, known: Classes, { groupOf }: Distinct) {
  const { count, starts, members } = listClasses(known)
  for (let c = 0; c < count; c++) {
    const size = starts[c + 1] - starts[c]
    if (size < k || size > 2 * k - 1) continue
    yield {
      members: members.slice(starts[c], starts[c + 1]).map((record) => groupOf[record]),
      width: widthOf(points, members, starts[c], starts[c + 1]),
    }
  }
}

/** Not above the exact sum: each number is rounded down to a multiple of a power of two, and those are added exactly. */
function sumDown(numbers: Float64Array, scale: number): number {
  const unit = 2 ** (Math.ceil(Math.log2(scale > 0 ? scale : 1)) - 44)
  let sum = 0n
  for (const number of numbers) sum += BigInt(Math.floor(number / unit))
  return toNumberDown({ num: sum, den: 1n }) * unit
}
