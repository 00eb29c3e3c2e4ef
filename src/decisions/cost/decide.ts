/**
 * A near-optimal solution of a program with private right-hand sides that breaks none of them:
 *   release argmax {g(x) : A x <= b'},  b'_i = max(b_i - s + noise_i, b*_i)
 * after section 3 of Munoz Medina, Syed, Vassilvitskii, Vitercik, "Private Optimization Without Constraint Violations", 2021.
 *
 * Three steps. `prepareDecision` sees no data: the noise, the refusals, the anchor. `measureSides` draws the noise. From then on
 * `solveDecision` is a function of public values and can be repeated from a stored measurement.
 *
 * Why the promise holds: the published point satisfies the measured sides in exact arithmetic (`certify.ts`), and these are never
 * looser than the true ones (`measure-sides.ts`). Comparing with the truth could not change anything, and must not: a repair or
 * a refusal that depended on the true side would tell about it. `assertKept` makes the comparison nevertheless, as an assertion
 * that can never fire; if it did, our own code would be at fault.
 */
import { toNumber } from '../../exact/directed.ts'
import type { Rational } from '../../exact/rational.ts'
import type { Entropy } from '../../noise/entropy.ts'
import { type SolveOptions, Solver } from '../../optimize/index.ts'
import { derive } from '../../privacy/confidential.ts'
import { printExactly } from '../program/decimals.ts'
import { type SolverModel, solverModel } from '../program/solver-model.ts'
import { type MeasuredSides, measureSides } from '../sides/measure-sides.ts'
import { type PrivateProgram, withValues } from '../sides/private-sides.ts'
import { type MechanismOptions, type NoisePlan, planNoise } from '../sides/shift.ts'
import { type Anchor, anchorOf } from '../solve/anchor.ts'
import { type BestPoint, betterOf, found, type PointTask, type Route } from '../solve/best-point.ts'
import { brokenBy } from '../solve/certify.ts'
import { DEFAULT_SIGNIFICANT, type Digits } from '../solve/rounding.ts'
import { solveBest } from '../solve/solve-best.ts'
import { type Lipschitz, lipschitzOf } from './lipschitz.ts'

export interface DecisionOptions extends MechanismOptions {
  /** Digits of the printed solution; 12 significant ones unless given. */
  readonly digits?: Digits | undefined
  readonly solver?: Solver | undefined
  readonly solve?: SolveOptions | undefined
}

/** What is fixed before any data are seen. */
export interface PreparedDecision {
  readonly program: PrivateProgram
  readonly plan: NoisePlan
  readonly options: DecisionOptions
  readonly solver: Solver
  readonly model: SolverModel
  readonly anchor: Anchor
  readonly lipschitz: Lipschitz
}

export interface Decision {
  /**
   * `optimal`: proved to be within OPTIMAL_WITHIN of the optimum at the measured sides. `feasible`: not proved, and `gap` says how far
   * the optimum can be. `floor`: likewise, and nothing better than the best solution at the floors was found.
   */
  readonly status: 'optimal' | 'feasible' | 'floor'
  readonly point: readonly Rational[]
  /** The point as it is to be printed: exact decimals (or, rarely, fractions), in the order of the variables. */
  readonly printed: readonly string[]
  readonly objective: Rational
  readonly certificate: DecisionCertificate
  readonly gap: Gap
  readonly measured: MeasuredSides
  /** Change of the objective per unit of each row's active side, at the measured sides; null where there are none. */
  readonly prices: Float64Array | null
  readonly basis: BestPoint['basis']
}

/** How much better than the published point any solution at the measured sides can be, proved; null where nothing is. */
export interface Gap {
  readonly absolute: number | null
  /** Over the objective's size, or over 1 where that is smaller. */
  readonly relative: number | null
}

/** A relative gap up to this is called optimal. */
export const OPTIMAL_WITHIN = 1e-6

export interface DecisionCertificate {
  readonly route: Route
  readonly solvedAgain: number
  /** Rows and variables checked in exact arithmetic. None is broken. */
  readonly rows: number
  readonly variables: number
  readonly digits: Digits
}

export async function prepareDecision(program: PrivateProgram, options: DecisionOptions): Promise<PreparedDecision> {
  const plan = planNoise(program, options)
  const lipschitz = lipschitzOf(program)
  const solver = options.solver ?? new Solver()
  const model = solverModel(program.program)
  const anchor = await anchorOf(program, model, solver, digitsOf(options), options.solve ?? {})
  return { program, plan, options, solver, model, anchor, lipschitz }
}

/** The same decision with another mechanism or budget: what depends on the model alone is not computed again. */
export function replan(prepared: PreparedDecision, change: MechanismOptions): PreparedDecision {
  return { ...prepared, plan: planNoise(prepared.program, change), options: { ...prepared.options, ...change } }
}

/** Measures and solves. The ledger must have been charged before: this draws noise. */
export async function decide(prepared: PreparedDecision, entropy: Entropy): Promise<Decision> {
  const measured = measureSides(prepared.program, prepared.plan, entropy)
  const decision = await solveDecision(prepared, measured)
  if (prepared.plan.neverViolates) assertKept(prepared.program, decision.point)
  return decision
}

/** The solution for measured sides: a function of public values alone. */
export async function solveDecision(prepared: PreparedDecision, measured: MeasuredSides): Promise<Decision> {
  const { program, plan } = prepared
  const best = await bestAt(prepared, measured)
  const { point, objective, route, solvedAgain, prices, basis } = best
  const gap = gapOf(best)
  const proved = gap.relative !== null && gap.relative <= OPTIMAL_WITHIN
  const atFloor = route === 'floor' || route === 'interior' || plan.noise === null
  return {
    status: proved ? 'optimal' : atFloor ? 'floor' : 'feasible',
    point,
    printed: point.map(printExactly),
    objective,
    certificate: {
      route,
      solvedAgain,
      rows: program.program.rows.length,
      variables: point.length,
      digits: digitsOf(prepared.options),
    },
    gap,
    measured,
    prices,
    basis,
  }
}

/** The better of the best point at the measured sides and the best one at the floors, which is feasible there too. */
async function bestAt(prepared: PreparedDecision, measured: MeasuredSides): Promise<BestPoint> {
  const { program, model, solver, anchor, plan, options } = prepared
  const { route, gap, basis, prices } = anchor
  // The pure mechanism's sides are the floor, and the floor is solved already.
  if (plan.noise === null) return found(program.program, anchor.point, route, { gap, basis, prices })
  const task: PointTask = {
    solver,
    model,
    sides: withValues(program, measured.values),
    digits: digitsOf(options),
    options: options.solve ?? {},
    anchor: anchor.point,
    start: basis,
  }
  const end = await solveBest(task)
  const floor = found(program.program, anchor.point, 'floor')
  return end.status === 'found' ? betterOf(program.program, end, floor) : floor
}

function gapOf({ gap, objective }: BestPoint): Gap {
  if (!Number.isFinite(gap)) return { absolute: null, relative: null }
  return { absolute: gap, relative: gap / Math.max(1, Math.abs(toNumber(objective))) }
}

/** Throws if the point breaks a constraint at the true right-hand sides: a fault of ours, never of the data. */
export function assertKept(program: PrivateProgram, point: readonly Rational[]): void {
  derive(program.truth, (values) => {
    if (brokenBy(program.program, withValues(program, values), point, 1).length > 0) {
      throw new Error('a published solution would have broken a constraint: nothing was published')
    }
  })
}

function digitsOf({ digits }: DecisionOptions): Digits {
  return digits ?? { significant: DEFAULT_SIGNIFICANT }
}
