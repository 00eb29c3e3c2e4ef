/**
 * Guaranteed enclosures of ln and exp at rational points: the true value lies between `low` and `high`, always.
 *
 * Fixed-point arithmetic on bigint in units of 2^-P ("ulps"), every rounding counted. No float decides a bound.
 *   ln x  = e ln 2 + 2 atanh(y),  y = (m - 1)/(m + 1),  x = m 2^e with 2/3 <= m <= 4/3, so |y| <= 1/5
 *   exp x = 2^k exp(r),           r = x - k ln 2,       |r| < 0.36
 */
import { toNumber } from './directed.ts'
import { divide, multiply, type Rational, rational } from './rational.ts'

export interface Enclosure {
  readonly low: Rational
  readonly high: Rational
}

/** A fixed-point number and how many ulps it may be off, either way. */
interface Counted {
  readonly value: bigint
  readonly error: bigint
}

/** The largest |x| whose exponential is enclosed tightly: e^65536 already has 94,548 bits. */
const LARGEST_EXPONENT = 65536

/** Encloses ln x, with high - low <= 2^-bits. Requires x > 0. */
export function lnBounds(x: Rational, bits = 64): Enclosure {
  if (x.num <= 0n) throw new RangeError('the logarithm needs a number above 0')
  let exponent = bitLength(x.num) - bitLength(x.den)
  let mantissa = timesPowerOfTwo(x, -exponent) // in (1/2, 2)
  while (3n * mantissa.num > 4n * mantissa.den) {
    mantissa = timesPowerOfTwo(mantissa, -1)
    exponent++
  }
  while (3n * mantissa.num < 2n * mantissa.den) {
    mantissa = timesPowerOfTwo(mantissa, 1)
    exponent--
  }
  const places = bits + 24 + bitLength(BigInt(Math.abs(exponent)))
  const { num, den } = mantissa
  const fraction = atanh(num - den, num + den, places)
  const two = lnTwo(places)
  const steps = BigInt(exponent)
  const value = 2n * fraction.value + steps * two.value
  const error = 2n * fraction.error + BigInt(Math.abs(exponent)) * two.error
  return between(value - error, value + error, places)
}

/**
 * Encloses exp x, with high/low <= 1 + 2^-bits, for |x| <= 65536. Below that, `low` is 0 and `high` is a bound on
 * exp(-65536), true but not tight; above it the number would be too long to hold and a RangeError is thrown.
 */
export function expBounds(x: Rational, bits = 64): Enclosure {
  if (x.num > BigInt(LARGEST_EXPONENT) * x.den)
    throw new RangeError(`exp is kept to exponents up to ${LARGEST_EXPONENT}`)
  if (x.num < -BigInt(LARGEST_EXPONENT) * x.den) {
    return { low: rational(0n), high: expBounds(rational(-BigInt(LARGEST_EXPONENT)), bits).high }
  }
  const power = Math.round(toNumber(x) / Math.LN2) // any whole number near x / ln 2 will do
  const places = bits + 48
  const two = lnTwo(places)
  const reduced = (x.num << BigInt(places)) / x.den - BigInt(power) * two.value
  const reducedError = 1n + BigInt(Math.abs(power)) * two.error
  const series = expSeries(reduced, places)
  // |exp(a) - exp(b)| < 2 |a - b| while both lie below ln 2.
  const error = series.error + 2n * reducedError
  const { low, high } = between(series.value - error, series.value + error, places)
  return { low: timesPowerOfTwo(low, power), high: timesPowerOfTwo(high, power) }
}

/**
 * atanh(num/den) in ulps of 2^-places. Requires |num/den| <= 1/3.
 *
 * A power of y is kept to less than 2 ulps: e' <= e y^2 + y + 1 <= e/9 + 4/3. Divided by 2i + 1 and floored, a term is
 * off by at most 3. The series stops when the kept power is 0, so the true one is below 2 ulps and the rest below 3.
 */
function atanh(num: bigint, den: bigint, places: number): Counted {
  const shift = BigInt(places)
  const magnitude = num < 0n ? -num : num
  const squared = ((magnitude * magnitude) << shift) / (den * den)
  let power = (magnitude << shift) / den
  let value = 0n
  let odd = 1n
  let error = 3n
  for (; power > 0n; power = (power * squared) >> shift) {
    value += power / odd
    odd += 2n
    error += 3n
  }
  return { value: num < 0n ? -value : value, error }
}

/** exp(r) for the fixed-point r, |r| < 0.4: each term is off by at most 3 ulps, and so is all that follows a zero term. */
function expSeries(r: bigint, places: number): Counted {
  const unit = 1n << BigInt(places)
  let value = 0n
  let error = 3n
  let term = unit
  for (let i = 1n; term !== 0n; i++) {
    value += term
    error += 3n
    term = (term * r) / (unit * i)
  }
  return { value, error }
}

const knownLnTwo = new Map<number, Counted>()

function lnTwo(places: number): Counted {
  let known = knownLnTwo.get(places)
  if (known === undefined) {
    const third = atanh(1n, 3n, places)
    known = { value: 2n * third.value, error: 2n * third.error }
    knownLnTwo.set(places, known)
  }
  return known
}

function between(low: bigint, high: bigint, places: number): Enclosure {
  const unit = 1n << BigInt(places)
  return { low: rational(low, unit), high: rational(high, unit) }
}

function timesPowerOfTwo(a: Rational, power: number): Rational {
  const factor = rational(1n << BigInt(Math.abs(power)))
  return power < 0 ? divide(a, factor) : multiply(a, factor)
}

function bitLength(x: bigint): number {
  return x.toString(2).length
}
