/**
 * Sparse systems of whole numbers solved exactly, by p-adic lifting: one factorisation modulo a prime gives one digit of every
 * unknown per solve, and from enough digits the fractions are recovered.
 *
 * Dixon, "Exact solution of linear equations using p-adic expansions", Numerische Mathematik 40 (1982), 137-141; the recovery of
 * fractions is Wang, Guy, Davenport, "P-adic reconstruction of rational numbers", SIGSAM Bulletin 16 (1982), 2-3.
 */
import { ModularFactors, type ModularRows, PRIMES } from './modular-lu.ts'
import { type Fractions, recoverFractions, wholeFrom } from './recover-fractions.ts'

/** Whole numbers by rows. Values beyond 2^53 stand in `large`, by entry. */
export interface WholeRows {
  readonly size: number
  readonly starts: Int32Array
  readonly columns: Int32Array
  readonly values: Float64Array
  readonly large: ReadonlyMap<number, bigint>
}

/** Digits at most: fractions longer than this are not worth printing. */
const MOST_DIGITS = 6000
const SAFE = 2 ** 52

export class ExactSystem {
  readonly #rows: WholeRows
  readonly #turned: WholeRows
  readonly #factors: ModularFactors

  private constructor(rows: WholeRows, factors: ModularFactors) {
    this.#rows = rows
    this.#turned = transposed(rows)
    this.#factors = factors
  }

  /** The system, or null when the matrix is singular (as far as three primes can tell). */
  static of(rows: WholeRows): ExactSystem | null {
    for (const prime of PRIMES) {
      const factors = ModularFactors.of(residuesOf(rows, prime), prime)
      if (factors !== null) return new ExactSystem(rows, factors)
    }
    return null
  }

  /** x with A x = b, or null when its fractions are too long. */
  solve(b: readonly bigint[]): Fractions | null {
    return lift(this.#rows, b, this.#factors.prime, (digits, x) => this.#factors.solve(digits, x))
  }

  /** y with A' y = c, or null likewise. */
  solveTransposed(c: readonly bigint[]): Fractions | null {
    return lift(this.#turned, c, this.#factors.prime, (digits, y) => this.#factors.solveTransposed(digits, y))
  }
}

function lift(
  rows: WholeRows,
  side: readonly bigint[],
  prime: number,
  solve: (digits: Float64Array, x: Float64Array) => void,
): Fractions | null {
  const rest = new Rest(rows, side, prime)
  const digits: Float64Array[] = []
  let next = 4
  while (digits.length < MOST_DIGITS) {
    if (rest.isZero()) return wholeFrom(digits, prime, rows.size)
    const x = new Float64Array(rows.size)
    solve(rest.residues(), x)
    for (let j = 0; j < x.length; j++) if (x[j] > prime / 2) x[j] -= prime
    rest.take(x)
    digits.push(x)
    if (digits.length < next) continue
    const found = recoverFractions(digits, prime)
    if (found !== null) return found
    next = Math.ceil(next * 1.5)
  }
  return null
}

/** What the digits found so far leave of the right-hand side: (b - A x) / p^k, always whole. */
class Rest {
  readonly #rows: WholeRows
  readonly #prime: number
  readonly #bigPrime: bigint
  readonly #rest: Float64Array
  /** Rows whose rest, or whose products, are beyond doubles. */
  readonly #large = new Map<number, bigint>()
  readonly #exact: Uint8Array

  constructor(rows: WholeRows, side: readonly bigint[], prime: number) {
    this.#rows = rows
    this.#prime = prime
    this.#bigPrime = BigInt(prime)
    this.#rest = new Float64Array(rows.size)
    this.#exact = rowsWithinDoubles(rows, prime)
    side.forEach((value, i) => {
      this.#put(i, value)
    })
  }

  isZero(): boolean {
    return this.#large.size === 0 && this.#rest.every((value) => value === 0)
  }

  residues(): Float64Array {
    const p = this.#prime
    const residues = this.#rest.map((value) => {
      const left = value % p
      return left < 0 ? left + p : left
    })
    for (const [i, value] of this.#large) {
      const left = Number(value % this.#bigPrime)
      residues[i] = left < 0 ? left + p : left
    }
    return residues
  }

  /** Takes the next digit of every unknown off. */
  take(x: Float64Array): void {
    const { size, starts, columns, values } = this.#rows
    for (let i = 0; i < size; i++) {
      if (this.#exact[i] === 0) {
        this.#put(i, ((this.#large.get(i) ?? BigInt(this.#rest[i])) - this.#product(i, x)) / this.#bigPrime)
        continue
      }
      let product = 0
      for (let e = starts[i]; e < starts[i + 1]; e++) product += values[e] * x[columns[e]]
      const large = this.#large.get(i)
      if (large === undefined) this.#rest[i] = (this.#rest[i] - product) / this.#prime
      else this.#put(i, (large - BigInt(product)) / this.#bigPrime)
    }
  }

  #product(row: number, x: Float64Array): bigint {
    const { starts, columns, values, large } = this.#rows
    let product = 0n
    for (let e = starts[row]; e < starts[row + 1]; e++) {
      const digit = x[columns[e]]
      if (digit !== 0) product += (large.get(e) ?? BigInt(values[e])) * BigInt(digit)
    }
    return product
  }

  #put(row: number, value: bigint): void {
    const near = Number(value)
    if (Math.abs(near) < SAFE / 4) {
      this.#rest[row] = near
      this.#large.delete(row)
    } else this.#large.set(row, value)
  }
}

/** 1 where the sum of the row's sizes times half the prime, and a rest besides, stay whole in doubles. */
function rowsWithinDoubles({ size, starts, values, large }: WholeRows, prime: number): Uint8Array {
  const exact = new Uint8Array(size)
  for (let i = 0; i < size; i++) {
    let total = 0
    for (let e = starts[i]; e < starts[i + 1]; e++) {
      total += large.has(e) ? Number.POSITIVE_INFINITY : Math.abs(values[e])
    }
    exact[i] = (total * prime) / 2 < SAFE ? 1 : 0
  }
  return exact
}

function residuesOf({ size, starts, columns, values, large }: WholeRows, prime: number): ModularRows {
  const residues = values.map((value) => {
    const left = value % prime
    return left < 0 ? left + prime : left
  })
  for (const [entry, value] of large) {
    const left = Number(value % BigInt(prime))
    residues[entry] = left < 0 ? left + prime : left
  }
  return { size, starts, columns, residues }
}

function transposed({ size, starts, columns, values, large }: WholeRows): WholeRows {
  const counts = new Int32Array(size + 1)
  for (const column of columns) counts[column + 1]++
  for (let j = 0; j < size; j++) counts[j + 1] += counts[j]
  const at = counts.slice()
  const rows = new Int32Array(columns.length)
  const turned = new Float64Array(columns.length)
  const beyond = new Map<number, bigint>()
  for (let i = 0; i < size; i++) {
    for (let e = starts[i]; e < starts[i + 1]; e++) {
      const place = at[columns[e]]++
      rows[place] = i
      turned[place] = values[e]
      if (large.has(e)) beyond.set(place, large.get(e)!)
    }
  }
  return { size, starts: counts, columns: rows, values: turned, large: beyond }
}
