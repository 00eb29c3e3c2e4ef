/**
 * How a share printed to d decimals was rounded, and which shares it may therefore have been.
 *
 * In units of the last decimal a share printed as s was between s - 1/2 and s + 1/2. Half up, the lower end rounds to s and
 * the upper end to s + 1. Half to even, both ends round to s when s is even and neither when it is odd. A rule that is not
 * known admits both ends. Shares lie between 0 and 1, and these ends are always included.
 */
export const ROUNDING_RULES = ['half-up', 'half-even', 'unknown'] as const

export type RoundingRule = (typeof ROUNDING_RULES)[number]

/** The shares that are printed as one: numerators over 2 * 10^d, and 1 where an end is excluded. */
export interface ShareEnds {
  readonly low: Float64Array
  readonly high: Float64Array
  readonly lowOpen: Uint8Array
  readonly highOpen: Uint8Array
}

/** The ends for shares given as s, whole numbers of the last decimal. */
export function shareEnds(scaled: ArrayLike<number>, decimals: number, rule: RoundingRule): ShareEnds {
  const whole = 2 * 10 ** decimals
  const shares = Float64Array.from(scaled)
  const odd = (share: number): boolean => share % 2 === 1
  const lowOpen = (share: number): boolean => rule === 'half-even' && odd(share)
  const highOpen = (share: number): boolean => rule === 'half-up' || lowOpen(share)
  return {
    low: shares.map((share) => Math.max(0, 2 * share - 1)),
    high: shares.map((share) => Math.min(whole, 2 * share + 1)),
    lowOpen: Uint8Array.from(shares, (share) => Number(share > 0 && lowOpen(share))),
    highOpen: Uint8Array.from(shares, (share) => Number(2 * share < whole && highOpen(share))),
  }
}

/** num / den as a whole number, by the rule; halves up where it is unknown. Requires num >= 0 and den > 0. */
export function roundBy(rule: RoundingRule, num: bigint, den: bigint): bigint {
  const up = (2n * num + den) / (2n * den)
  const tie = (2n * num + den) % (2n * den) === 0n
  return rule === 'half-even' && tie && up % 2n === 1n ? up - 1n : up
}
