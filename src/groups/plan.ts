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
import { TreeLeastSquares } from '../optimize/tree-least-squares.ts'
import { composed, type PrivacyEvent, pure, zcdp } from '../privacy/event.ts'
import { type Budget, noiseFor } from '../privacy/mechanism.ts'
import { describeNeighbours } from '../privacy/neighbours.ts'
import type { Sensitivity } from '../privacy/sensitivity.ts'
import { badInput } from '../request-error.ts'
import { MECHANISM_FACTS, MECHANISMS, type MechanismName } from './mechanism.ts'
import { groupSensitivity, type MeasuredVector, publishedChainSensitivity } from './sensitivity.ts'
import { checkFrame, type GroupFrame, shapeOf } from './table.ts'

export interface GroupOptions {
  /** `cumulative` unless given. */
  readonly mechanism?: MechanismName
  /** For the whole release. */
  readonly budget: Budget
  /** The part of the budget each level gets, from the top; they add up to 1. Equal unless given. */
  readonly shares?: readonly Rational[]
  /** Whether only the number of all groups is public, or that of every region: no neighbour step changes either. */
  readonly publicGroups?: 'total' | 'regions'
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
  readonly publicGroups: 'total' | 'regions'
  readonly levels: readonly LevelPlan[]
  /** What the release truly costs. With the published chain this is more than was asked for. */
  readonly cost: PrivacyEvent
  readonly neighbours: string
  /** Why the release is not private at the budget asked for, when it is not. */
  readonly notPrivate?: string
}

export function planGroups(frame: GroupFrame, options: GroupOptions): GroupPlan {
  checkFrame(frame)
  const mechanism = options.mechanism ?? 'cumulative'
  if (!MECHANISMS.includes(mechanism)) {
    throw badInput(`There is no mechanism "${mechanism}". The mechanisms are ${MECHANISMS.join(', ')}.`)
  }
  const facts = MECHANISM_FACTS[mechanism]
  const publicGroups = options.publicGroups ?? 'total'
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
    neighbours: describeNeighbours({ relation: 'join-leave-group', domain: {}, invariants: [] }),
  }
  return options.asPublished === true ? { ...plan, notPrivate: NOT_PRIVATE } : plan
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
  if (options.publicGroups === 'regions' && !MECHANISM_FACTS[mechanism].regionTotals) {
    throw badInput(
      `${mechanism} cannot use a public number of groups in every region. ` +
        'Use cumulative, or make only the total public.',
    )
  }
  if (frame.sizes === 1 && options.publicGroups !== 'regions') {
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

function planLevel(
  frame: GroupFrame,
  { budget, largestQuantity = 1, asPublished = false }: GroupOptions,
  vector: MeasuredVector,
  l: number,
  share: Rational,
): Omit<LevelPlan, 'predictedError'> {
  const { name, regions } = frame.hierarchy.levels[l]
  const question = { vector, regions: regions.length, sizes: frame.sizes, largestQuantity }
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

function predictErrors(
  { hierarchy }: GroupFrame,
  vector: MeasuredVector,
  levels: readonly Omit<LevelPlan, 'predictedError'>[],
): number[] {
  const entries = vector === 'counts' ? 1 : 2
  if (vector === 'chain') return levels.map(({ variance }) => Math.sqrt(entries * variance))
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
