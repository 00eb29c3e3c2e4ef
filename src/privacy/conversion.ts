/**
 * From rho-zCDP to (epsilon, delta), tightly, and never below the truth.
 *
 * Canonne, Kamath, Steinke, arXiv:2004.00010, Corollary 13 (with section 2.2): rho-zCDP implies (epsilon, delta)-DP for
 *   epsilon = rho a + ln(1/(a delta))/(a - 1) + ln(1 - 1/a)     for every a > 1.
 * Since every a gives a true bound, the best a is searched in floating point, and the bound at that a is then evaluated in
 * exact enclosures with its upper end taken. The search can make the result loose, never wrong; its minimum is flat, so an
 * error of 1e-8 in a costs 1e-16 in epsilon. Bisection on epsilon that keeps the lower end would be wrong.
 */
import { fromNumber, toNumber } from '../exact/directed.ts'
import { lnBounds } from '../exact/logarithm.ts'
import {
  add,
  ceiling,
  compare,
  divide,
  floor,
  formatRational,
  multiply,
  ONE,
  type Rational,
  rational,
  subtract,
  ZERO,
} from '../exact/rational.ts'
import { badInput } from '../request-error.ts'

/** Results are rounded, in the safe direction, to this many decimals or significant digits. */
const DIGITS = 12n
const BITS = 80

/** The least epsilon known for which rho-zCDP is (epsilon, delta)-DP, rounded up to 12 decimals. Requires 0 < delta < 1. */
export function epsilonOf(rho: Rational, delta: Rational): Rational {
  checkDelta(delta)
  if (rho.num === 0n) return ZERO
  const [slope, lnDelta] = [toNumber(rho), Math.log(toNumber(delta))]
  const order = bestOrder((gap) => slope * (1 + gap) + floatRest(gap, lnDelta))
  const bound = add(multiply(rho, order), restAt(order, delta))
  return bound.num < 0n ? ZERO : roundUp(bound)
}

/** The largest rho known for which rho-zCDP is (epsilon, delta)-DP, rounded down to 12 significant digits. */
export function rhoFor(epsilon: Rational, delta: Rational): Rational {
  checkDelta(delta)
  if (epsilon.num <= 0n) return ZERO
  const [target, lnDelta] = [toNumber(epsilon), Math.log(toNumber(delta))]
  const order = bestOrder((gap) => (floatRest(gap, lnDelta) - target) / (1 + gap))
  const largest = divide(subtract(epsilon, restAt(order, delta)), order)
  if (largest.num <= 0n) return ZERO
  const unit = unitOf(largest)
  let steps = floor(divide(largest, unit))
  // The two searches may settle on different orders, and epsilon is rounded up: step down, ever further, until they agree.
  for (let cut = 1n; steps > 0n && compare(epsilonOf(multiply(rational(steps), unit), delta), epsilon) > 0; cut *= 2n) {
    steps -= cut
  }
  return steps <= 0n ? ZERO : multiply(rational(steps), unit)
}

/** epsilon-DP is (epsilon^2/2)-zCDP: Bun and Steinke, arXiv:1605.02065, Proposition 1.4. */
export function rhoOfPure(epsilon: Rational): Rational {
  return multiply(multiply(epsilon, epsilon), rational(1n, 2n))
}

/**
 * What the levels below `level` cost together: the loss of somebody whose unit at `level` is known to the attacker, as in
 * "block within county". Shares run from the top level down and sum to 1.
 */
export function rhoWithin(rho: Rational, shares: readonly Rational[], level: number): Rational {
  return multiply(rho, shares.slice(level + 1).reduce(add, ZERO))
}

/** An upper bound of ln(1/(a delta))/(a - 1) + ln(1 - 1/a). Requires a > 1. */
export function restAt(order: Rational, delta: Rational): Rational {
  const gap = subtract(order, ONE)
  const first = divide(lnBounds(divide(ONE, multiply(order, delta)), BITS + gapBits(gap)).high, gap)
  return add(first, lnBounds(divide(gap, order), BITS).high)
}

/** Dividing by a gap below 1 widens an enclosure: how many bits to add for it. */
function gapBits(gap: Rational): number {
  return Math.max(0, gap.den.toString(2).length - gap.num.toString(2).length + 1)
}

function floatRest(gap: number, lnDelta: number): number {
  return (-Math.log1p(gap) - lnDelta) / gap + Math.log(gap) - Math.log1p(gap)
}

/** The a = 1 + gap that minimises a unimodal function of the gap: a coarse scan of ln gap, then golden sections. */
function bestOrder(cost: (gap: number) => number): Rational {
  const at = (x: number): number => cost(Math.exp(x))
  let best = -30
  for (let x = -30; x <= 60; x += 0.25) if (at(x) < at(best)) best = x
  let [low, high] = [best - 0.25, best + 0.25]
  const golden = (Math.sqrt(5) - 1) / 2
  for (let i = 0; i < 60; i++) {
    const [left, right] = [high - golden * (high - low), low + golden * (high - low)]
    if (at(left) < at(right)) high = right
    else low = left
  }
  return add(ONE, fromNumber(Math.exp((low + high) / 2)))
}

function roundUp(x: Rational): Rational {
  const scale = 10n ** DIGITS
  return rational(ceiling(multiply(x, rational(scale))), scale)
}

/** The power of ten that is the twelfth significant digit of x. Requires x > 0. */
function unitOf(x: Rational): Rational {
  const exponent = Math.floor(Math.log10(toNumber(x))) - Number(DIGITS) + 1
  const power = rational(10n ** BigInt(Math.abs(exponent)))
  return exponent < 0 ? divide(ONE, power) : power
}

function checkDelta(delta: Rational): void {
  if (delta.num > 0n && compare(delta, ONE) < 0) return
  throw badInput(`delta is ${formatRational(delta)}; converting zCDP needs a delta above 0 and below 1, such as 1e-10.`)
}
