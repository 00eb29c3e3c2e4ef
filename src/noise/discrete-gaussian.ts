/**
 * Exact discrete Gaussian noise on the integers, for any rational variance parameter s2.
 *   Pr[Z = z] proportional to exp(-z^2 / (2 s2))
 *
 * Canonne, Kamath, Steinke, arXiv:2004.00010, section 5.3: draw Y from the discrete Laplace of scale t = floor(s) + 1 and
 * keep it with probability exp(-g), g = (|Y| - s2/t)^2 / (2 s2). With s2 = p/q that is
 *   g = (|Y| q t - p)^2 / (2 p q t^2)
 *
 * `discreteGaussian` is the reference on bigint. `discreteGaussianSampler` draws Y on Numbers and looks g(|Y|) up in a
 * table that is filled by the same bigint formula when a magnitude is first met: the whole tosses of exp(-1), the exact
 * numerator left over, and its quotient rounded to a double only to guide `Entropy.chanceNear`, which stays exact.
 */
import { toNumberDown } from '../exact/directed.ts'
import { floor, type Rational, rational } from '../exact/rational.ts'
import { bernoulliExp, bernoulliExpNear, bernoulliExpOne } from './bernoulli.ts'
import { discreteLaplace, discreteLaplaceSampler, narrow } from './discrete-laplace.ts'
import type { Entropy, Whole } from './entropy.ts'

/** Draws Z with Pr[Z = z] proportional to exp(-z^2 / (2 variance)). Requires variance > 0. */
export function discreteGaussian(variance: Rational, entropy: Entropy): bigint {
  const { scale, numerator, denominator } = acceptance(variance)
  for (;;) {
    const candidate = discreteLaplace(scale, entropy)
    if (bernoulliExp(numerator(magnitude(candidate)), denominator, entropy)) return candidate
  }
}

/** Magnitudes beyond this are worked out each time: they need a standard deviation in the thousands. */
const TABLE_LIMIT = 16384

/** A sampler of the same law that stays on Numbers while it can. */
export function discreteGaussianSampler(variance: Rational): (entropy: Entropy) => Whole {
  const { scale, numerator, denominator } = acceptance(variance)
  const propose = discreteLaplaceSampler(scale)
  const known: Toss[] = []
  return (entropy) => {
    for (;;) {
      const candidate = propose(entropy)
      const size = candidate < 0 ? -candidate : candidate
      if (typeof size === 'bigint' || size >= TABLE_LIMIT) {
        if (bernoulliExp(numerator(BigInt(size)), denominator, entropy)) return narrow(BigInt(candidate))
        continue
      }
      while (known.length <= size) known.push(tossFor(numerator(BigInt(known.length)), denominator))
      if (tossed(known[size], denominator, entropy)) return candidate
    }
  }
}

/** Bernoulli(exp(-g)) prepared: `whole` tosses of exp(-1), then one of exp(-rest/denominator). */
interface Toss {
  readonly whole: number
  readonly rest: bigint
  readonly near: number
}

function tossFor(numerator: bigint, denominator: bigint): Toss {
  const whole = numerator === 0n ? 0n : (numerator - 1n) / denominator // leaves 0 < rest <= denominator, or 0 of 0
  const rest = numerator - whole * denominator
  return { whole: Number(whole), rest, near: toNumberDown(rational(rest, denominator)) }
}

function tossed({ whole, rest, near }: Toss, denominator: bigint, entropy: Entropy): boolean {
  for (let i = 0; i < whole; i++) if (!bernoulliExpOne(entropy)) return false
  return bernoulliExpNear(near, rest, denominator, entropy)
}

interface Acceptance {
  readonly scale: Rational
  readonly numerator: (magnitude: bigint) => bigint
  readonly denominator: bigint
}

function acceptance(variance: Rational): Acceptance {
  const { num: p, den: q } = variance
  const t = integerRoot(floor(variance)) + 1n
  const numerator = (y: bigint): bigint => (y * q * t - p) ** 2n
  return { scale: rational(t), numerator, denominator: 2n * p * q * t * t }
}

/** The largest r with r^2 <= x, by Newton's method from above. Requires x >= 0. */
export function integerRoot(x: bigint): bigint {
  if (x < 2n) return x
  let root = 1n << BigInt(Math.ceil(x.toString(2).length / 2))
  for (;;) {
    const next = (root + x / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

function magnitude(x: bigint): bigint {
  return x < 0n ? -x : x
}
