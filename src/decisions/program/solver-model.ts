/**
 * A program as the solver takes it: doubles, rows and columns scaled by powers of two (`scaling.ts`; for a quadratic objective each
 * column so that its curvature is about 1). Answers come back in the program's own units.
 *
 * Nothing is promised on these numbers; every promise is checked on the exact ones (`certify.ts`).
 */
import { toNumber } from '../../exact/directed.ts'
import { compare, type Rational } from '../../exact/rational.ts'
import type { Hessian, Infeasible, LinearModel, SparseMatrix } from '../../optimize/index.ts'
import type { Bound, Program } from './program.ts'
import { geometricScaling, powerOfTwo, rowsToOne } from './scaling.ts'

/** The sides of every row. */
export interface RowSides {
  readonly rowLower: readonly Bound[]
  readonly rowUpper: readonly Bound[]
}

/** Bounds of the variables: the program's own, or some of them moved. */
export interface VariableBounds {
  readonly lower: readonly Bound[]
  readonly upper: readonly Bound[]
}

export interface SolverModel {
  readonly program: Program
  /** The solver's rows are these powers of two times the program's, and its variables the program's over these. */
  readonly rowScale: Float64Array
  readonly columnScale: Float64Array
  /** What the solver minimises or maximises is this power of two times the program's objective. */
  readonly costScale: number
  readonly matrix: SparseMatrix
  readonly columnLower: Float64Array
  readonly columnUpper: Float64Array
  readonly cost: Float64Array
  /** The quadratic part; a maximisation is then turned into a minimisation. */
  readonly hessian: Hessian | null
  readonly turn: 1 | -1
}

/** `rows`: only the rows are scaled, for a second try. */
export function solverModel(program: Program, scaling: 'both' | 'rows' = 'both'): SolverModel {
  const curved = program.quadratic.length > 0
  const { rows: rowScale, columns: columnScale } =
    curved || scaling === 'rows' ? scaledByRows(program, curved) : geometricScaling(program)
  const turn = curved && program.sense === 'maximise' ? -1 : 1
  const plain = program.cost.near.map((cost, j) => turn * cost * columnScale[j])
  const costScale = curved ? 1 : costScaleOf(plain)
  const bounds = { lower: program.lower, upper: program.upper }
  return {
    program,
    columnScale,
    rowScale,
    costScale,
    matrix: scaledMatrix(program, rowScale, columnScale),
    ...scaledBounds(bounds, columnScale),
    cost: costScale === 1 ? plain : plain.map((cost) => cost * costScale),
    hessian: curved ? hessianOf(program, turn, columnScale) : null,
    turn,
  }
}

function scaledByRows(program: Program, curved: boolean) {
  const columns = curved ? curvatureScale(program) : new Float64Array(program.variables.length).fill(1)
  return { columns, rows: rowsToOne(program, columns) }
}

/** Costs far below 1 would all be 0 to the solver's tolerance. */
function costScaleOf(cost: Float64Array): number {
  let largest = 0
  for (const value of cost) largest = Math.max(largest, Math.abs(value))
  return largest > 0 && largest < 1 ? powerOfTwo(1 / largest) : 1
}

/** Smaller coefficients the solver would refuse; the exact check still counts them. */
const NEGLIGIBLE = 1e-12

function scaledMatrix(program: Program, rowScale: Float64Array, columnScale: Float64Array): SparseMatrix {
  const near = program.values.near
  const starts = new Int32Array(program.rows.length + 1)
  const indices = new Int32Array(near.length)
  const values = new Float64Array(near.length)
  let kept = 0
  for (let row = 0; row < program.rows.length; row++) {
    for (let e = program.starts[row]; e < program.starts[row + 1]; e++) {
      const value = near[e] * columnScale[program.columns[e]] * rowScale[row]
      if (Math.abs(value) <= NEGLIGIBLE) continue
      indices[kept] = program.columns[e]
      values[kept++] = value
    }
    starts[row + 1] = kept
  }
  return { layout: 'rows', starts, indices: indices.slice(0, kept), values: values.slice(0, kept) }
}

/** Nearest doubles: bounds that are equal stay so, and none pass each other. */
function scaledBounds({ lower, upper }: VariableBounds, scale: Float64Array) {
  return {
    columnLower: Float64Array.from(lower, (bound, j) => nearest(bound, Number.NEGATIVE_INFINITY) / scale[j]),
    columnUpper: Float64Array.from(upper, (bound, j) => nearest(bound, Number.POSITIVE_INFINITY) / scale[j]),
  }
}

const SAFE = BigInt(Number.MAX_SAFE_INTEGER)

function nearest(bound: Bound, missing: number): number {
  if (bound === null) return missing
  const { num, den } = bound
  if (num <= SAFE && num >= -SAFE && den <= SAFE) return Number(num) / Number(den)
  return toNumber(bound)
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

/** The model with these sides, which do not cross, and bounds; its whole columns whole unless it is relaxed. */
export function modelWith(
  model: SolverModel,
  { rowLower, rowUpper }: RowSides,
  bounds?: VariableBounds,
  relaxed = false,
): LinearModel {
  const { program, rowScale } = model
  const whole = !relaxed && program.integer.includes(1)
  return {
    sense: model.hessian === null ? program.sense : 'minimise',
    cost: model.cost,
    columnLower: model.columnLower,
    columnUpper: model.columnUpper,
    ...(bounds && scaledBounds(bounds, model.columnScale)),
    ...(whole && { integer: program.integer }),
    rowLower: Float64Array.from(rowLower, (b, i) => nearest(b, Number.NEGATIVE_INFINITY) * rowScale[i]),
    rowUpper: Float64Array.from(rowUpper, (b, i) => nearest(b, Number.POSITIVE_INFINITY) * rowScale[i]),
    matrix: model.matrix,
    nameOfColumn: (column) => program.variables[column],
    nameOfRow: (row) => program.rows[row],
  }
}

/** A row whose lower side lies above its upper one, exactly: no rounding may hide that. */
export function crossingIn({ program }: SolverModel, { rowLower, rowUpper }: RowSides): Infeasible | null {
  const index = rowLower.findIndex((lower, i) => {
    const upper = rowUpper[i]
    return lower !== null && upper !== null && lower !== upper && compare(lower, upper) > 0
  })
  if (index < 0) return null
  const name = program.rows[index]
  const conflict = [
    { kind: 'row', index, name, side: 'lower', bound: toNumber(rowLower[index] as Rational) },
    { kind: 'row', index, name, side: 'upper', bound: toNumber(rowUpper[index] as Rational) },
  ] as const
  return { status: 'infeasible', conflict, irreducible: true }
}
