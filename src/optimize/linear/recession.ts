/**
 * The recession problem: a direction along which the model can be followed for ever while the objective improves.
 *   minimise  c'r   subject to  r keeps every finite side of a row or column,  Q r = 0,  -1 <= r <= 1
 * For rational data a feasible model, whole columns or not, is unbounded exactly when this has a negative optimum (Meyer,
 * Math. Programming 7 (1974), 223-235). The whole columns stay continuous here: a rational ray can be scaled to a whole one.
 */
import { byRows, type LinearModel } from './model.ts'

/** The recession problem of `model`; `quadratic` are the columns of a square Q, when the objective has one. */
export function recessionModel(model: LinearModel, quadratic: readonly Float64Array[] = []): LinearModel {
  const matrix = byRows(model.matrix, model.rowLower.length)
  const [starts, indices, values] = [Array.from(matrix.starts), Array.from(matrix.indices), Array.from(matrix.values)]
  for (const line of quadratic) {
    line.forEach((value, j) => {
      if (value === 0) return
      indices.push(j)
      values.push(value)
    })
    starts.push(indices.length)
  }
  const still = new Float64Array(quadratic.length)
  return {
    sense: model.sense,
    cost: model.cost,
    columnLower: model.columnLower.map((bound) => (Number.isFinite(bound) ? 0 : -1)),
    columnUpper: model.columnUpper.map((bound) => (Number.isFinite(bound) ? 0 : 1)),
    rowLower: joined(
      model.rowLower.map((bound) => (Number.isFinite(bound) ? 0 : bound)),
      still,
    ),
    rowUpper: joined(
      model.rowUpper.map((bound) => (Number.isFinite(bound) ? 0 : bound)),
      still,
    ),
    matrix: {
      layout: 'rows',
      starts: Int32Array.from(starts),
      indices: Int32Array.from(indices),
      values: Float64Array.from(values),
    },
  }
}

function joined(head: Float64Array, tail: Float64Array): Float64Array {
  const all = new Float64Array(head.length + tail.length)
  all.set(head)
  all.set(tail, head.length)
  return all
}
