/**
 * How many small counts a reader works out from exact shares and the number of records: a second audit, which shares no code with the first.
 *
 * A row with shares a_j / s in lowest terms has s (v + 1) records for a whole v >= 0, so the n records are placed by
 *   sum of s_i v_i = S,  S = n - sum of s_i.
 * A row's counts are known when one v fits. Which amounts the other rows can take is found by least amounts modulo their smallest s (Boecker
 * and Liptak, Algorithmica 48 (2007), 413-432): whatever n is, as long as s is small.
 */
import { multiply, type Rational, rational } from '../exact/index.ts'

export function smallFromShares(shares: readonly (readonly Rational[])[], n: number, small: number): number {
  const rows = shares.map(reducedRow).filter((row) => row.sum > 0)
  const slack = n - rows.reduce((sum, row) => sum + row.sum, 0)
  if (slack < 0) throw new RangeError('no table of so many records has these shares')
  const amounts = new Map<number, OtherAmounts>()
  let found = 0
  for (const { counts, sum } of rows) {
    const atRisk = counts.filter((count) => count > 0 && count < small)
    if (atRisk.length === 0) continue
    const others = amounts.get(sum) ?? new OtherAmounts(without(rows, sum))
    amounts.set(sum, others)
    const only = onlyFactor(sum, slack, others)
    if (only !== undefined) found += atRisk.filter((count) => count * (only + 1) < small).length
  }
  return found
}

interface ReducedRow {
  readonly counts: readonly number[]
  readonly sum: number
}

function reducedRow(shares: readonly Rational[]): ReducedRow {
  const denominator = shares.reduce((all, { den }) => (all / divisor(all, den)) * den, 1n)
  const whole = shares.map((share) => multiply(share, rational(denominator)).num)
  const common = whole.reduce(divisor, 0n)
  const counts = whole.map((count) => (common === 0n ? 0 : Number(count / common)))
  return { counts, sum: counts.reduce((sum, count) => sum + count, 0) }
}

function divisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisor(b, a % b)
}

/** The sums of all rows but one of this sum, each once. */
function without(rows: readonly ReducedRow[], sum: number): readonly number[] {
  const same = rows.filter((row) => row.sum === sum).length
  return [...new Set(rows.map((row) => row.sum))].filter((own) => own !== sum || same > 1)
}

/** The one v that fits, or undefined where there are several. */
function onlyFactor(sum: number, slack: number, others: OtherAmounts): number | undefined {
  let only: number | undefined
  for (let v = 0; v * sum <= slack; v++) {
    if (!others.has(slack - v * sum)) continue
    if (only !== undefined) return undefined
    only = v
  }
  if (only === undefined) throw new RangeError('no table of so many records has these shares')
  return only
}

/** Which amounts are sums of these numbers, each taken as often as one likes. */
export class OtherAmounts {
  readonly #modulus: number
  /** The least amount of each residue. */
  readonly #least: Float64Array

  constructor(numbers: readonly number[]) {
    this.#modulus = numbers.length === 0 ? 1 : Math.min(...numbers)
    this.#least = new Float64Array(this.#modulus).fill(Number.POSITIVE_INFINITY)
    this.#least[0] = 0
    for (const number of numbers) if (number !== this.#modulus) this.#take(number)
    this.#isEmpty = numbers.length === 0
  }

  readonly #isEmpty: boolean

  has(amount: number): boolean {
    return this.#isEmpty ? amount === 0 : amount >= this.#least[amount % this.#modulus]
  }

  /** Adding a number moves along the cycles of its residues: from the least of a cycle once around. */
  #take(number: number): void {
    const [least, m] = [this.#least, this.#modulus]
    const cycles = Number(divisor(BigInt(m), BigInt(number)))
    for (let first = 0; first < cycles; first++) {
      let start = first
      for (let at = first; at < m; at += cycles) if (least[at] < least[start]) start = at
      if (least[start] === Number.POSITIVE_INFINITY) continue
      for (let step = 0, at = start; step < m / cycles; step++) {
        const to = (at + number) % m
        least[to] = Math.min(least[to], least[at] + number)
        at = to
      }
    }
  }
}
