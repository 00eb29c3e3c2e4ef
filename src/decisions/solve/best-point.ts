/**
 * The best point that satisfies a program with given sides, exactly, and how far it can be from the optimum: proved.
 *
 * Everything here is a function of public values: the measured right-hand sides, never the true ones. The measured sides are no
 * looser than the truth, surely, so a point that satisfies them satisfies the true constraints, and neither the way it was found
 * nor a refusal can tell anything about the truth.
 */
import { toNumberDown, toNumberUp } from '../../exact/directed.ts'
import { compare, type Rational, subtract } from '../../exact/rational.ts'
import type { Basis, SolveOptions, Solver, StopReason } from '../../optimize/index.ts'
import type { Program } from '../program/program.ts'
import type { RowSides, SolverModel } from '../program/solver-model.ts'
import { exactObjective } from './certify.ts'
import type { Digits } from './rounding.ts'

/**
 * How a point was made exact: in decimals next to the solver's answer (`rounded`, `nudged`, `pulled`: `decimal-point.ts`), as an
 * exact vertex (`vertex`), or, for a quadratic objective, by solving again with margins (`tightened`) or from the tight rows
 * (`snapped`), or as a mean of exact points (`combined`). `interior` and `floor` are the last resorts: a point with room at the floors, and the best one there.
 */
export type Route =
  | 'rounded'
  | 'nudged'
  | 'pulled'
  | 'vertex'
  | 'tightened'
  | 'snapped'
  | 'combined'
  | 'interior'
  | 'floor'

export interface PointTask {
  readonly solver: Solver
  readonly model: SolverModel
  readonly sides: RowSides
  readonly digits: Digits
  readonly options: SolveOptions
  /** A point that is feasible for these sides, exactly; null when there is none yet. */
  readonly anchor: readonly Rational[] | null
  /** A basis to start from: that of the same program with other sides. */
  readonly start?: Basis | null | undefined
}

export interface BestPoint {
  readonly status: 'found'
  readonly point: readonly Rational[]
  readonly objective: Rational
  readonly route: Route
  /** How often the program was solved again. */
  readonly solvedAgain: number
  /** No feasible point is better than this one by more; rounded up; Infinity when nothing is proved. */
  readonly gap: number
  readonly basis: Basis | null
  /** Change of the objective per unit of each row's active side; null where whole variables leave none. */
  readonly prices: Float64Array | null
}

export type BestEnd =
  | BestPoint
  | { readonly status: 'infeasible'; readonly proved: boolean }
  | { readonly status: 'unbounded' }
  | { readonly status: 'stopped'; readonly why: StopReason }

/** A gap up to this, relative to 1 or the objective where that is larger, needs no better point. */
const CONTENT = 1e-9

export function isContent(gap: number, objective: Rational): boolean {
  return gap <= CONTENT * Math.max(1, Math.abs(toNumberDown(objective)))
}

/** Whether `one` is at least as good as `other`. */
export function isNoWorse({ sense }: Program, one: Rational, other: Rational): boolean {
  return sense === 'minimise' ? compare(one, other) <= 0 : compare(one, other) >= 0
}

/** How far a point lies behind a bound of the minimised objective without its constant. */
export function gapTo(program: Program, objective: Rational, bound: number): number {
  const plain = subtract(objective, program.constant)
  const reached = program.sense === 'minimise' ? toNumberUp(plain) : -toNumberDown(plain)
  return Math.max(0, (reached - bound) * (1 + 2 ** -50))
}

/** The minimised objective without its constant, rounded down. */
export function minimisedBelow({ constant, sense }: Program, objective: Rational): number {
  const plain = subtract(objective, constant)
  return sense === 'minimise' ? toNumberDown(plain) : -toNumberUp(plain)
}

/** Costs of the minimisation, as doubles. */
export function turnedCosts({ cost, sense }: Program): Float64Array {
  return sense === 'minimise' ? cost.near : cost.near.map((value) => -value)
}

/** The better of two points of one program, with the smaller of what their gaps prove. */
export function betterOf(program: Program, one: BestPoint, other: BestPoint): BestPoint {
  const [best, second] = isNoWorse(program, one.objective, other.objective) ? [one, other] : [other, one]
  const ahead = Math.abs(toNumberDown(subtract(best.objective, second.objective)))
  const gap = Math.max(0, Math.min(best.gap, (second.gap - ahead) * (1 + 2 ** -50)))
  return { ...best, gap, basis: best.basis ?? second.basis, prices: best.prices ?? second.prices }
}

/** A found point, not yet judged. */
export function found(
  program: Program,
  point: readonly Rational[],
  route: Route,
  more: Partial<BestPoint> = {},
): BestPoint {
  const objective = exactObjective(program, point)
  const nothing = { solvedAgain: 0, gap: Number.POSITIVE_INFINITY, basis: null, prices: null }
  return { status: 'found', point, objective, route, ...nothing, ...more }
}
