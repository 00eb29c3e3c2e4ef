/**
 * One row of rounded shares: which totals t it can have, and which counts at each total.
 *
 * A share printed as p to d decimals was between lo = p - h and hi = p + h with h = 10^-d / 2; the rounding rule says which
 * ends are included (`rounding-rule.ts`). A vector of counts x with sum t > 0 fits when l_j <= x_j <= h_j for the least and
 * the largest whole number within t lo_j and t hi_j: ceil(t lo) and floor(t hi), or floor(t lo) + 1 and ceil(t hi) - 1 where
 * the end is excluded. A row without records fits shares of 0.
 * With bounds on cells, on sums of disjoint sets of cells and on the total this is a system of nested intervals, so
 * whole-number solutions exist exactly when the interval sums admit t, and each cell takes every whole number between
 * its least and its largest value at t. A share of 0.00 has lo = 0 and hi = h: it may be a small positive count.
 *
 * Arithmetic is exact: lo and hi have the denominator D = 2 * 10^d, and t * numerator is carried as quotient and
 * remainder from t to t + 1, which stay below 2^53 for d up to 15.
 */
import type { KnownBound } from './known.ts'
import { type RoundingRule, type ShareEnds, shareEnds } from './rounding-rule.ts'

export interface RoundedRow extends ShareEnds {
  readonly columns: number
  readonly denominator: number
  readonly cellLower: Float64Array
  readonly cellUpper: Float64Array
  /** The set of cells that each column belongs to, and the bounds of each set's sum. */
  readonly groupOf: Int32Array
  readonly groupLower: Float64Array
  readonly groupUpper: Float64Array
  readonly totalLower: number
  readonly totalUpper: number
  /** Nothing is known of its cells: only shares and bounds on the total. */
  readonly free: boolean
  /** Known facts that could not be used: sums that share a cell with an earlier sum. Leaving them out is valid. */
  readonly unused: number
}

/** The row with scaled shares p * 10^d; `known` are the facts on this row. */
export function roundedRow(
  scaled: Float64Array,
  decimals: number,
  n: number,
  known: readonly KnownBound[],
  rule: RoundingRule,
): RoundedRow {
  const columns = scaled.length
  const cellLower = new Float64Array(columns)
  const cellUpper = new Float64Array(columns).fill(n)
  // A row that shows a share above 0 has records; one of zeros may have none.
  let totalLower = scaled.some((share) => share > 0) ? 1 : 0
  let totalUpper = n
  const sums: CellSum[] = []
  for (const { columns: cells, lower = 0, upper = n } of known) {
    if (cells === undefined || cells.length === columns) {
      totalLower = Math.max(totalLower, lower)
      totalUpper = Math.min(totalUpper, upper)
    } else if (cells.length === 1) {
      cellLower[cells[0]] = Math.max(cellLower[cells[0]], lower)
      cellUpper[cells[0]] = Math.min(cellUpper[cells[0]], upper)
    } else sums.push({ cells, lower, upper })
  }
  return {
    columns,
    denominator: 2 * 10 ** decimals,
    ...shareEnds(scaled, decimals, rule),
    ...{ cellLower, cellUpper, totalLower, totalUpper },
    ...grouped(sums, columns, n),
    free: known.every((fact) => fact.columns === undefined || fact.columns.length === columns),
  }
}

interface CellSum {
  readonly cells: readonly number[]
  readonly lower: number
  readonly upper: number
}

type Groups = Pick<RoundedRow, 'groupOf' | 'groupLower' | 'groupUpper' | 'unused'>

/** Disjoint sums, each further column a sum of its own; a sum that shares a cell with an earlier one is not used. */
function grouped(sums: readonly CellSum[], columns: number, n: number): Groups {
  const taken = new Uint8Array(columns)
  const used = sums.filter(({ cells }) => {
    if (cells.some((cell) => taken[cell] === 1)) return false
    for (const cell of cells) taken[cell] = 1
    return true
  })
  const unused = sums.length - used.length
  for (let j = 0; j < columns; j++) if (taken[j] === 0) used.push({ cells: [j], lower: 0, upper: n })
  const groupOf = new Int32Array(columns)
  used.forEach(({ cells }, g) => {
    for (const cell of cells) groupOf[cell] = g
  })
  const groupLower = Float64Array.from(used, (group) => group.lower)
  const groupUpper = Float64Array.from(used, (group) => group.upper)
  return { groupOf, groupLower, groupUpper, unused }
}

/** A row at one total after another: `advance` moves to t + 1, `retreat` to t - 1. */
export class RowAtTotal {
  readonly row: RoundedRow
  total = 0
  /** Least and largest count of each cell by its share and its own bounds. */
  readonly least: Float64Array
  readonly most: Float64Array
  private readonly groupLeast: Float64Array
  private readonly groupMost: Float64Array
  /** The same with the bounds on sums. */
  private readonly setLeast: Float64Array
  private readonly setMost: Float64Array
  private readonly quotients: Float64Array
  private readonly remainders: Float64Array
  private sumLeast = 0
  private sumMost = 0

  constructor(row: RoundedRow) {
    const { columns } = row
    const groups = row.groupLower.length
    this.row = row
    this.least = new Float64Array(columns)
    this.most = new Float64Array(columns)
    // In a free row each cell is a set of its own without bounds.
    this.groupLeast = row.free ? this.least : new Float64Array(groups)
    this.groupMost = row.free ? this.most : new Float64Array(groups)
    this.setLeast = row.free ? this.least : new Float64Array(groups)
    this.setMost = row.free ? this.most : new Float64Array(groups)
    this.quotients = new Float64Array(2 * columns)
    this.remainders = new Float64Array(2 * columns)
  }

  advance(): void {
    const { low, high, denominator, columns } = this.row
    const { quotients, remainders } = this
    this.total++
    for (let j = 0; j < columns; j++) {
      const k = columns + j
      remainders[j] += low[j]
      if (remainders[j] >= denominator) {
        remainders[j] -= denominator
        quotients[j]++
      }
      remainders[k] += high[j]
      if (remainders[k] >= denominator) {
        remainders[k] -= denominator
        quotients[k]++
      }
    }
  }

  retreat(): void {
    const { low, high, denominator, columns } = this.row
    const { quotients, remainders } = this
    this.total--
    for (let k = 0; k < 2 * columns; k++) {
      remainders[k] -= k < columns ? low[k] : high[k - columns]
      if (remainders[k] < 0) {
        remainders[k] += denominator
        quotients[k]--
      }
    }
  }

  /** Moves to any total. The product may pass 2^53, so it is taken in bigints. */
  jump(total: number): void {
    const { low, high, denominator, columns } = this.row
    this.total = total
    for (let k = 0; k < 2 * columns; k++) {
      const product = BigInt(total) * BigInt(k < columns ? low[k] : high[k - columns])
      this.quotients[k] = Number(product / BigInt(denominator))
      this.remainders[k] = Number(product % BigInt(denominator))
    }
  }

  /** Whether some vector of counts has this total; fills in the intervals on the way. */
  fits(): boolean {
    const { row, total } = this
    if (total < row.totalLower || total > row.totalUpper) return false
    if (!(row.free ? this.fitFree() : this.fitCells() && this.fitSets())) return false
    return this.sumLeast <= total && total <= this.sumMost
  }

  /** The least count that the share of cell j admits at this total. */
  private leastBy(j: number): number {
    if (this.total === 0) return 0
    return this.quotients[j] + (this.remainders[j] > 0 || this.row.lowOpen[j] === 1 ? 1 : 0)
  }

  /** The largest. */
  private mostBy(j: number): number {
    if (this.total === 0) return 0
    const k = this.row.columns + j
    return this.quotients[k] - (this.remainders[k] === 0 && this.row.highOpen[j] === 1 ? 1 : 0)
  }

  private fitFree(): boolean {
    const { least, most } = this
    const { columns } = this.row
    let sumLeast = 0
    let sumMost = 0
    for (let j = 0; j < columns; j++) {
      const low = this.leastBy(j)
      const high = this.mostBy(j)
      if (low > high) return false
      least[j] = low
      most[j] = high
      sumLeast += low
      sumMost += high
    }
    this.sumLeast = sumLeast
    this.sumMost = sumMost
    return true
  }

  private fitCells(): boolean {
    const { columns, cellLower, cellUpper, groupOf } = this.row
    const { groupLeast, groupMost, least, most } = this
    groupLeast.fill(0)
    groupMost.fill(0)
    for (let j = 0; j < columns; j++) {
      least[j] = Math.max(this.leastBy(j), cellLower[j])
      most[j] = Math.min(this.mostBy(j), cellUpper[j])
      if (least[j] > most[j]) return false
      groupLeast[groupOf[j]] += least[j]
      groupMost[groupOf[j]] += most[j]
    }
    return true
  }

  private fitSets(): boolean {
    const { groupLower, groupUpper } = this.row
    this.sumLeast = 0
    this.sumMost = 0
    for (let g = 0; g < groupLower.length; g++) {
      this.setLeast[g] = Math.max(this.groupLeast[g], groupLower[g])
      this.setMost[g] = Math.min(this.groupMost[g], groupUpper[g])
      if (this.setLeast[g] > this.setMost[g]) return false
      this.sumLeast += this.setLeast[g]
      this.sumMost += this.setMost[g]
    }
    return true
  }

  /** The least count of cell j at this total. Requires that `fits()` was true. */
  lowestOf(j: number): number {
    const g = this.row.groupOf[j]
    const set = Math.max(this.setLeast[g], this.total - (this.sumMost - this.setMost[g]))
    return Math.max(this.least[j], set - (this.groupMost[g] - this.most[j]))
  }

  /** The largest count of cell j at this total. Requires that `fits()` was true. */
  highestOf(j: number): number {
    const g = this.row.groupOf[j]
    const set = Math.min(this.setMost[g], this.total - (this.sumLeast - this.setLeast[g]))
    return Math.min(this.most[j], set - (this.groupLeast[g] - this.least[j]))
  }
}
