/**
 * Rounding as choices: the cells that may still go down (0) or up (1), with
 *   |floor + choice - x| = |floor - x| + choice (1 - 2 frac),
 * and the rows that some choices would break, their sides reduced by the floors. Everything but the costs is whole.
 */
import type { RowBlock } from '../marginal/marginal-problem.ts'

export interface RoundingProblem {
  /** Not below 0; meets the rows up to the tolerance of whoever solved for it. */
  readonly x: Float64Array
  /** Whole coefficients. */
  readonly rows: RowBlock
  /** Whole numbers, or infinite. */
  readonly lower: Float64Array
  readonly upper: Float64Array
}

export interface Choices {
  /** Every cell's value when each choice is 0. */
  readonly floors: Float64Array
  /** The cells with a choice, and what going up adds to the distance. */
  readonly cells: Int32Array
  readonly cost: Float64Array
  /** Rows over the choices that can bind, and their sides. */
  readonly rows: { readonly starts: Int32Array; readonly columns: Int32Array; readonly values: Float64Array }
  readonly lower: Float64Array
  readonly upper: Float64Array
  /** Some row is broken whatever is chosen. */
  readonly hopeless: boolean
}

/** A cell within `snap` of a whole number takes it, and has no choice; with a negative `snap` every cell has one. */
export function roundingChoices(problem: RoundingProblem, snap: number): Choices {
  const { x } = problem
  const floors = new Float64Array(x.length)
  const place = new Int32Array(x.length).fill(-1)
  let count = 0
  for (let i = 0; i < x.length; i++) {
    const nearest = Math.round(x[i]) + 0 // never -0
    const snapped = Math.abs(x[i] - nearest) <= snap
    floors[i] = snapped ? nearest : Math.max(0, Math.floor(x[i])) // a 0 can come as -1e-17
    if (!snapped) place[i] = count++
  }
  const cells = new Int32Array(count)
  const cost = new Float64Array(count)
  for (let i = 0; i < x.length; i++) {
    if (place[i] < 0) continue
    cells[place[i]] = i
    cost[place[i]] = 1 - 2 * (x[i] - floors[i])
  }
  return { floors, cells, cost, ...bindingRows(problem, floors, place) }
}

function bindingRows({ rows, lower, upper }: RoundingProblem, floors: Float64Array, place: Int32Array) {
  const starts = new Int32Array(rows.starts.length)
  const columns = new Int32Array(rows.columns.length)
  const values = new Float64Array(rows.columns.length)
  const [lows, highs] = [new Float64Array(lower.length), new Float64Array(upper.length)]
  let [count, end, hopeless] = [0, 0, false]
  for (let row = 0; row + 1 < rows.starts.length; row++) {
    let [base, least, most, next] = [0, 0, 0, end]
    for (let k = rows.starts[row]; k < rows.starts[row + 1]; k++) {
      const value = rows.values?.[k] ?? 1
      base += value * floors[rows.columns[k]]
      if (place[rows.columns[k]] < 0 || value === 0) continue
      columns[next] = place[rows.columns[k]]
      values[next++] = value
      if (value < 0) least += value
      else most += value
    }
    lows[count] = lower[row] - base
    highs[count] = upper[row] - base
    if (least > highs[count] || most < lows[count]) hopeless = true
    if (least >= lows[count] && most <= highs[count]) continue
    end = next
    starts[++count] = end
  }
  const block = { starts: starts.slice(0, count + 1), columns: columns.slice(0, end), values: values.slice(0, end) }
  return { rows: block, lower: lows.slice(0, count), upper: highs.slice(0, count), hopeless }
}
