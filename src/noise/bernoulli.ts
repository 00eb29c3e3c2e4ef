/**
 * Exact coin tosses whose probability is an exponential, without computing one.
 *
 * Canonne, Kamath, Steinke, "The Discrete Gaussian for Differential Privacy", arXiv:2004.00010, section 5.1: toss coins
 * of probability g/1, g/2, g/3, ... until one fails, at toss K. For 0 <= g <= 1, Pr[K > k] = g^k / k!, so
 * Pr[K is odd] = 1 - g + g^2/2! - ... = exp(-g).
 *
 * Each draw comes twice: on bigint, which is the reference, and on Number. The Number form only hands `Entropy` a
 * quotient that decides most tosses quickly; numerator and denominator go along and decide the rest, so no product is
 * formed in floating point and the law is the same. It tosses the same coins in the same order.
 */
import type { Entropy, Whole } from './entropy.ts'

/** Draws Bernoulli(exp(-num/den)). Requires num/den >= 0. */
export function bernoulliExp(num: bigint, den: bigint, entropy: Entropy): boolean {
  let rest = num
  for (; rest > den; rest -= den) if (!bernoulliExpUnit(1n, 1n, entropy)) return false
  return bernoulliExpUnit(rest, den, entropy)
}

/** Draws Bernoulli(exp(-num/den)). Requires 0 <= num/den <= 1. */
function bernoulliExpUnit(num: bigint, den: bigint, entropy: Entropy): boolean {
  let k = 1n
  while (entropy.chance(num, den * k)) k++
  return k % 2n === 1n
}

/** `bernoulliExp` for 0 <= num/den <= 1, with near = num/den to within a relative 2^-52. */
export function bernoulliExpNear(near: number, num: Whole, den: Whole, entropy: Entropy): boolean {
  if (num === 0 || num === 0n) return true // the first toss cannot succeed, and draws nothing
  let k = 1
  while (entropy.chanceNear(near, k, num, den)) k++
  return (k & 1) === 1
}

/** Draws Bernoulli(exp(-1)): the first toss, of probability 1/1, is certain and draws nothing. */
export function bernoulliExpOne(entropy: Entropy): boolean {
  let k = 2
  while (entropy.chanceNear(1, k, 1, 1)) k++
  return (k & 1) === 1
}
