/**
 * A linear program solved to an exactly feasible vertex. The solver's basis is taken at its word and its vertex computed in
 * rationals; where that breaks a row by less than the solver saw, the program is moved to the vertex, enlarged until the break is
 * visible, and solved again from the same basis (Gleixner, Steffy, Wolter, "Iterative refinement for linear programming",
 * INFORMS Journal on Computing 28 (2016), 449-464).
 */
import { toNumberDown } from '../../exact/directed.ts'
import { multiply, type Rational, rational, subtract } from '../../exact/rational.ts'
import type { Basis, ClaimOptions, Run, SolveOptions, Solver, StopReason } from '../../optimize/index.ts'
import { outerBox } from '../program/outer-box.ts'
import type { Bound, Program } from '../program/program.ts'
import {
  crossingIn,
  type RowSides,
  type SolverModel,
  solverModel,
  type VariableBounds,
} from '../program/solver-model.ts'
import { type Broken, brokenBy, exactActivities } from './certify.ts'
import { exactSimplex } from './exact-simplex.ts'
import { ExactVertex } from './exact-vertex.ts'
import { provedBound } from './proved-bound.ts'
import { claimWith } from './solve-with.ts'

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
  /** Only with the tightest tolerance, from `start`: for a basis whose prices have a wrong sign that doubles did not see. */
  readonly strict?: boolean | undefined
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
  /** Of the minimisation, as the solver gives them; null where it gave none. */
  readonly prices: Float64Array | null
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
  return withoutDoubles(task) ?? end
}

/** A small program on which doubles gave up, solved in rationals; null when it is not small. */
export function withoutDoubles(task: LinearTask): LinearEnd | null {
  const { program } = task.model
  const bounds = boundsOf(task)
  const end = exactSimplex(program, task.sides, bounds)
  if (end.status === 'too large') return null
  if (end.status === 'infeasible') return { status: 'infeasible', proved: true }
  if (end.status === 'unbounded') return { status: 'unbounded' }
  const { point, basis } = end
  const vertex = ExactVertex.of(program, task.sides, bounds, basis)
  return vertex && { status: 'vertex', vertex, point, basis, prices: null, refined: 0 }
}

/** How the solver is asked, one way after the other until one is answered. */
function* ways({ model, options, start, strict }: LinearTask): Generator<ClaimOptions & { model: () => SolverModel }> {
  const same = () => model
  if (strict) {
    yield { ...options, model: same, presolve: 'off', tolerance: 1e-10, ...(start != null && { start }) }
    return
  }
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
    if (broken.length === 0) {
      return { status: 'vertex', vertex, point, basis: run.basis, prices: run.duals, refined: round }
    }
    const next = await enlarged({ ...task, centre: point }, run.basis, worstIn(task.model, broken))
    if (next === null) return null
    run = next
  }
  return null
}

/**
 * How large the worst break is made to look, in the solver's units. Well above its tolerance of 1e-7, and no larger than need be:
 * the way to a feasible vertex grows with it, and must not drown the tolerance in turn.
 */
const VISIBLE = [1e-5, 1e-2, 10]

/** The program around a vertex, enlarged until the solver sees what it breaks. */
async function enlarged(task: LinearTask, start: Basis, worst: number): Promise<Run | null> {
  for (const size of VISIBLE) {
    const scale = 2 ** Math.min(300, Math.max(0, Math.round(Math.log2(size / worst))))
    for (const settings of [{ start }, { presolve: 'off', tolerance: 1e-9 }] as const) {
      const run = await claimAt(task, task.model, { ...task.options, ...settings, explain: false }, scale)
      if (run.status === 'optimal') return run
    }
  }
  return null
}

/** The worst break in the solver's units; not 0. */
function worstIn({ rowScale, columnScale }: SolverModel, broken: readonly Broken[]): number {
  const sizes = broken.map(({ kind, index, by }) =>
    kind === 'row' ? toNumberDown(by) * rowScale[index] : toNumberDown(by) / columnScale[index],
  )
  return Math.max(2 ** -300, ...sizes)
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
