/**
 * Real counts to whole ones, as near as can be:
 *   minimise    sum_i |v_i - x_i|
 *   subject to  lower <= rows v <= upper,  floor(x_i) <= v_i <= floor(x_i) + 1,  v whole.
 *
 * Where no two binding rows share a cell it is sorting; where they make two nested families, a flow of least cost. Else the linear
 * relaxation: its vertices are whole when the rows make two generalised polymatroids, and where they do not, branch and bound answers. Every answer is
 * checked in exact integers against all rows before it is given.
 */
import { badInput } from '../../request-error.ts'
import type { SolveOptions, Solver } from '../linear/highs.ts'
import type { LinearModel } from '../linear/model.ts'
import type { Stopped } from '../linear/outcome.ts'
import { checkRows } from '../marginal/marginal-problem.ts'
import { brokenRow } from './rounding-check.ts'
import { type Choices, type RoundingProblem, roundingChoices } from './rounding-choices.ts'
import { cheapestFlow } from './rounding-flow.ts'
import { cheapestByRow } from './rounding-top.ts'

export interface Rounded {
  readonly status: 'rounded'
  /** Whole numbers. */
  readonly values: Float64Array
  readonly method: 'nothing' | 'top-k' | 'flow' | 'simplex' | 'branch'
  /** sum_i |v_i - x_i|. */
  readonly distance: number
}

export type RoundingOutcome = Rounded | { readonly status: 'infeasible' } | { readonly status: 'stopped' }

/**
 * A value within this of a whole number is that number: first generously; where that leaves no solution, less so; and at
 * last every cell may go up by one, whole ones too.
 */
const SNAPS = [1e-6, 1e-10, -1]
/** A vertex this near to whole is tried as whole; the exact check has the last word. */
const NEARLY_WHOLE = 1e-6

type Chosen = { readonly up: Uint8Array; readonly method: Rounded['method'] } | 'infeasible' | 'stopped'

export async function roundToWhole(
  problem: RoundingProblem,
  solver: Solver,
  options: Pick<SolveOptions, 'timeLimit' | 'shouldStop'> = {},
): Promise<RoundingOutcome> {
  checkRounding(problem)
  let before = -1
  for (const snap of SNAPS) {
    const choices = roundingChoices(problem, snap)
    if (choices.cells.length === before) continue // nothing was snapped that is not now
    before = choices.cells.length
    const chosen = await choose(problem, choices, solver, options)
    if (chosen === 'stopped') return { status: 'stopped' }
    if (chosen === 'infeasible') continue
    const values = valuesOf(choices, chosen.up)
    return { status: 'rounded', values, method: chosen.method, distance: distance(problem.x, values) }
  }
  return { status: 'infeasible' }
}

async function choose(
  problem: RoundingProblem,
  choices: Choices,
  solver: Solver,
  options: SolveOptions,
): Promise<Chosen> {
  if (choices.hopeless) return 'infeasible'
  const meets = (up: Uint8Array): boolean =>
    brokenRow(problem.rows, problem.lower, problem.upper, valuesOf(choices, up)) < 0
  const sorted = cheapestByRow(choices)
  if (sorted !== undefined) {
    if (!meets(sorted)) throw new Error('rounding by sorting broke a row')
    return { up: sorted, method: choices.cells.length === 0 ? 'nothing' : 'top-k' }
  }
  const flow = cheapestFlow(choices)
  if (flow === 'infeasible') return flow
  if (flow !== undefined) {
    if (!meets(flow)) throw new Error('rounding by a flow broke a row')
    return { up: flow, method: 'flow' }
  }
  const model = choiceModel(choices)
  const vertex = await solver.solve(model, { ...options, presolve: 'off', explain: false })
  if (vertex.status === 'infeasible') return 'infeasible'
  if (vertex.status === 'optimal') {
    const up = nearlyWhole(vertex.x)
    if (up !== undefined && meets(up)) return { up, method: 'simplex' }
  } else if (isFinal(vertex)) return 'stopped'
  const integer = new Uint8Array(choices.cells.length).fill(1)
  const best = await solver.solve({ ...model, integer }, { ...options, explain: false })
  if (best.status === 'infeasible') return 'infeasible'
  const up = best.status === 'optimal' ? nearlyWhole(best.x) : undefined
  return up !== undefined && meets(up) ? { up, method: 'branch' } : 'stopped'
}

/** A run that ended for want of time or on demand; one that failed numerically may fare better another way. */
function isFinal(outcome: { readonly status: string; readonly why?: Stopped['why'] }): boolean {
  return outcome.status === 'stopped' && outcome.why !== 'numerical'
}

function choiceModel({ cost, rows, lower, upper }: Choices): LinearModel {
  return {
    sense: 'minimise',
    cost,
    columnLower: new Float64Array(cost.length),
    columnUpper: new Float64Array(cost.length).fill(1),
    rowLower: lower,
    rowUpper: upper,
    matrix: { layout: 'rows', starts: rows.starts, indices: rows.columns, values: rows.values },
  }
}

function nearlyWhole(x: Float64Array): Uint8Array | undefined {
  const up = new Uint8Array(x.length)
  for (let j = 0; j < x.length; j++) {
    up[j] = x[j] > 0.5 ? 1 : 0
    if (Math.abs(x[j] - up[j]) > NEARLY_WHOLE) return undefined
  }
  return up
}

function valuesOf({ floors, cells }: Choices, up: Uint8Array): Float64Array {
  const values = floors.slice()
  for (let j = 0; j < cells.length; j++) values[cells[j]] += up[j]
  return values
}

function distance(x: Float64Array, values: Float64Array): number {
  let total = 0
  for (let i = 0; i < x.length; i++) total += Math.abs(values[i] - x[i])
  return total
}

function checkRounding({ x, rows, lower, upper }: RoundingProblem): void {
  checkRows('rounding', rows, x.length, lower, upper)
  const wrong = x.find((value) => !(value >= -NEARLY_WHOLE && value < 2 ** 53))
  if (wrong !== undefined) throw badInput(`A cell to be rounded is ${wrong}. It must be a number from 0 to 2^53.`)
  if (rows.values?.some((value) => !Number.isInteger(value))) {
    throw badInput('A row of the rounding has a coefficient that is not a whole number.')
  }
  for (const sides of [lower, upper]) {
    if (sides.every((side) => Number.isInteger(side) || Math.abs(side) === Number.POSITIVE_INFINITY)) continue
    throw badInput('A side of a row of the rounding is neither a whole number nor infinite.')
  }
}
