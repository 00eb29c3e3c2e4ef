/**
 * A lower bound of the least singular value of a matrix with independent rows, proved: A A' - t I has only positive pivots in
 * exact arithmetic, so sigma_min^2 > t (Sylvester's law of inertia). The t to try comes from the same test in doubles.
 */
import { fromNumber, toNumber, toNumberDown } from '../../exact/directed.ts'
import { add, divide, multiply, type Rational, subtract, ZERO } from '../../exact/rational.ts'

/** A bound within a relative 1e-6 or so of the true one, or null when the rows are dependent or nearly so. */
export function leastSingularValue(rows: readonly ReadonlyMap<number, Rational>[], columns: number): Rational | null {
  if (rows.length === 0 || rows.length > columns) return null
  const gram = rows.map((one) => rows.map((other) => product(one, other)))
  let high = Math.min(...gram.map((row, i) => toNumber(row[i])))
  let low = 0
  const doubles = gram.map((row) => row.map(toNumber))
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2
    if (isPositive(doubles, middle)) low = middle
    else high = middle
  }
  for (let share = 1 - 1e-6; share > 0.4; share = 1 - (1 - share) * 8) {
    const candidate = low * share
    if (candidate > 0 && isPositiveExactly(gram, fromNumber(candidate))) {
      return fromNumber(Math.sqrt(toNumberDown(fromNumber(candidate))) * (1 - 2 ** -50))
    }
  }
  return null
}

function product(one: ReadonlyMap<number, Rational>, other: ReadonlyMap<number, Rational>): Rational {
  let total = ZERO
  for (const [j, value] of one) {
    const factor = other.get(j)
    if (factor !== undefined) total = add(total, multiply(value, factor))
  }
  return total
}

function isPositive(gram: readonly (readonly number[])[], t: number): boolean {
  const rest = gram.map((row, i) => row.map((value, j) => (i === j ? value - t : value)))
  for (let k = 0; k < rest.length; k++) {
    if (!(rest[k][k] > 0)) return false
    for (let i = k + 1; i < rest.length; i++) {
      const factor = rest[i][k] / rest[k][k]
      for (let j = k + 1; j < rest.length; j++) rest[i][j] -= factor * rest[k][j]
    }
  }
  return true
}

function isPositiveExactly(gram: readonly (readonly Rational[])[], t: Rational): boolean {
  const rest = gram.map((row, i) => row.map((value, j) => (i === j ? subtract(value, t) : value)))
  for (let k = 0; k < rest.length; k++) {
    if (rest[k][k].num <= 0n) return false
    for (let i = k + 1; i < rest.length; i++) {
      if (rest[i][k].num === 0n) continue
      const factor = divide(rest[i][k], rest[k][k])
      for (let j = k + 1; j < rest.length; j++) rest[i][j] = subtract(rest[i][j], multiply(factor, rest[k][j]))
    }
  }
  return true
}
