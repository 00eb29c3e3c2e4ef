/**
 * Noise added to a whole vector in place.
 *
 * A sum that does not fit its array is a RangeError: nothing wraps around and nothing is cut off. That it happened is a
 * function of the noisy value alone, so saying so costs no privacy; the array is then half noisy and must be dropped.
 */

import type { Rational } from '../exact/rational.ts'
import { discreteGaussianSampler } from './discrete-gaussian.ts'
import { discreteLaplaceSampler, narrow } from './discrete-laplace.ts'
import type { Entropy, Whole } from './entropy.ts'
import { type NoiseLaw, samplerOf } from './law.ts'

/** Arrays of whole numbers that can be measured. A Float64Array must hold safe integers. */
export type CountArray = Int32Array | Float64Array | BigInt64Array

/** Adds an independent draw of the law, and a fixed offset, to every entry. */
export function addNoise(out: CountArray, law: NoiseLaw, entropy: Entropy, offset = 0n): void {
  const draw = samplerOf(law)
  addDraws(out, offset === 0n ? draw : (source) => narrow(BigInt(draw(source)) + offset), entropy)
}

/** Adds discrete Laplace noise of the given scale to every entry. */
export function fillDiscreteLaplace(out: CountArray, scale: Rational, entropy: Entropy): void {
  addDraws(out, discreteLaplaceSampler(scale), entropy)
}

/** Adds discrete Gaussian noise of the given variance parameter to every entry. */
export function fillDiscreteGaussian(out: CountArray, variance: Rational, entropy: Entropy): void {
  addDraws(out, discreteGaussianSampler(variance), entropy)
}

function addDraws(out: CountArray, draw: (entropy: Entropy) => Whole, entropy: Entropy): void {
  if (out instanceof BigInt64Array) addWide(out, draw, entropy)
  else if (out instanceof Int32Array) addNarrow(out, draw, entropy, 2 ** 31 - 1, -(2 ** 31))
  else addNarrow(out, draw, entropy, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER)
}

/** The sum of two safe integers is exact, or rounds to something beyond the limits still: rounding is monotone. */
function addNarrow(
  out: Int32Array | Float64Array,
  draw: (entropy: Entropy) => Whole,
  entropy: Entropy,
  most: number,
  least: number,
): void {
  for (let i = 0; i < out.length; i++) {
    const noise = draw(entropy)
    const noisy = typeof noise === 'number' ? out[i] + noise : Number(BigInt(out[i]) + noise)
    if (!(noisy >= least && noisy <= most)) throw overflow(i)
    out[i] = noisy
  }
}

function addWide(out: BigInt64Array, draw: (entropy: Entropy) => Whole, entropy: Entropy): void {
  for (let i = 0; i < out.length; i++) {
    const noisy = out[i] + BigInt(draw(entropy))
    if (noisy !== BigInt.asIntN(64, noisy)) throw overflow(i)
    out[i] = noisy
  }
}

function overflow(entry: number): RangeError {
  return new RangeError(`the noisy value of entry ${entry} does not fit its array: use a wider one`)
}
