/**
 * LP, MILP and small convex QP by HiGHS: a model in, a typed outcome out, every claim of the engine checked on the model
 * as it was asked before it is passed on. One `Solver` a worker; it holds one engine and replaces it after a trap.
 */
import { badInput } from '../../request-error.ts'
import {
  dualResiduals,
  integralityResidual,
  isImprovingRay,
  lagrangianBound,
  objectiveOf,
  primalResidual,
  reducedCosts,
} from './check.ts'
import { findConflict, OutOfTime } from './conflict.ts'
import { solveEmpty } from './empty-model.ts'
import { blamedByRay, isIrreducible } from './farkas.ts'
import { type EngineSource, type Hessian, HighsEngine, type Run, type RunSettings } from './highs-engine.ts'
import { checkModel, hasIntegers, type LinearModel } from './model.ts'
import type { Infeasible, Optimal, Outcome, Stopped, StopReason } from './outcome.ts'
import { checkConvex, squareOf, strengthened, timesSquare } from './quadratic.ts'
import { recessionModel } from './recession.ts'

export interface SolveOptions {
  /** Seconds for everything, the explanation of an infeasible model included; finite; 60 unless given. */
  readonly timeLimit?: number
  /** Nodes of branch and bound. */
  readonly nodeLimit?: number
  /** 0 unless given: optimal then means proved optimal. With a gap, the certificate says how large it is. */
  readonly relativeGap?: number
  readonly absoluteGap?: number
  /** `off` for rounding problems with redundant equalities, where presolve can take seconds. */
  readonly presolve?: RunSettings['presolve']
  /** Both end at a vertex: the interior method is followed by a crossover. Linear models only; `simplex` unless given. */
  readonly algorithm?: RunSettings['algorithm']
  /** Asked now and then during a run; true stops it. */
  readonly shouldStop?: () => boolean
  /** Whether an infeasible model is explained; without, `conflict` is empty and not claimed irreducible. */
  readonly explain?: boolean
}

/** What `claim` also takes. */
export type ClaimOptions = SolveOptions & Pick<RunSettings, 'start' | 'tolerance' | 'wantRanges'>

/** Residuals beyond this, relative, and the engine's "optimal" is not believed. */
const ACCEPTED = 1e-6
/** A point with its whole columns rounded is kept as it is when it breaks nothing by more than this, relative. */
const SNAPPED = 1e-9

/** The weight of staying near, relative to the largest diagonal entry, and how often the step is taken at most. */
const PROXIMITY = 0.01
const MOST_STEPS = 100
const QUADRATIC_SECONDS = 5

interface Task {
  readonly model: LinearModel
  readonly options: SolveOptions
  readonly deadline: number
  readonly quadratic?: { readonly hessian: Hessian; readonly square: readonly Float64Array[] }
}

export class Solver {
  readonly #engine: HighsEngine

  constructor(source: EngineSource = {}) {
    this.#engine = new HighsEngine(source)
  }

  async solve(model: LinearModel, options: SolveOptions = {}): Promise<Outcome> {
    checkModel(model)
    if (model.cost.length === 0) return solveEmpty(model)
    return this.#solve({ model, options, deadline: deadlineOf(options) })
  }

  /** Minimises 1/2 x'Qx + c'x for a positive semidefinite Q of at most a few hundred columns, none of them whole. */
  async solveQuadratic(model: LinearModel, hessian: Hessian, options: SolveOptions = {}): Promise<Outcome> {
    checkModel(model)
    if (model.sense !== 'minimise' || hasIntegers(model)) {
      throw badInput('A quadratic model must be a minimisation without whole columns.')
    }
    const square = squareOf(hessian, model.cost.length)
    checkConvex(square)
    if (model.cost.length === 0) return solveEmpty(model)
    return this.#solve({ model, options, deadline: deadlineOf(options), quadratic: { hessian, square } })
  }

  /** The engine's claim on a linear model as it is, its basis included: for callers that check it in exact arithmetic. */
  async claim(model: LinearModel, options: ClaimOptions = {}): Promise<Run> {
    checkModel(model)
    const { start, tolerance, wantRanges, ...rest } = options
    const task = { model, options: rest, deadline: deadlineOf(rest) }
    return this.#run(model, task, { start, tolerance, wantRanges, wantRay: options.explain !== false })
  }

  async #solve(task: Task): Promise<Outcome> {
    // The active-set method can cycle on a quadratic model: it gets a part of the time, and the second way the rest.
    const share = Math.min(secondsLeft(task) / 4, QUADRATIC_SECONDS)
    const first = await this.#attempt(task, task.quadratic ? { timeLimit: share } : {})
    if (first !== undefined) return first
    // A second way, for what the first could not answer or answered wrongly.
    const second = task.quadratic
      ? this.#proximal(task, task.quadratic.square)
      : this.#attempt(task, { presolve: 'off' })
    return (await second) ?? unknown(task.model, 'numerical', null)
  }

  /**
   * The proximal point method (Rockafellar, SIAM J. Control Optim. 14 (1976), 877-898): adds delta/2 |x - x_k|^2 and goes on
   * from the optimum. Every such problem is strictly convex, which the engine's active-set method needs to be relied on.
   */
  async #proximal(task: Task, square: readonly Float64Array[]): Promise<Outcome | undefined> {
    const { model } = task
    const point = await this.#solve({ model: costless(model), options: task.options, deadline: task.deadline })
    if (point.status === 'infeasible' || point.status === 'stopped') return point
    const delta = PROXIMITY * Math.max(...square.map((column, j) => column[j])) || 1
    const hessian = strengthened(square, delta)
    let { x } = point
    for (let step = 0; step < MOST_STEPS && secondsLeft(task) > 0; step++) {
      const from = x
      const near = { ...model, cost: model.cost.map((cost, j) => cost - delta * from[j]) }
      const run = await this.#run(near, task, {}, hessian)
      if (run.status !== 'optimal' || run.x === null) return undefined
      const accepted = await this.#accept(task, run)
      if (accepted !== undefined) return accepted
      x = run.x
    }
    return secondsLeft(task) > 0 ? undefined : unknown(model, 'time', { x, objective: this.#objective(task, x) })
  }

  /** One run, judged; undefined when the engine gave up or its claim was refused. */
  async #attempt(task: Task, change: Partial<RunSettings>): Promise<Outcome | undefined> {
    const { model, options, quadratic } = task
    const run = await this.#run(model, task, { wantRay: options.explain !== false, ...change }, quadratic?.hessian)
    if (run.status === 'optimal') return this.#accept(task, run)
    if (run.status === 'infeasible') return this.#explain(task, run.dualRay)
    if (run.status === 'unbounded or infeasible') return this.#settleUnbounded(task)
    // The engine traps, errs or cycles on some quadratic models that are perfectly solvable.
    if (run.status === 'numerical') return undefined
    if (quadratic !== undefined && run.status !== 'memory' && secondsLeft(task) > 0) return undefined
    return this.#stopped(task, run, run.status)
  }

  #run(model: LinearModel, task: Task, change: Partial<RunSettings>, hessian?: Hessian): Promise<Run> {
    const { options } = task
    const settings: RunSettings = {
      timeLimit: secondsLeft(task),
      nodeLimit: options.nodeLimit ?? 2 ** 31 - 1,
      relativeGap: options.relativeGap ?? 0,
      absoluteGap: options.absoluteGap ?? 0,
      presolve: options.presolve ?? 'choose',
      algorithm: options.algorithm ?? 'simplex',
      shouldStop: options.shouldStop,
      wantRay: false,
    }
    return this.#engine.run(model, { ...settings, ...change }, hessian)
  }

  /** The engine's optimum as ours, or undefined when the check refuses it. */
  async #accept(task: Task, run: Run): Promise<Optimal | undefined> {
    const { model, quadratic, options } = task
    if (run.x === null) return undefined
    const turn = model.sense === 'minimise' ? 1 : -1
    const whole = hasIntegers(model)
    const x = whole ? await this.#roundWhole(task, run.x) : run.x
    if (x === undefined || (!whole && run.duals === null)) return undefined
    const curve = quadratic ? timesSquare(quadratic.square, x) : undefined
    const gradient = curve?.map((slope, j) => slope + model.cost[j]) ?? model.cost
    const objective = objectiveOf(model, x) + (curve ? dot(curve, x) / 2 : 0)
    const duals = whole ? null : run.duals!.map((price) => turn * price)
    const dual = duals === null ? undefined : dualResiduals(model, x, duals, gradient)
    const gap = Math.abs(dual?.gap ?? objective - turn * run.bound) / (1 + Math.abs(objective))
    const allowedGap = whole ? (options.relativeGap ?? 0) * 2 + (options.absoluteGap ?? 0) : 0
    const certificate = {
      primal: primalResidual(model, x),
      integrality: integralityResidual(model, x),
      dual: dual?.dual ?? 0,
      gap,
    }
    if (certificate.primal > ACCEPTED || certificate.dual > ACCEPTED || !(gap <= ACCEPTED + allowedGap))
      return undefined
    return {
      status: 'optimal',
      x,
      objective,
      duals,
      reducedCosts: duals && reducedCosts(model, duals, gradient),
      certificate,
    }
  }

  /** The point with its whole columns exactly whole; the others are solved again if rounding broke something. */
  async #roundWhole(task: Task, x: Float64Array): Promise<Float64Array | undefined> {
    const { model } = task
    if (integralityResidual(model, x) > ACCEPTED * 10) return undefined
    const rounded = x.map((value, j) => (model.integer![j] === 1 ? Math.round(value) : value))
    if (primalResidual(model, rounded) <= SNAPPED) return rounded
    const pinned = (bounds: Float64Array): Float64Array =>
      bounds.map((bound, j) => (model.integer![j] === 1 ? rounded[j] : bound))
    const { integer: _, ...continuous } = model
    const fixed = { ...continuous, columnLower: pinned(model.columnLower), columnUpper: pinned(model.columnUpper) }
    if (primalResidual(model, rounded) > 1 || !model.integer!.includes(0)) return undefined
    const run = await this.#run(fixed, task, {})
    return run.status === 'optimal' && run.x !== null ? pinned(run.x) : undefined
  }

  async #explain(task: Task, dualRay: Run['dualRay']): Promise<Infeasible> {
    const { model } = task
    if (task.options.explain === false) return { status: 'infeasible', conflict: [], irreducible: false }
    const whole = hasIntegers(model)
    const { integer: _, ...continuous } = model
    const again = whole || task.quadratic !== undefined
    const ray = again ? (await this.#run(continuous, task, { wantRay: true })).dualRay : dualRay
    const hint = ray === null ? undefined : blamedByRay(model, ray)
    if (!whole && hint !== undefined && isIrreducible(model, hint)) {
      return { status: 'infeasible', conflict: hint, irreducible: true }
    }
    return { status: 'infeasible', ...(await findConflict(model, (part) => this.#refutes(task, part), hint)) }
  }

  async #refutes(task: Task, subsystem: LinearModel): Promise<boolean | undefined> {
    if (secondsLeft(task) === 0) throw new OutOfTime()
    if (subsystem.cost.length === 0) return solveEmpty(subsystem).status === 'infeasible'
    // One hard test of whole columns without their bounds may never end: it gets a share of what is left.
    const timeLimit = secondsLeft(task) / (hasIntegers(subsystem) ? 8 : 1)
    const { status } = await this.#run(subsystem, task, { timeLimit })
    if (status === 'aborted') throw new OutOfTime()
    return status === 'optimal' ? false : status === 'infeasible' ? true : undefined
  }

  /** The engine does not tell an unbounded model from an infeasible one with an unbounded relaxation. */
  async #settleUnbounded(task: Task): Promise<Outcome> {
    const { model } = task
    const point = await this.#solve({ model: costless(model), options: task.options, deadline: task.deadline })
    if (point.status !== 'optimal') return point.status === 'stopped' ? unknown(model, point.why, null) : point
    const best = { x: point.x, objective: this.#objective(task, point.x) }
    const square = task.quadratic?.square ?? []
    const run = await this.#run(recessionModel(model, square), task, {})
    const flat = run.x !== null && timesSquare(square, run.x).every((slope) => Math.abs(slope) <= ACCEPTED)
    if (run.status === 'optimal' && run.x !== null && flat && isImprovingRay(model, run.x)) {
      return { status: 'unbounded', x: point.x, ray: run.x }
    }
    return unknown(model, run.status === 'time' || run.status === 'aborted' ? run.status : 'numerical', best)
  }

  async #stopped(task: Task, run: Run, why: StopReason): Promise<Stopped> {
    const { model } = task
    const turn = model.sense === 'minimise' ? 1 : -1
    const whole = hasIntegers(model)
    // The engine may hand out a fractional relaxation as a feasible point: only what passes our check counts.
    const candidate = run.x !== null && whole ? await this.#roundWhole(task, run.x) : run.x
    const best = candidate && primalResidual(model, candidate) <= ACCEPTED ? candidate : null
    const linear = !whole && task.quadratic === undefined && run.duals !== null
    const bound = linear
      ? lagrangianBound(
          model,
          run.duals!.map((price) => turn * price),
        )
      : turn * run.bound
    return {
      status: 'stopped',
      why,
      bound: Number.isNaN(bound) ? -turn * Number.POSITIVE_INFINITY : bound,
      best: best && { x: best, objective: this.#objective(task, best) },
    }
  }

  #objective({ model, quadratic }: Task, x: Float64Array): number {
    return objectiveOf(model, x) + (quadratic ? dot(timesSquare(quadratic.square, x), x) / 2 : 0)
  }
}

function costless(model: LinearModel): LinearModel {
  return { ...model, cost: new Float64Array(model.cost.length) }
}

function deadlineOf({ timeLimit = 60 }: SolveOptions): number {
  if (!(timeLimit >= 0 && Number.isFinite(timeLimit))) {
    throw badInput(`The time limit is ${timeLimit}. It must be a finite number of seconds, 0 or more.`)
  }
  return performance.now() + timeLimit * 1000
}

function secondsLeft(task: Task): number {
  return Math.max(0, (task.deadline - performance.now()) / 1000)
}

function unknown(model: LinearModel, why: StopReason, best: Stopped['best']): Stopped {
  const bound = model.sense === 'minimise' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  return { status: 'stopped', why, bound, best }
}

function dot(a: Float64Array, b: Float64Array): number {
  let total = 0
  for (let i = 0; i < a.length; i++) total += a[i] * b[i]
  return total
}
