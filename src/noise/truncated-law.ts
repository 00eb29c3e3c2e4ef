/**
 * The truncated discrete Laplace in numbers, and the exact price of its missing tails.
 *
 * Moving a support {low, ..., high} by d leaves the d outermost points of one side without a counterpart: an outcome
 * there tells the two data sets apart for certain. That mass is the delta of the mechanism, and `tailBounds` encloses
 * it in exact rationals, so a stated delta is never below the true one.
 */
import { type Enclosure, expBounds } from '../exact/logarithm.ts'
import { add, divide, ONE, type Rational, rational, subtract, ZERO } from '../exact/rational.ts'

/**
 * Encloses Pr[Z >= from] for Pr[Z = z] proportional to a^|z| on {low, ..., high}, a = exp(-1/scale), to a relative
 * 2^-bits or so. Geometric sums: sum of a^z over i..j is (a^i - a^(j+1)) / (1 - a), and 1 - a cancels.
 */
export function tailBounds(scale: Rational, low: bigint, high: bigint, from: bigint, bits = 96): Enclosure {
  if (from > high) return { low: ZERO, high: ZERO }
  if (from <= low) return { low: ONE, high: ONE }
  const beyond = weight(scale, from, high, bits)
  const before = weight(scale, low, from - 1n, bits)
  // x/(x + y) grows with x and falls with y.
  return {
    low: divide(beyond.low, add(beyond.low, before.high)),
    high: divide(beyond.high, add(beyond.high, before.low)),
  }
}

/** Encloses (1 - a) times the sum of a^|z| over i..j. Requires i <= j. */
function weight(scale: Rational, i: bigint, j: bigint, bits: number): Enclosure {
  if (j < 0n) return weight(scale, -j, -i, bits)
  if (i >= 0n) return difference(power(scale, i, bits), power(scale, j + 1n, bits))
  const left = weight(scale, 1n, -i, bits)
  const right = weight(scale, 0n, j, bits)
  return { low: add(left.low, right.low), high: add(left.high, right.high) }
}

function power(scale: Rational, z: bigint, bits: number): Enclosure {
  if (z === 0n) return { low: ONE, high: ONE }
  // Differences of nearby powers lose about log2(scale) bits: ask for that many more.
  const extra = scale.num.toString(2).length + 8
  return expBounds(rational(-z * scale.den, scale.num), bits + extra)
}

function difference(a: Enclosure, b: Enclosure): Enclosure {
  const low = subtract(a.low, b.high)
  return { low: low.num < 0n ? ZERO : low, high: subtract(a.high, b.low) }
}

export function truncatedMass(scale: number, low: number, high: number, z: number): number {
  if (z < low || z > high) return 0
  const peak = nearestToZero(low, high)
  return Math.exp((Math.abs(peak) - Math.abs(z)) / scale) / sums(scale, low, high, peak).mass
}

export function truncatedTail(scale: number, low: number, high: number, z: number): number {
  if (z <= low) return 1
  const peak = nearestToZero(low, high)
  return z > high ? 0 : sums(scale, z, high, peak).mass / sums(scale, low, high, peak).mass
}

export function truncatedVariance(scale: number, low: number, high: number): number {
  const { mass, first, second } = sums(scale, low, high, nearestToZero(low, high))
  return second / mass - (first / mass) ** 2
}

/** The likeliest value: measured from it, weights do not underflow and squares do not cancel far from zero. */
function nearestToZero(low: number, high: number): number {
  return low > 0 ? low : high < 0 ? high : 0
}

interface Sums {
  readonly mass: number
  readonly first: number
  readonly second: number
}

/** Sums of w, dw and d^2 w over low..high, w = a^(|z| - |peak|), d = z - peak; beyond 50 scales a w is below 2e-22. */
function sums(scale: number, low: number, high: number, peak: number): Sums {
  const reach = Math.abs(nearestToZero(low, high)) + Math.ceil(50 * scale) + 50
  let mass = 0
  let first = 0
  let second = 0
  for (let z = Math.max(low, -reach); z <= Math.min(high, reach); z++) {
    const term = Math.exp((Math.abs(peak) - Math.abs(z)) / scale)
    mass += term
    first += (z - peak) * term
    second += (z - peak) ** 2 * term
  }
  return { mass, first, second }
}
