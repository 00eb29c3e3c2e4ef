/** Rows with two sides, written one after the other into flat arrays. */
import type { RowBlock } from '../../optimize/index.ts'

export class RowList {
  #starts: number[] = [0]
  #columns: number[] = []
  #values: number[] = []
  #unit = true
  readonly lower: number[] = []
  readonly upper: number[] = []

  get length(): number {
    return this.lower.length
  }

  add(column: number, value = 1): void {
    this.#columns.push(column)
    this.#values.push(value)
    if (value !== 1) this.#unit = false
  }

  /** Closes the row of the columns added since the last one. */
  close(lower: number, upper: number): void {
    this.#starts.push(this.#columns.length)
    this.lower.push(lower)
    this.upper.push(upper)
  }

  /** How many columns the open row has. */
  get pending(): number {
    return this.#columns.length - this.#starts[this.#starts.length - 1]
  }

  block(): RowBlock {
    const rows = { starts: Int32Array.from(this.#starts), columns: Int32Array.from(this.#columns) }
    return this.#unit ? rows : { ...rows, values: Float64Array.from(this.#values) }
  }

  copy(): RowList {
    const other = new RowList()
    other.#starts = this.#starts.slice()
    other.#columns = this.#columns.slice()
    other.#values = this.#values.slice()
    other.#unit = this.#unit
    other.lower.push(...this.lower)
    other.upper.push(...this.upper)
    return other
  }
}
