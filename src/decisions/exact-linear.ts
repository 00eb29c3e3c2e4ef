/**
 * A linear program solved to an exactly feasible vertex. The solver's basis is taken at its word and its vertex computed in
 * rationals; where that breaks a row by less than the solver saw, the program is moved to the vertex, enlarged until the break is
 * visible, and solved again from the same basis (Gleixner, Steffy, Wolter, "Iterative refinement for linear programming",
 * INFORMS Journal on Computing 28 (2016), 449-464).
 */
import { toNumberDown } from '../exact/directed.ts'
import { multiply, type Rational, rational, subtract } from '../exact/rational.ts'
import type { Basis, ClaimOptions, Run, SolveOptions, Solver, StopReason } from '../optimize/index.ts'
import { type Broken, brokenBy, exactActivities } from './certify.ts'
import { ExactVertex } from './exact-vertex.ts'
import { outerBox } from './outer-box.ts'
import type { Bound, Program } from './program.ts'
import { provedBound } from './proved-bound.ts'
import { claimWith } from './solve-with.ts'
import { crossingIn, type RowSides, type SolverModel, solverModel, type VariableBounds } from './solver-model.ts'

export interface LinearTask {
  readonly solver: Solver
  readonly model: SolverModel
  readonly sides: RowSides
  /** The program's own unless given. Whole variables are taken as any others. */
  readonly bounds?: VariableBounds | undefined
  readonly options: SolveOptions
  /** A basis to start from. */
  readonly start?: Basis | null | undefined
  /** An exactly feasible point to solve from, for programs that are infeasible to the solver's tolerance. */
  readonly centre?: readonly Rational[] | undefined
}

export type LinearEnd =
  | LinearVertex
  | { readonly status: 'taken'; readonly run: Run }
  | { readonly status: 'infeasible'; readonly proved: boolean }
  | { readonly status: 'unbounded' }
  | { readonly status: 'stopped'; readonly why: StopReason }

export interface LinearVertex {
  readonly status: 'vertex'
  readonly vertex: ExactVertex
  readonly point: readonly Rational[]
  readonly basis: Basis
  readonly run: Run
  /** How often the program was solved again. */
  readonly refined: number
}

const ROUNDS = 6

/** `take` may be content with the doubles of a claim: the vertex is then not computed. */
export async function solveLinear(task: LinearTask, take?: (run: Run) => boolean): Promise<LinearEnd> {
  if (crossingIn(task.model, task.sides) !== null) return { status: 'infeasible', proved: true }
  let end: LinearEnd = { status: 'stopped', why: 'numerical' }
  for (const { model, ...settings } of ways(task)) {
    const run = await claimAt(task, model(), settings, 1)
    if (run.status === 'optimal' && run.basis !== null) {
      if (task.centre === undefined && take?.(run)) return { status: 'taken', run }
      const found = await refined(task, run)
      if (found !== null) return found
    } else if (run.status === 'infeasible') {
      const proved = provesInfeasible(task, run)
      if (proved) return { status: 'infeasible', proved }
      end = { status: 'infeasible', proved }
    } else if (run.status === 'unbounded or infeasible') end = { status: 'unbounded' }
    else if (run.status !== 'optimal' && run.status !== 'numerical') return { status: 'stopped', why: run.status }
  }
  return end
}

/** How the solver is asked, one way after the other until one is answered. */
function* ways({ model, options, start }: LinearTask): Generator<ClaimOptions & { model: () => SolverModel }> {
  const same = () => model
  if (start != null) yield { ...options, model: same, start }
  yield { ...options, model: same }
  yield { ...options, model: same, presolve: 'off', tolerance: 1e-9 }
  yield { ...options, model: () => solverModel(model.program, 'rows'), presolve: 'off' }
  yield { ...options, model: same, algorithm: 'interior' }
}

function boundsOf({ model, bounds }: LinearTask): VariableBounds {
  return bounds ?? { lower: model.program.lower, upper: model.program.upper }
}

/** The program as it is, or around its centre, enlarged. */
function claimAt(task: LinearTask, model: SolverModel, options: ClaimOptions, scale: number): Promise<Run> {
  const { solver, sides, centre } = task
  if (centre === undefined) return claimWith(solver, model, sides, options, task.bounds)
  const moved = movedTo(task, centre, scale)
  return claimWith(solver, model, moved.sides, options, moved.bounds)
}

/** From the claim's basis to an exactly feasible vertex, or null. */
async function refined(task: LinearTask, first: Run): Promise<LinearVertex | null> {
  const bounds = boundsOf(task)
  const relaxed = relaxation(task.model.program, bounds)
  let run = first
  for (let round = 0; round < ROUNDS; round++) {
    if (run.basis === null) return null
    const vertex = ExactVertex.of(task.model.program, task.sides, bounds, run.basis)
    const point = vertex?.point() ?? null
    if (vertex === null || point === null) return null
    const broken = brokenBy(relaxed, task.sides, point)
    if (broken.length === 0) return { status: 'vertex', vertex, point, basis: run.basis, run, refined: round }
    const { explain: _, ...options } = task.options
    const again = { ...task, centre: point }
    const scale = enlargement(broken)
    run = await claimAt(again, task.model, { ...options, start: run.basis, explain: false }, scale)
    if (run.status !== 'optimal') return null
  }
  return null
}

/** A power of two that makes the worst break about 1. */
function enlargement(broken: readonly Broken[]): number {
  const worst = broken.reduce((most, { by }) => Math.max(most, toNumberDown(by)), 0)
  return worst > 0 ? 2 ** Math.min(200, Math.max(0, Math.round(-Math.log2(worst)))) : 2 ** 200
}

/** The program without its whole variables' wholeness. */
function relaxation(program: Program, { lower, upper }: VariableBounds): Program {
  return { ...program, lower, upper, integer: new Uint8Array(program.variables.length) }
}

/** Sides and bounds seen from a point, enlarged. */
function movedTo(task: LinearTask, point: readonly Rational[], scale: number) {
  const factor = rational(BigInt(scale))
  const seen = (bound: Bound, from: Rational): Bound =>
    bound === null ? null : multiply(factor, subtract(bound, from))
  const { lower, upper } = boundsOf(task)
  const { rowLower, rowUpper } = task.sides
  const activities = exactActivities(task.model.program, point)
  return {
    sides: {
      rowLower: rowLower.map((bound, i) => seen(bound, activities[i])),
      rowUpper: rowUpper.map((bound, i) => seen(bound, activities[i])),
    },
    bounds: {
      lower: lower.map((bound, j) => seen(bound, point[j])),
      upper: upper.map((bound, j) => seen(bound, point[j])),
    },
  }
}

/** Whether the multipliers of an infeasible claim prove it, either way round: with costs of 0 a bound above 0. */
function provesInfeasible(task: LinearTask, { dualRay }: Run): boolean {
  if (dualRay === null) return false
  const { program } = task.model
  const box = outerBox(program, task.sides, boundsOf(task))
  const nothing = new Float64Array(program.variables.length)
  const proves = (ray: Float64Array): boolean => provedBound(program, nothing, task.sides, box, ray) > 0
  return proves(dualRay) || proves(dualRay.map((value) => -value))
}
