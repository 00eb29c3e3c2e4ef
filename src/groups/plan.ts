/**
 * What will be measured and what it costs, from public facts alone: levels, shares of the budget, sensitivities, noise
 * laws and the error to expect. Nothing here touches data or randomness.
 */
import {
  compare,
  divide,
  equal,
  formatRational,
  multiply,
  ONE,
  type Rational,
  rational,
  sum,
  ZERO,
} from '../exact/rational.ts'
import { type NoiseLaw, varianceOf } from '../noise/law.ts'
import { TreeLeastSquares } from '../optimize/tree/tree-least-squares.ts'
import { composed, type PrivacyEvent, pure, zcdp } from '../privacy/event.ts'
import { type Budget, noiseFor } from '../privacy/mechanism.ts'
import { describeNeighbours } from '../privacy/neighbours.ts'
import type { Sensitivity } from '../privacy/sensitivity.ts'
import { badInput } from '../request-error.ts'
import { defaultMechanism, MECHANISM_FACTS, MECHANISMS, type MechanismName, type PublicNumbers } from './mechanism.ts'
import { type GroupRelation, groupSensitivity, type MeasuredVector, publishedChainSensitivity } from './sensitivity.ts'
import { checkFrame, type GroupFrame, shapeOf } from './table.ts'

export interface GroupOptions {
  /** `cumulative` unless given, or `topdown` where no number of groups is public. */
  readonly mechanism?: MechanismName
  /** For the whole release. */
  readonly budget: Budget
  /** The part of the budget each level gets, from the top; they add up to 1. Equal unless given. */
  readonly shares?: readonly Rational[]
  /** Which numbers of groups are public; that of all groups unless given. */
  readonly publicGroups?: PublicNumbers
  /** The most that one person adds to the size of a group; 1 unless given. */
  readonly largestQuantity?: number
  /** Chain only: the published calibration, which is NOT PRIVATE. */
  readonly asPublished?: boolean
}

export interface LevelPlan {
  readonly name: string
  readonly regions: number
  readonly share: Rational
  readonly budget: Budget
  /** The true one. */
  readonly sensitivity: Sensitivity
  /** The one that the noise is scaled to: the true one, unless the chain is asked for as published. */
  readonly calibratedTo: Sensitivity
  readonly noise: NoiseLaw | 'exact'
  /** Of one entry of the measured vector. */
  readonly variance: number
  /**
   * The standard error to expect of a count that is large, before non-negativity and order are used, which only help: two
   * neighbouring cumulative counts, or one count, after least squares over the tree; the mean over the regions.
   */
  readonly predictedError: number
}

export interface GroupPlan {
  readonly mechanism: MechanismName
  readonly vector: MeasuredVector
  readonly publicGroups: PublicNumbers
  readonly levels: readonly LevelPlan[]
  /** What the release truly costs. With the published chain this is more than was asked for. */
  readonly cost: PrivacyEvent
  readonly neighbours: string
  /** Why the release is not private at the budget asked for, when it is not. */
  readonly notPrivate?: string
}

export function planGroups(frame: GroupFrame, options: GroupOptions): GroupPlan {
  checkFrame(frame)
  const publicGroups = options.publicGroups ?? 'total'
  const mechanism = options.mechanism ?? defaultMechanism(publicGroups)
  if (!MECHANISMS.includes(mechanism)) {
    throw badInput(`There is no mechanism "${mechanism}". The mechanisms are ${MECHANISMS.join(', ')}.`)
  }
  const facts = MECHANISM_FACTS[mechanism]
  checkOptions(frame, mechanism, options)
  const shares = options.shares ?? equalShares(frame.hierarchy.levels.length)
  const levels = frame.hierarchy.levels.map((_, l) => planLevel(frame, options, facts.vector, l, shares[l]))
  const predicted = predictErrors(frame, facts.vector, levels)
  const plan = {
    mechanism,
    vector: facts.vector,
    publicGroups,
    levels: levels.map((level, l) => ({ ...level, predictedError: predicted[l] })),
    cost: composed(levels.map(trueCost)),
    neighbours: describeNeighbours({ relation: relationOf(publicGroups), domain: {}, exact: [] }),
  }
  return options.asPublished === true ? { ...plan, notPrivate: NOT_PRIVATE } : plan
}

function relationOf(publicGroups: PublicNumbers): GroupRelation {
  return publicGroups === 'none' ? 'add-remove-group' : 'join-leave-group'
}

const NOT_PRIVATE =
  'The noise of the chain is calibrated as published, to a sensitivity of one entry a level. One person moves as ' +
  'many entries as the level has regions: the true cost is larger than the budget asked for.'

function equalShares(levels: number): Rational[] {
  return Array.from({ length: levels }, () => rational(1n, BigInt(levels)))
}

function checkOptions(frame: GroupFrame, mechanism: MechanismName, options: GroupOptions): void {
  const { shares, largestQuantity = 1 } = options
  const levels = frame.hierarchy.levels.length
  if (shares !== undefined && shares.length !== levels) {
    throw badInput(`${shares.length} shares of the budget were given for ${levels} levels. Give one a level.`)
  }
  if (shares?.some((share) => compare(share, ZERO) <= 0)) {
    throw badInput('A level was given no share of the budget. Give every level a share above 0.')
  }
  if (shares !== undefined && !equal(sum(shares), ONE)) {
    throw badInput(`The shares of the levels add up to ${formatRational(sum(shares))}. They must add up to 1.`)
  }
  if (!(Number.isSafeInteger(largestQuantity) && largestQuantity >= 1)) {
    throw badInput(`The largest quantity of one person is ${largestQuantity}. It must be a whole number of 1 or more.`)
  }
  checkPublicGroups(mechanism, options.publicGroups ?? 'total')
  if (frame.sizes === 1 && (options.publicGroups ?? 'total') === 'total') {
    throw badInput(
      'With one size, a count is the number of groups of its region, which no person changes: it would be published ' +
        'exactly. Make the number of groups in every region public, or declare a larger size.',
    )
  }
  if (options.asPublished === true && mechanism !== 'mc-chain') {
    throw badInput(
      `Only mc-chain has a published calibration that differs from the true one; ${mechanism} was asked for.`,
    )
  }
}

const NUMBERS: Readonly<Record<PublicNumbers, string>> = {
  total: 'a public number of all groups alone',
  regions: 'a public number of groups in every region',
  none: 'no public number of groups',
}

function checkPublicGroups(mechanism: MechanismName, publicGroups: PublicNumbers): void {
  const { publicGroups: allowed } = MECHANISM_FACTS[mechanism]
  if (allowed.includes(publicGroups)) return
  const others = MECHANISMS.filter((name) => MECHANISM_FACTS[name].publicGroups.includes(publicGroups))
  throw badInput(
    `${mechanism} does not work with ${NUMBERS[publicGroups]}. Use ${others.join(', ')}; or make public ` +
      `what ${mechanism} works with: ${allowed.map((name) => NUMBERS[name]).join(', or ')}.`,
  )
}

function planLevel(
  frame: GroupFrame,
  { budget, largestQuantity = 1, asPublished = false, publicGroups = 'total' }: GroupOptions,
  vector: MeasuredVector,
  l: number,
  share: Rational,
): Omit<LevelPlan, 'predictedError'> {
  const { name, regions } = frame.hierarchy.levels[l]
  const relation = relationOf(publicGroups)
  const question = { vector, relation, regions: regions.length, sizes: frame.sizes, largestQuantity }
  const sensitivity = groupSensitivity(question)
  const part = partOf(budget, share)
  const calibratedTo = asPublished ? publishedChainSensitivity(question) : sensitivity
  const noise = noiseFor(calibratedTo, part)
  const variance = noise === 'exact' ? 0 : varianceOf(noise)
  return { name, regions: regions.length, share, budget: part, sensitivity, calibratedTo, noise, variance }
}

function partOf(budget: Budget, share: Rational): Budget {
  return budget.kind === 'pure'
    ? { kind: 'pure', epsilon: multiply(budget.epsilon, share) }
    : { kind: 'zcdp', rho: multiply(budget.rho, share) }
}

/** Noise for a step of m entries costs a step of k entries k/m times epsilon, and in zCDP k/m times rho. */
function trueCost({ budget, sensitivity, calibratedTo }: Omit<LevelPlan, 'predictedError'>): PrivacyEvent {
  const times = sensitivity.l1.num === 0n ? ZERO : divide(sensitivity.l1, calibratedTo.l1)
  return budget.kind === 'pure' ? pure(multiply(budget.epsilon, times)) : zcdp(multiply(budget.rho, times))
}

/**
 * Of where a size ends among sorted noisy sizes, relative to the variance v of the noise: isotonic least squares crosses
 * k + 1/2 where the sum of the values less k + 1/2 is least, a walk with steps of variance v and a drift of 1/2 to both
 * sides. Scaled by v it tends to Brownian motion with that drift, whose least point has the variance 26 (Yao, Annals of
 * Statistics 15 (1987), 1321-1328).
 */
const RANK_DEVIATION = Math.sqrt(26)

function predictErrors(
  { hierarchy }: GroupFrame,
  vector: MeasuredVector,
  levels: readonly Omit<LevelPlan, 'predictedError'>[],
): number[] {
  const entries = vector === 'counts' ? 1 : 2
  if (vector === 'chain') return levels.map(({ variance }) => Math.sqrt(entries * variance))
  if (vector === 'sorted') return levels.map(({ variance }) => Math.sqrt(entries) * RANK_DEVIATION * variance)
  const tree = new TreeLeastSquares(shapeOf(hierarchy), weightsOf(levels.map(({ variance }) => variance)))
  const unit = weightUnit(levels.map(({ variance }) => variance))
  return tree.variances().map((variances) => {
    const mean = variances.reduce((total, variance) => total + variance, 0) / variances.length
    return Math.sqrt(entries * mean * unit)
  })
}

/** Inverse variances relative to the largest variance, so that equal ones become exactly 1. */
export function weightsOf(variances: readonly number[]): number[] {
  const unit = weightUnit(variances)
  return variances.map((variance) => (variance === 0 ? 1 : unit / variance))
}

function weightUnit(variances: readonly number[]): number {
  return Math.max(...variances)
}
