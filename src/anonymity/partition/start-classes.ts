/** Where the search starts when nobody gives it a start: Greedy Search in an order made from the points, or Mondrian. */
import { classesFromLists } from '../points/class-lists.ts'
import { lossOf } from '../points/class-loss.ts'
import { allRecords, type Points } from '../points/points.ts'
import type { Classes } from '../problem/problem.ts'
import type { ClassRule } from '../problem/sensitive-rules.ts'
import { greedyUnlessStopped } from './greedy.ts'
import { mondrianClasses } from './mondrian.ts'

/** The better of the two; Mondrian's, which takes next to no time, where Greedy Search is stopped. */
export function startClasses(points: Points, k: number, rule?: ClassRule, shouldStop = () => false): Classes {
  const lists = greedyUnlessStopped(points, k, spreadOrder(points), shouldStop, rule)
  if (lists === undefined) return mondrianClasses(points, k, { rule })
  const greedy = classesFromLists(points.n, lists)
  if (rule !== undefined) return greedy
  const cut = mondrianClasses(points, k)
  return lossOf(points, cut) < lossOf(points, greedy) ? cut : greedy
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
