/**
 * What privacy can have cost, from public values.
 *
 *   theorem  Theorem 3.4 of Munoz Medina et al.: loss <= L * alpha * f on every data set, with f the furthest that a side is
 *            tightened (2 s, and a step of the grid) and alpha from `condition.ts`. Known before any data are seen.
 *   prices   for this release: the true sides are within f of the measured ones, so by weak duality no solution at the true
 *            sides is better than the Lagrangian at the sides loosened by f, whatever prices are taken; those of the solver
 *            make it tight. A convex objective is not below its tangent, which makes it linear. In doubles, padded for rounding.
 *   lower    Theorem 3.7: some data of this sensitivity make every such mechanism lose at least this much on average.
 */

import { toNumber, toNumberDown, toNumberUp } from '../../exact/directed.ts'
import { expBounds, lnBounds } from '../../exact/logarithm.ts'
import { add, compare, divide, multiply, ONE, type Rational, rational, subtract, ZERO } from '../../exact/rational.ts'
import { type LinearModel, lagrangianBound, reducedCosts } from '../../optimize/index.ts'
import { boxOf } from '../program/box.ts'
import type { Bound, Program } from '../program/program.ts'
import { withValues } from '../sides/private-sides.ts'
import { type Condition, conditionOf, diagonalOf } from './condition.ts'
import type { Decision, PreparedDecision } from './decide.ts'

export type Available = { readonly available: true; readonly value: number }
export type NotAvailable = { readonly available: false; readonly why: string }

export interface LossBounds {
  readonly theorem: (Available & { readonly condition: Extract<Condition, { available: true }> }) | NotAvailable
  readonly prices: Available | NotAvailable
  readonly lower: Available | NotAvailable
}

export async function lossBounds(prepared: PreparedDecision, decision: Decision | null): Promise<LossBounds> {
  const { furthest } = prepared.plan
  return {
    theorem: await theoremBound(prepared, decision),
    prices:
      decision === null
        ? { available: false, why: 'Nothing is measured yet.' }
        : furthest === null
          ? { available: false, why: NO_END }
          : lossWithin(prepared, decision, furthest),
    lower: lowerBound(prepared),
  }
}

const NO_END = 'The noise of this mechanism has no end, or there is none.'

/** What the theorem allows, and, for a decision, what its printed point lies behind the optimum of the measured sides. */
async function theoremBound(prepared: PreparedDecision, decision: Decision | null): Promise<LossBounds['theorem']> {
  const { program, plan, solver, lipschitz, options } = prepared
  if (plan.furthest === null) return { available: false, why: NO_END }
  const condition = await conditionOf(program, solver, options.solve)
  if (!condition.available) return condition
  const behind = decision === null ? 0 : decision.gap.absolute
  if (behind === null)
    return { available: false, why: 'How far the solution is from the optimum of the measured sides is not proved.' }
  const value = lipschitz[condition.norm] * condition.alpha * toNumberUp(plan.furthest) * (1 + 1e-12) + behind
  return { available: true, value, condition }
}

/** Room for the rounding of the sums below, relative to the sum of their sizes. */
const PADDING = 1e-12

/** How much better than the published point any solution can be when the measured sides are loosened by `furthest`. */
function lossWithin(prepared: PreparedDecision, decision: Decision, furthest: Rational): LossBounds['prices'] {
  const { program } = prepared
  const { prices } = decision
  if (prices === null) return { available: false, why: 'There are no prices: whole variables, or the floor.' }
  const loosened = program.sides.map(({ side }, k) =>
    side === 'upper' ? add(decision.measured.values[k], furthest) : subtract(decision.measured.values[k], furthest),
  )
  const sides = withValues(program, loosened)
  const box = boxOf(program.program, sides.rowLower, sides.rowUpper)
  const { cost, constant } = tangentAt(program.program, Float64Array.from(decision.point, toNumberDown))
  const ends = (bounds: readonly Bound[], round: (value: Rational) => number, missing: number): Float64Array =>
    Float64Array.from(bounds, (bound) => (bound === null ? missing : round(bound)))
  const [none, endless] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  const { starts, columns: indices, values } = program.program
  const linear: LinearModel = {
    sense: program.program.sense,
    cost,
    rowLower: ends(sides.rowLower, toNumberDown, none),
    rowUpper: ends(sides.rowUpper, toNumberUp, endless),
    columnLower: ends(box.low, toNumberDown, none),
    columnUpper: ends(box.high, toNumberUp, endless),
    matrix: { layout: 'rows', starts, indices, values: values.near },
  }
  const slopes = slopesOf(linear, prices)
  dropRounding(linear, prices, slopes)
  const bound = lagrangianBound(linear, prices) + constant
  if (!Number.isFinite(bound))
    return { available: false, why: 'A variable without a public bound has a price of its own.' }
  const turn = linear.sense === 'minimise' ? 1 : -1
  const published = toNumber(subtract(decision.objective, program.program.constant))
  const loss = turn * (published - bound) + PADDING * sizeOf(linear, prices, slopes)
  return { available: true, value: Math.max(0, loss) }
}

/** The objective made linear at x, without its own constant: a convex one is nowhere below it, a concave one nowhere above. */
function tangentAt(program: Program, x: Float64Array): { cost: Float64Array; constant: number } {
  const cost = program.cost.near.slice()
  let constant = 0
  for (const { first, second, coefficient } of program.quadratic) {
    const value = toNumber(coefficient)
    cost[first] += value * x[second]
    cost[second] += value * x[first]
    constant -= value * x[first] * x[second]
  }
  return { cost, constant }
}

/** The sum of the sizes of the numbers that make up each reduced cost. */
function slopesOf({ cost, matrix }: LinearModel, duals: Float64Array): Float64Array {
  const slopes = cost.map(Math.abs)
  for (let i = 0; i < duals.length; i++) {
    for (let e = matrix.starts[i]; e < matrix.starts[i + 1]; e++) {
      slopes[matrix.indices[e]] += Math.abs(duals[i] * matrix.values[e])
    }
  }
  return slopes
}

/** A reduced cost that is only the rounding of its own sum is none: its variable gets a bound of 0 where it has none, in place. */
function dropRounding(model: LinearModel, duals: Float64Array, slopes: Float64Array): void {
  reducedCosts(model, duals).forEach((price, j) => {
    if (Math.abs(price) > PADDING * slopes[j]) return
    if (model.columnLower[j] === Number.NEGATIVE_INFINITY) model.columnLower[j] = 0
    if (model.columnUpper[j] === Number.POSITIVE_INFINITY) model.columnUpper[j] = 0
  })
}

/** The sum of the sizes of all numbers that the Lagrangian adds up. */
function sizeOf(model: LinearModel, duals: Float64Array, slopes: Float64Array): number {
  let size = 0
  for (let i = 0; i < duals.length; i++) size += Math.abs(duals[i]) * reachOf(model.rowLower[i], model.rowUpper[i])
  slopes.forEach((slope, j) => {
    size += slope * reachOf(model.columnLower[j], model.columnUpper[j])
  })
  return size
}

function reachOf(lower: number, upper: number): number {
  return Math.max(...[lower, upper].map((bound) => (Number.isFinite(bound) ? Math.abs(bound) : 0)))
}

function lowerBound({ program, plan, options }: PreparedDecision): LossBounds['lower'] {
  const why = 'Theorem 3.7 speaks of a diagonal system, all of it private, with an objective that uses all of it.'
  const diagonal = diagonalOf(program)
  const { sides, program: plain } = program
  if (diagonal === null || plain.quadratic.length > 0 || sides.length < plain.rows.length)
    return { available: false, why }
  if (plan.noise === null || compare(options.delta, rational(1n, 2n)) > 0) {
    return { available: false, why: 'Theorem 3.7 speaks of an epsilon above 0 and a delta up to 1/2.' }
  }
  // With y_i = c_i x_i the objective is the plain sum of the theorem and the diagonal is a_i / c_i.
  let weight = ZERO
  for (const [k, { row, side }] of sides.entries()) {
    const entry = plain.starts[row]
    const cost = plain.cost.at(plain.columns[entry])
    const rises = plain.values.near[entry] > 0 === (side === 'upper') // the constraint limits the variable from above
    const wanted = rises === (plain.sense === 'maximise') ? cost : subtract(ZERO, cost)
    if (wanted.num <= 0n) return { available: false, why }
    weight = add(weight, divide(wanted, diagonal[k]))
  }
  return {
    available: true,
    value: toNumberDown(multiply(weight, leastLoss(program.sensitivity, options.epsilon, options.delta))),
  }
}

/** (D / 4e) ln((e^e - 1)/(2 delta) + 1), not above. */
export function leastLoss(sensitivity: Rational, epsilon: Rational, delta: Rational): Rational {
  const growth = divide(subtract(expBounds(epsilon).low, ONE), multiply(rational(2n), delta))
  return multiply(divide(sensitivity, multiply(rational(4n), epsilon)), lnBounds(add(growth, ONE)).low)
}
