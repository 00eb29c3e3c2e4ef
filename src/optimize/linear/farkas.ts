/**
 * What a Farkas ray blames, and whether it blames a set that cannot be made smaller.
 *
 * If y'Ax exceeds, by the rows' bounds, what it can be by the columns' bounds, the model is infeasible, and the sides that
 * y and -A'y point at clash among themselves. Gleeson and Ryan (ORSA J. Computing 2 (1990), 61-63): such a set is irreducible
 * exactly when its multipliers are unique up to scale, that is, when the normals of its k sides have rank k - 1.
 */
import { reducedCosts } from './check.ts'
import { byRows, columnName, type LinearModel, rowName } from './model.ts'
import type { ConflictSide } from './outcome.ts'

/** Multipliers below this, relative to the largest, are zeros that rounding has moved. */
const NEGLIGIBLE = 1e-9
/** Beyond this many multiplications (about a second) the rank is given up, which proves nothing. */
const MOST_WORK = 1e9

/** The clashing sides, or undefined when the ray, taken either way round, proves nothing. */
export function blamedByRay(model: LinearModel, ray: Float64Array): ConflictSide[] | undefined {
  return (
    pointedAt(model, ray) ??
    pointedAt(
      model,
      ray.map((value) => -value),
    )
  )
}

function pointedAt(model: LinearModel, ray: Float64Array): ConflictSide[] | undefined {
  const size = ray.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0)
  const clean = ray.map((value) => (Math.abs(value) > NEGLIGIBLE * size ? value : 0))
  const columns = reducedCosts(model, clean, new Float64Array(model.cost.length))
  const sides: ConflictSide[] = []
  let excess = 0
  let scale = 0
  const add = (kind: 'row' | 'column', index: number, price: number, lower: number, upper: number): boolean => {
    if (Math.abs(price) <= NEGLIGIBLE * size) return true
    const side = price > 0 ? 'lower' : 'upper'
    const bound = price > 0 ? lower : upper
    const name = kind === 'row' ? rowName(model, index) : columnName(model, index)
    sides.push({ kind, index, name, side, bound })
    excess += price * bound
    scale += Math.abs(price * bound)
    return Number.isFinite(bound)
  }
  const finite =
    clean.every((price, i) => add('row', i, price, model.rowLower[i], model.rowUpper[i])) &&
    columns.every((price, j) => add('column', j, price, model.columnLower[j], model.columnUpper[j]))
  return finite && excess > NEGLIGIBLE * scale ? sides : undefined
}

/** Whether the normals of these sides, which a ray blames, have rank one less than their number. */
export function isIrreducible(model: LinearModel, sides: readonly ConflictSide[]): boolean {
  const rows = sides.filter((side) => side.kind === 'row').map((side) => side.index)
  const covered = new Set(sides.filter((side) => side.kind === 'column').map((side) => side.index))
  // A blamed bound is a unit vector, so its column may be struck out: what is left has the rank of the rows less one.
  return rankAcross(model, rows, covered) === rows.length - 1
}

/** The rank of these rows over the columns that are not struck out, by elimination of one column after another. */
function rankAcross(model: LinearModel, rows: readonly number[], struck: ReadonlySet<number>): number {
  const { starts, indices, values } = byRows(model.matrix, model.rowLower.length)
  const columns = new Map<number, [place: number, value: number][]>()
  rows.forEach((row, place) => {
    for (let entry = starts[row]; entry < starts[row + 1]; entry++) {
      if (struck.has(indices[entry])) continue
      if (!columns.has(indices[entry])) columns.set(indices[entry], [])
      columns.get(indices[entry])!.push([place, values[entry]])
    }
  })
  const pivots = new Map<number, Float64Array>()
  let work = 0
  for (const entries of columns.values()) {
    if (pivots.size === rows.length - 1 || work > MOST_WORK) break
    const column = new Float64Array(rows.length)
    for (const [place, value] of entries) column[place] = value
    work += addToBasis(column, pivots)
  }
  return pivots.size
}

/**
 * Reduces `column` in place by the basis and adds what is left, if anything, under its first non-zero place. Returns the
 * number of entries it went over.
 */
function addToBasis(column: Float64Array, pivots: Map<number, Float64Array>): number {
  const size = column.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0)
  let work = column.length
  for (let place = 0; place < column.length; place++) {
    if (Math.abs(column[place]) <= NEGLIGIBLE * size) continue
    const pivot = pivots.get(place)
    if (pivot === undefined) {
      pivots.set(place, column)
      break
    }
    const factor = column[place] / pivot[place]
    for (let i = place; i < column.length; i++) column[i] -= factor * pivot[i]
    work += column.length - place
  }
  return work
}
