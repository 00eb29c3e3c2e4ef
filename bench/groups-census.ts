/**
 * A synthetic census shaped like the one of Fioretto, Van Hentenryck and Zhu (2021), section 11: a country, 52 states,
 * 3,144 counties, 117,630,445 households of 1 to 1,000 people. Made from a seed, the same at every run:
 *
 * - each state has 4 % fewer counties than the one before; counties have households as a lognormal draw says;
 * - a county's sizes 1 to 7 follow the national shares of 2010, tilted a little by county; from 7 on each size is rarer
 *   than the one before by the national ratio of 7 to 6, as the paper makes its tail; systematic sampling makes them
 *   whole;
 * - 50 households of the whole country are turned into group quarters of a size drawn uniformly from 10 to 1,000.
 */
import { buildHierarchy, type Hierarchy } from 'tacet/model'
import { seededEntropy } from 'tacet/noise'

export interface Census {
  readonly hierarchy: Hierarchy
  /** Counties x sizes. */
  readonly leaves: Float64Array
  readonly sizes: number
}

export interface CensusShape {
  readonly states: number
  readonly counties: number
  readonly sizes: number
  readonly groups: number
  readonly seed: number
}

export const PAPER_CENSUS: CensusShape = { states: 52, counties: 3144, sizes: 1000, groups: 117_630_445, seed: 2010 }

/** Shares of households of 1 to 6 people in 2010, and of 7; larger ones by the ratio of the last two. */
const SHARES = [0.267, 0.328, 0.161, 0.134, 0.065, 0.026, 0.011]
const OUTLIERS = 50

export function syntheticCensus({ states, counties, sizes, groups, seed }: CensusShape): Census {
  const entropy = seededEntropy(seed)
  const uniform = (): number => (entropy.belowSmall(2 ** 32) + 0.5) / 2 ** 32
  const normal = (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
  const perState = apportion(
    Array.from({ length: states }, (_, k) => 0.96 ** k),
    counties - states,
  ).map((count) => count + 1)
  const hierarchy = buildHierarchy(
    ['country', 'state', 'county'],
    perState.flatMap((count, k) => Array.from({ length: count }, (_, i) => [code(k, 2), `${code(k, 2)}${code(i, 3)}`])),
  )
  const households = apportion(
    Array.from({ length: counties }, () => Math.exp(1.4 * normal())),
    groups,
  )
  const leaves = new Float64Array(counties * sizes)
  households.forEach((count, c) => {
    leaves.set(sampled(tiltedShares(sizes, 0.08 * normal()), count, uniform()), c * sizes)
  })
  for (let k = 0; k < OUTLIERS; k++) moveOne(leaves, sizes, Math.floor(uniform() * counties), uniform())
  return { hierarchy, leaves, sizes }
}

const code = (index: number, digits: number): string => String(index + 1).padStart(digits, '0')

/** Whole numbers proportional to the weights that add up to the total: largest remainders. */
function apportion(weights: readonly number[], total: number): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  const exact = weights.map((weight) => (weight / sum) * total)
  const whole = exact.map(Math.floor)
  const left = total - whole.reduce((a, b) => a + b, 0)
  const order = [...exact.keys()].sort((a, b) => exact[b] - whole[b] - (exact[a] - whole[a]))
  for (const i of order.slice(0, left)) whole[i]++
  return whole
}

function tiltedShares(sizes: number, tilt: number): Float64Array {
  const ratio = SHARES[6] / SHARES[5]
  const shares = Float64Array.from({ length: sizes }, (_, s) => {
    const share = s < 7 ? SHARES[s] : SHARES[6] * ratio ** (s - 6)
    return share * Math.exp(tilt * Math.min(s, 12))
  })
  const sum = shares.reduce((a, b) => a + b, 0)
  return shares.map((share) => share / sum)
}

/** Whole counts with these expected shares that add up to the total: one random start, equal steps. */
function sampled(shares: Float64Array, total: number, start: number): Float64Array {
  let [reached, before] = [0, 0]
  return shares.map((share, s) => {
    reached += share
    const now = s === shares.length - 1 ? total : Math.min(total, Math.floor(total * reached + start))
    const count = now - before
    before = now
    return count
  })
}

/** Turns one household of two into group quarters. */
function moveOne(leaves: Float64Array, sizes: number, county: number, u: number): void {
  const at = county * sizes
  if (leaves[at + 1] === 0) return
  leaves[at + 1]--
  leaves[at + Math.min(sizes, 10 + Math.floor(u * 991)) - 1]++
}
