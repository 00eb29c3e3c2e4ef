/**
 * Whether a point solves the marginal QP, judged on the problem as it was asked. Shares no code with the solver, on purpose.
 *
 * With prices y of the soft rows and z of the hard ones, the reduced cost of column i is
 *   g_i = w_i (x_i - d_i) - (A'y + B'z)_i,
 * and x, y, z are optimal when the rows hold, y = v (m - A x), g >= 0, x g = 0 and z meets only active sides. Any y and z
 * bound the optimum from below by
 *   sum_i min over x_i >= 0 of [w_i/2 (x_i - d_i)^2 - (A'y + B'z)_i x_i] + sum_r (m_r y_r - y_r^2 / 2 v_r) + side.z,
 * where a column without weight counts at its own x_i: its reduced cost has been checked.
 */
import type { MarginalDuals, MarginalProblem, MarginalResiduals, RowBlock } from './marginal-problem.ts'

/** The objective at x. */
export function marginalObjective(problem: MarginalProblem, x: Float64Array): number {
  let total = 0
  for (let i = 0; i < x.length; i++) total += (problem.weight[i] / 2) * (x[i] - problem.target[i]) ** 2
  for (let r = 0; r < problem.softWeight.length; r++) {
    total += (problem.softWeight[r] / 2) * (rowSum(problem.soft, r, x) - problem.softTarget[r]) ** 2
  }
  return total
}

export function marginalResiduals(problem: MarginalProblem, x: Float64Array, duals: MarginalDuals): MarginalResiduals {
  const pull = new Float64Array(x.length)
  addPull(problem.soft, duals.soft, pull)
  addPull(problem.hard, duals.hard, pull)
  const counts = countScale(problem)
  const prices = priceScale(problem, x, duals)
  const columns = columnResiduals(problem, x, pull)
  const soft = softResidual(problem, x, duals.soft)
  const hard = hardResiduals(problem, x, duals.hard)
  const objective = marginalObjective(problem, x)
  const bound = columns.bound + softBound(problem, duals.soft) + hard.bound
  return {
    primal: Math.max(columns.negative, soft, hard.broken) / counts,
    dual: Math.max(columns.dual, hard.wrongSign) / prices,
    complementarity: Math.max(columns.product, hard.product) / (counts * prices),
    gap: Math.abs(objective - bound) / (1 + Math.abs(objective)),
  }
}

/** The worst of the four. */
export function worstResidual({ primal, dual, complementarity, gap }: MarginalResiduals): number {
  return Math.max(primal, dual, complementarity, gap)
}

function columnResiduals({ weight, target }: MarginalProblem, x: Float64Array, pull: Float64Array) {
  let [negative, dual, product, bound] = [0, 0, 0, 0]
  for (let i = 0; i < x.length; i++) {
    const reduced = weight[i] * (x[i] - target[i]) - pull[i]
    negative = Math.max(negative, -x[i])
    dual = Math.max(dual, -reduced)
    product = Math.max(product, Math.abs(x[i] * reduced))
    const best = weight[i] > 0 ? Math.max(0, target[i] + pull[i] / weight[i]) : x[i]
    bound += (weight[i] / 2) * (best - target[i]) ** 2 - pull[i] * best
  }
  return { negative, dual, product, bound }
}

function softResidual({ soft, softWeight, softTarget }: MarginalProblem, x: Float64Array, prices: Float64Array) {
  let worst = 0
  for (let r = 0; r < softWeight.length; r++) {
    if (softWeight[r] === 0) continue
    worst = Math.max(worst, Math.abs(rowSum(soft, r, x) - softTarget[r] + prices[r] / softWeight[r]))
  }
  return worst
}

function softBound({ softWeight, softTarget }: MarginalProblem, prices: Float64Array): number {
  let total = 0
  for (let r = 0; r < softWeight.length; r++) {
    if (prices[r] !== 0) total += prices[r] * (softTarget[r] - prices[r] / (2 * softWeight[r]))
  }
  return total
}

function hardResiduals({ hard, lower, upper }: MarginalProblem, x: Float64Array, prices: Float64Array) {
  let [broken, wrongSign, product, bound] = [0, 0, 0, 0]
  for (let s = 0; s < lower.length; s++) {
    const sum = rowSum(hard, s, x)
    const price = prices[s]
    broken = Math.max(broken, lower[s] - sum, sum - upper[s])
    if (price === 0) continue
    const side = price > 0 ? lower[s] : upper[s]
    if (!Number.isFinite(side)) {
      wrongSign = Math.max(wrongSign, Math.abs(price))
      continue
    }
    if (lower[s] < upper[s]) product = Math.max(product, Math.abs(price * (sum - side)))
    bound += price * side
  }
  return { broken, wrongSign, product, bound }
}

function countScale({ target, softTarget, lower, upper }: MarginalProblem): number {
  return Math.max(largest(target), largest(softTarget), largest(lower), largest(upper)) || 1
}

/** Prices that are all but 0 are measured against a millionth of what the numbers of the problem could make them. */
function priceScale(problem: MarginalProblem, x: Float64Array, duals: MarginalDuals): number {
  const { weight, target, softWeight, softTarget } = problem
  let scale = Math.max(largest(duals.soft), largest(duals.hard))
  for (let i = 0; i < x.length; i++) {
    scale = Math.max(scale, weight[i] * Math.abs(x[i] - target[i]), 1e-6 * weight[i] * Math.abs(target[i]))
  }
  for (let r = 0; r < softWeight.length; r++) scale = Math.max(scale, 1e-6 * softWeight[r] * Math.abs(softTarget[r]))
  return scale || 1
}

function largest(numbers: Float64Array): number {
  let most = 0
  for (const value of numbers) if (Number.isFinite(value)) most = Math.max(most, Math.abs(value))
  return most
}

function rowSum({ starts, columns, values }: RowBlock, row: number, x: Float64Array): number {
  let total = 0
  for (let entry = starts[row]; entry < starts[row + 1]; entry++) total += x[columns[entry]] * (values?.[entry] ?? 1)
  return total
}

function addPull({ starts, columns, values }: RowBlock, prices: Float64Array, pull: Float64Array): void {
  for (let row = 0; row + 1 < starts.length; row++) {
    if (prices[row] === 0) continue
    for (let k = starts[row]; k < starts[row + 1]; k++) pull[columns[k]] += prices[row] * (values?.[k] ?? 1)
  }
}
