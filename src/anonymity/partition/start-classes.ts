/** Where the search starts when nobody gives it a start: Greedy Search in the paper's order and in one made from the points, or Mondrian. */
import { classesFromLists } from '../points/class-lists.ts'
import { lossOf } from '../points/class-loss.ts'
import { allRecords, type Points } from '../points/points.ts'
import type { Classes } from '../problem/problem.ts'
import type { ClassRule } from '../problem/sensitive-rules.ts'
import { greedyUnlessStopped } from './greedy.ts'
import { mondrianClasses } from './mondrian.ts'

export interface StartOptions {
  readonly rule?: ClassRule | undefined
  /** Records in the paper's order, where it is known: the start is then no worse than the paper's own Greedy Search. */
  readonly order?: Int32Array | undefined
  /** Asked in the first construction, which is worth nearly all of the time there is. */
  readonly shouldStop?: () => boolean
  /** Asked in those after it. */
  readonly isLate?: () => boolean
}

/** The best of them; Mondrian's, which takes next to no time, where no Greedy Search comes to its end. */
export function startClasses(points: Points, k: number, options: StartOptions = {}): Classes {
  const { rule, order, shouldStop = () => false, isLate = shouldStop } = options
  const orders = [...(order === undefined ? [] : [() => order]), () => spreadOrder(points)]
  const found: Classes[] = []
  for (const [i, make] of orders.entries()) {
    if (i > 0 && isLate()) break
    const lists = greedyUnlessStopped(points, k, make(), i === 0 ? shouldStop : isLate, rule)
    if (lists !== undefined) found.push(classesFromLists(points.n, lists))
  }
  if (rule === undefined || found.length === 0) found.push(mondrianClasses(points, k, { rule }))
  return found.reduce((best, other) => (lossOf(points, other) < lossOf(points, best) ? other : best))
}

/** Records sorted by the columns, those with the widest spread in units of loss first: few values, each step dear. */
export function spreadOrder(points: Points): Int32Array {
  const { n, m, x } = points
  const spread = Float64Array.from({ length: m }, (_, j) => spreadOf(points, j))
  const columns = Array.from(spread.keys()).sort((a, b) => spread[b] - spread[a])
  return allRecords(n).sort((a, b) => {
    for (const j of columns) {
      const difference = x[a * m + j] - x[b * m + j]
      if (difference !== 0) return difference
    }
    return a - b
  })
}

/** The variance of an interval column; for the others the price of two values. */
function spreadOf({ n, m, x, intervals, ordered, treeCosts, setPrices }: Points, j: number): number {
  if (j >= ordered) return setPrices[j - ordered][2]
  if (j >= intervals) return treeCosts[j - intervals].of(0, Math.min(1, treeCosts[j - intervals].leaves - 1))
  let [sum, squares] = [0, 0]
  for (let i = 0; i < n; i++) {
    sum += x[i * m + j]
    squares += x[i * m + j] ** 2
  }
  return squares / n - (sum / n) ** 2
}
