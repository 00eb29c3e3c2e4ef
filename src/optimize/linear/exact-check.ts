/**
 * Feasibility of a whole point with no rounding at all: every double of the model is read as the rational it exactly is.
 */
import { fromNumber } from '../../exact/directed.ts'
import { add, compare, multiply, type Rational, rational, subtract, ZERO } from '../../exact/rational.ts'
import { byRows, columnName, type LinearModel, rowName, type SparseMatrix } from './model.ts'

export type ExactCheck =
  | { readonly feasible: true }
  | { readonly feasible: false; readonly name: string; readonly by: Rational }

/** The first row or bound that the whole point `x` breaks, and by exactly how much. */
export function checkExactly(model: LinearModel, x: readonly bigint[]): ExactCheck {
  for (let j = 0; j < model.cost.length; j++) {
    const by = outside(rational(x[j]), model.columnLower[j], model.columnUpper[j])
    if (by !== undefined) return { feasible: false, name: columnName(model, j), by }
  }
  const matrix = byRows(model.matrix, model.rowLower.length)
  for (let i = 0; i < model.rowLower.length; i++) {
    const by = outside(activityOf(matrix, i, x), model.rowLower[i], model.rowUpper[i])
    if (by !== undefined) return { feasible: false, name: rowName(model, i), by }
  }
  return { feasible: true }
}

/** The whole point that the doubles of `x` already are. Throws on one that is not whole. */
export function wholePoint(x: Float64Array): bigint[] {
  return Array.from(x, (value, j) => {
    if (!Number.isInteger(value)) throw new RangeError(`entry ${j} is ${value}, which is not whole`)
    return BigInt(value)
  })
}

/** a_i x. Whole coefficients, the common case, are summed as bigints without a common denominator. */
function activityOf({ starts, indices, values }: SparseMatrix, row: number, x: readonly bigint[]): Rational {
  let whole = 0n
  let rest = ZERO
  for (let entry = starts[row]; entry < starts[row + 1]; entry++) {
    const value = x[indices[entry]]
    if (Number.isInteger(values[entry])) whole += BigInt(values[entry]) * value
    else rest = add(rest, multiply(fromNumber(values[entry]), rational(value)))
  }
  return add(rest, rational(whole))
}

function outside(value: Rational, lower: number, upper: number): Rational | undefined {
  if (Number.isFinite(lower) && compare(value, fromNumber(lower)) < 0) return subtract(fromNumber(lower), value)
  if (Number.isFinite(upper) && compare(value, fromNumber(upper)) > 0) return subtract(value, fromNumber(upper))
  return undefined
}
