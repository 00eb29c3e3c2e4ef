/**
 * What an attacker may know beforehand: bounds on a cell, on a sum of cells in a row, or on a row's total.
 *
 * Wright and Smucker (2014), end of section 2: l <= sum_{j in C} n_ij <= u is l <= (v_i + 1) s <= u with
 * s = sum_{j in C} r_ij, so ceil(l / s) - 1 <= v_i <= floor(u / s) - 1. (The paper prints a floor on the left as well;
 * with l = 5 and s = 3 that would admit v_i = 0, a count of 3.)
 */
import { badInput } from '../request-error.ts'
import type { ConditionalTable } from './reduced.ts'

export interface KnownBound {
  readonly row: number
  /** The cells summed; all of the row's, its total, when left out. */
  readonly columns?: readonly number[] | undefined
  readonly lower?: number | undefined
  readonly upper?: number | undefined
  /** How a person calls it, such as the line of a file. */
  readonly label?: string | undefined
}

/** Bounds on the multipliers v_i of all rows; upper is Infinity where nothing is known. */
export interface MultiplierBounds {
  readonly lower: Float64Array
  readonly upper: Float64Array
}

/** The bounds on multipliers that follow, each on its own row; they may be empty (lower above upper). */
export function multiplierBounds(table: ConditionalTable, known: readonly KnownBound[]): MultiplierBounds {
  const lower = new Float64Array(table.rows)
  const upper = new Float64Array(table.rows).fill(Number.POSITIVE_INFINITY)
  for (const fact of known) {
    const share = reducedSumOf(table, fact)
    const least = fact.lower ?? 0
    const most = fact.upper ?? Number.POSITIVE_INFINITY
    if (share === 0) {
      if (least > 0 || most < 0) upper[fact.row] = -1 // the shares say that these cells are 0
    } else {
      lower[fact.row] = Math.max(lower[fact.row], Math.ceil(least / share) - 1)
      upper[fact.row] = Math.min(upper[fact.row], Math.floor(most / share) - 1)
    }
  }
  return { lower, upper }
}

/** Refuses knowledge about rows or columns that the table does not have, or bounds that are not whole numbers. */
export function checkKnown(table: { rows: number; columns: number }, known: readonly KnownBound[]): void {
  known.forEach((fact, k) => {
    const name = nameOf(fact, k)
    if (!(Number.isInteger(fact.row) && fact.row >= 0 && fact.row < table.rows))
      throw badInput(`${name}: row ${fact.row + 1} is not one of the table's ${table.rows} rows.`)
    const outside = fact.columns?.find((column) => !(Number.isInteger(column) && column >= 0 && column < table.columns))
    if (outside !== undefined)
      throw badInput(`${name}: column ${outside + 1} is not one of the table's ${table.columns} columns.`)
    if (fact.columns !== undefined && new Set(fact.columns).size !== fact.columns.length)
      throw badInput(`${name}: a column is named twice. Name each cell of the sum once.`)
    for (const bound of [fact.lower, fact.upper])
      if (bound !== undefined && !Number.isSafeInteger(bound))
        throw badInput(
          `${name}: a bound of ${bound} is not a whole number. Round a lower bound up, an upper bound down.`,
        )
    if (fact.lower === undefined && fact.upper === undefined)
      throw badInput(`${name}: it bounds nothing. Give a lower bound, an upper bound or both.`)
  })
}

/** A fact in words, for messages. */
export function nameOf(fact: KnownBound, position: number): string {
  if (fact.label !== undefined) return fact.label
  const cells = fact.columns === undefined ? 'the total' : `columns ${fact.columns.map((c) => c + 1).join(', ')}`
  return `fact ${position + 1} on ${cells} of row ${fact.row + 1}`
}

function reducedSumOf(table: ConditionalTable, fact: KnownBound): number {
  if (fact.columns === undefined) return table.sums[fact.row]
  let total = 0
  for (const column of fact.columns) total += table.reduced[fact.row * table.columns + column]
  return total
}
