/**
 * The marginal QP as a cone program,
 *   minimise  1/2 u'P u   subject to  M u + s = b,  s = 0 in the first rows and s >= 0 in the others.
 *
 * u holds x - d, centred on the measurements because a relative gap of the uncentred objective hides large errors in its
 * constant, and then a_r.x - m_r for each soft row. Weights are divided by `scale`.
 */
import type { MarginalProblem, RowBlock } from './marginal-problem.ts'

/** A sparse matrix by columns. */
export interface ConeMatrix {
  readonly starts: Uint32Array
  readonly rows: Uint32Array
  readonly values: Float64Array
}

export interface ConeProgram {
  /** The diagonal of P, entries of 0 left out. */
  readonly quadratic: ConeMatrix
  readonly matrix: ConeMatrix
  readonly right: Float64Array
  /** How many rows are equalities; they come first. */
  readonly equalities: number
}

/** A side of a hard row. */
export interface Side {
  readonly row: number
  /** The sign of the price that its multiplier adds: -1 for equalities and upper sides, 1 for lower sides. */
  readonly sign: -1 | 1
  readonly bound: number
}

/** Rows: soft, hard equalities, other hard sides as  -b.x <= -lower  and  b.x <= upper,  and -x <= 0. */
export function coneProgram(problem: MarginalProblem, scale: number): { program: ConeProgram; sides: readonly Side[] } {
  const columns = problem.weight.length
  const softRows = problem.softWeight.length
  const [equal, unequal] = hardSides(problem)
  const sides = [...equal, ...unequal]
  const right = new Float64Array(softRows + sides.length + columns)
  const lines = Array.from({ length: columns + softRows }, () => ({ rows: [] as number[], values: [] as number[] }))
  const place = (block: RowBlock, source: number, row: number, sign: number, bound: number): void => {
    right[row] = sign * bound
    for (let k = block.starts[source]; k < block.starts[source + 1]; k++) {
      const [column, value] = [block.columns[k], sign * (block.values?.[k] ?? 1)]
      lines[column].rows.push(row)
      lines[column].values.push(value)
      right[row] -= value * problem.target[column]
    }
  }
  for (let r = 0; r < softRows; r++) {
    place(problem.soft, r, r, 1, problem.softTarget[r])
    lines[columns + r].rows.push(r)
    lines[columns + r].values.push(-1)
  }
  for (const [k, { row, sign, bound }] of sides.entries()) place(problem.hard, row, softRows + k, -sign, bound)
  for (let i = 0; i < columns; i++) {
    lines[i].rows.push(softRows + sides.length + i)
    lines[i].values.push(-1)
    right[softRows + sides.length + i] = problem.target[i]
  }
  const weights = [...problem.weight, ...problem.softWeight].map((weight) => weight / scale)
  const quadratic = byColumns(weights.map((weight, j) => (weight > 0 ? { rows: [j], values: [weight] } : NOTHING)))
  return { program: { quadratic, matrix: byColumns(lines), right, equalities: softRows + equal.length }, sides }
}

const NOTHING = { rows: [], values: [] }

function hardSides({ lower, upper }: MarginalProblem): [Side[], Side[]] {
  const [equal, unequal]: [Side[], Side[]] = [[], []]
  for (let row = 0; row < lower.length; row++) {
    if (lower[row] === upper[row]) equal.push({ row, sign: -1, bound: lower[row] })
    else {
      if (Number.isFinite(lower[row])) unequal.push({ row, sign: 1, bound: lower[row] })
      if (Number.isFinite(upper[row])) unequal.push({ row, sign: -1, bound: upper[row] })
    }
  }
  return [equal, unequal]
}

function byColumns(lines: readonly { readonly rows: number[]; readonly values: number[] }[]): ConeMatrix {
  const starts = new Uint32Array(lines.length + 1)
  for (let j = 0; j < lines.length; j++) starts[j + 1] = starts[j] + lines[j].rows.length
  const rows = new Uint32Array(starts[lines.length])
  const values = new Float64Array(rows.length)
  lines.forEach((line, j) => {
    rows.set(line.rows, starts[j])
    values.set(line.values, starts[j])
  })
  return { starts, rows, values }
}
