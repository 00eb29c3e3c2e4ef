/**
 * How wrong this release really is, by doing it again: data that could lie behind it are taken for the truth (see
 * plausible-truth.ts), new noise is drawn for them, and the whole descent is repeated. Non-negativity, public facts and rounding move the error away from what
 * the noise alone says; the ratio of the two, by level, query and size of count, corrects the standard errors. Everything
 * it uses is public, and its noise follows from the release itself, so it costs nothing and can be repeated.
 */

import { exactAnswers } from '../../measure/index.ts'
import {
  compileQuery,
  countParts,
  DETAILED,
  type PlaceCounts,
  type Query,
  type SparseHistogram,
  TOTAL,
  wholeCounts,
} from '../../model/index.ts'
import { confidential } from '../../privacy/index.ts'
import { sha256Text } from '../../release/index.ts'
import { drawMeasurements, measurementsHash } from '../../run/drawing/draw.ts'
import { schedulerFor } from '../../run/drawing/draw-plan.ts'
import { within } from '../../run/events.ts'
import { binOf, type CalibrationLine, CalibrationSums, ENOUGH_ANSWERS } from './calibration-sums.ts'
import { type EarlierErrors, type InheritedErrors, inheritedErrors } from './earlier-errors.ts'
import { chancesOfEmpty, type LevelChances } from './emptied-places.ts'
import { fixedAnswers } from './fixed-answers.ts'
import { keepParts } from './kept-counts.ts'
import type { LevelSolution } from './level-solution.ts'
import { plausibleTruth } from './plausible-truth.ts'
import { answersAt, leavesOf, levelsAbove, type Released, releasedTables } from './released.ts'
import { queryName } from './solve-plan.ts'
import { solveRelease } from './solve-release.ts'
import type { SolveRequest } from './solve-request.ts'
import { StoredMeasurements } from './stored-measurements.ts'
import type { Table } from './tables.ts'
import { simulateTop, topSimulationsOf } from './top-simulations.ts'
import { type Propagated, propagatedErrors } from './uncertainty.ts'

export interface Calibration {
  readonly simulations: number
  /** The upper levels that were simulated alone as well, and how often. */
  readonly top?: { readonly levels: readonly string[]; readonly times: number }
  readonly lines: readonly CalibrationLine[]
  /** By simulation and table, as many as are published. */
  readonly replicates: readonly (readonly Replicate[])[]
  /** The standard error of a released answer. */
  readonly errorOf: (table: number, level: number, node: number, query: Query, answer: number, count: number) => number
}

/** A simulated release and what was taken for the truth behind it, at the leaves. */
export interface Replicate {
  readonly released: PlaceCounts
  readonly truth: PlaceCounts
}

/**
 * Where that is cheap the release is simulated more often than asked for, so that a place or two at the top have enough
 * answers too. What a simulation costs is reckoned in cells, a place costing as much as so many beside its own, and not
 * in time, or the errors would differ from machine to machine.
 */
const CHEAP_CELLS = 400_000
const CELLS_OF_A_PLACE = 100

export function simulationsOf({ solve, hierarchy }: Pick<SolveRequest, 'solve' | 'hierarchy'>): number {
  if (solve.simulations === 0) return solve.replicates
  const places = hierarchy.levels.reduce((sum, { regions }) => sum + regions.length, 0)
  const cheap = Math.floor(CHEAP_CELLS / (places * (solve.cells + CELLS_OF_A_PLACE)))
  return Math.max(solve.simulations, solve.replicates, Math.min(ENOUGH_ANSWERS, cheap))
}

/** `earlier`: the errors of the release that this one extends. */
export async function calibrate(
  request: SolveRequest,
  tables: readonly Table[],
  released: readonly Released[],
  earlier?: EarlierErrors,
): Promise<Calibration> {
  const { hierarchy, solve } = request
  // What an earlier release had decided is asked for place by place while tables are written: an extension holds its own counts.
  const extended = earlier === undefined ? [] : await Promise.all(released[0].levels.map(wholeCounts))
  const sources = tables.map((table, t): ErrorSource => {
    if (t > 0 || earlier === undefined) return { propagated: propagatedErrors(hierarchy, solve, t, table) }
    const possible = (cell: number): boolean => request.implied.classOf[table.first + cell] >= 0
    const propagated = propagatedErrors(hierarchy, solve, t, table, earlier.query)
    return { propagated, inherited: atPlace(inheritedErrors(earlier, possible), extended) }
  })
  const reachable = tables.map(({ first }) => reachableAnswers((cell) => request.implied.classOf[first + cell] >= 0))
  const sums = new CalibrationSums()
  const simulations = simulationsOf(request)
  const top = topSimulationsOf(request, simulations)
  const parts = sources.map((source, t) => ({ ...source, reachable: reachable[t] }))
  const chances: LevelChances[] = []
  for (const own of simulations > 0 ? released : []) chances.push(await chancesOfEmpty(request, own))
  const replicates: (readonly Replicate[])[] = []
  const place = { folder: request.folder, held: request.working.held }
  for (let run = 0; run < simulations; run++) {
    const prefix = `simulated-${run}-`
    const truth: PlaceCounts[] = []
    for (const [t, own] of released.entries()) truth.push(await plausible(request, own, run, chances[t]))
    const solved = await simulate(request, tables, truth, run, simulations)
    const again = await releasedTables(place, prefix, tables, hierarchy, solved)
    const taken: Released[] = []
    for (const [t, table] of tables.entries()) {
      const levels = await levelsAbove(place, `${prefix}truth-${table.name}`, truth[t], hierarchy)
      taken.push({ table, levels })
      await compare(request, t, taken[t], again[t], parts[t], sums)
    }
    if (run === 0 && top !== undefined) {
      const seed = await topSeed(request, tables)
      for await (const simulated of simulateTop(request, tables, taken, top, seed)) {
        for (const t of tables.keys()) await compare(request, t, taken[t], simulated[t], parts[t], sums)
      }
    }
    if (run < solve.replicates)
      replicates.push(tables.map((_, t) => ({ released: leavesOf(again[t]), truth: truth[t] })))
  }
  const { levels } = hierarchy
  const fixed = tables.map((table) => fixedAnswers(request.implied, table))
  const exact = tables.map(({ name }, t) => exactAnswers(request.plans[t].joint, name))
  return {
    simulations,
    ...(top && { top: { levels: levels.slice(0, top.through + 1).map(({ name }) => name), times: top.times } }),
    lines: sums.lines(),
    replicates,
    errorOf: (t, level, node, query, answer, count) => {
      if (exact[t](level, node, query, answer) || (count === 0 && !reachable[t](query, answer))) return 0
      const { propagated, inherited } = sources[t]
      const [name, asked, bin] = [levels[level].name, queryName(tables[t], query.name), binOf(count)]
      const expected = propagated.of(level, node, query, answer)
      const own = expected * sums.factor(name, asked, bin)
      if (inherited !== undefined) {
        const least = expected > 0 ? sums.leastError(name, asked, bin, expected) : 0
        return Math.hypot(Math.max(own, least), inherited.released(level, node, query)[answer])
      }
      const least = sums.leastError(name, asked, bin, expected)
      return own >= least || !fixed[t](level, node, query, answer) ? Math.max(own, least) : 0
    },
  }
}

/** Whether an answer counts a cell that somebody can be in: any other is 0 for certain. */
type Reachable = (query: Query, answer: number) => boolean

function reachableAnswers(possible: (cell: number) => boolean): Reachable {
  const known = new Map<Query, Uint8Array>()
  return (query, answer) => {
    let reached = known.get(query)
    if (reached === undefined) {
      reached = new Uint8Array(query.answers)
      for (const [cell, own] of query.answerOf.entries()) if (own >= 0 && possible(cell)) reached[own] = 1
      known.set(query, reached)
    }
    return reached[answer] === 1
  }
}

/** Where the error of a table comes from: its own measurements, and the release that it extends. */
interface ErrorSource {
  readonly propagated: Propagated
  readonly inherited?: InheritedAtPlace
}

interface InheritedAtPlace {
  readonly of: InheritedErrors
  /** Of the released answers. */
  readonly released: (level: number, node: number, query: Query) => Float64Array
}

/** Keeps the errors of one place and query, for they are asked for one answer after the other. */
function atPlace(of: InheritedErrors, levels: readonly SparseHistogram[]): InheritedAtPlace {
  let last = ''
  let errors: Float64Array = new Float64Array()
  const released = (level: number, node: number, query: Query): Float64Array => {
    const place = `${level} ${node} ${query.name}`
    if (place !== last) errors = of(level, node, query, answersAt(levels[level], node, query))
    last = place
    return errors
  }
  return { of, released }
}

/** The queries whose answers are released with a standard error at a level: the total, the workload, and every cell. */
export function releasedQueries(
  { plans }: Pick<SolveRequest, 'plans'>,
  table: Table,
  t: number,
  level: number,
): readonly Query[] {
  const asked = plans[t].measurements.filter((m) => m.level === level).map(({ query }) => query)
  const own = [compileQuery(table.schema, TOTAL), ...asked, compileQuery(table.schema, DETAILED)]
  return own.filter((query, i) => own.findIndex((other) => other.name === query.name) === i)
}

/** Whether two queries count the same people in the same answers. */
export function sameQuery(a: Query, b: Query): boolean {
  return a.answers === b.answers && a.answerOf.every((answer, cell) => answer === b.answerOf[cell])
}

function plausible(
  { hierarchy, implied, folder, working: { held } }: SolveRequest,
  { table: { name, first, cells }, levels }: Released,
  run: number,
  chances: LevelChances,
): Promise<PlaceCounts> {
  const classOf = implied.classOf.subarray(first, first + cells)
  const parts = plausibleTruth(levels, hierarchy, classOf, `truth ${run} ${name}`, chances)
  return keepParts({ folder, held }, `truth-${run}-${name}`, cells, parts)
}

async function simulate(
  request: SolveRequest,
  tables: readonly Table[],
  truth: readonly PlaceCounts[],
  run: number,
  simulations: number,
): Promise<readonly LevelSolution[]> {
  const { hierarchy, plans, folder } = request
  const repetition = { id: 'simulation', nth: run + 1, of: simulations } as const
  const working = { ...request.working, progress: within(request.working.progress, repetition) }
  const stores: StoredMeasurements[] = []
  for (const [t, plan] of plans.entries()) {
    const prefix = `simulated-${run}-${tables[t].name}`
    const names = { prefix, simulated: true }
    const scheduler = schedulerFor(plan, working)
    const seed = sha256Text(
      `${prefix} ${await measurementsHash(plan, hierarchy, folder, { prefix: tables[t].name })}`,
    ).slice(0, 32)
    try {
      const counts = confidential(truth[t])
      const { progress, signal } = working
      const source = { kind: 'seed', seed } as const
      await drawMeasurements({ plan, hierarchy, counts, folder, scheduler, names, source, progress, signal })
    } finally {
      await scheduler.close()
    }
    stores.push(new StoredMeasurements(plan, hierarchy, folder, names))
  }
  return solveRelease({ ...request, working, stores }, `simulated-${run}-`)
}

/** The noise of the simulated top follows from what was measured. */
async function topSeed({ plans, hierarchy, folder }: SolveRequest, tables: readonly Table[]): Promise<string> {
  const hashes: string[] = []
  for (const [t, plan] of plans.entries())
    hashes.push(await measurementsHash(plan, hierarchy, folder, { prefix: tables[t].name }))
  return sha256Text(`top ${hashes.join(' ')}`).slice(0, 16)
}

/** As many levels as were simulated. */
async function compare(
  request: SolveRequest,
  t: number,
  before: Released,
  after: Released,
  { propagated, inherited, reachable }: ErrorSource & { readonly reachable: Reachable },
  sums: CalibrationSums,
): Promise<void> {
  const { table } = before
  for (const level of after.levels.keys()) {
    const { name } = request.hierarchy.levels[level]
    const queries = releasedQueries(request, table, t, level)
    for await (const { from, histogram: simulated } of countParts(after.levels[level])) {
      const places = simulated.start.length - 1
      const truth = await before.levels[level].read(from, from + places)
      for (const query of queries) {
        const bins = sums.binsOf(name, queryName(table, query.name))
        for (let i = 0; i < places; i++) {
          const was = answersAt(truth, i, query)
          const now = answersAt(simulated, i, query)
          const own = propagated.all(level, from + i, query)
          const earlier = inherited?.of(level, from + i, query, now)
          const seen = new Set<number>()
          for (let a = 0; a < now.length; a++) {
            if (!reachable(query, a)) continue // 0 in every simulation, which tells nothing of other zeros
            const bin = binOf(now[a])
            const sum = bins[bin]
            sum.n++
            if (!seen.has(bin)) sum.places++
            seen.add(bin)
            sum.error += (now[a] - was[a]) ** 2
            sum.own += own[a] ** 2
            sum.earlier += (earlier?.[a] || 0) ** 2
          }
        }
      }
    }
  }
}
