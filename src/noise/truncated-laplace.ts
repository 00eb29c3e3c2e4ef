/**
 * Exact discrete Laplace noise on a finite interval of integers: Pr[Z = z] proportional to exp(-|z|/scale) on
 * {low, ..., high}, and no mass outside. For mechanisms that must never pass a bound.
 *
 * Rejection from a proposal with the same shape, chosen from the public parameters alone so that few draws are lost:
 *   narrow   high - low < scale: uniform on the interval, kept with probability exp(-(|z| - least)/scale), where least
 *            is the smallest magnitude in the interval; at least exp(-1) of the draws are kept
 *   one-sided (0 <= low, or high <= 0): low plus a geometric (memoryless), kept when not beyond high
 *   two-sided: the untruncated law, kept when inside
 * In the last two the interval is at least `scale` wide, and at least (1 - exp(-1))/2, or 3 in 10, of the draws are kept.
 */
import { ceiling, type Rational } from '../exact/rational.ts'
import { bernoulliExp } from './bernoulli.ts'
import { discreteLaplace, discreteLaplaceSampler, geometric, geometricSampler, narrow } from './discrete-laplace.ts'
import type { Entropy, Whole } from './entropy.ts'

/** Draws Z in {low, ..., high} with Pr[Z = z] proportional to exp(-|z|/scale). Requires scale > 0, low <= high. */
export function truncatedLaplace(scale: Rational, low: bigint, high: bigint, entropy: Entropy): bigint {
  const proposal = proposalFor(scale, low, high)
  if (proposal === 'narrow') return narrowDraw(scale, low, high, entropy)
  if (proposal === 'two-sided') {
    for (;;) {
      const z = discreteLaplace(scale, entropy)
      if (low <= z && z <= high) return z
    }
  }
  for (;;) {
    const step = geometric(scale, entropy)
    if (step <= high - low) return proposal === 'upward' ? low + step : high - step
  }
}

/** A sampler of the same law that stays on Numbers while it can. */
export function truncatedLaplaceSampler(scale: Rational, low: bigint, high: bigint): (entropy: Entropy) => Whole {
  const proposal = proposalFor(scale, low, high)
  if (proposal === 'narrow') return (entropy) => narrow(narrowDraw(scale, low, high, entropy))
  if (proposal === 'two-sided') {
    const draw = discreteLaplaceSampler(scale)
    const least = narrow(low) // two Numbers compare ten times as fast as a Number and a bigint
    const most = narrow(high)
    return (entropy) => {
      for (;;) {
        const z = draw(entropy)
        if (least <= z && z <= most) return z
      }
    }
  }
  const draw = geometricSampler(scale)
  const width = narrow(high - low)
  return (entropy) => {
    for (;;) {
      const step = draw(entropy)
      if (step <= width) return narrow(proposal === 'upward' ? low + BigInt(step) : high - BigInt(step))
    }
  }
}

type Proposal = 'narrow' | 'upward' | 'downward' | 'two-sided'

function proposalFor(scale: Rational, low: bigint, high: bigint): Proposal {
  if (low > high) throw new RangeError('the interval of a truncated law is empty')
  if (high - low < ceiling(scale)) return 'narrow'
  if (low >= 0n) return 'upward'
  return high <= 0n ? 'downward' : 'two-sided'
}

function narrowDraw({ num, den }: Rational, low: bigint, high: bigint, entropy: Entropy): bigint {
  const least = low > 0n ? low : high < 0n ? -high : 0n
  for (;;) {
    const z = low + entropy.below(high - low + 1n)
    const excess = (z < 0n ? -z : z) - least
    if (bernoulliExp(excess * den, num, entropy)) return z
  }
}
