/**
 * What the optimum at the measured sides depends on: for every side the value that was used, how much of it is left, its price (the
 * change of the objective per unit), and from where to where the side can be moved alone before the price changes. All of it is
 * computed from the measured sides and public numbers, so it costs no privacy beyond theirs.
 */
import { toNumber } from '../../exact/directed.ts'
import { equal, type Rational } from '../../exact/rational.ts'
import type { Run } from '../../optimize/index.ts'
import type { Bound } from '../program/program.ts'
import { withValues } from '../sides/private-sides.ts'
import { exactActivities } from '../solve/certify.ts'
import { claimWith } from '../solve/solve-with.ts'
import type { Decision, PreparedDecision } from './decide.ts'

export interface SideReport {
  readonly constraint: string
  readonly side: 'upper' | 'lower' | 'equal'
  readonly private: boolean
  /** The right-hand side that was used: the measured one where it is private. */
  readonly limit: Rational
  /** How far the published solution stays away from it. */
  readonly slack: number
  /** null where whole variables leave none. */
  readonly price: number | null
  /** The price holds for this side between these two; null where that is not known. */
  readonly from: number | null
  readonly to: number | null
}

export async function sensitivityOf(prepared: PreparedDecision, decision: Decision): Promise<readonly SideReport[]> {
  const { program, model, solver, options } = prepared
  const sides = withValues(program, decision.measured.values)
  const { basis, prices } = decision
  const run =
    basis === null
      ? null
      : await claimWith(solver, model, sides, { ...options.solve, start: basis, wantRanges: true, explain: false })
  const isPrivate = new Set(program.sides.map(({ row, side }) => `${row} ${side}`))
  const reached = exactActivities(program.program, decision.point)
  const turn = program.program.sense === 'minimise' ? 1 : -1
  return program.program.rows.flatMap((constraint, row) => {
    const [lower, upper] = [sides.rowLower[row], sides.rowUpper[row]]
    // Of a minimisation, a price above 0 is that of a lower side.
    const price = prices === null ? null : prices[row] === 0 ? 0 : prices[row]
    const ofLower = price !== null && turn * price > 0
    const line = (side: SideReport['side'], limit: Rational, priced: boolean): SideReport => ({
      constraint,
      side,
      private: isPrivate.has(`${row} ${side}`),
      limit,
      slack: Math.abs(toNumber(limit) - toNumber(reached[row])),
      price: price === null ? null : priced ? price : 0,
      ...rangeOf(run, row, priced && price !== 0, side, toNumber(reached[row])),
    })
    if (lower !== null && upper !== null && equal(lower, upper)) return [line('equal', lower, true)]
    const lines = (side: 'lower' | 'upper', limit: Bound, priced: boolean) =>
      limit === null ? [] : [line(side, limit, priced)]
    return [...lines('lower', lower, ofLower), ...lines('upper', upper, price !== null && !ofLower && price !== 0)]
  })
}

/** Where a side has no price, it has none as long as it stays beyond what is reached. */
function rangeOf(run: Run | null, row: number, priced: boolean, side: SideReport['side'], reached: number) {
  if (run === null || run.status !== 'optimal') return { from: null, to: null }
  if (priced) return run.ranges === null ? { from: null, to: null } : ordered(run.ranges.down[row], run.ranges.up[row])
  if (side === 'equal') return { from: null, to: null }
  return side === 'upper'
    ? { from: reached, to: Number.POSITIVE_INFINITY }
    : { from: Number.NEGATIVE_INFINITY, to: reached }
}

function ordered(one: number, other: number) {
  return { from: Math.min(one, other), to: Math.max(one, other) }
}
