/**
 * Reduced rows of a two-way table: Wright and Smucker, "Rapid Calculation of Exact Cell Bounds for Contingency
 * Tables from Conditional Frequencies" (2014), section 2.
 *
 * Row i with counts o_ij and d_i = gcd_j o_ij has reduced counts r_ij = o_ij / d_i and reduced sum r_i = sum_j r_ij: the
 * lowest common denominator of its published shares, so the shares show r_ij and nothing of d_i. Every table with these
 * shares and total N has counts r_ij (v_i + 1) with whole numbers v_i >= 0 and sum_i r_i v_i = N - R, R = sum_i r_i.
 */
import { gcd as bigGcd, formatRational, ONE, type Rational, sum, ZERO } from '../exact/rational.ts'
import { badInput } from '../request-error.ts'
import { infeasible } from './conflict.ts'

/** What a release of row shares with the total N shows. Arrays are row by row; a row of zeros has sum 0. */
export interface ConditionalTable {
  readonly rows: number
  readonly columns: number
  readonly n: number
  readonly reduced: Int32Array
  readonly sums: Int32Array
  readonly reducedTotal: number
  /** N - R: what the multipliers must make up. */
  readonly slack: number
}

/** Counts and totals are held in 32-bit integers. */
export const LARGEST_TOTAL: number = 2 ** 31 - 1

/** The table of shares that would be published from these counts (row by row), with their sum as N. */
export function reduceCounts(counts: ArrayLike<number>, rows: number, columns: number): ConditionalTable {
  if (counts.length !== rows * columns)
    throw badInput(`A table of ${rows} x ${columns} needs ${rows * columns} counts; ${counts.length} were given.`)
  const reduced = new Int32Array(rows * columns)
  const sums = new Int32Array(rows)
  let n = 0
  let reducedTotal = 0
  for (let i = 0; i < rows; i++) {
    const start = i * columns
    let divisor = 0
    let total = 0
    for (let k = start; k < start + columns; k++) {
      const count = counts[k]
      if (!(count >= 0 && count <= LARGEST_TOTAL && Number.isInteger(count))) throw badCount(i, k - start)
      total += count
      if (count !== 0 && divisor !== 1) divisor = gcd(count | 0, divisor)
    }
    n += total
    if (n > LARGEST_TOTAL) throw tooMany()
    if (total === 0) continue
    for (let k = start; k < start + columns; k++) reduced[k] = counts[k] / divisor
    sums[i] = total / divisor
    reducedTotal += sums[i]
  }
  return { rows, columns, n, reduced, sums, reducedTotal, slack: n - reducedTotal }
}

/**
 * The same from the shares themselves, as exact fractions, and N. Each row's shares sum to 1, or are all 0 for a row
 * without records.
 */
export function reduceShares(shares: readonly (readonly Rational[])[], n: number): ConditionalTable {
  const columns = shares[0]?.length ?? 0
  checkTotal(n)
  const reduced = new Int32Array(shares.length * columns)
  const sums = new Int32Array(shares.length)
  let reducedTotal = 0
  shares.forEach((row, i) => {
    const denominator = rowDenominator(row, i, columns)
    if (denominator > BigInt(LARGEST_TOTAL)) throw noRoom(i, denominator, n)
    sums[i] = Number(denominator)
    reducedTotal += sums[i]
    if (denominator > 0n)
      for (let j = 0; j < columns; j++) reduced[i * columns + j] = Number((row[j].num * denominator) / row[j].den)
  })
  if (reducedTotal > n) {
    throw infeasible(
      `No table of ${n} records has these shares: the smallest counts that give them already sum to ${reducedTotal}. ` +
        'Correct the total or the shares; if the shares are rounded, say so and to how many decimals.',
      { n, reducedTotal },
    )
  }
  return { rows: shares.length, columns, n, reduced, sums, reducedTotal, slack: n - reducedTotal }
}

/** The lowest common denominator of a row of shares, 0 for a row of zeros. */
function rowDenominator(row: readonly Rational[], i: number, columns: number): bigint {
  if (row.length !== columns)
    throw badInput(`Row ${i + 1} has ${row.length} shares where the first has ${columns}. Give one a column.`)
  const negative = row.findIndex((share) => share.num < 0n)
  if (negative >= 0) throw badInput(`Row ${i + 1}, column ${negative + 1}: a share cannot be below 0.`)
  const total = sum(row)
  if (total.num === ZERO.num) return 0n
  if (total.num !== total.den) {
    throw badInput(
      `The shares of row ${i + 1} sum to ${formatRational(total)}, not to ${formatRational(ONE)}. ` +
        'Give exact fractions; if the shares are rounded, say so and to how many decimals.',
    )
  }
  return row.reduce((multiple, share) => (multiple / bigGcd(multiple, share.den)) * share.den, 1n)
}

/** Refuses a total that is not a whole number this room can hold. */
export function checkTotal(n: number): void {
  if (!Number.isInteger(n) || n < 0) throw badInput(`The total is ${n}; a whole number of records is needed.`)
  if (n > LARGEST_TOTAL) throw tooMany()
}

/** Greatest common divisor of non-negative 32-bit integers. */
export function gcd(a: number, b: number): number {
  let x = a | 0
  let y = b | 0
  while (y !== 0) {
    const rest = (x % y) | 0
    x = y
    y = rest
  }
  return x
}

function badCount(row: number, column: number): Error {
  return badInput(`Row ${row + 1}, column ${column + 1}: a count must be a whole number from 0 to ${LARGEST_TOTAL}.`)
}

function tooMany(): Error {
  return badInput(
    `The table holds more than ${LARGEST_TOTAL} records. Audit it in parts that are published separately.`,
  )
}

function noRoom(row: number, denominator: bigint, n: number): Error {
  return infeasible(
    `No table of ${n} records has these shares: those of row ${row + 1} have the common denominator ${denominator}. ` +
      'Correct the total or the shares; if the shares are rounded, say so and to how many decimals.',
    { n, row },
  )
}
