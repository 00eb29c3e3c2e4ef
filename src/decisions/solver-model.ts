/**
 * A program as the solver takes it: doubles, each row scaled by a power of two so that its largest coefficient is about 1, and
 * for a quadratic objective each column so that its curvature is. Answers come back in the program's own units.
 *
 * Nothing is promised on these numbers; every promise is checked on the exact ones (`certify.ts`).
 */
import { toNumber, toNumberDown, toNumberUp } from '../exact/directed.ts'
import { compare, type Rational } from '../exact/rational.ts'
import type { Hessian } from '../optimize/highs-engine.ts'
import type { Infeasible, LinearModel, Outcome, SolveOptions, Solver, SparseMatrix } from '../optimize/index.ts'
import type { Bound, Program } from './program.ts'

/** The sides of every row. */
export interface RowSides {
  readonly rowLower: readonly Bound[]
  readonly rowUpper: readonly Bound[]
}

export interface SolverModel {
  readonly program: Program
  /** The solver's rows are these powers of two times the program's, and its variables the program's over these. */
  readonly rowScale: Float64Array
  readonly columnScale: Float64Array
  readonly matrix: SparseMatrix
  readonly columnLower: Float64Array
  readonly columnUpper: Float64Array
  readonly cost: Float64Array
  /** The quadratic part; a maximisation is then turned into a minimisation. */
  readonly hessian: Hessian | null
  readonly turn: 1 | -1
}

export function solverModel(program: Program): SolverModel {
  const curved = program.quadratic.length > 0
  const columnScale = curved ? curvatureScale(program) : new Float64Array(program.variables.length).fill(1)
  const turn = curved && program.sense === 'maximise' ? -1 : 1
  const bounds = (side: readonly Bound[], round: (value: Rational) => number, missing: number): Float64Array => {
    const doubles = new Float64Array(side.length)
    for (let j = 0; j < side.length; j++) doubles[j] = doubleOf(side[j], round, missing) / columnScale[j]
    return doubles
  }
  return {
    program,
    columnScale,
    ...scaledRows(program, columnScale),
    columnLower: bounds(program.lower, toNumberUp, Number.NEGATIVE_INFINITY),
    columnUpper: bounds(program.upper, toNumberDown, Number.POSITIVE_INFINITY),
    cost: program.cost.near.map((cost, j) => turn * cost * columnScale[j]),
    hessian: curved ? hessianOf(program, turn, columnScale) : null,
    turn,
  }
}

/** Smaller coefficients the solver would refuse; the exact check still counts them. */
const NEGLIGIBLE = 1e-12

function scaledRows(program: Program, columnScale: Float64Array): Pick<SolverModel, 'rowScale' | 'matrix'> {
  const near = program.values.near.map((value, entry) => value * columnScale[program.columns[entry]])
  const rowScale = new Float64Array(program.rows.length)
  const starts = new Int32Array(program.rows.length + 1)
  const indices = new Int32Array(near.length)
  const values = new Float64Array(near.length)
  let kept = 0
  for (let row = 0; row < program.rows.length; row++) {
    let largest = 0
    for (let e = program.starts[row]; e < program.starts[row + 1]; e++) largest = Math.max(largest, Math.abs(near[e]))
    rowScale[row] = powerOfTwo(1 / largest)
    for (let e = program.starts[row]; e < program.starts[row + 1]; e++) {
      const value = near[e] * rowScale[row]
      if (Math.abs(value) <= NEGLIGIBLE) continue
      indices[kept] = program.columns[e]
      values[kept++] = value
    }
    starts[row + 1] = kept
  }
  return {
    rowScale,
    matrix: { layout: 'rows', starts, indices: indices.slice(0, kept), values: values.slice(0, kept) },
  }
}

/** 1 over the root of each variable's curvature; those without any share the largest scale. */
function curvatureScale({ quadratic, variables }: Program): Float64Array {
  const scale = new Float64Array(variables.length)
  for (const { first, second, coefficient } of quadratic) {
    if (first === second) scale[first] = powerOfTwo(1 / Math.sqrt(2 * Math.abs(toNumber(coefficient))))
  }
  const largest = scale.reduce((most, value) => Math.max(most, value), 0) || 1
  return scale.map((value) => value || largest)
}

/** The power of two next to a positive number; 1 where there is none. */
function powerOfTwo(value: number): number {
  return value > 0 && Number.isFinite(value) ? 2 ** Math.round(Math.log2(value)) : 1
}

function doubleOf(bound: Bound, round: (value: Rational) => number, missing: number): number {
  return bound === null ? missing : bound.num === 0n ? 0 : round(bound)
}

/** The lower triangle of Q in 1/2 x'Qx, by columns. */
function hessianOf({ quadratic, variables }: Program, turn: number, scale: Float64Array): Hessian {
  const sorted = [...quadratic].sort((a, b) => a.first - b.first || a.second - b.second)
  const starts = new Int32Array(variables.length + 1)
  for (const { first } of sorted) starts[first + 1]++
  for (let j = 0; j < variables.length; j++) starts[j + 1] += starts[j]
  const value = ({ first, second, coefficient }: Program['quadratic'][number]): number =>
    turn * toNumber(coefficient) * (first === second ? 2 : 1) * scale[first] * scale[second]
  return {
    starts,
    indices: Int32Array.from(sorted, ({ second }) => second),
    values: Float64Array.from(sorted, value),
  }
}

/** The model with these sides, which do not cross, rounded to the tight end. */
function modelWith(model: SolverModel, { rowLower, rowUpper }: RowSides): LinearModel {
  const { program, rowScale } = model
  const lower = Float64Array.from(rowLower, (b, i) => doubleOf(b, toNumberUp, Number.NEGATIVE_INFINITY) * rowScale[i])
  const upper = Float64Array.from(rowUpper, (b, i) => doubleOf(b, toNumberDown, Number.POSITIVE_INFINITY) * rowScale[i])
  for (let i = 0; i < lower.length; i++) {
    if (lower[i] > upper[i]) lower[i] = upper[i] = (lower[i] + upper[i]) / 2 // a range, or an equality, between two doubles
  }
  return {
    sense: model.hessian === null ? program.sense : 'minimise',
    cost: model.cost,
    columnLower: model.columnLower,
    columnUpper: model.columnUpper,
    ...(program.integer.includes(1) && { integer: program.integer }),
    rowLower: lower,
    rowUpper: upper,
    matrix: model.matrix,
    nameOfColumn: (column) => program.variables[column],
    nameOfRow: (row) => program.rows[row],
  }
}

/** Solves the program with these sides. Objectives are without the program's constant. */
export async function solveWith(
  solver: Solver,
  model: SolverModel,
  sides: RowSides,
  options: SolveOptions,
): Promise<Outcome> {
  const crossing = crossingIn(model, sides)
  if (crossing !== null) return crossing
  const linear = modelWith(model, sides)
  if (model.hessian === null) return inOwnUnits(model, await solver.solve(linear, options))
  return inOwnUnits(model, await solver.solveQuadratic(linear, model.hessian, options))
}

/** A row whose lower side lies above its upper one, exactly: no rounding may hide that. */
function crossingIn({ program }: SolverModel, { rowLower, rowUpper }: RowSides): Infeasible | null {
  const index = rowLower.findIndex((lower, i) => {
    const upper = rowUpper[i]
    return lower !== null && upper !== null && compare(lower, upper) > 0
  })
  if (index < 0) return null
  const name = program.rows[index]
  const conflict = [
    { kind: 'row', index, name, side: 'lower', bound: toNumber(rowLower[index] as Rational) },
    { kind: 'row', index, name, side: 'upper', bound: toNumber(rowUpper[index] as Rational) },
  ] as const
  return { status: 'infeasible', conflict, irreducible: true }
}

function inOwnUnits(model: SolverModel, outcome: Outcome): Outcome {
  const { columnScale, rowScale, turn } = model
  const point = (x: Float64Array): Float64Array =>
    model.hessian === null ? x : x.map((value, j) => value * columnScale[j])
  if (outcome.status === 'optimal') {
    return {
      ...outcome,
      x: point(outcome.x),
      objective: turn * outcome.objective,
      duals: outcome.duals?.map((price, i) => turn * price * rowScale[i]) ?? null,
      reducedCosts: outcome.reducedCosts?.map((price, j) => (turn * price) / columnScale[j]) ?? null,
    }
  }
  if (outcome.status === 'unbounded') return { ...outcome, x: point(outcome.x), ray: point(outcome.ray) }
  if (outcome.status === 'infeasible') return outcome
  const best = outcome.best && { x: point(outcome.best.x), objective: turn * outcome.best.objective }
  return { ...outcome, best, bound: turn * outcome.bound }
}
