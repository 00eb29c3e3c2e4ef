/**
 * How many small counts a reader works out from rounded shares and the number of records: a second audit, which shares no code with the first.
 *
 * A printed share of s units of 10^-d and a row of T records leave the count between two whole numbers; so a row has the totals T for which these
 * can add up to T. Which totals the other rows leave is a sum of sets, held as the bits of long numbers.
 */
export interface RoundedShares {
  /** Units of the last decimal, row by row. */
  readonly units: readonly (readonly number[])[]
  readonly decimals: number
  readonly rounding: 'half-up' | 'half-even'
  readonly n: number
}

/** More steps than this are not taken a second time. */
const MOST_STEPS = 4e8

export function isSmallEnough({ units, n, decimals }: RoundedShares): boolean {
  const cells = units.reduce((sum, row) => sum + row.length, 0)
  return cells * n <= MOST_STEPS && 2 * 10 ** decimals * n < Number.MAX_SAFE_INTEGER && units.length * n <= MOST_STEPS
}

/** Throws where no table of n records has these shares. */
export function smallFromRounded(table: RoundedShares, small: number): number {
  const { units, n } = table
  const totals = units.map((row) => possibleTotals(table, row))
  const before = sumsFromLeft(totals, n)
  const after = sumsFromLeft(totals.toReversed(), n).toReversed()
  let found = 0
  for (const [i, row] of units.entries()) {
    const reversed = mirrored(after[i + 1], n)
    const fits = (total: number): boolean => ((before[i] << BigInt(total)) & reversed) !== 0n
    const only = onlyCounts(table, row, totals[i], fits)
    found += only.filter((count) => count !== undefined && count > 0 && count < small).length
  }
  return found
}

interface Range {
  readonly low: number
  readonly high: number
}

/** The counts that are printed as these units, of a row of so many records. */
function countsOf({ decimals, rounding }: RoundedShares, units: number, total: number): Range {
  const [scale, even] = [2 * 10 ** decimals, rounding === 'half-even']
  const includesLow = !even || units % 2 === 0
  const includesHigh = even && units % 2 === 0
  const [low, high] = [(2 * units - 1) * total, (2 * units + 1) * total]
  return {
    low: Math.max(0, includesLow ? Math.ceil(low / scale) : Math.floor(low / scale) + 1),
    high: Math.min(total, includesHigh ? Math.floor(high / scale) : Math.ceil(high / scale) - 1),
  }
}

/** The bit of each total that the row may have. Nobody is in a row of zeros, or else somebody is and all is printed as 0. */
function possibleTotals(table: RoundedShares, row: readonly number[]): bigint {
  const bits: string[] = []
  for (let total = table.n; total >= 0; total--) bits.push(isPossible(table, row, total) ? '1' : '0')
  return BigInt(`0b${bits.join('')}`)
}

function isPossible(table: RoundedShares, row: readonly number[], total: number): boolean {
  if (total === 0) return row.every((units) => units === 0)
  let [low, high] = [0, 0]
  for (const units of row) {
    const range = countsOf(table, units, total)
    if (range.low > range.high) return false
    low += range.low
    high += range.high
  }
  return low <= total && total <= high
}

/** Of the first 0, 1, 2, ... sets, the sums up to n. */
function sumsFromLeft(sets: readonly bigint[], n: number): readonly bigint[] {
  const sums = [1n]
  const mask = (1n << BigInt(n + 1)) - 1n
  for (const set of sets) {
    const last = sums[sums.length - 1]
    let next = 0n
    for (const { low, high } of runsOf(set)) next |= smeared(last << BigInt(low), high - low) & mask
    sums.push(next)
  }
  return sums
}

/** The set with 0 to `length` added to each of its numbers. */
function smeared(set: bigint, length: number): bigint {
  let [out, reach] = [set, 0]
  while (reach < length) {
    const step = Math.min(reach + 1, length - reach)
    out |= out << BigInt(step)
    reach += step
  }
  return out
}

/** Runs of neighbouring numbers. */
function runsOf(set: bigint): readonly Range[] {
  const bits = set.toString(2)
  const runs: Range[] = []
  for (const { 0: run, index } of bits.matchAll(/1+/g)) {
    const high = bits.length - 1 - index
    runs.push({ low: high - run.length + 1, high })
  }
  return runs
}

/** Bit n - k for bit k. */
function mirrored(set: bigint, n: number): bigint {
  return BigInt(`0b${[...set.toString(2).padStart(n + 1, '0')].reverse().join('')}`)
}

/** The count of each cell, where one fits every total that the other rows leave; else undefined. */
function onlyCounts(
  table: RoundedShares,
  row: readonly number[],
  totals: bigint,
  fits: (total: number) => boolean,
): readonly (number | undefined)[] {
  let only: (number | undefined)[] | undefined
  for (const { low, high } of runsOf(totals)) {
    for (let total = low; total <= high; total++) {
      if (!fits(total)) continue
      const ranges = total === 0 ? row.map((): Range => ({ low: 0, high: 0 })) : rangesWithin(table, row, total)
      const own = ranges.map((range) => (range.low === range.high ? range.low : undefined))
      only = only === undefined ? own : only.map((count, j) => (count === own[j] ? count : undefined))
      if (only.every((count) => count === undefined)) return only
    }
  }
  if (only === undefined) throw new RangeError('no table of so many records has these shares')
  return only
}

/** What each count can be when all of the row add up. */
function rangesWithin(table: RoundedShares, row: readonly number[], total: number): readonly Range[] {
  const ranges = row.map((units) => countsOf(table, units, total))
  const [low, high] = [ranges.reduce((sum, r) => sum + r.low, 0), ranges.reduce((sum, r) => sum + r.high, 0)]
  return ranges.map((range) => ({
    low: Math.max(range.low, total - (high - range.high)),
    high: Math.min(range.high, total - (low - range.low)),
  }))
}
