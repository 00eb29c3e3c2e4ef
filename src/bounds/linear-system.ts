/**
 * Several releases of one table as one system of whole-number rows: lower <= sum a_c x_c <= upper.
 *
 * The columns are the cells of the k-way table, then one helper for each row of a conditional release: its multiplier m
 * (counts are r_j m, m >= 1: sparser than n_j r = r_j n and it carries the whole-number reasoning), or its total when the
 * shares are rounded. All coefficients are whole.
 */
import { badInput } from '../request-error.ts'
import type { DesignVariable } from './design.ts'
import { type RowValues, solveRows } from './feasible-values.ts'
import { reduceCounts } from './reduced.ts'
import { type RoundingRule, shareEnds } from './rounding-rule.ts'
import { cellCount, placesOf, type Space, sideSize } from './space.ts'
import { highest, lowest, type ValueSet } from './value-set.ts'

export type Release =
  | {
      readonly kind: 'margin'
      readonly variables: readonly DesignVariable[]
      readonly counts: Float64Array
      readonly label?: string | undefined
    }
  | {
      /** Exact shares, as reduced counts row by row (their greatest common divisor is 1); a row of zeros has no records. */
      readonly kind: 'conditional'
      readonly rows: readonly DesignVariable[]
      readonly columns: readonly DesignVariable[]
      readonly reduced: ArrayLike<number>
      readonly label?: string | undefined
    }
  | {
      /** Shares * 10^decimals, row by row. */
      readonly kind: 'rounded'
      readonly rows: readonly DesignVariable[]
      readonly columns: readonly DesignVariable[]
      readonly scaled: ArrayLike<number>
      readonly decimals: number
      /** Unknown when left out. */
      readonly rounding?: RoundingRule | undefined
      readonly label?: string | undefined
    }
  | {
      /** Known beforehand: a bound on the count of one cell of a table of these variables. */
      readonly kind: 'known'
      readonly variables: readonly DesignVariable[]
      readonly cell: number
      readonly lower?: number | undefined
      readonly upper?: number | undefined
      readonly label?: string | undefined
    }

export interface LinearSystem {
  /** Cells of the table; columns from here on are helpers. */
  readonly cells: number
  readonly lower: Float64Array
  readonly upper: Float64Array
  readonly starts: Int32Array
  readonly indices: Int32Array
  readonly values: Float64Array
  readonly rowLower: Float64Array
  readonly rowUpper: Float64Array
  readonly rowNames: readonly string[]
}

/** Finer rounding than this is widened to it: the solver's tolerance must not swallow a broken row. */
const FINEST_DECIMALS = 4

export function linearSystem(space: Space, releases: readonly Release[], total?: number): LinearSystem {
  const writer = new SystemWriter(space, totalOf(releases, total))
  for (const [k, release] of releases.entries()) {
    const name = release.label ?? `release ${k + 1}`
    if (release.kind === 'margin') writer.addMargin(release, name)
    else if (release.kind === 'known') writer.addKnown(release, name)
    else writer.addShares(release, name)
  }
  return writer.system()
}

/** Whether shares were widened, so that bounds are valid but perhaps not the tightest. */
export function isWidened(space: Space, releases: readonly Release[]): boolean {
  return releases.some((release) => {
    if (release.kind !== 'rounded') return false
    const { scaled, decimals, rounding, columns } = release
    const width = sideSize(space, columns)
    // A row of zeros may have no records, so its upper ends stay closed; it has records only if that many ends make up 1.
    const openZeros = rounding === 'half-up' && width > 2 * 10 ** decimals
    return decimals > FINEST_DECIMALS || (openZeros && rowsOfZeros(scaled, width))
  })
}

function rowsOfZeros(scaled: ArrayLike<number>, width: number): boolean {
  const rows = scaled.length / width
  return Array.from({ length: rows }, (_, i) => i * width).some((from) =>
    Array.from({ length: width }, (_, j) => scaled[from + j]).every((share) => share === 0),
  )
}

function totalOf(releases: readonly Release[], total: number | undefined): number {
  const margin = releases.find((release) => release.kind === 'margin')
  const found = total ?? margin?.counts.reduce((sum, count) => sum + count, 0)
  if (found === undefined) throw badInput('Nothing tells the number of records. Give the total or a margin of counts.')
  return found
}

class SystemWriter {
  private readonly space: Space
  private readonly total: number
  private readonly cells: number
  private readonly lower: number[]
  private readonly upper: number[]
  private readonly starts: number[] = [0]
  private readonly indices: number[] = []
  private readonly values: number[] = []
  private readonly rowLower: number[] = []
  private readonly rowUpper: number[] = []
  private readonly rowNames: string[] = []

  constructor(space: Space, total: number) {
    this.space = space
    this.total = total
    this.cells = cellCount(space)
    this.lower = new Array<number>(this.cells).fill(0)
    this.upper = new Array<number>(this.cells).fill(total)
    this.addRow(
      Array.from({ length: this.cells }, (_, c) => c),
      total,
      total,
      'the total',
    )
  }

  system(): LinearSystem {
    return {
      cells: this.cells,
      lower: Float64Array.from(this.lower),
      upper: Float64Array.from(this.upper),
      starts: Int32Array.from(this.starts),
      indices: Int32Array.from(this.indices),
      values: Float64Array.from(this.values),
      rowLower: Float64Array.from(this.rowLower),
      rowUpper: Float64Array.from(this.rowUpper),
      rowNames: this.rowNames,
    }
  }

  addMargin(release: Release & { kind: 'margin' }, name: string): void {
    const members = this.members(release.variables)
    if (members.length !== release.counts.length)
      throw badInput(`${name} has ${release.counts.length} counts; its variables have ${members.length} cells.`)
    members.forEach((cells, k) => {
      this.addRow(cells, release.counts[k], release.counts[k], `${name}, cell ${k + 1}`)
    })
  }

  addKnown(release: Release & { kind: 'known' }, name: string): void {
    const cells = this.members(release.variables)[release.cell]
    if (cells === undefined) throw badInput(`${name}: there is no cell ${release.cell + 1}.`)
    this.addRow(cells, release.lower ?? 0, release.upper ?? this.total, name)
  }

  addShares(release: Release & { kind: 'conditional' | 'rounded' }, name: string): void {
    const columns = sideSize(this.space, release.columns)
    const members = this.members([...release.rows, ...release.columns])
    const shares = release.kind === 'conditional' ? release.reduced : release.scaled
    if (shares.length !== members.length)
      throw badInput(`${name} has ${shares.length} shares; its variables have ${members.length} cells.`)
    const multipliers = release.kind === 'conditional' ? this.multipliersOf(shares, columns) : []
    for (let i = 0; i * columns < members.length; i++) {
      const row = members.slice(i * columns, (i + 1) * columns)
      const published = Array.from(row, (_, j) => shares[i * columns + j])
      const rowName = `${name}, row ${i + 1}`
      if (release.kind === 'rounded') this.addRoundedRow(row, published, release, rowName)
      else this.addExactRow(row, published, multipliers[i], rowName)
    }
  }

  /** The multipliers v of each row that the shares and the total alone allow: see `feasible-values.ts`. */
  private multipliersOf(reduced: ArrayLike<number>, columns: number): RowValues {
    const { n: _, ...table } = reduceCounts(reduced, reduced.length / columns, columns)
    return solveRows({ ...table, n: this.total, slack: this.total - table.reducedTotal }) ?? []
  }

  private addExactRow(
    row: readonly (readonly number[])[],
    reduced: readonly number[],
    multipliers: ValueSet | undefined,
    name: string,
  ): void {
    const sum = reduced.reduce((total, count) => total + count, 0)
    if (sum === 0) {
      this.addRow(row.flat(), 0, 0, name)
      return
    }
    const helper =
      multipliers === undefined
        ? this.addHelper(1, Math.max(1, Math.floor(this.total / sum))) // the shares alone clash: the solver will say how
        : this.addHelper(lowest(multipliers) + 1, highest(multipliers) + 1)
    row.forEach((cells, j) => {
      this.addRow(cells, 0, 0, name, helper, -reduced[j])
    })
  }

  /** low t <= D n_j <= high t for the row's total t, and by 1 apart where the end is excluded: see `rounding-rule.ts`. */
  private addRoundedRow(
    row: readonly (readonly number[])[],
    scaled: readonly number[],
    { decimals, rounding = 'unknown' }: Release & { kind: 'rounded' },
    name: string,
  ): void {
    const used = Math.min(decimals, FINEST_DECIMALS)
    const denominator = 2 * 10 ** used
    const coarser = 10 ** (decimals - used)
    const hasRecords = scaled.some((share) => share > 0)
    const ends = shareEnds(scaled, decimals, hasRecords && coarser === 1 ? rounding : 'unknown')
    const total = this.addHelper(hasRecords ? 1 : 0, this.total)
    this.addRow(row.flat(), 0, 0, name, total, -1)
    row.forEach((cells, j) => {
      const low = Math.floor(ends.low[j] / coarser)
      const high = Math.ceil(ends.high[j] / coarser)
      const most = denominator * this.total
      this.addRow(cells, ends.lowOpen[j], most, name, total, -low, denominator)
      this.addRow(cells, -most, -ends.highOpen[j], name, total, -high, denominator)
    })
  }

  private members(side: readonly DesignVariable[]): number[][] {
    const members: number[][] = Array.from({ length: sideSize(this.space, side) }, () => [])
    placesOf(this.space, side).forEach((place, cell) => {
      members[place].push(cell)
    })
    return members
  }

  private addHelper(lower: number, upper: number): number {
    this.upper.push(upper)
    return this.lower.push(lower) - 1
  }

  private addRow(
    cells: readonly number[],
    lower: number,
    upper: number,
    name: string,
    helper = -1,
    weight = 0,
    scale = 1,
  ): void {
    for (const cell of cells) {
      this.indices.push(cell)
      this.values.push(scale)
    }
    if (helper >= 0 && weight !== 0) {
      this.indices.push(helper)
      this.values.push(weight)
    }
    this.starts.push(this.indices.length)
    this.rowLower.push(lower)
    this.rowUpper.push(upper)
    this.rowNames.push(name)
  }
}
