/**
 * From measurements to a solved release: what is public, what follows from it, the descent, the standard errors. Everything here
 * is a function of public values, so a release can be solved again from what it published.
 */
import type { Database } from '../../data/index.ts'
import type { MeasurePlan } from '../../measure/index.ts'
import type { Hierarchy } from '../../model/index.ts'
import { Solver } from '../../optimize/index.ts'
import type { Working } from '../../run/context.ts'
import type { RunFolder } from '../../run/run-folder.ts'
import type { SpecFile } from '../../spec/index.ts'
import { deriveWithTried, type ImpliedWithTried, type Knowledge } from '../../topdown/index.ts'
import { type Calibration, calibrate } from './calibrate.ts'
import { type EarlierRelease, earlierFact, readEarlierErrors } from './earlier-release.ts'
import { checkFacts, type FactCheck } from './fact-checks.ts'
import type { LevelSolution } from './level-solution.ts'
import { checkAgreement, readKnowledge } from './public-knowledge.ts'
import { type Released, releasedTables } from './released.ts'
import type { SolvePlan } from './solve-plan.ts'
import { solveRelease } from './solve-release.ts'
import type { SolveRequest } from './solve-request.ts'
import type { StoredMeasurements } from './stored-measurements.ts'
import { allCells, type Table } from './tables.ts'

/** What is solved, and where. */
export interface MeasuredRelease {
  readonly db: Database
  readonly file: SpecFile
  readonly tables: readonly Table[]
  readonly hierarchy: Hierarchy
  readonly plans: readonly MeasurePlan[]
  readonly solve: SolvePlan
  readonly stores: readonly StoredMeasurements[]
  readonly earlier: EarlierRelease | undefined
  readonly folder: RunFolder
  readonly working: Working
}

/** What a release is made of once it is solved. */
export interface SolvedRelease {
  readonly file: SpecFile
  readonly tables: readonly Table[]
  readonly hierarchy: Hierarchy
  readonly plans: readonly MeasurePlan[]
  readonly solve: SolvePlan
  readonly knowledge: Knowledge
  readonly implied: ImpliedWithTried
  readonly levels: readonly LevelSolution[]
  readonly released: readonly Released[]
  readonly checks: readonly FactCheck[]
  readonly calibration: Calibration
  readonly earlier: EarlierRelease | undefined
}

/**
 * What is public, the exact counts among it, which must be stored already. Facts that contradict each other are refused here,
 * before anything is spent.
 */
export async function publicKnowledge(measured: MeasuredRelease): Promise<Knowledge> {
  const { db, file, tables, hierarchy, plans, stores } = measured
  const exact = new Map<string, Float64Array>()
  for (const [t, plan] of plans.entries()) {
    for (const [m, { noise, level, query }] of plan.measurements.entries()) {
      if (noise !== 'exact') continue
      const nodes = hierarchy.levels[level].regions.length
      exact.set(`${t} ${level} ${query.name}`, await stores[t].read(m, 0, nodes))
    }
  }
  const earlier = measured.earlier && (await earlierFact(measured.earlier, hierarchy, db, tables[0], allCells(tables)))
  const knowledge = await readKnowledge({
    db,
    file,
    tables,
    hierarchy,
    plans,
    published: (table, level, query) => exact.get(`${tables.indexOf(table)} ${level} ${query.name}`),
    ...(earlier && { earlier }),
  })
  await checkAgreement(hierarchy, knowledge, new Solver())
  return knowledge
}

/** Solves all levels and calibrates the errors. The request is what other ways of solving start from. */
export async function solveMeasured(
  measured: MeasuredRelease,
  knowledge: Knowledge,
): Promise<{ readonly request: SolveRequest; readonly solved: SolvedRelease }> {
  const { db, file, tables, hierarchy, plans, solve, stores, earlier, folder, working } = measured
  working.progress.phase({ id: 'facts' })
  const implied = deriveWithTried(hierarchy, knowledge)
  const request = { hierarchy, plans, stores, solve, knowledge, implied, folder, working }
  const levels = await solveRelease(request)
  const place = { folder, held: working.held }
  const released = await releasedTables(place, '', tables, hierarchy, levels)
  const inherited = earlier && (await readEarlierErrors(earlier, hierarchy, db))
  const calibration = await calibrate(request, tables, released, inherited)
  const checks = await checkFacts(hierarchy, knowledge, levels[levels.length - 1].counts)
  const found = { levels, released, checks, calibration }
  return { request, solved: { file, tables, hierarchy, plans, solve, knowledge, implied, earlier, ...found } }
}
