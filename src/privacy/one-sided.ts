/**
 * Measuring without ever passing the truth: values that are never above the true ones, for capacities and other bounds that a
 * decision must not overrun. (epsilon, delta)-DP, on whole numbers of grid steps.
 *
 * Noise Z on {-m, ..., m} with Pr proportional to a^|z|, a = exp(-epsilon/D), minus m. Let neighbours differ by v_i in entry i,
 * sum |v_i| <= D. Where both have mass, the ratio is at most a^(-sum |v_i|) <= exp(epsilon), the normalisers being equal. An
 * outcome that only one of them can give has probability at most sum_i T(v_i), where
 *   T(v) = Pr[Z > m - v] = a^(m+1) (a^-v - 1) / (1 + a - 2 a^(m+1)).
 * Since x_i = a^-|v_i| >= 1, sum (x_i - 1) <= prod x_i - 1, so that is at most T(D) however many entries there are: delta is
 * T(D), enclosed from above in exact arithmetic, and m is the least for which it is small enough.
 */
import { toNumber } from '../exact/directed.ts'
import { compare, divide, type Rational, rational } from '../exact/rational.ts'
import { addNoise, type CountArray } from '../noise/add-noise.ts'
import type { Entropy } from '../noise/entropy.ts'
import { type NoiseLaw, varianceOf } from '../noise/law.ts'
import { tailBounds } from '../noise/truncated-law.ts'
import { badInput } from '../request-error.ts'
import { type Confidential, open } from './confidential.ts'
import { approximate } from './event.ts'
import { checkWhole, type Measurement } from './mechanism.ts'

export interface OneSidedNoise {
  readonly law: Extract<NoiseLaw, { kind: 'truncated-laplace' }>
  /** What is taken off besides the noise, so that the sum is never positive: m. */
  readonly shift: bigint
  readonly epsilon: Rational
  /** The true delta, rounded up: at most the one asked for. */
  readonly delta: Rational
}

/** The narrowest noise for a joint L1 distance in grid steps. Requires distance >= 1, epsilon > 0, 0 < delta < 1. */
export function oneSidedNoiseFor(distance: bigint, epsilon: Rational, delta: Rational): OneSidedNoise {
  if (distance < 1n || epsilon.num <= 0n || delta.num <= 0n || delta.num >= delta.den) {
    throw badInput(
      'One-sided noise needs a sensitivity of at least one grid step, epsilon above 0 and delta between 0 and 1.',
    )
  }
  const scale = divide(rational(distance), epsilon)
  const deltaAt = (m: bigint): Rational => tailBounds(scale, -m, m, m - distance + 1n).high
  const least = (distance - 1n) / 2n // 2m + 1 <= D: a neighbour's support can be disjoint
  const guess = guessFor(distance, toNumber(epsilon), toNumber(delta))
  let width = 2n
  let high = guess > distance ? guess : distance
  while (compare(deltaAt(high), delta) > 0) {
    high += width
    width *= 2n
  }
  // Down from there in growing steps until delta is too large: the answer lies between. The guess only saves evaluations.
  let low = high
  for (width = 2n; low > least && compare(deltaAt(low), delta) <= 0; width *= 2n) {
    high = low
    low = low - width > least ? low - width : least
  }
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (compare(deltaAt(middle), delta) > 0) low = middle
    else high = middle
  }
  return { law: { kind: 'truncated-laplace', scale, low: -high, high }, shift: high, epsilon, delta: deltaAt(high) }
}

/** Near the answer, in doubles: (D/e) ln((e^e - 1)/(2 delta) + 1). */
function guessFor(distance: bigint, epsilon: number, delta: number): bigint {
  const guess = (Number(distance) / epsilon) * Math.log1p(Math.expm1(epsilon) / (2 * delta))
  return Number.isFinite(guess) ? BigInt(Math.ceil(guess)) : 1n
}

/** Measures a vector from below: no value is above the true one, and none further below it than twice the shift. */
export function measureFromBelow<A extends CountArray>(
  answers: Confidential<A>,
  { law, shift, epsilon, delta }: OneSidedNoise,
  entropy: Entropy,
): Measurement<A> {
  const values = open(answers).slice() as A
  checkWhole(values)
  addNoise(values, law, entropy, -shift)
  return Object.freeze({
    values,
    noise: law,
    // Only where it is asked for: on a fine grid it is a sum of millions of terms.
    get variance() {
      return varianceOf(law)
    },
    cost: approximate(epsilon, delta),
    seeded: entropy.seeded,
  })
}
