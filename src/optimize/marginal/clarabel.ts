/**
 * The marginal QP by a general cone solver (Clarabel: Goulart and Chen, arXiv:2405.12762), for what the kernel gives up.
 * An interior method ends near zeros, not at them: see marginal-safely.ts for the polish.
 */
import { marginalResiduals } from './marginal-check.ts'
import { type ConeProgram, coneProgram } from './marginal-cone.ts'
import { checkMarginal, type MarginalDuals, type MarginalProblem, type MarginalResiduals } from './marginal-problem.ts'

export interface ConeAnswer {
  readonly status: 'optimal' | 'infeasible' | 'unbounded' | 'stopped'
  /** u and the multipliers of the rows, where the engine has them. */
  readonly point: Float64Array | null
  readonly multipliers: Float64Array | null
}

/** A solver of cone programs, brought by the caller: it is WebAssembly, and each host loads that its own way. */
export interface ConeEngine {
  solve(program: ConeProgram, limits: { readonly iterations: number; readonly seconds: number }): ConeAnswer
}

export type ConeOutcome =
  | { readonly status: 'infeasible' | 'stopped' }
  | {
      readonly status: 'near'
      readonly x: Float64Array
      readonly duals: MarginalDuals
      readonly residuals: MarginalResiduals
    }

const LIMITS = { iterations: 200, seconds: 120 }
/** A price this small against the largest, of a row with slack, is 0. */
const NO_PRICE = 1e-7
/** `near`: a point and prices whose residuals say how near; x is not below 0, but its zeros are only small. */
export function solveMarginalByCone(problem: MarginalProblem, engine: ConeEngine, limits = LIMITS): ConeOutcome {
  checkMarginal(problem)
  const scale = largest(problem.weight, largest(problem.softWeight, 0)) || 1
  const { program, sides } = coneProgram(problem, scale)
  const { status, point, multipliers } = engine.solve(program, limits)
  if (status === 'infeasible') return { status }
  if (!allFinite(point) || !allFinite(multipliers)) return { status: 'stopped' }
  const x = problem.target.map((value, i) => Math.max(0, value + point[i]))
  const soft = problem.softWeight.map((weight, r) => (weight === 0 ? 0 : -multipliers[r] * scale))
  const hard = new Float64Array(problem.lower.length)
  for (const [k, { row, sign }] of sides.entries()) hard[row] += sign * multipliers[soft.length + k] * scale
  dropSlackPrices(problem, x, hard)
  const duals = { soft, hard }
  return { status: 'near', x, duals, residuals: marginalResiduals(problem, x, duals) }
}

/** An interior method leaves small prices on rows that do not bind; kept, they would mislead the kernel. */
function dropSlackPrices({ hard, lower, upper }: MarginalProblem, x: Float64Array, prices: Float64Array): void {
  const small = NO_PRICE * largest(prices, 0)
  for (let s = 0; s < prices.length; s++) {
    if (lower[s] === upper[s] || Math.abs(prices[s]) > small) continue
    let sum = 0
    for (let k = hard.starts[s]; k < hard.starts[s + 1]; k++) sum += x[hard.columns[k]] * (hard.values?.[k] ?? 1)
    const side = prices[s] > 0 ? lower[s] : upper[s]
    if (Math.abs(sum - side) > NO_PRICE * (1 + Math.abs(side))) prices[s] = 0
  }
}

function largest(numbers: Float64Array, least: number): number {
  return numbers.reduce((most, value) => Math.max(most, Math.abs(value)), least)
}

function allFinite(numbers: Float64Array | null): numbers is Float64Array {
  return numbers?.every((value) => Number.isFinite(value)) ?? false
}
