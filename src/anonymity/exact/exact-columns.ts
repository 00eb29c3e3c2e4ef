/**
 * The optimal partition of some tens of records, over classes C of k to 2k - 1 of them:
 *   minimise sum cost(C) lambda_C   subject to  every record in exactly one class,  lambda whole
 *
 * Valid duals u bound every partition from below by their sum. The reduced costs cost(C) - u(C) of the classes of a
 * partition are at least 0 and add up to what it loses beyond that sum. So a partition within a distance d of the sum has
 * classes of reduced cost at most d only: these are listed by the pricing, and the program over them is solved in whole
 * numbers. Either its optimum is within d, and then it is the optimum of all; or no partition is, and the bound is raised
 * by d. The distance begins small and doubles, up to that of the best partition known.
 */

import { ModelBuilder, type Solver } from '../../optimize/index.ts'
import { dualsOf } from '../bound/lower-bound.ts'
import { EverybodysPricer } from '../bound/price-everybody.ts'
import { roundingOf } from '../bound/rounding-margin.ts'
import { classesFromLists } from '../points/class-lists.ts'
import { lossOf } from '../points/class-loss.ts'
import { type Distinct, distinctPoints } from '../points/distinct-points.ts'
import type { Points } from '../points/points.ts'
import type { Classes } from '../problem/problem.ts'
import { TIE } from './exact-subsets.ts'

export interface ColumnResult {
  readonly classOf: Classes
  readonly loss: number
  /** True when no partition is better. */
  readonly optimal: boolean
  readonly lowerBound: number
}

export interface ColumnOptions {
  /** Seconds; 60 unless given. */
  readonly timeLimit?: number
  /** Classes in one program; 500,000 unless given. */
  readonly mostClusters?: number
}

/** The first distance, as a share of that to the partition known. */
const FIRST_SHARE = 1 / 8
/** How near the duals come to the optimum of the linear program, relative. */
const DUAL_TOLERANCE = 1e-6

/** By points, one entry per record. */
interface Column {
  readonly members: Int32Array
  readonly cost: number
}

/** An optimal partition, given any partition to start from; the better that is, the quicker. */
export async function solveColumns(
  points: Points,
  k: number,
  known: Classes,
  solver: Solver,
  { timeLimit = 60, mostClusters = 500_000 }: ColumnOptions = {},
): Promise<ColumnResult> {
  const deadline = performance.now() + timeLimit * 1000
  const shouldStop = (): boolean => performance.now() > deadline
  const secondsLeft = (): number => Math.max(0.01, (deadline - performance.now()) / 1000)
  const options = { known, solver, shouldStop, tolerance: DUAL_TOLERANCE, mostNodes: Infinity }
  const { duals, sum } = await dualsOf(points, k, options)
  const tie = TIE * (1 + lossOf(points, known))
  const lister = new ColumnLister(points, k, duals, mostClusters, shouldStop)
  let best = { classOf: known, loss: lossOf(points, known) }
  let bound = Math.min(sum, best.loss)
  for (let distance = FIRST_SHARE * (best.loss - sum); best.loss > bound + tie; distance *= 2) {
    const within = Math.min(distance, best.loss - sum) + tie
    const columns = lister.list(within)
    if (columns === undefined) return { ...best, optimal: false, lowerBound: bound }
    const found = await bestOf(points, lister.distinct, columns, solver, secondsLeft())
    if (found === 'stopped') return { ...best, optimal: false, lowerBound: bound }
    if (found !== undefined && found.loss < best.loss) best = found
    bound = Math.max(bound, Math.min(best.loss, sum + within - tie))
  }
  return { ...best, optimal: true, lowerBound: best.loss }
}

class ColumnLister {
  readonly distinct: Distinct
  readonly #duals: Float64Array
  readonly #pricer: EverybodysPricer
  readonly #most: number
  readonly #rounding: number
  readonly #shouldStop: () => boolean

  constructor(points: Points, k: number, duals: Float64Array, most: number, shouldStop: () => boolean) {
    this.distinct = distinctPoints(points)
    const { count, starts, members } = this.distinct
    this.#duals = Float64Array.from({ length: count }, (_, g) => duals[members[starts[g]]])
    this.#pricer = new EverybodysPricer(points, k, this.distinct)
    this.#most = most
    this.#rounding = roundingOf(points, k, this.#duals)
    this.#shouldStop = shouldStop
  }

  /** Every class of reduced cost at most `distance`; undefined when they are too many, or it is time. */
  list(distance: number): readonly Column[] | undefined {
    const columns: Column[] = []
    const keep = (members: Int32Array, size: number, width: number): void => {
      if (columns.length <= this.#most) columns.push({ members: members.slice(0, size), cost: size * width })
    }
    const shouldStop = (): boolean => columns.length > this.#most || this.#shouldStop()
    const threshold = -distance - this.#rounding
    const options = { threshold, rounding: 0, nodes: Infinity, every: true, keep, shouldStop }
    const all = this.#pricer.price(this.#duals, options) !== undefined && !shouldStop()
    return all ? columns : undefined
  }
}

/** The best partition into the given classes; undefined when there is none. */
async function bestOf(
  points: Points,
  distinct: Distinct,
  columns: readonly Column[],
  solver: Solver,
  timeLimit: number,
): Promise<{ classOf: Classes; loss: number } | 'stopped' | undefined> {
  if (columns.length === 0) return undefined
  const outcome = await solver.solve(partitionModel(distinct, columns), { timeLimit, explain: false })
  if (outcome.status === 'infeasible') return undefined
  if (outcome.status !== 'optimal') return 'stopped'
  const next = distinct.starts.slice()
  const lists = columns.flatMap(({ members }, c) =>
    Array.from({ length: Math.round(outcome.x[c]) }, () => members.map((point) => distinct.members[next[point]++])),
  )
  const classOf = classesFromLists(points.n, lists)
  return { classOf, loss: lossOf(points, classOf) }
}

/** As many records from each point as stand there. */
function partitionModel({ count, starts }: Distinct, columns: readonly Column[]) {
  const builder = new ModelBuilder()
  const rows: Map<number, number>[] = Array.from({ length: count }, () => new Map())
  columns.forEach(({ members, cost }, c) => {
    const most = Math.min(...Array.from(members, (point) => starts[point + 1] - starts[point]))
    builder.addInteger(0, most, cost)
    for (const point of members) rows[point].set(c, (rows[point].get(c) ?? 0) + 1)
  })
  rows.forEach((entries, point) => {
    const copies = starts[point + 1] - starts[point]
    builder.startRow(copies, copies)
    for (const [c, value] of entries) builder.entry(c, value)
  })
  return builder.build()
}
