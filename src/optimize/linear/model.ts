/**
 * A linear model on flat typed arrays:
 *   minimise or maximise  c'x   subject to  rowLower <= A x <= rowUpper,  columnLower <= x <= columnUpper,
 *   x[j] whole where integer[j] is 1. A missing bound is an infinite one.
 */
import { badInput } from '../../request-error.ts'

export interface SparseMatrix {
  /** `rows`: entries starts[i]..starts[i+1]-1 are row i and `indices` are columns; `columns`: the other way round. */
  readonly layout: 'rows' | 'columns'
  readonly starts: Int32Array
  readonly indices: Int32Array
  readonly values: Float64Array
}

export interface LinearModel {
  readonly sense: 'minimise' | 'maximise'
  readonly cost: Float64Array
  readonly columnLower: Float64Array
  readonly columnUpper: Float64Array
  /** 1 for a whole column, 0 for a continuous one; absent when all are continuous. */
  readonly integer?: Uint8Array
  readonly rowLower: Float64Array
  readonly rowUpper: Float64Array
  readonly matrix: SparseMatrix
  readonly nameOfColumn?: (column: number) => string
  readonly nameOfRow?: (row: number) => string
}

export function columnName(model: LinearModel, column: number): string {
  return model.nameOfColumn?.(column) ?? `column ${column}`
}

export function rowName(model: LinearModel, row: number): string {
  return model.nameOfRow?.(row) ?? `row ${row}`
}

export function hasIntegers(model: LinearModel): boolean {
  return model.integer?.includes(1) ?? false
}

/** The same matrix stored by rows; the input itself when it already is. `rows` is the number of rows. */
export function byRows(matrix: SparseMatrix, rows: number): SparseMatrix {
  if (matrix.layout === 'rows') return matrix
  const starts = new Int32Array(rows + 1)
  for (const row of matrix.indices) starts[row + 1]++
  for (let row = 0; row < rows; row++) starts[row + 1] += starts[row]
  const next = starts.slice(0, rows)
  const indices = new Int32Array(matrix.indices.length)
  const values = new Float64Array(matrix.indices.length)
  for (let column = 0; column + 1 < matrix.starts.length; column++) {
    for (let entry = matrix.starts[column]; entry < matrix.starts[column + 1]; entry++) {
      const place = next[matrix.indices[entry]]++
      indices[place] = column
      values[place] = matrix.values[entry]
    }
  }
  return { layout: 'rows', starts, indices, values }
}

/** HiGHS treats a coefficient of this size or more as infinite, and one of the other size or less as zero. */
const LARGEST_COEFFICIENT = 1e15
const SMALLEST_COEFFICIENT = 1e-12

/** Throws on lengths that differ, NaN, bounds that cross, and entries out of range, repeated, too large or too small. */
export function checkModel(model: LinearModel): void {
  const columns = model.cost.length
  const rows = model.rowLower.length
  checkLength('columnLower', model.columnLower.length, columns)
  checkLength('columnUpper', model.columnUpper.length, columns)
  if (model.integer !== undefined) checkLength('integer', model.integer.length, columns)
  checkLength('rowUpper', model.rowUpper.length, rows)
  for (let j = 0; j < columns; j++) {
    if (!Number.isFinite(model.cost[j])) {
      throw badInput(`The cost of ${columnName(model, j)} is ${model.cost[j]}. A cost is a finite number.`)
    }
  }
  checkBounds(model.columnLower, model.columnUpper, (j) => columnName(model, j))
  checkBounds(model.rowLower, model.rowUpper, (i) => rowName(model, i))
  checkMatrix(model, rows, columns)
}

function checkLength(what: string, found: number, wanted: number): void {
  if (found !== wanted) throw badInput(`The model's ${what} has ${found} entries where ${wanted} are needed.`)
}

function checkBounds(lower: Float64Array, upper: Float64Array, name: (index: number) => string): void {
  for (let i = 0; i < lower.length; i++) {
    if (lower[i] <= upper[i] && lower[i] !== Number.POSITIVE_INFINITY && upper[i] !== Number.NEGATIVE_INFINITY) continue
    throw badInput(
      `The bounds of ${name(i)} are ${lower[i]} and ${upper[i]}. ` +
        'The lower must be a number or -Infinity, the upper a number or Infinity, and the lower not above the upper.',
    )
  }
}

function checkMatrix(model: LinearModel, rows: number, columns: number): void {
  const { layout, starts, indices, values } = model.matrix
  const [major, minor] = layout === 'rows' ? [rows, columns] : [columns, rows]
  checkLength('matrix.starts', starts.length, major + 1)
  checkLength('matrix.values', values.length, indices.length)
  if (starts[0] !== 0 || starts[major] !== indices.length) {
    throw badInput(
      `The model's matrix.starts runs from ${starts[0]} to ${starts[major]}; it must run from 0 to ${indices.length}.`,
    )
  }
  const lastSeen = new Int32Array(minor).fill(-1)
  for (let line = 0; line < major; line++) {
    if (starts[line] > starts[line + 1]) throw badInput(`The model's matrix.starts falls after entry ${line}.`)
    for (let entry = starts[line]; entry < starts[line + 1]; entry++) checkEntry(model, line, entry, lastSeen)
  }
}

function checkEntry(model: LinearModel, line: number, entry: number, lastSeen: Int32Array): void {
  const { layout, indices, values } = model.matrix
  const other = indices[entry]
  const where = layout === 'rows' ? rowName(model, line) : columnName(model, line)
  if (!(other >= 0 && other < lastSeen.length)) {
    throw badInput(`${where} has an entry at index ${other}; indices run from 0 to ${lastSeen.length - 1}.`)
  }
  if (lastSeen[other] === line) throw badInput(`${where} has two entries at index ${other}. Add them up into one.`)
  lastSeen[other] = line
  const size = Math.abs(values[entry])
  if (!(size < LARGEST_COEFFICIENT) || (size > 0 && size <= SMALLEST_COEFFICIENT)) {
    throw badInput(
      `${where} has the coefficient ${values[entry]} at index ${other}. ` +
        `A coefficient is 0 or between ${SMALLEST_COEFFICIENT} and ${LARGEST_COEFFICIENT} in size: rescale the row.`,
    )
  }
}
