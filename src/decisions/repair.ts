/**
 * From a solver's answer to a point that can be published: decimals that satisfy every constraint exactly.
 *
 * Everything here is a function of public values: the measured right-hand sides, never the true ones. The measured sides are no
 * looser than the truth, surely, so a point that satisfies them satisfies the true constraints, and neither a repair nor a
 * refusal can tell anything about the truth. In this order, the first point that the exact check accepts:
 *   rounded    the answer in decimals, towards the safe side where there is one, equalities solved exactly
 *   nudged     variables that every constraint allows to shrink (or grow) give back what a row is over
 *   pulled     a little of the way towards the anchor, a point that is feasible for every data set
 *   tightened  solved again with a margin on the rows that were broken
 *   snapped    the rows that are tight at the answer solved as equations, in rationals
 *   anchor     the anchor itself: feasible whatever was measured, so that there is always an answer
 */
import type { Rational } from '../exact/rational.ts'
import type { SolveOptions, Solver } from '../optimize/index.ts'
import { type Broken, brokenBy } from './certify.ts'
import { Margins } from './margins.ts'
import { nudge } from './nudge.ts'
import { pullTowards } from './pull.ts'
import { type Digits, type Direction, roundPoint, safeDirections } from './rounding.ts'
import { snapped, withEqualities } from './snap.ts'
import { type RowSides, type SolverModel, solveWith } from './solver-model.ts'

export type Route = 'rounded' | 'nudged' | 'pulled' | 'tightened' | 'snapped' | 'anchor'

export interface Repaired {
  readonly point: readonly Rational[]
  readonly route: Route
  /** How often the program was solved again. */
  readonly solvedAgain: number
}

export interface RepairTask {
  readonly solver: Solver
  readonly model: SolverModel
  readonly sides: RowSides
  readonly digits: Digits
  readonly options: SolveOptions
  /** A point that is feasible for these sides, exactly; null when there is none yet. */
  readonly anchor: readonly Rational[] | null
}

const TRIES = 4

/** The point to publish, or null when there is no anchor and every way failed. */
export async function repair(task: RepairTask, x: Float64Array): Promise<Repaired | null> {
  const { model, sides, anchor } = task
  const directions = (): readonly Direction[] => directionsOf(model, sides)
  const first = attempt(task, x, directions)
  if (first.route !== null) return { point: first.point, route: first.route, solvedAgain: 0 }
  const pulled = anchor && pullTowards(model.program, sides, first.point, anchor, first.places, directions())
  if (pulled && accepts(task, pulled)) return { point: pulled, route: 'pulled', solvedAgain: 0 }
  const margins = new Margins(model.program, sides)
  let broken = first.broken
  let solvedAgain = 0
  for (; solvedAgain < TRIES && margins.grow(broken, first.places); ) {
    solvedAgain++
    const outcome = await solveWith(task.solver, model, margins.tightened(), { ...task.options, explain: false })
    if (outcome.status !== 'optimal') break
    const next = attempt(task, outcome.x, directions)
    if (next.route !== null) return { point: next.point, route: 'tightened', solvedAgain }
    broken = next.broken
  }
  const exact = snapped(model.program, sides, x, task.digits, (point) => accepts(task, point))
  if (exact !== null) return { point: exact, route: 'snapped', solvedAgain }
  return anchor && { point: anchor, route: 'anchor', solvedAgain }
}

const known = new WeakMap<SolverModel, readonly Direction[]>()

/** Which sides are missing is the same in every solve of one model, and nothing else decides. */
function directionsOf(model: SolverModel, sides: RowSides): readonly Direction[] {
  let directions = known.get(model)
  if (directions === undefined) known.set(model, (directions = safeDirections(model.program, sides)))
  return directions
}

function accepts({ model, sides }: RepairTask, point: readonly Rational[]): boolean {
  return brokenBy(model.program, sides, point, 1).length === 0
}

interface Attempt {
  readonly point: Rational[]
  readonly places: Int32Array
  readonly route: 'rounded' | 'nudged' | null
  readonly broken: readonly Broken[]
}

function attempt(task: RepairTask, x: Float64Array, directions: () => readonly Direction[]): Attempt {
  const { program } = task.model
  const { point: rounded, places } = roundPoint(program, x, directions, task.digits)
  const point = withEqualities(program, task.sides, rounded)
  const broken = brokenBy(program, task.sides, point)
  if (broken.length === 0) return { point, places, route: 'rounded', broken }
  const nudged = nudge(program, task.sides, point, broken, places, directions())
  if (nudged !== null && accepts(task, nudged)) return { point: nudged, places, route: 'nudged', broken: [] }
  return { point, places, route: null, broken }
}
