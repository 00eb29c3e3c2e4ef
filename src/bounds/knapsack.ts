/**
 * The knapsack behind a table of conditionals: v = lower + x, 0 <= x <= u, sum r x = T = N - R - sum r lower.
 *
 * Rows of one reduced sum are one item; rows with a reduced sum above T stay at x = 0 and are left out.
 */
import { checkKnown, type KnownBound, multiplierBounds } from './known.ts'
import type { Reach } from './reach-form.ts'
import type { ConditionalTable } from './reduced.ts'
import { EMPTY, type ValueSet } from './value-set.ts'

/** Rows of one reduced sum: how many are unbounded, the copies of the others together, and what is asked for. */
export interface Size {
  readonly size: number
  unboundedRows: number
  boundedCopies: number
  /** The upper bounds u that occur, each with the answer once it is known. */
  readonly answers: Map<number, ValueSet>
}

export interface Knapsack {
  readonly lower: Float64Array
  readonly upper: Float64Array
  readonly target: number
  readonly sizes: ReadonlyMap<number, Size>
}

/** The knapsack of a table with this knowledge; undefined when bounds already clash. */
export function knapsackOf(table: ConditionalTable, known: readonly KnownBound[]): Knapsack | undefined {
  checkKnown(table, known)
  const { lower, upper } = multiplierBounds(table, known)
  let target = table.slack
  for (let i = 0; i < table.rows; i++) {
    if (lower[i] > upper[i]) return undefined
    target -= table.sums[i] * lower[i]
  }
  return target < 0 ? undefined : { lower, upper, target, sizes: sizesOf(table, lower, upper, target) }
}

/** The sizes in ascending order. */
export function ascending(knapsack: Knapsack): Size[] {
  return [...knapsack.sizes.values()].sort((a, b) => a.size - b.size)
}

/** The bound u on x = v - lower, Infinity when it does not bind. */
export function freedom(size: number, lower: number, upper: number, target: number): number {
  const u = upper - lower
  return u * size >= target - (target % size) ? Number.POSITIVE_INFINITY : u
}

function sizesOf(table: ConditionalTable, lower: Float64Array, upper: Float64Array, target: number): Map<number, Size> {
  const sizes = new Map<number, Size>()
  for (let i = 0; i < table.rows; i++) {
    const size = table.sums[i]
    if (size === 0 || size > target) continue
    let entry = sizes.get(size)
    if (entry === undefined) {
      entry = { size, unboundedRows: 0, boundedCopies: 0, answers: new Map() }
      sizes.set(size, entry)
    }
    const u = freedom(size, lower[i], upper[i], target)
    if (u === Number.POSITIVE_INFINITY) entry.unboundedRows++
    else entry.boundedCopies += u
    if (!entry.answers.has(u)) entry.answers.set(u, EMPTY)
  }
  return sizes
}

export const copiesOf = (entry: Size): number =>
  entry.unboundedRows > 0 ? Number.POSITIVE_INFINITY : entry.boundedCopies

/** Unbounded items first: while nothing else is in a table, a size that it reaches can be skipped. */
export function addAll(reach: Reach, sizes: readonly Size[]): void {
  for (const entry of sizes) if (entry.unboundedRows > 0) reach.add(entry.size, Number.POSITIVE_INFINITY)
  for (const entry of sizes) if (entry.unboundedRows === 0) reach.add(entry.size, entry.boundedCopies)
}
