/**
 * Exact discrete Laplace noise (the two-sided geometric) on the integers, for any rational scale.
 *   Pr[Z = z] = (1 - a)/(1 + a) a^|z|,  a = exp(-1/scale)
 *
 * Canonne, Kamath, Steinke, arXiv:2004.00010, section 5.2. Write scale = num/den. U uniform on {0, ..., num - 1}, kept
 * with probability exp(-U/num), and V with Pr[V >= k] = exp(-k), give U + num V a law proportional to exp(-x/num); its
 * quotient by den is proportional to exp(-z/scale). A random sign follows, and "minus zero" is drawn again, since zero
 * would count twice.
 *
 * `discreteLaplace` is the reference on bigint. `discreteLaplaceSampler` is the Number path. U is a safe integer when
 * num <= 2^53. The one product, U + num V, is compared with 2^53 after it is formed: rounding is monotone, so a rounded
 * result below 2^53 means that the true one is and hence nothing was rounded; otherwise the same U and V go to bigint.
 * The quotient takes the remainder off first: on safe integers the remainder is exact, and then so is the division.
 * Both paths toss the same coins.
 */
import type { Rational } from '../exact/rational.ts'
import { bernoulliExp, bernoulliExpNear, bernoulliExpOne } from './bernoulli.ts'
import type { Entropy, Whole } from './entropy.ts'

const SAFE = 2 ** 53

/** Draws Z with Pr[Z = z] proportional to exp(-|z|/scale). Requires scale > 0. */
export function discreteLaplace(scale: Rational, entropy: Entropy): bigint {
  for (;;) {
    const magnitude = geometric(scale, entropy)
    const negative = entropy.below(2n) === 0n
    if (magnitude > 0n || !negative) return negative ? -magnitude : magnitude
  }
}

/** Draws Z >= 0 with Pr[Z = z] proportional to exp(-z/scale). Requires scale > 0. */
export function geometric(scale: Rational, entropy: Entropy): bigint {
  const { num, den } = scale
  for (;;) {
    const rest = entropy.below(num)
    if (!bernoulliExp(rest, num, entropy)) continue
    let turns = 0n
    while (bernoulliExp(1n, 1n, entropy)) turns++
    return (rest + num * turns) / den
  }
}

/** A sampler of the same law that stays on Numbers while it can. */
export function discreteLaplaceSampler(scale: Rational): (entropy: Entropy) => Whole {
  const magnitudeOf = geometricSampler(scale)
  return (entropy) => {
    for (;;) {
      const magnitude = magnitudeOf(entropy)
      const negative = entropy.belowSmall(2) === 0
      if (magnitude > 0 || !negative) return negative ? -magnitude : magnitude
    }
  }
}

/** A sampler of the law of `geometric` that stays on Numbers while it can. */
export function geometricSampler(scale: Rational): (entropy: Entropy) => Whole {
  if (scale.num > BigInt(SAFE) || scale.den > BigInt(SAFE)) return (entropy) => narrow(geometric(scale, entropy))
  const num = Number(scale.num)
  const den = Number(scale.den)
  return (entropy) => {
    for (;;) {
      const rest = entropy.belowSmall(num)
      if (!bernoulliExpNear(rest / num, rest, num, entropy)) continue
      let turns = 0
      while (bernoulliExpOne(entropy)) turns++
      const total = rest + num * turns
      if (total < SAFE) return den === 1 ? total : (total - (total % den)) / den
      return narrow((BigInt(rest) + scale.num * BigInt(turns)) / scale.den)
    }
  }
}

/** The Number when it is a safe integer. */
export function narrow(x: bigint): Whole {
  return x > -LARGEST && x < LARGEST ? Number(x) : x
}
const LARGEST = BigInt(SAFE)
