/**
 * The laws of noise as data: what a plan states, a measurement carries and a report prints. Their probabilities and
 * variances here are doubles for predicting and testing; the draws themselves never touch them.
 */
import { toNumber } from '../exact/directed.ts'
import type { Rational } from '../exact/rational.ts'
import { discreteGaussian, discreteGaussianSampler } from './discrete-gaussian.ts'
import { discreteLaplace, discreteLaplaceSampler } from './discrete-laplace.ts'
import type { Entropy, Whole } from './entropy.ts'
import { gaussianMass, gaussianTail, gaussianVariance } from './gaussian-law.ts'
import { laplaceMass, laplaceTail, laplaceVariance } from './laplace-law.ts'
import { truncatedLaplace, truncatedLaplaceSampler } from './truncated-laplace.ts'
import { truncatedMass, truncatedTail, truncatedVariance } from './truncated-law.ts'

export type NoiseLaw =
  /** Pr[Z = z] proportional to exp(-|z|/scale) on the integers. */
  | { readonly kind: 'discrete-laplace'; readonly scale: Rational }
  /** Pr[Z = z] proportional to exp(-z^2/(2 variance)) on the integers; the true variance is a little smaller. */
  | { readonly kind: 'discrete-gaussian'; readonly variance: Rational }
  /** Pr[Z = z] proportional to exp(-|z|/scale) on {low, ..., high}. */
  | { readonly kind: 'truncated-laplace'; readonly scale: Rational; readonly low: bigint; readonly high: bigint }

/** A sampler of the law, on Numbers while it can be: the one to use. Prepare it once, draw many times. */
export function samplerOf(law: NoiseLaw): (entropy: Entropy) => Whole {
  switch (law.kind) {
    case 'discrete-laplace':
      return discreteLaplaceSampler(law.scale)
    case 'discrete-gaussian':
      return discreteGaussianSampler(law.variance)
    case 'truncated-laplace':
      return truncatedLaplaceSampler(law.scale, law.low, law.high)
  }
}

/** A sampler of the law on bigint throughout: the reference the other is held to. */
export function referenceSamplerOf(law: NoiseLaw): (entropy: Entropy) => bigint {
  switch (law.kind) {
    case 'discrete-laplace':
      return (entropy) => discreteLaplace(law.scale, entropy)
    case 'discrete-gaussian':
      return (entropy) => discreteGaussian(law.variance, entropy)
    case 'truncated-laplace':
      return (entropy) => truncatedLaplace(law.scale, law.low, law.high, entropy)
  }
}

/** Pr[Z = z]. */
export function massOf(law: NoiseLaw, z: number): number {
  switch (law.kind) {
    case 'discrete-laplace':
      return laplaceMass(toNumber(law.scale), z)
    case 'discrete-gaussian':
      return gaussianMass(toNumber(law.variance), z)
    case 'truncated-laplace':
      return truncatedMass(toNumber(law.scale), Number(law.low), Number(law.high), z)
  }
}

/** Pr[Z >= z], for any whole z. */
export function tailOf(law: NoiseLaw, z: number): number {
  switch (law.kind) {
    case 'discrete-laplace':
      return laplaceTail(toNumber(law.scale), z)
    case 'discrete-gaussian':
      return gaussianTail(toNumber(law.variance), z)
    case 'truncated-laplace':
      return truncatedTail(toNumber(law.scale), Number(law.low), Number(law.high), z)
  }
}

/** The variance of Z, which for the discrete Gaussian is below its parameter. */
export function varianceOf(law: NoiseLaw): number {
  switch (law.kind) {
    case 'discrete-laplace':
      return laplaceVariance(toNumber(law.scale))
    case 'discrete-gaussian':
      return gaussianVariance(toNumber(law.variance))
    case 'truncated-laplace':
      return truncatedVariance(toNumber(law.scale), Number(law.low), Number(law.high))
  }
}

/** The least m >= 0 with Pr[|Z| <= m] >= confidence: the half-width of an interval around a noisy count. */
export function marginOf(law: NoiseLaw, confidence: number): number {
  const outside = (m: number): number => tailOf(law, m + 1) + (1 - tailOf(law, -m))
  let high = 1
  while (outside(high) > 1 - confidence) high *= 2
  let low = -1
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (middle === low || middle === high) break // beyond 2^53 there is no whole number between them
    if (outside(middle) > 1 - confidence) low = middle
    else high = middle
  }
  return high
}
