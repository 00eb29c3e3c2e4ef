/**
 * What several releases of one table disclose together: tightest whole-number bounds for chosen counts.
 *
 * Steps, each only where the one before leaves a doubt: the closed form when the releases are decomposable margins
 * (`margins.ts`), shuttling (`shuttle.ts`), and two linear and two integer programs a count through HiGHS. A bound is exact when it is
 * proved and some table attains it: tables met on a walk from the true one (`walk.ts`) and by programs settle most bounds without a
 * program of their own. When the time is up, what is returned still holds for every table, and says that it may not be the tightest.
 */
import { type LinearModel, ModelBuilder, Solver } from '../optimize/index.ts'
import { infeasible } from './conflict.ts'
import type { DesignVariable } from './design.ts'
import { AuditStopped, type Control } from './feasible-values.ts'
import { isWidened, type LinearSystem, linearSystem, type Release } from './linear-system.ts'
import { decomposableBounds, decompose, type Margin } from './margins.ts'
import { type Box, shuttle } from './shuttle.ts'
import { cellAt, cellCount, placesOf, type Space, sideSize } from './space.ts'
import { isSettled, walk } from './walk.ts'

/** One count: a cell of the table of these variables. */
export interface Target {
  readonly variables: readonly DesignVariable[]
  readonly levels: readonly number[]
}

export interface LinkedBound {
  readonly lower: number
  readonly upper: number
  /** Whether each is proved to be attained by a table that meets every release. */
  readonly lowerExact: boolean
  readonly upperExact: boolean
  readonly method: 'closed form' | 'shuttle' | 'linear program' | 'integer program'
}

export interface LinkedOptions extends Control {
  readonly total?: number | undefined
  /** Seconds from the call after which no integer program goes on; 10 when left out, 0 for no program at all. */
  readonly timeLimit?: number | undefined
  readonly solver?: Solver | undefined
  /** The true counts, cell by cell, or those of any table that meets the releases: where the walk begins. */
  readonly table?: ArrayLike<number> | undefined
}

export async function linkedBounds(
  space: Space,
  releases: readonly Release[],
  targets: readonly Target[],
  options: LinkedOptions = {},
): Promise<LinkedBound[]> {
  const deadline = performance.now() + 1000 * (options.timeLimit ?? 10)
  const closed = closedForm(space, releases, targets, options.total)
  if (closed !== undefined) return closed
  const system = linearSystem(space, releases, options.total)
  const box = shuttle(system)
  if ('clash' in box) throw await contradiction(system, options, box.clash)
  const cellsOf = targetCells(space)
  const goals = targets.map((target) => goalOf(cellsOf(target), box))
  if ((options.timeLimit ?? 10) > 0) {
    const problem = { system, box, goals, walkFrom: walkFor(space, releases, system, goals, options) }
    await settle(problem, options, { left: () => (deadline - performance.now()) / 1000 })
  }
  const widened = isWidened(space, releases)
  return goals.map(({ lower, upper, least, most, method }) => ({
    lower,
    upper,
    lowerExact: least === lower && !widened,
    upperExact: most === upper && !widened,
    method,
  }))
}

/** One target on its way: proved bounds, and the least and largest value that some table has. */
interface Goal {
  readonly cells: readonly number[]
  lower: number
  upper: number
  least: number
  most: number
  method: LinkedBound['method']
}

function goalOf(cells: readonly number[], box: Box): Goal {
  const sum = (bounds: Float64Array) => cells.reduce((total, cell) => total + bounds[cell], 0)
  return {
    cells,
    lower: sum(box.lower),
    upper: sum(box.upper),
    least: Number.POSITIVE_INFINITY,
    most: Number.NEGATIVE_INFINITY,
    method: 'shuttle',
  }
}

/** The cells that a target counts; one alone where it names a level of every variable. */
function targetCells(space: Space): (target: Target) => readonly number[] {
  const all = Array.from({ length: cellCount(space) }, (_, cell) => cell)
  return ({ variables, levels }) => {
    const plain = variables.every(({ groups }) => groups === undefined)
    const named = new Map(variables.map(({ variable }, k) => [variable, levels[k]]))
    if (plain && space.every((size, v) => size === 1 || named.has(v))) {
      const side = space.map((_, variable) => ({ variable }))
      return [
        cellAt(
          space,
          side,
          space.map((_, v) => named.get(v) ?? 0),
        ),
      ]
    }
    return variables.reduce((kept, used, k) => {
      const places = placesOf(space, [used])
      return kept.filter((cell) => places[cell] === levels[k])
    }, all)
  }
}

/** Sets of variables are tried: beyond so many variables there are too many. */
const MOST_WALKED = 12

/** Walks from a table for so many seconds at most. */
type WalkFrom = (table: ArrayLike<number>, seconds: number) => void

function walkFor(
  space: Space,
  releases: readonly Release[],
  system: LinearSystem,
  goals: readonly Goal[],
  { shouldStop }: LinkedOptions,
): WalkFrom {
  if (space.length > MOST_WALKED) return () => {}
  const sides = releases.flatMap((release) =>
    release.kind === 'known'
      ? []
      : [release.kind === 'margin' ? release.variables : [...release.rows, ...release.columns]],
  )
  const cellsOf = targetCells(space)
  const sums = releases.flatMap((release) => {
    if (release.kind !== 'known') return []
    const { lower = 0, upper = Number.POSITIVE_INFINITY } = release
    return [{ cells: cellsOf({ variables: release.variables, levels: levelsAt(space, release) }), lower, upper }]
  })
  return (table, seconds) => {
    const end = performance.now() + 1000 * seconds
    const isOver = (): boolean => shouldStop?.() === true || performance.now() > end
    if (isOver() || goals.every(isSettled)) return
    const x = withHelpers(system, table)
    if (!meets(system, x)) return
    walk(space, { sides, sums }, goals, x.slice(0, system.cells), isOver)
  }
}

/** The levels of the one cell that is known of a table of some variables. */
function levelsAt(space: Space, { variables, cell }: Release & { kind: 'known' }): number[] {
  const levels: number[] = []
  let rest = cell
  for (const used of [...variables].reverse()) {
    const size = sideSize(space, [used])
    levels.unshift(rest % size)
    rest = Math.floor(rest / size)
  }
  return levels
}

/** A table with the helpers that it implies: each stands in some row that is 0. */
function withHelpers(system: LinearSystem, table: ArrayLike<number>): Float64Array {
  const x = new Float64Array(system.lower.length)
  x.set(Array.from({ length: system.cells }, (_, cell) => table[cell]))
  for (let row = 0; row < system.rowLower.length; row++) {
    const last = system.starts[row + 1] - 1
    const helper = system.indices[last]
    if (last < system.starts[row] || helper < system.cells) continue
    if (system.rowLower[row] !== 0 || system.rowUpper[row] !== 0) continue
    let sum = 0
    for (let k = system.starts[row]; k < last; k++) sum += system.values[k] * x[system.indices[k]]
    x[helper] = -sum / system.values[last]
  }
  return x
}

interface Problem {
  readonly system: LinearSystem
  readonly box: Box
  readonly goals: readonly Goal[]
  readonly walkFrom: WalkFrom
}

/** Of the time left: for the first walk, for the relaxations of all counts, for a walk after them, and for one program and its walk. */
const SHARES = { walk: 0.4, relaxations: 0.5, again: 0.3, program: 0.25, step: 0.05 } as const
/** What one program may take in any case. */
const LEAST_SECONDS = 1

/** What time is left. */
interface Clock {
  readonly left: () => number
}

async function settle(problem: Problem, options: LinkedOptions, clock: Clock): Promise<void> {
  const { table } = options
  if (table !== undefined) problem.walkFrom(table, SHARES.walk * clock.left())
  const end = (1 - SHARES.relaxations) * clock.left()
  await solveGoals(problem, options, { left: () => clock.left() - end }, 'relaxation')
  if (table !== undefined) problem.walkFrom(table, SHARES.again * clock.left())
  await solveGoals(problem, options, clock, 'whole')
}

type Kind = 'relaxation' | 'whole'

async function solveGoals(problem: Problem, options: LinkedOptions, clock: Clock, kind: Kind): Promise<void> {
  const solver = options.solver ?? new Solver()
  const { goals } = problem
  for (const [k, goal] of goals.entries()) {
    for (const sense of ['minimise', 'maximise'] as const) {
      if (options.shouldStop?.()) throw new AuditStopped()
      if (sense === 'minimise' ? goal.least === goal.lower : goal.most === goal.upper) continue
      const left = clock.left()
      if (left <= 0) return
      const timeLimit = Math.min(left, Math.max(LEAST_SECONDS, left * SHARES.program))
      const x = await solveGoal(solver, problem, { goal, sense, kind }, { ...options, timeLimit })
      if (x !== undefined) problem.walkFrom(x, SHARES.step * clock.left())
    }
    if (kind === 'whole') options.progress?.(k + 1, goals.length)
  }
}

interface Asked {
  readonly goal: Goal
  readonly sense: 'minimise' | 'maximise'
  readonly kind: Kind
}

/** The table that was met, if there is one. */
async function solveGoal(
  solver: Solver,
  { system, box, goals }: Problem,
  { goal, sense, kind }: Asked,
  options: LinkedOptions,
): Promise<Float64Array | undefined> {
  const outcome = await solver.solve(modelOf(system, box, goal, sense, kind), {
    timeLimit: options.timeLimit ?? 10,
    explain: false,
    ...(options.shouldStop !== undefined && { shouldStop: options.shouldStop }),
  })
  if (outcome.status === 'infeasible') throw await contradiction(system, { ...options, solver })
  if (outcome.status === 'unbounded') throw new Error('a count within finite bounds cannot be unbounded')
  if (goal.method !== 'integer program') goal.method = kind === 'whole' ? 'integer program' : 'linear program'
  if (kind === 'relaxation' && outcome.status !== 'optimal') return undefined
  const bound = outcome.status === 'optimal' ? outcome.objective : outcome.bound
  // Objectives are whole; a bound of a relaxation or a stopped search is rounded to the side on which it still holds.
  if (sense === 'minimise') goal.lower = Math.max(goal.lower, Math.ceil(bound - 1e-6))
  else goal.upper = Math.min(goal.upper, Math.floor(bound + 1e-6))
  const x = outcome.status === 'optimal' ? outcome.x : outcome.best?.x
  if (x === undefined || !meets(system, x)) return undefined
  for (const other of goals) witness(other, x)
  return x.map(Math.round)
}

/** Records what a table shows of a target. */
function witness(goal: Goal, x: Float64Array): void {
  const value = goal.cells.reduce((sum, cell) => sum + Math.round(x[cell]), 0)
  goal.least = Math.min(goal.least, value)
  goal.most = Math.max(goal.most, value)
}

/** Whether the rounded point meets every row, in whole numbers. */
function meets(system: LinearSystem, x: Float64Array): boolean {
  for (let row = 0; row < system.rowLower.length; row++) {
    let activity = 0
    for (let k = system.starts[row]; k < system.starts[row + 1]; k++)
      activity += system.values[k] * Math.round(x[system.indices[k]])
    if (activity < system.rowLower[row] || activity > system.rowUpper[row]) return false
  }
  return true
}

function modelOf(
  system: LinearSystem,
  box: Box,
  goal: Goal,
  sense: 'minimise' | 'maximise',
  kind: Kind = 'whole',
): LinearModel {
  const builder = new ModelBuilder(sense)
  const wanted = new Set(goal.cells)
  for (let c = 0; c < box.lower.length; c++) {
    const cost = wanted.has(c) ? 1 : 0
    if (kind === 'whole') builder.addInteger(box.lower[c], box.upper[c], cost)
    else builder.addColumn(box.lower[c], box.upper[c], cost)
  }
  for (let row = 0; row < system.rowLower.length; row++) {
    let scale = 1
    for (let k = system.starts[row]; k < system.starts[row + 1]; k++)
      scale = Math.max(scale, Math.abs(system.values[k]))
    builder.startRow(system.rowLower[row] / scale, system.rowUpper[row] / scale, system.rowNames[row])
    for (let k = system.starts[row]; k < system.starts[row + 1]; k++)
      builder.entry(system.indices[k], system.values[k] / scale)
  }
  return builder.build()
}

/** The rows that clash, from the system as it was given: tightened bounds would hide where they come from. */
async function contradiction(system: LinearSystem, options: LinkedOptions, met?: string): Promise<Error> {
  const goal: Goal = { cells: [], lower: 0, upper: 0, least: 0, most: 0, method: 'shuttle' }
  const timeLimit = options.timeLimit ?? 10
  const solver = options.solver ?? new Solver()
  const outcome =
    timeLimit > 0 ? await solver.solve(modelOf(system, system, goal, 'minimise'), { timeLimit }) : undefined
  const rows = outcome?.status === 'infeasible' ? outcome.conflict.filter((side) => side.kind === 'row') : []
  const names = [
    ...new Set([...rows.map((side) => side.name), ...(rows.length === 0 && met !== undefined ? [met] : [])]),
  ]
  const listed = names.map((name) => `  ${name}`).join('\n')
  return infeasible(
    `No table of whole numbers agrees with all of these:\n\n${listed}\n\nCorrect or drop one of them.`,
    {
      clashing: names,
    },
  )
}

/** The closed form, when all releases are plain margins and every target is a cell of the whole table. */
function closedForm(
  space: Space,
  releases: readonly Release[],
  targets: readonly Target[],
  total: number | undefined,
): LinkedBound[] | undefined {
  const margins: Margin[] = []
  for (const release of releases) {
    if (release.kind !== 'margin' || release.variables.some((used) => used.groups !== undefined)) return undefined
    margins.push({ ...release, variables: release.variables.map((used) => used.variable) })
  }
  if (total !== undefined) margins.push({ variables: [], counts: Float64Array.of(total), label: 'the total' })
  const parts = decompose(space, margins)
  if (parts === undefined) return undefined
  const bounds: LinkedBound[] = []
  for (const target of targets) {
    const levels = new Array<number>(space.length).fill(0)
    for (const [k, used] of target.variables.entries()) levels[used.variable] = target.levels[k]
    const named = new Set(target.variables.map((used) => (used.groups === undefined ? used.variable : -1)))
    if (space.some((size, v) => size > 1 && !named.has(v))) return undefined
    const [lower, upper] = decomposableBounds(parts, levels)
    bounds.push({ lower, upper, lowerExact: true, upperExact: true, method: 'closed form' })
  }
  return bounds
}
