/**
 * Do these draws follow this law? Statistical tests with a stated false-alarm rate, for samplers whose paths are too many
 * to walk. A test that cannot fail proves nothing, so each is also shown draws from a law that is a little wrong.
 */
import { massOf, type NoiseLaw, tailOf, varianceOf } from './law.ts'

/** The chance that a test rejects a true law. */
export const FALSE_ALARM = 1e-6
/** Pr[|N| > 4.9] < 1e-6 for a standard normal N. */
const DEVIATIONS = 4.9
/** Outcomes are pooled until each group expects at least this many draws, so that counts are close to normal. */
const LEAST_EXPECTED = 200

export interface Verdict {
  readonly fits: boolean
  readonly observed: number
  readonly limit: number
  readonly what: string
}

/**
 * Pearson's chi-square over single outcomes with the rare ones pooled into two tails. Limit by Laurent and Massart (2000),
 * Lemma 1: Pr[X >= k + 2 sqrt(k x) + 2x] <= exp(-x) for X chi-square with k degrees of freedom, x = ln(1/1e-6).
 */
export function chiSquare(draws: Float64Array, law: NoiseLaw): Verdict {
  const n = draws.length
  const [from, to] = middle(law, LEAST_EXPECTED / n)
  const counts = new Float64Array(to - from + 3)
  for (const z of draws) counts[z < from ? 0 : z > to ? counts.length - 1 : z - from + 1]++
  let statistic = 0
  let groups = 0
  counts.forEach((count, i) => {
    const probability =
      i === 0 ? 1 - tailOf(law, from) : i === counts.length - 1 ? tailOf(law, to + 1) : massOf(law, from + i - 1)
    const expected = n * probability
    if (expected > FALSE_ALARM) {
      statistic += (count - expected) ** 2 / expected
      groups++
    } else if (count > 0) statistic = Number.POSITIVE_INFINITY // one draw there is a false alarm with that chance
  })
  const freedom = groups - 1
  const x = Math.log(1 / FALSE_ALARM)
  const limit = freedom + 2 * Math.sqrt(freedom * x) + 2 * x
  return { fits: statistic <= limit, observed: statistic, limit, what: `chi-square of ${n} draws in ${groups} groups` }
}

/** The outcomes kept apart: those likelier than `least`, less any needed to make a tail that is not empty as likely. */
function middle(law: NoiseLaw, least: number): [number, number] {
  let [from, to] = [centreOf(law), centreOf(law)]
  while (massOf(law, from - 1) >= least) from--
  while (massOf(law, to + 1) >= least) to++
  const thin = (tail: number): boolean => tail > (least * FALSE_ALARM) / LEAST_EXPECTED && tail < least
  while (from < to && thin(1 - tailOf(law, from))) from++
  while (from < to && thin(tailOf(law, to + 1))) to--
  return [from, to]
}

/** The likeliest outcome. */
function centreOf(law: NoiseLaw): number {
  if (law.kind !== 'truncated-laplace') return 0
  return Number(law.low > 0n ? law.low : law.high < 0n ? law.high : 0n)
}

/** The mean of the squares against the law's second moment about 0; normal by the central limit theorem. */
export function secondMoment(draws: Float64Array, law: NoiseLaw): Verdict {
  const [second, fourth] = moments(law)
  let total = 0
  for (const z of draws) total += z * z
  const mean = total / draws.length
  return within(mean, second, Math.sqrt((fourth - second ** 2) / draws.length), 'mean square')
}

/** Positive against negative draws: a fair coin, whatever the scale. For symmetric laws only. */
export function symmetry(draws: Float64Array): Verdict {
  let positive = 0
  let signed = 0
  for (const z of draws) {
    if (z !== 0) signed++
    if (z > 0) positive++
  }
  return within(positive / signed, 0.5, 0.5 / Math.sqrt(signed), 'share of positive draws')
}

/** The draws at or beyond the point where about one in a thousand lie. */
export function farTail(draws: Float64Array, law: NoiseLaw): Verdict {
  let from = 0
  while (tailOf(law, from + 1) > 1e-3) from++
  const probability = tailOf(law, from)
  let beyond = 0
  for (const z of draws) if (z >= from) beyond++
  const deviation = Math.sqrt((probability * (1 - probability)) / draws.length)
  return within(beyond / draws.length, probability, deviation, `share of draws at or beyond ${from}`)
}

function within(observed: number, expected: number, deviation: number, what: string): Verdict {
  const limit = DEVIATIONS * deviation
  return { fits: Math.abs(observed - expected) <= limit, observed: observed - expected, limit, what }
}

/** Second and fourth moments about 0, summed over 60 standard deviations either way. */
function moments(law: NoiseLaw): [number, number] {
  const reach = 20 + Math.ceil(60 * Math.sqrt(varianceOf(law)))
  const centre = centreOf(law)
  let second = 0
  let fourth = 0
  for (let z = centre - reach; z <= centre + reach; z++) {
    const mass = massOf(law, z)
    second += mass * z ** 2
    fourth += mass * z ** 4
  }
  return [second, fourth]
}
