/**
 * The optimal partition by column generation over clusters C of k to 2k - 1 records:
 *   minimise sum cost(C) lambda_C   subject to  sum over C with i in C of lambda_C = 1 for every record,  lambda binary
 *
 * The linear relaxation is solved on a few clusters, priced against all useful ones until none has negative reduced
 * cost; then every cluster whose reduced cost exceeds the gap to a known partition is left out for good (it cannot be
 * part of a better one), and the rest is solved in integers. The optimum of the relaxation is itself a lower bound.
 */
import { ModelBuilder, type Solver } from '../../optimize/index.ts'
import { classesFromLists } from '../points/class-lists.ts'
import { lossOf } from '../points/class-loss.ts'
import type { Points } from '../points/points.ts'
import type { Classes } from '../problem/problem.ts'
import { knownWidths, TIE } from './exact-subsets.ts'
import { type Clusters, leastWidths, usefulClusters } from './useful-clusters.ts'

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
  readonly mostClusters?: number
}

const CHEAPEST_PER_RECORD = 20
const COLUMNS_A_ROUND = 500

/** An optimal partition of some tens of records, given any partition to start from; the better that is, the quicker. */
export async function solveColumns(
  points: Points,
  k: number,
  known: Classes,
  solver: Solver,
  { timeLimit = 60, mostClusters = 4_000_000 }: ColumnOptions = {},
): Promise<ColumnResult> {
  const deadline = performance.now() + timeLimit * 1000
  const secondsLeft = (): number => Math.max(0.01, (deadline - performance.now()) / 1000)
  const upper = lossOf(points, known)
  const least = leastWidths(points, k, knownWidths(points, known))
  const simple = least.reduce((sum, width) => sum + width, 0)
  const unproved = { classOf: known, loss: upper, optimal: false, lowerBound: simple }
  const clusters = usefulClusters(points, k, least, upper * (1 + TIE) + TIE - simple, mostClusters)
  if (clusters === undefined) return unproved
  const relaxed = await relax(points.n, clusters, solver, secondsLeft)
  if (relaxed === undefined) return unproved
  const { bound, reduced } = relaxed
  const gap = upper - bound
  if (gap <= TIE * (1 + upper)) return { classOf: known, loss: upper, optimal: true, lowerBound: bound }
  const kept = Array.from(clusters.costs.keys()).filter((c) => reduced[c] <= gap + TIE)
  const outcome = await solver.solve(partitionModel(points.n, clusters, kept, true), { timeLimit: secondsLeft() })
  if (outcome.status !== 'optimal') return { ...unproved, lowerBound: Math.max(simple, bound) }
  const lists = kept.filter((_, t) => outcome.x[t] > 0.5).map((c) => membersOf(clusters, c))
  const classOf = classesFromLists(points.n, lists)
  const loss = lossOf(points, classOf)
  return loss < upper
    ? { classOf, loss, optimal: true, lowerBound: loss }
    : { classOf: known, loss: upper, optimal: true, lowerBound: upper }
}

const membersOf = ({ starts, members }: Clusters, c: number): Uint16Array => members.subarray(starts[c], starts[c + 1])

/** The optimum of the relaxation over all clusters, and every cluster's reduced cost at it. */
async function relax(
  n: number,
  clusters: Clusters,
  solver: Solver,
  secondsLeft: () => number,
): Promise<{ bound: number; reduced: Float64Array } | undefined> {
  const used = new Set(startingColumns(n, clusters))
  const reduced = new Float64Array(clusters.count)
  for (;;) {
    const outcome = await solver.solve(partitionModel(n, clusters, [...used], false), { timeLimit: secondsLeft() })
    if (outcome.status !== 'optimal' || outcome.duals === null) return undefined
    const { duals } = outcome
    const wanted: number[] = []
    for (let c = 0; c < clusters.count; c++) {
      reduced[c] = clusters.costs[c]
      for (const record of membersOf(clusters, c)) reduced[c] -= duals[record]
      if (reduced[c] < -TIE && !used.has(c)) wanted.push(c)
    }
    // What the duals lack of being feasible is taken off the bound: n records lie in at most n clusters.
    if (wanted.length === 0) return { bound: outcome.objective - n * TIE, reduced }
    wanted.sort((a, b) => reduced[a] - reduced[b])
    for (const c of wanted.slice(0, COLUMNS_A_ROUND)) used.add(c)
  }
}

/** For every record its cheapest clusters by cost a record. They include those of the known partition's kind. */
function startingColumns(n: number, clusters: Clusters): number[] {
  const lists: number[][] = Array.from({ length: n }, () => [])
  const price = (c: number): number => clusters.costs[c] / (clusters.starts[c + 1] - clusters.starts[c])
  const order = Array.from(clusters.costs.keys()).sort((a, b) => price(a) - price(b))
  for (const c of order) {
    for (const record of membersOf(clusters, c)) {
      if (lists[record].length < CHEAPEST_PER_RECORD) lists[record].push(c)
    }
  }
  return lists.flat()
}

/** Every record in exactly one cluster; a dear slack keeps the relaxation feasible while columns are few. */
function partitionModel(n: number, clusters: Clusters, kept: readonly number[], whole: boolean) {
  const builder = new ModelBuilder()
  const rows: number[][] = Array.from({ length: n }, () => [])
  kept.forEach((c, t) => {
    if (whole) builder.addInteger(0, 1, clusters.costs[c])
    else builder.addColumn(0, Infinity, clusters.costs[c])
    for (const record of membersOf(clusters, c)) rows[record].push(t)
  })
  const dear = 1 + n * clusters.costs.reduce((most, cost) => Math.max(most, cost), 0)
  rows.forEach((columns, record) => {
    const slack = whole ? -1 : builder.addColumn(0, 1, dear)
    builder.startRow(1, 1, `record ${record}`)
    for (const column of columns) builder.entry(column, 1)
    if (slack >= 0) builder.entry(slack, 1)
  })
  return builder.build()
}
