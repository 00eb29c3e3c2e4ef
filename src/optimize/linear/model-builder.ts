/** Writes a `LinearModel` column by column and row by row, with no object for an entry. */
import { badInput } from '../../request-error.ts'
import { checkModel, type LinearModel } from './model.ts'

export class ModelBuilder {
  readonly #sense: LinearModel['sense']
  readonly #cost: number[] = []
  readonly #columnLower: number[] = []
  readonly #columnUpper: number[] = []
  readonly #integer: number[] = []
  readonly #rowLower: number[] = []
  readonly #rowUpper: number[] = []
  readonly #starts: number[] = []
  readonly #indices: number[] = []
  readonly #values: number[] = []
  readonly #columnNames = new Map<number, string>()
  readonly #rowNames = new Map<number, string>()

  constructor(sense: LinearModel['sense'] = 'minimise') {
    this.#sense = sense
  }

  /** Appends a continuous column and returns its index. */
  addColumn(lower: number, upper: number, cost: number, name?: string): number {
    const column = this.#cost.push(cost) - 1
    this.#columnLower.push(lower)
    this.#columnUpper.push(upper)
    this.#integer.push(0)
    if (name !== undefined) this.#columnNames.set(column, name)
    return column
  }

  /** Appends a column of whole values and returns its index. */
  addInteger(lower: number, upper: number, cost: number, name?: string): number {
    const column = this.addColumn(lower, upper, cost, name)
    this.#integer[column] = 1
    return column
  }

  /** Opens a row, which takes every `entry` until the next one is opened, and returns its index. */
  startRow(lower: number, upper: number, name?: string): number {
    const row = this.#rowLower.push(lower) - 1
    this.#rowUpper.push(upper)
    this.#starts.push(this.#indices.length)
    if (name !== undefined) this.#rowNames.set(row, name)
    return row
  }

  /** Appends one coefficient to the open row. */
  entry(column: number, value: number): void {
    if (this.#starts.length === 0) throw badInput('A coefficient was given before any row. Call startRow first.')
    this.#indices.push(column)
    this.#values.push(value)
  }

  /** The checked model. The builder may go on afterwards; the model does not change. */
  build(): LinearModel {
    const columnNames = new Map(this.#columnNames)
    const rowNames = new Map(this.#rowNames)
    const model: LinearModel = {
      sense: this.#sense,
      cost: Float64Array.from(this.#cost),
      columnLower: Float64Array.from(this.#columnLower),
      columnUpper: Float64Array.from(this.#columnUpper),
      ...(this.#integer.includes(1) && { integer: Uint8Array.from(this.#integer) }),
      rowLower: Float64Array.from(this.#rowLower),
      rowUpper: Float64Array.from(this.#rowUpper),
      matrix: {
        layout: 'rows',
        starts: Int32Array.from([...this.#starts, this.#indices.length]),
        indices: Int32Array.from(this.#indices),
        values: Float64Array.from(this.#values),
      },
      nameOfColumn: (column) => columnNames.get(column) ?? `column ${column}`,
      nameOfRow: (row) => rowNames.get(row) ?? `row ${row}`,
    }
    checkModel(model)
    return model
  }
}
