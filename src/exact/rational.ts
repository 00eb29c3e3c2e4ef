/**
 * Exact rational numbers on bigint. Every budget, scale and share in Tacet is one of these: floats are for showing.
 *
 * A `Rational` is always in lowest terms with a positive denominator, so two are equal when their parts are.
 */
import { badInput, clipped } from '../request-error.ts'

export interface Rational {
  readonly num: bigint
  readonly den: bigint
}

const SAFE = BigInt(Number.MAX_SAFE_INTEGER)

/** num/den in lowest terms. Requires den != 0. */
export function rational(num: bigint, den: bigint = 1n): Rational {
  if (den === 0n) throw new RangeError('a rational needs a denominator other than 0')
  const divisor = gcd(num, den)
  return den < 0n ? { num: -num / divisor, den: -den / divisor } : { num: num / divisor, den: den / divisor }
}

export const ZERO: Rational = rational(0n)
export const ONE: Rational = rational(1n)

/** The greatest common divisor, never negative; gcd(0, 0) is 1 so that it can always be divided by. */
export function gcd(a: bigint, b: bigint): bigint {
  let x = a < 0n ? -a : a
  let y = b < 0n ? -b : b
  if (x < y) [x, y] = [y, x]
  // Once both are whole numbers of doubles, doubles are many times quicker.
  for (let bits = -1; y !== 0n; ) {
    if (x <= SAFE) return BigInt(gcdOfDoubles(Number(x), Number(y)))
    if (y > LONG) {
      bits = bits < 0 ? 4 * x.toString(16).length : bits
      const step = manyDivisions(x, y, bits)
      ;[x, y, bits] = [step.x, step.y, step.bits]
    } else [x, y] = [y, x % y]
  }
  return x === 0n ? 1n : x
}

/** Shorter numbers are not worth the steps of Lehmer. */
const LONG = 2n ** 1000n

/** Requires whole numbers from 0 to 2^53, y not 0. */
function gcdOfDoubles(x: number, y: number): number {
  while (y !== 0) [x, y] = [y, x % y]
  return x
}

/**
 * Many steps of Euclid's algorithm at once, from the leading digits alone as long as they decide the quotients (Lehmer, "Euclid's
 * algorithm for large numbers", American Mathematical Monthly 45 (1938), 227-233). `bits` is at least the length of x, and
 * returned nearer to it.
 */
function manyDivisions(x: bigint, y: bigint, bits: number): { x: bigint; y: bigint; bits: number } {
  let shift = Math.max(0, bits - 50)
  let high = Number(x >> BigInt(shift))
  for (let spare = 50 - bitsOf(high); spare > 3 && shift > 0; spare = 50 - bitsOf(high)) {
    shift = Math.max(0, shift - spare)
    high = Number(x >> BigInt(shift))
  }
  let low = Number(y >> BigInt(shift))
  let [a, b, c, d] = [1, 0, 0, 1]
  for (;;) {
    if (low + c === 0 || low + d === 0) break
    const quotient = Math.floor((high + a) / (low + c))
    if (quotient !== Math.floor((high + b) / (low + d))) break
    const [nextC, nextD] = [a - quotient * c, b - quotient * d]
    if (Math.abs(nextC) > HALF || Math.abs(nextD) > HALF) break
    ;[a, b, c, d] = [c, d, nextC, nextD]
    ;[high, low] = [low, high - quotient * low]
  }
  const length = shift + 54
  if (b === 0) return { x: y, y: x % y, bits: length }
  const [one, other] = [BigInt(a) * x + BigInt(b) * y, BigInt(c) * x + BigInt(d) * y]
  return one < other ? { x: other, y: one, bits: length } : { x: one, y: other, bits: length }
}

/** Cofactors stay below the root of the leading digits. */
const HALF = 2 ** 25

function bitsOf(value: number): number {
  return value === 0 ? 0 : Math.floor(Math.log2(value)) + 1
}

export function add(a: Rational, b: Rational): Rational {
  return rational(a.num * b.den + b.num * a.den, a.den * b.den)
}

export function subtract(a: Rational, b: Rational): Rational {
  return rational(a.num * b.den - b.num * a.den, a.den * b.den)
}

export function multiply(a: Rational, b: Rational): Rational {
  return rational(a.num * b.num, a.den * b.den)
}

/** a/b. Requires b != 0. */
export function divide(a: Rational, b: Rational): Rational {
  return rational(a.num * b.den, a.den * b.num)
}

export function sum(terms: Iterable<Rational>): Rational {
  let total = ZERO
  for (const term of terms) total = add(total, term)
  return total
}

/** Negative, zero or positive as a is below, equal to or above b. */
export function compare(a: Rational, b: Rational): number {
  const difference = a.num * b.den - b.num * a.den
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export function equal(a: Rational, b: Rational): boolean {
  return a.num === b.num && a.den === b.den
}

export function floor(a: Rational): bigint {
  const quotient = a.num / a.den
  return a.num < 0n && a.num % a.den !== 0n ? quotient - 1n : quotient
}

export function ceiling(a: Rational): bigint {
  return -floor({ num: -a.num, den: a.den })
}

const DECIMAL = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)(?:[eE]([+-]?\d{1,4}))?$/

/**
 * Reads "3", "-0.1", "1e-10", "2/3", "293764/114921" and "5%" exactly: "0.1" is 1/10.
 * A JavaScript number is read as the decimal it prints as, which is what its writer meant.
 */
export function parseRational(text: string | number, what = 'number'): Rational {
  const trimmed = String(text).trim()
  const [above, below, ...rest] = trimmed.split('/')
  const num = parseDecimal(above)
  const den = below === undefined ? ONE : parseDecimal(below)
  if (num === undefined || den === undefined || rest.length > 0 || den.num === 0n) {
    throw badInput(
      `${what}: "${clipped(trimmed)}" is not a number. Write a decimal (0.1), a fraction (2/3) or a percentage (5%).`,
    )
  }
  return divide(num, den)
}

/** Exact powers of ten beyond this fill the memory; no budget, share or bound needs them. */
const LARGEST_EXPONENT = 5000

function parseDecimal(text: string): Rational | undefined {
  const percent = text.trim().endsWith('%')
  const match = DECIMAL.exec((percent ? text.trim().slice(0, -1) : text).trim())
  if (match === null) return undefined
  const [, sign, digits, exponent] = match
  const [whole, fraction = ''] = digits.split('.')
  if (Math.abs(Number(exponent ?? 0)) > LARGEST_EXPONENT || digits.length > LARGEST_EXPONENT) return undefined
  const magnitude = BigInt(whole + fraction)
  const shift = Number(exponent ?? 0) - fraction.length - (percent ? 2 : 0)
  const scaled = shift >= 0 ? rational(magnitude * 10n ** BigInt(shift)) : rational(magnitude, 10n ** BigInt(-shift))
  return sign === '-' ? { num: -scaled.num, den: scaled.den } : scaled
}

/** "3" or "2/3": the exact form, which `parseRational` reads back. */
export function formatRational(a: Rational): string {
  return a.den === 1n ? String(a.num) : `${a.num}/${a.den}`
}
