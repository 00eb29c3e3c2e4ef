/**
 * Shares of the levels that fit how much each level matters: they minimise the sum over the levels of weight times the
 * standard error to expect of a count (`predictedError` of the plan), in whole parts of a thousand. All of it follows
 * from regions, sizes and the budget: no data, no noise.
 *
 * The search moves parts from one level to another while that helps, many at first and then half as many each time.
 * Precision grows with the square of a share (pure privacy), so that a level with little may be best left with nearly
 * nothing: the errors are not convex, and the search starts once from every set of levels that share evenly while the
 * others have one part. The best of those, found to 1/32, is then refined. A test holds it to all shares there are.
 */
import { type Rational, rational } from '../exact/rational.ts'
import { badInput } from '../request-error.ts'
import { type GroupOptions, planGroups } from './plan.ts'
import type { GroupFrame } from './table.ts'

export interface FittedShares {
  /** From the top; they add up to 1. */
  readonly shares: readonly Rational[]
  /** The standard error to expect of a large count, by level: with equal shares, and with these. */
  readonly equalErrors: readonly number[]
  readonly errors: readonly number[]
}

const PARTS = 1000
/** Beyond this number of levels the search starts from all of them and from each alone. */
const MOST_LEVELS_IN_SETS = 6

/** `weights` are above 0, one per level from the top. A finer division than thousandths can be asked for. */
export function fitShares(
  frame: GroupFrame,
  options: Omit<GroupOptions, 'shares'>,
  weights: readonly number[],
  parts = PARTS,
): FittedShares {
  const { levels } = frame.hierarchy
  if (weights.length !== levels.length) {
    throw badInput(`${weights.length} weights were given for ${levels.length} levels. Give one per level.`)
  }
  const wrong = weights.find((weight) => !(Number.isFinite(weight) && weight > 0))
  if (wrong !== undefined) throw badInput(`The weight of a level is ${wrong}. It must be a number above 0.`)
  const errorsAt = (whole: readonly number[]): number[] =>
    planGroups(frame, { ...options, shares: asShares(whole, parts) }).levels.map((level) => level.predictedError)
  const known = new Map<string, number>()
  const costAt = (whole: readonly number[]): number => {
    const key = whole.join()
    const cost = known.get(key) ?? errorsAt(whole).reduce((sum, error, l) => sum + weights[l] * error, 0)
    known.set(key, cost)
    return cost
  }
  const coarse = Math.max(1, Math.floor(parts / 32))
  const found = setsOf(levels.length).map((set) => descend(evenly(set, parts), costAt, parts / 4, coarse))
  const first = found.reduce((best, next) => (costAt(next) < costAt(best) ? next : best))
  const best = descend(first, costAt, coarse, 1)
  const { levels: equal } = planGroups(frame, options)
  return {
    shares: asShares(best, parts),
    equalErrors: equal.map((level) => level.predictedError),
    errors: errorsAt(best),
  }
}

function asShares(whole: readonly number[], parts: number): Rational[] {
  return whole.map((part) => rational(BigInt(part), BigInt(parts)))
}

/** Sets of levels, as one flag per level: every one that is not empty, or of many levels the whole and the single ones. */
function setsOf(levels: number): boolean[][] {
  const flags = Array.from({ length: levels }, (_, l) => l)
  if (levels > MOST_LEVELS_IN_SETS) return [flags.map(() => true), ...flags.map((one) => flags.map((l) => l === one))]
  return Array.from({ length: 2 ** levels - 1 }, (_, set) => flags.map((l) => (((set + 1) >> l) & 1) === 1))
}

/** One part for levels outside the set; inside it parts that differ by one at most. */
function evenly(set: readonly boolean[], parts: number): number[] {
  const inside = set.filter((chosen) => chosen).length
  const shared = parts - (set.length - inside)
  let given = 0
  return set.map((chosen) => {
    if (!chosen) return 1
    return Math.floor((shared * (given + 1)) / inside) - Math.floor((shared * given++) / inside)
  })
}

/** Moves parts while that lowers the cost, `most` at first and `least` at last; every level keeps one part. */
function descend(
  start: readonly number[],
  costAt: (whole: readonly number[]) => number,
  most: number,
  least: number,
): readonly number[] {
  let best = start
  for (let move = Math.floor(most); move >= least; move = Math.floor(move / 2)) {
    for (let moved = true; moved; ) {
      moved = false
      for (const next of exchanges(best, move)) {
        if (costAt(next) >= costAt(best)) continue
        best = next
        moved = true
      }
    }
  }
  return best
}

/** Every way to move `move` parts from one level to another. */
function exchanges(whole: readonly number[], move: number): number[][] {
  return whole.flatMap((own, from) =>
    own <= move
      ? []
      : whole.flatMap((_, to) =>
          to === from ? [] : [whole.map((part, l) => part + (l === to ? move : l === from ? -move : 0))],
        ),
  )
}
