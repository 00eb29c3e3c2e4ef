/**
 * What several releases of one table disclose together: tightest whole-number bounds for chosen counts.
 *
 * Three steps, each only where the one before leaves a doubt: the closed form when the releases are decomposable margins
 * (`margins.ts`), shuttling (`shuttle.ts`), and two integer programs a count through HiGHS. A bound is exact when it is
 * proved and some table attains it: tables met on the way settle many bounds without a program of their own. When the
 * time is up, what is returned still holds for every table, and says that it may not be the tightest.
 */
import { type LinearModel, ModelBuilder, Solver } from '../optimize/index.ts'
import { infeasible } from './conflict.ts'
import type { DesignVariable } from './design.ts'
import { AuditStopped, type Control } from './feasible-values.ts'
import { isWidened, type LinearSystem, linearSystem, type Release } from './linear-system.ts'
import { decomposableBounds, decompose, type Margin } from './margins.ts'
import { type Box, shuttle } from './shuttle.ts'
import { placesOf, type Space } from './space.ts'

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
  readonly method: 'closed form' | 'shuttle' | 'integer program'
}

export interface LinkedOptions extends Control {
  readonly total?: number | undefined
  /** Seconds from the call after which no integer program goes on; 10 when left out, 0 for no program at all. */
  readonly timeLimit?: number | undefined
  readonly solver?: Solver | undefined
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
  const goals = targets.map((target) => goalOf(space, target, box))
  if ((options.timeLimit ?? 10) > 0) await solveGoals(system, box, goals, options, deadline)
  const widened = isWidened(space, releases)
  return goals.map(({ lower, upper, least, most, programmed }) => ({
    lower,
    upper,
    lowerExact: least === lower && !widened,
    upperExact: most === upper && !widened,
    method: programmed ? 'integer program' : 'shuttle',
  }))
}

/** One target on its way: proved bounds, and the least and largest value that some table has. */
interface Goal {
  readonly cells: readonly number[]
  lower: number
  upper: number
  least: number
  most: number
  programmed: boolean
}

function goalOf(space: Space, target: Target, box: Box): Goal {
  const cells = cellsOf(space, target)
  const sum = (bounds: Float64Array) => cells.reduce((total, cell) => total + bounds[cell], 0)
  return {
    cells,
    lower: sum(box.lower),
    upper: sum(box.upper),
    least: Number.POSITIVE_INFINITY,
    most: Number.NEGATIVE_INFINITY,
    programmed: false,
  }
}

function cellsOf(space: Space, target: Target): number[] {
  let cells: number[] | undefined
  target.variables.forEach((used, k) => {
    const places = placesOf(space, [used])
    const kept = cells ?? Array.from(places.keys())
    cells = kept.filter((cell) => places[cell] === target.levels[k])
  })
  return cells ?? Array.from(placesOf(space, []).keys())
}

async function solveGoals(
  system: LinearSystem,
  box: Box,
  goals: readonly Goal[],
  options: LinkedOptions,
  deadline: number,
): Promise<void> {
  const solver = options.solver ?? new Solver()
  for (const [k, goal] of goals.entries()) {
    for (const sense of ['minimise', 'maximise'] as const) {
      if (options.shouldStop?.()) throw new AuditStopped()
      if (sense === 'minimise' ? goal.least === goal.lower : goal.most === goal.upper) continue
      const timeLimit = (deadline - performance.now()) / 1000
      if (timeLimit <= 0) return
      await solveGoal(solver, system, box, goals, goal, sense, { ...options, timeLimit })
    }
    options.progress?.(k + 1, goals.length)
  }
}

async function solveGoal(
  solver: Solver,
  system: LinearSystem,
  box: Box,
  goals: readonly Goal[],
  goal: Goal,
  sense: 'minimise' | 'maximise',
  options: LinkedOptions,
): Promise<void> {
  const outcome = await solver.solve(modelOf(system, box, goal, sense), {
    timeLimit: options.timeLimit ?? 10,
    explain: false,
    ...(options.shouldStop !== undefined && { shouldStop: options.shouldStop }),
  })
  if (outcome.status === 'infeasible') throw await contradiction(system, { ...options, solver })
  if (outcome.status === 'unbounded') throw new Error('a count within finite bounds cannot be unbounded')
  goal.programmed = true
  const bound = outcome.status === 'optimal' ? outcome.objective : outcome.bound
  // Objectives are whole; a bound of a stopped search is rounded to the side on which it still holds.
  if (sense === 'minimise') goal.lower = Math.max(goal.lower, Math.ceil(bound - 1e-6))
  else goal.upper = Math.min(goal.upper, Math.floor(bound + 1e-6))
  const x = outcome.status === 'optimal' ? outcome.x : outcome.best?.x
  if (x !== undefined && meets(system, x)) for (const other of goals) witness(other, x)
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

function modelOf(system: LinearSystem, box: Box, goal: Goal, sense: 'minimise' | 'maximise'): LinearModel {
  const builder = new ModelBuilder(sense)
  const wanted = new Set(goal.cells)
  for (let c = 0; c < box.lower.length; c++) builder.addInteger(box.lower[c], box.upper[c], wanted.has(c) ? 1 : 0)
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
  const goal: Goal = { cells: [], lower: 0, upper: 0, least: 0, most: 0, programmed: false }
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
