/**
 * What many discrete Gaussians cost together, tightly and never below the truth: the distribution of the privacy loss itself
 * instead of the bound on its moments that zCDP is.
 *
 * With L the loss between neighbours, the whole is (epsilon, delta)-DP exactly when E[max(0, 1 - e^(epsilon - L))] <= delta
 * (Sommer, Meiser, Mohammadi, PoPETs 2019). The law of L is that of `gaussian-loss.ts`, on a grid and from above; its error is added
 * to delta. It holds for steps that move every counted answer by at most one: fewer moves are seen by a reader who ignores
 * some of the answers, so the most that can move together is the worst.
 */
import { fromNumber, toNumber, toNumberDown } from '../exact/directed.ts'
import { add, ceiling, compare, multiply, type Rational, rational, ZERO } from '../exact/rational.ts'
import { epsilonOf } from './conversion.ts'
import { convolved, type GaussianMoves, gaussianLoss, type LossMasses } from './gaussian-loss.ts'

/** A query of which one neighbour step moves `entries` answers by one each, with discrete Gaussian noise of a variance. */
export interface MovedAnswers {
  readonly variance: Rational
  readonly entries: number
}

/** Grid points per standard deviation of the loss: the finest, halved while it would take too long, and the fewest. */
const FINEST = 2048
const COARSEST = 128
/** Products that all convolutions together may take: a few tenths of a second. */
const MOST_WORK = 3e8
/** Of delta, what one cut of a tail may take. */
const CUT = 1e-9
/** Below this delta, or with noise beyond this variance, the law of the loss is not worked out. */
const LEAST_DELTA = 1e-100
const MOST_VARIANCE = 1e9
const UNIT_ROUNDING = 2 ** -53

/**
 * The least epsilon known at this delta, rounded up to 9 decimals and never above that of zCDP; undefined where the law of the
 * loss is not worked out. Requires 0 < delta < 1.
 */
export function tightEpsilon(moved: readonly MovedAnswers[], delta: Rational): Rational | undefined {
  const groups = byVariance(moved)
  if (groups.length === 0) return ZERO
  const target = toNumberDown(delta)
  if (!(target >= LEAST_DELTA) || groups.some(({ variance }) => variance > MOST_VARIANCE)) return undefined
  const rho = rhoOfMoves(moved)
  const cut = CUT * target
  const step = gridFor(groups, Math.sqrt(2 * toNumber(rho)), Math.sqrt(-2 * Math.log(cut)))
  if (step === undefined) return undefined
  const losses = groups.map((group) => gaussianLoss(group, step, cut))
  const epsilon = leastEpsilon(
    losses.reduce((sum, one) => convolved(sum, one, cut)),
    step,
    target,
  )
  const limit = epsilonOf(rho, delta)
  const found = epsilon === undefined ? limit : roundedUp(fromNumber(epsilon))
  return compare(found, limit) < 0 ? found : limit
}

/** The zCDP of the same. */
export function rhoOfMoves(moved: readonly MovedAnswers[]): Rational {
  return moved.reduce(
    (sum, { variance, entries }) => add(sum, rational(BigInt(entries) * variance.den, 2n * variance.num)),
    ZERO,
  )
}

/**
 * Answers whose noise has the same variance, together; wide noise first, whose losses are narrow. That a variance is rounded to a
 * double changes masses and losses by parts in 2^53, which their roundings cover.
 */
function byVariance(moved: readonly MovedAnswers[]): readonly GaussianMoves[] {
  const entries = new Map<number, number>()
  for (const { variance, entries: n } of moved) {
    const rounded = toNumber(variance)
    if (n > 0) entries.set(rounded, (entries.get(rounded) ?? 0) + n)
  }
  return [...entries].map(([variance, n]) => ({ variance, entries: n })).sort((a, b) => b.variance - a.variance)
}

/** The step of the grid, a power of two, for losses with this deviation that are kept `wide` deviations to either side. */
function gridFor(groups: readonly GaussianMoves[], deviation: number, wide: number): number | undefined {
  for (let points = FINEST; points >= COARSEST; points /= 2) {
    const step = 2 ** Math.floor(Math.log2(deviation / points))
    if (workOf(groups, step, wide) <= MOST_WORK) return step
  }
  return undefined
}

/** How many products the convolutions take. */
function workOf(groups: readonly GaussianMoves[], step: number, wide: number): number {
  let [work, spread] = [0, 0]
  for (const { variance, entries } of groups) {
    const [one, all] = [1 / variance, entries / variance] // the variance of the loss of one answer, and of the group
    const finer = Math.max(step, one)
    const size = (v: number): number => 1 + (2 * wide * Math.sqrt(v)) / finer
    work += 2 * wide * Math.sqrt(variance) + (entries - 1) * size(one) * size(all)
    work += Math.min(2 * size(all), size(all) * (finer / step)) * (1 + (2 * wide * Math.sqrt(spread)) / step)
    spread += all
  }
  return work
}

/**
 * The least epsilon with (1 + error) E[max(0, 1 - e^(epsilon - L))] + infinite <= delta, from the largest loss down: between two
 * points of the grid the expectation is `mass` - e^epsilon `other`, of the losses above. Undefined when delta is too small.
 */
export function leastEpsilon({ start, masses, infinite, roundings }: LossMasses, step: number, delta: number) {
  const error = 4 * (roundings + 2 * masses.length) * UNIT_ROUNDING
  const left = (delta - infinite * (1 + error)) * (1 - error)
  if (!(left > 0)) return undefined
  const fall = Math.exp(-step)
  let [mass, other] = [0, 0] // other: the sum of mass e^(at - loss), for the point `at`
  for (let i = masses.length - 1; i >= 0; i--) {
    mass += masses[i]
    other = other * fall + masses[i]
    const [at, below] = [(start + i) * step, (start + i - 1) * step]
    if (mass * (1 + error) - other * fall * (1 - error) <= left && below > 0) continue
    const excess = mass * (1 + error) - left
    if (excess <= 0) return Math.max(0, below)
    return Math.max(0, at + Math.log(excess / (other * (1 - error))) + 1e-12 * (1 + Math.abs(at)))
  }
  return 0
}

function roundedUp(x: Rational): Rational {
  const scale = 10n ** 9n
  return rational(ceiling(multiply(x, rational(scale))), scale)
}
