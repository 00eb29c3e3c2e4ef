/**
 * The vertex that a basis stands for, and its prices, in rationals: what a solver's doubles only approximate.
 *
 * Variables off the basis sit at a bound, rows off it at a side; the others follow from a square system, solved exactly
 * (`optimize/exact-system.ts`). Whether the vertex is feasible, and the prices have the right signs, is for the caller to check.
 */
import { toNumberDown } from '../../exact/directed.ts'
import { add, gcd, multiply, type Rational, rational, subtract, ZERO } from '../../exact/rational.ts'
import { ExactSystem } from '../../optimize/linear/exact-system.ts'
import type { Basis } from '../../optimize/linear/highs-engine.ts'
import type { DecimalVector } from '../program/decimals.ts'
import type { Bound, Program } from '../program/program.ts'
import type { RowSides, VariableBounds } from '../program/solver-model.ts'
import { wholeRowsOf } from '../program/whole-rows.ts'

const BASIC = 1
const AT_UPPER = 2
const AT_ZERO = 3

export class ExactVertex {
  readonly #program: Program
  readonly #sides: RowSides
  readonly #bounds: VariableBounds
  readonly #basis: Basis
  /** Rows off the basis and variables on it: as many of each. */
  readonly #rows: readonly number[]
  readonly #columns: readonly number[]
  readonly #system: ExactSystem

  private constructor(vertex: Parts, system: ExactSystem) {
    this.#program = vertex.program
    this.#sides = vertex.sides
    this.#bounds = vertex.bounds
    this.#basis = vertex.basis
    this.#rows = vertex.rows
    this.#columns = vertex.columns
    this.#system = system
  }

  /** null when the basis is none: singular, or at a side that is missing. */
  static of(program: Program, sides: RowSides, bounds: VariableBounds, basis: Basis): ExactVertex | null {
    const rows = indicesOf(basis.rows, (status) => status !== BASIC)
    const columns = indicesOf(basis.columns, (status) => status === BASIC)
    if (rows.length !== columns.length) return null
    if (rows.some((row) => sideAt(sides, row, basis.rows[row]) === null)) return null
    const system = ExactSystem.of(systemRows(program, rows, columns))
    return system && new ExactVertex({ program, sides, bounds, basis, rows, columns }, system)
  }

  /** The point, or null when its fractions are too long. */
  point(): Rational[] | null {
    const { factors, values, large } = wholeRowsOf(this.#program)
    const point = Array.from(this.#basis.columns, (status, j) => (status === BASIC ? ZERO : this.#boundAt(j, status)))
    const sides = this.#rows.map((row) => sideAt(this.#sides, row, this.#basis.rows[row])!)
    let common = 1n
    for (const { den } of [...sides, ...point]) if (common % den !== 0n) common = (common / gcd(common, den)) * den
    const { starts, columns } = this.#program
    const right = this.#rows.map((row, k) => {
      let total = sides[k].num * (common / sides[k].den) * factors[row]
      for (let e = starts[row]; e < starts[row + 1]; e++) {
        const { num, den } = point[columns[e]]
        if (num !== 0n) total -= (large.get(e) ?? BigInt(values[e])) * num * (common / den)
      }
      return total
    })
    const found = this.#system.solve(right)
    if (found === null) return null
    this.#columns.forEach((j, k) => {
      point[j] = rational(found.numerators[k], found.denominator * common)
    })
    return point
  }

  /**
   * How far the vertex, where it is feasible, can lie behind the optimum: 0 when its prices have the right signs. A wrong sign
   * costs the price times the way to the other bound or side. null when there is none, or the fractions are too long.
   */
  gap(): Rational | null {
    const prices = this.#prices()
    if (prices === null) return null
    const { columns, rows } = this.#basis
    let gap = ZERO
    const charge = (price: bigint, atUpper: boolean, lower: Bound, upper: Bound): boolean => {
      if (price === 0n || price > 0n !== atUpper) return true
      if (lower === null || upper === null) return false
      const width = subtract(upper, lower)
      if (width.num === 0n) return true
      gap = add(gap, multiply(width, rational(price < 0n ? -price : price, prices.denominator)))
      return true
    }
    for (const row of this.#rows) {
      const [lower, upper] = [this.#sides.rowLower[row], this.#sides.rowUpper[row]]
      const atUpper = upper !== null && (rows[row] === AT_UPPER || lower === null)
      if (!charge(prices.rows[row], atUpper, lower, upper)) return null
    }
    for (let j = 0; j < columns.length; j++) {
      if (columns[j] === BASIC) continue
      const [lower, upper] = [this.#bounds.lower[j], this.#bounds.upper[j]]
      const free = (lower === null && upper === null) || columns[j] === AT_ZERO
      if (free && prices.columns[j] !== 0n) return null
      const atUpper = upper !== null && (columns[j] === AT_UPPER || lower === null)
      if (!charge(prices.columns[j], atUpper, lower, upper)) return null
    }
    return gap
  }

  /** The rows' prices of a minimisation, as doubles. */
  nearPrices(): Float64Array | null {
    const prices = this.#prices()
    return prices && Float64Array.from(prices.rows, (value) => toNumberDown({ num: value, den: prices.denominator }))
  }

  /** Prices of a minimisation over one denominator: of the rows, in the units of the whole rows, and of the variables. */
  #prices(): { rows: bigint[]; columns: bigint[]; denominator: bigint } | null {
    const { values, large } = wholeRowsOf(this.#program)
    const { starts, columns, cost, sense, variables } = this.#program
    const costs = wholeCostsOf(cost, variables.length, sense === 'minimise' ? 1n : -1n)
    const found = this.#system.solveTransposed(this.#columns.map((j) => costs.values[j]))
    if (found === null) return null
    const rows = new Array<bigint>(this.#program.rows.length).fill(0n)
    const reduced = costs.values.map((value) => value * found.denominator)
    this.#rows.forEach((row, k) => {
      const price = found.numerators[k]
      if (price === 0n) return
      rows[row] = price * wholeRowsOf(this.#program).factors[row]
      for (let e = starts[row]; e < starts[row + 1]; e++) {
        if (this.#basis.columns[columns[e]] === BASIC) continue
        reduced[columns[e]] -= (large.get(e) ?? BigInt(values[e])) * price
      }
    })
    return { rows, columns: reduced, denominator: found.denominator * costs.factor }
  }

  #boundAt(j: number, status: number): Rational {
    const [lower, upper] = [this.#bounds.lower[j], this.#bounds.upper[j]]
    if (status === AT_ZERO) return ZERO
    return (status === AT_UPPER ? (upper ?? lower) : (lower ?? upper)) ?? ZERO
  }
}

interface Parts {
  readonly program: Program
  readonly sides: RowSides
  readonly bounds: VariableBounds
  readonly basis: Basis
  readonly rows: readonly number[]
  readonly columns: readonly number[]
}

function indicesOf(statuses: Int32Array, holds: (status: number) => boolean): number[] {
  const found: number[] = []
  for (let k = 0; k < statuses.length; k++) if (holds(statuses[k])) found.push(k)
  return found
}

function sideAt({ rowLower, rowUpper }: RowSides, row: number, status: number): Bound {
  return status === AT_UPPER ? (rowUpper[row] ?? rowLower[row]) : (rowLower[row] ?? rowUpper[row])
}

function systemRows(program: Program, rows: readonly number[], columns: readonly number[]) {
  const { values, large } = wholeRowsOf(program)
  const place = new Int32Array(program.variables.length).fill(-1)
  columns.forEach((j, k) => {
    place[j] = k
  })
  const starts = [0]
  const indices: number[] = []
  const near: number[] = []
  const beyond = new Map<number, bigint>()
  for (const row of rows) {
    for (let e = program.starts[row]; e < program.starts[row + 1]; e++) {
      const k = place[program.columns[e]]
      if (k < 0) continue
      if (large.has(e)) beyond.set(near.length, large.get(e)!)
      indices.push(k)
      near.push(values[e])
    }
    starts.push(near.length)
  }
  return {
    size: rows.length,
    starts: Int32Array.from(starts),
    columns: Int32Array.from(indices),
    values: Float64Array.from(near),
    large: beyond,
  }
}

/** The costs of a minimisation in whole numbers: each times `factor`. */
function wholeCostsOf(cost: DecimalVector, count: number, turn: bigint): { values: bigint[]; factor: bigint } {
  let factor = 1n
  for (let j = 0; j < count; j++) {
    const { den } = cost.at(j)
    if (factor % den !== 0n) factor = (factor / gcd(factor, den)) * den
  }
  const values: bigint[] = []
  for (let j = 0; j < count; j++) values.push(turn * cost.at(j).num * (factor / cost.at(j).den))
  return { values, factor }
}
