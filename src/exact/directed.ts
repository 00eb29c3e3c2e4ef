/**
 * From exact rationals to doubles with a stated direction: a privacy loss shown to a person is never below the true one.
 */
import { add, compare, multiply, type Rational } from './rational.ts'

const MANTISSA_BITS = 53n
/** The exponent of the smallest subnormal double, 2^-1074. */
const LOWEST_EXPONENT = -1074

/** The largest double not above a. */
export function toNumberDown(a: Rational): number {
  return a.num < 0n ? -magnitudeUp(-a.num, a.den) : magnitudeDown(a.num, a.den)
}

/** The smallest double not below a. */
export function toNumberUp(a: Rational): number {
  return a.num < 0n ? -magnitudeDown(-a.num, a.den) : magnitudeUp(a.num, a.den)
}

/** The nearest double, so that 4/5 shows as 0.8: for showing, never for deciding. Beyond all doubles, the largest one. */
export function toNumber(a: Rational): number {
  const down = toNumberDown(a)
  const up = toNumberUp(a)
  if (!Number.isFinite(up)) return down
  if (!Number.isFinite(down)) return up
  const middle = multiply(add(fromNumber(down), fromNumber(up)), { num: 1n, den: 2n })
  const side = compare(a, middle)
  if (side !== 0 || down === up) return side > 0 ? up : down
  return (down / (up - down)) % 2 === 0 ? down : up // half-way: the even one, as a decimal is read
}

/** The double is exactly this rational. Requires x finite. */
export function fromNumber(x: number): Rational {
  if (!Number.isFinite(x)) throw new RangeError(`${x} is not a rational number`)
  let den = 1n
  let scaled = x
  while (!Number.isInteger(scaled)) {
    scaled *= 2
    den *= 2n
  }
  let num = BigInt(scaled)
  while (den > 1n && num % 2n === 0n) {
    num /= 2n
    den /= 2n
  }
  return { num, den }
}

/** The largest double not above num/den. Requires num >= 0, den > 0. */
function magnitudeDown(num: bigint, den: bigint): number {
  if (num === 0n) return 0
  const { digits, exponent } = leadingDigits(num, den)
  const value = scale(digits, exponent)
  return value === Number.POSITIVE_INFINITY ? Number.MAX_VALUE : value
}

/** The smallest double not below num/den. Requires num >= 0, den > 0. */
function magnitudeUp(num: bigint, den: bigint): number {
  if (num === 0n) return 0
  const { digits, exponent, inexact } = leadingDigits(num, den)
  return scale(inexact ? digits + 1n : digits, exponent)
}

/** digits * 2^exponent <= num/den < (digits + 1) * 2^exponent, with at most 53 digits and a representable exponent. */
function leadingDigits(num: bigint, den: bigint): { digits: bigint; exponent: number; inexact: boolean } {
  const estimate = bitLength(num) - bitLength(den) - Number(MANTISSA_BITS)
  for (let exponent = Math.max(estimate, LOWEST_EXPONENT); ; exponent++) {
    const top = exponent < 0 ? num << BigInt(-exponent) : num
    const bottom = exponent > 0 ? den << BigInt(exponent) : den
    const digits = top / bottom
    if (digits < 1n << MANTISSA_BITS) return { digits, exponent, inexact: digits * bottom !== top }
  }
}

/** digits * 2^exponent without rounding: two factors, since 2^-1074 alone would lose digits when applied first. */
function scale(digits: bigint, exponent: number): number {
  const half = Math.trunc(exponent / 2)
  return Number(digits) * 2 ** half * 2 ** (exponent - half)
}

function bitLength(x: bigint): number {
  return x.toString(2).length
}
