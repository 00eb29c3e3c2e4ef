/** Margins on rows that an answer broke, for solving again: four times what was broken and what rounding can cost, then more. */
import { add, compare, multiply, type Rational, rational, subtract } from '../../exact/rational.ts'
import type { Bound, Program } from '../program/program.ts'
import type { RowSides } from '../program/solver-model.ts'
import type { Broken } from './certify.ts'

export class Margins {
  readonly #program: Program
  readonly #sides: RowSides
  readonly #margin = new Map<string, { row: number; side: 'lower' | 'upper'; by: Rational }>()
  #factor = 4n

  constructor(program: Program, sides: RowSides) {
    this.#program = program
    this.#sides = sides
  }

  /** Takes the broken rows in; false when one of them cannot be given a margin (an equality, a bound of a variable). */
  grow(broken: readonly Broken[], places: Int32Array): boolean {
    for (const { kind, index, side, by } of broken) {
      if (kind !== 'row' || side === 'whole') return false
      const [lower, upper] = [this.#sides.rowLower[index], this.#sides.rowUpper[index]]
      if (lower !== null && upper !== null && compare(lower, upper) === 0) return false
      const needed = multiply(rational(this.#factor), add(by, this.#roundingOf(index, places)))
      const key = `${side}${index}`
      const before = this.#margin.get(key)
      this.#margin.set(key, { row: index, side, by: before === undefined ? needed : add(before.by, needed) })
    }
    this.#factor *= 50n
    return true
  }

  tightened(): RowSides {
    const rowLower: Bound[] = [...this.#sides.rowLower]
    const rowUpper: Bound[] = [...this.#sides.rowUpper]
    for (const { row, side, by } of this.#margin.values()) {
      if (side === 'upper') rowUpper[row] = subtract(rowUpper[row]!, by)
      else rowLower[row] = add(rowLower[row]!, by)
      const [lower, upper] = [rowLower[row], rowUpper[row]]
      // A range narrower than its margins: both sides meet in the middle.
      if (lower !== null && upper !== null && compare(lower, upper) > 0) {
        rowLower[row] = rowUpper[row] = multiply(rational(1n, 2n), add(lower, upper))
      }
    }
    return { rowLower, rowUpper }
  }

  /** The most that rounding every variable of the row to its last place can move it. */
  #roundingOf(row: number, places: Int32Array): Rational {
    let total = rational(0n)
    for (let entry = this.#program.starts[row]; entry < this.#program.starts[row + 1]; entry++) {
      const { num, den } = this.#program.values.at(entry)
      const place = places[this.#program.columns[entry]]
      const step = place >= 0 ? rational(10n ** BigInt(place)) : rational(1n, 10n ** BigInt(-place))
      total = add(total, multiply(num < 0n ? { num: -num, den } : { num, den }, step))
    }
    return total
  }
}
