/**
 * Measuring: the one place where a confidential vector becomes a public, noisy one.
 *
 * Pure:  discrete Laplace of scale L1/epsilon.  Pr[out | x]/Pr[out | x'] <= exp(|x - x'|_1 / scale) <= exp(epsilon).
 * zCDP:  discrete Gaussian of variance parameter L2^2/(2 rho) (Canonne, Kamath, Steinke, arXiv:2004.00010, Theorem 14).
 * A vector that no neighbour step can move is published as it is, and labelled exact: the invariants give it away already.
 */
import { divide, formatRational, multiply, type Rational, rational, ZERO } from '../exact/rational.ts'
import { addNoise, type CountArray } from '../noise/add-noise.ts'
import type { Entropy } from '../noise/entropy.ts'
import { type NoiseLaw, varianceOf } from '../noise/law.ts'
import { badInput } from '../request-error.ts'
import { type Confidential, open } from './confidential.ts'
import { type PrivacyEvent, pure, zcdp } from './event.ts'
import type { Sensitivity } from './sensitivity.ts'

/** The share of the budget given to one measurement. */
export type Budget =
  | { readonly kind: 'pure'; readonly epsilon: Rational }
  | { readonly kind: 'zcdp'; readonly rho: Rational }

/** A public vector with all that is needed to use it. */
export interface Measurement<A extends CountArray> {
  readonly values: A
  /** The law of the noise in every entry, or 'exact' when there is none. */
  readonly noise: NoiseLaw | 'exact'
  /** The variance of each entry. */
  readonly variance: number
  readonly cost: PrivacyEvent
  /** True when a seed decided the noise: NOT PRIVATE. */
  readonly seeded: boolean
}

/** The noise that a budget buys at this sensitivity: for plans too, since it needs no data. */
export function noiseFor({ l1, l2Squared }: Sensitivity, budget: Budget): NoiseLaw | 'exact' {
  if (l1.num === 0n) return 'exact'
  const share = budget.kind === 'pure' ? budget.epsilon : budget.rho
  if (share.num <= 0n) {
    throw badInput('A measurement was given no budget, but one person can change its answer. Give it a share above 0.')
  }
  const law: NoiseLaw =
    budget.kind === 'pure'
      ? { kind: 'discrete-laplace', scale: divide(l1, share) }
      : { kind: 'discrete-gaussian', variance: divide(l2Squared, multiply(rational(2n), share)) }
  const deviation = Math.sqrt(varianceOf(law))
  if (deviation <= MOST_DEVIATION) return law
  throw badInput(
    `A measurement's part of the budget, ${formatRational(share)}, asks for noise with a standard deviation of ${deviation.toExponential(1)}. ` +
      `Above ${MOST_DEVIATION.toExponential()} noisy counts could leave the whole numbers that are exact (2^53). Give it more.`,
  )
}

/** Noise of this deviation passes 2^53 with a chance below exp(-1000). */
const MOST_DEVIATION = 1e13

/** What a measurement costs: nothing when it is exact. */
export function costOf(sensitivity: Sensitivity, budget: Budget): PrivacyEvent {
  const spent = sensitivity.l1.num > 0n
  return budget.kind === 'pure' ? pure(spent ? budget.epsilon : ZERO) : zcdp(spent ? budget.rho : ZERO)
}

/** Measures a vector of whole numbers. The ledger must have been charged before: this draws noise. */
export function measure<A extends CountArray>(
  answers: Confidential<A>,
  sensitivity: Sensitivity,
  budget: Budget,
  entropy: Entropy,
): Measurement<A> {
  const noise = noiseFor(sensitivity, budget)
  const values = open(answers).slice() as A
  checkWhole(values)
  if (noise !== 'exact') addNoise(values, noise, entropy)
  return Object.freeze({
    values,
    noise,
    variance: noise === 'exact' ? 0 : varianceOf(noise),
    cost: costOf(sensitivity, budget),
    seeded: noise !== 'exact' && entropy.seeded,
  })
}

/** A vector of whole numbers. The error names neither the entry nor its value: both are confidential. */
export function checkWhole(values: CountArray): void {
  if (values instanceof Float64Array && !values.every(Number.isSafeInteger)) {
    throw new TypeError('a measured vector must hold whole numbers up to 2^53')
  }
}
