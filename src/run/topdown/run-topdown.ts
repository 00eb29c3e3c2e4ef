/**
 * A top-down release, from the spec to the folder:
 *   read the spec -> ask the ledger -> tabulate -> publish what is exact -> check that the public facts agree -> reserve ->
 *   draw -> commit -> solve, level by level -> check -> write -> put in place
 * Up to the drawing it is a release of measurements; from there on everything is a function of public values.
 */
import { basename } from 'node:path'
import { countedSha256, type Database, type OutputFormat, withDatabase } from '../../data/index.ts'
import type { Hierarchy } from '../../model/index.ts'
import { Solver } from '../../optimize/index.ts'
import { fingerprint, isNotPrivate, type Manifest, type Stamp, sha256Text, stampOf } from '../../release/index.ts'
import { badInput } from '../../request-error.ts'
import { deriveWithTried, type ImpliedWithTried, type Knowledge } from '../../topdown/index.ts'
import { cellStyle } from '../cell-style.ts'
import { checkCap, openLedger } from '../charge.ts'
import { chargeOf, drawExact, drawPlan } from '../measure/draw-plan.ts'
import { type MeasurePlan, plannedBudget } from '../measure/measure-plan.ts'
import type { Progress } from '../progress.ts'
import { RunFolder, type RunIdentity, stoppedRun } from '../run-folder.ts'
import { readSpec, type SpecFile } from '../spec/read-spec.ts'
import { type Calibration, calibrate } from './calibrate.ts'
import type { EarlierErrors } from './earlier-errors.ts'
import { type EarlierRelease, earlierFact, readEarlier, readEarlierErrors } from './earlier-release.ts'
import { evaluateTopdown, readAreas, type TopdownEvaluation } from './evaluate-topdown.ts'
import { checkFacts, type FactCheck } from './fact-checks.ts'
import { inputFiles } from './input-files.ts'
import type { LevelSolution } from './level-solution.ts'
import { solveOtherWay } from './other-way.ts'
import { checkAgreement, readKnowledge } from './public-knowledge.ts'
import { publishTopdown } from './publish-topdown.ts'
import { type Released, releasedTables } from './released.ts'
import { type SolveRequest, solveRelease } from './solve-release.ts'
import { StoredMeasurements } from './stored-measurements.ts'
import { allCells, planTable, type Table, tablesOf } from './tables.ts'
import { type TabulatedTables, tabulateTables } from './tabulate-tables.ts'
import { planSolve, type SolvePlan } from './topdown-plan.ts'

export interface TopdownOptions {
  readonly out: string
  readonly format?: OutputFormat
  /** False: texts that a spreadsheet would run are written as they are. */
  readonly spreadsheetSafe?: boolean
  /** The folder of an earlier release that this one adds attributes to. */
  readonly extend?: string
  /** For simulation: every draw follows from it, and the release is stamped NOT PRIVATE. The ledger is not charged. */
  readonly seed?: string
  /** Compare with the truth; the release is stamped CONFIDENTIAL. */
  readonly evaluate?: boolean
  readonly threads?: number
  readonly progress: Progress
  readonly signal: AbortSignal
}

export interface TopdownResult {
  readonly out: string
  readonly manifest: Manifest
  readonly evaluation: TopdownEvaluation | undefined
  readonly resumed: boolean
}

export async function runTopdown(specPath: string, options: TopdownOptions): Promise<TopdownResult> {
  const file = await readSpec(specPath)
  const tables = tablesOf(file)
  if (options.seed === undefined) {
    const stopped = await stoppedRun(options.out)
    for (const { release, spec } of tables) checkCap(release.ledgerPath, plannedBudget(spec), stopped)
  }
  const earlier = options.extend === undefined ? undefined : await readEarlier(options.extend, tables[0])
  if (earlier !== undefined && (tables.length > 1 || earlier.manifest.privacy.units !== undefined)) {
    throw badInput(
      `--extend ${options.extend}: an extension adds attributes to people, and cannot keep units as they were released. Leave the units out of both.`,
    )
  }
  return RunFolder.hold(options.out, await identity(file, tables, earlier, options), (folder) =>
    withDatabase(
      { stamp: topdownStamp(earlier, options), cells: cellStyle(options.spreadsheetSafe, file.spec) },
      (db) => new TopdownRun(file, tables, earlier, options, folder, db).run(),
    ),
  )
}

async function identity(
  file: SpecFile,
  tables: readonly Table[],
  earlier: EarlierRelease | undefined,
  { seed }: TopdownOptions,
): Promise<RunIdentity> {
  const inputs = await Promise.all(
    inputFiles(file, tables).map(async (path) => ({ name: basename(path), sha256: (await fingerprint(path)).sha256 })),
  )
  const parts = ['topdown', ...(seed === undefined ? [] : [`--seed ${seed}`])]
  if (earlier !== undefined) parts.push(`--extend ${earlier.manifest.runId}`)
  return { command: parts.join(' '), specSha256: sha256Text(file.text), inputs }
}

/** What extends a simulation gives its margins away as that did. */
export function topdownStamp(
  earlier: EarlierRelease | undefined,
  { seed, evaluate }: Pick<TopdownOptions, 'seed' | 'evaluate'>,
): Stamp | null {
  return stampOf(seed !== undefined || isNotPrivate(earlier?.manifest.stamp ?? null), evaluate === true)
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

class TopdownRun {
  readonly #file: SpecFile
  readonly #tables: readonly Table[]
  readonly #earlier: EarlierRelease | undefined
  readonly #options: TopdownOptions
  readonly #folder: RunFolder
  readonly #db: Database

  constructor(
    file: SpecFile,
    tables: readonly Table[],
    earlier: EarlierRelease | undefined,
    options: TopdownOptions,
    folder: RunFolder,
    db: Database,
  ) {
    this.#file = file
    this.#tables = tables
    this.#earlier = earlier
    this.#options = options
    this.#folder = folder
    this.#db = db
  }

  async run(): Promise<TopdownResult> {
    const { progress, signal, evaluate } = this.#options
    progress.phase('Counting the records')
    const counted = await tabulateTables(this.#db, this.#tables)
    signal.throwIfAborted()
    const { hierarchy } = counted
    await this.#folder.requireSameData(countedSha256(hierarchy, counted.histograms))
    const plans = this.#tables.map((table) => planTable(table, hierarchy, counted.regionsFromData))
    const solve = planSolve(this.#file, this.#tables, plans, hierarchy)
    const stores = plans.map((plan, t) => new StoredMeasurements(plan, hierarchy, this.#folder, this.#tables[t].name))
    const knowledge = await this.#publicKnowledge(counted, plans, stores)
    const areas = evaluate === true ? await readAreas(this.#db, this.#file, hierarchy) : []
    await this.#draw(counted, plans)
    progress.phase('Deriving what the public facts imply')
    const implied = deriveWithTried(hierarchy, knowledge)
    const request = { hierarchy, plans, stores, solve, implied, folder: this.#folder, options: this.#options }
    const solved = await this.#solve(request, knowledge)
    const evaluation =
      evaluate === true
        ? evaluateTopdown(solved, counted, areas, await solveOtherWay(request, this.#tables))
        : undefined
    const manifest = await publishTopdown(this.#db, this.#folder, solved, evaluation, this.#options)
    return { out: this.#folder.out, manifest, evaluation, resumed: this.#folder.resumed }
  }

  /** What is public, the exact counts among it; facts that contradict each other stop the run here, with nothing spent. */
  async #publicKnowledge(
    counted: TabulatedTables,
    plans: readonly MeasurePlan[],
    stores: readonly StoredMeasurements[],
  ): Promise<Knowledge> {
    const { hierarchy } = counted
    for (const [t, table] of this.#tables.entries()) {
      await drawExact(this.#job(counted, plans, t, table), this.#drawing(table))
    }
    const exact = new Map<string, Float64Array>()
    for (const [t, plan] of plans.entries()) {
      for (const [m, { noise, level, query }] of plan.measurements.entries()) {
        if (noise !== 'exact') continue
        const nodes = hierarchy.levels[level].regions.length
        exact.set(`${t} ${level} ${query.name}`, await stores[t].read(m, 0, nodes))
      }
    }
    const [people] = this.#tables
    const earlier =
      this.#earlier && (await earlierFact(this.#earlier, hierarchy, this.#db, people, allCells(this.#tables)))
    const knowledge = await readKnowledge({
      db: this.#db,
      file: this.#file,
      tables: this.#tables,
      hierarchy,
      plans,
      published: (table, level, query) => exact.get(`${this.#tables.indexOf(table)} ${level} ${query.name}`),
      ...(earlier && { earlier }),
    })
    await checkAgreement(hierarchy, knowledge, new Solver())
    return knowledge
  }

  #job(counted: TabulatedTables, plans: readonly MeasurePlan[], t: number, { release, name }: Table) {
    const { hierarchy, histograms } = counted
    return { release, plan: plans[t], hierarchy, histogram: histograms[t], folder: this.#folder, prefix: name }
  }

  /** A seed draws other noise for every table. */
  #drawing({ name }: Table): TopdownOptions {
    const { seed } = this.#options
    return seed === undefined || name === 'people' ? this.#options : { ...this.#options, seed: `${seed} ${name}` }
  }

  async #draw(counted: TabulatedTables, plans: readonly MeasurePlan[]): Promise<void> {
    const jobs = this.#tables.map((table, t) => this.#job(counted, plans, t, table))
    for (const job of jobs) await openLedger(this.#folder, chargeOf(job, this.#options))
    for (const [t, table] of this.#tables.entries()) await drawPlan(jobs[t], this.#drawing(table))
  }

  async #earlierErrors(hierarchy: Hierarchy): Promise<EarlierErrors | undefined> {
    return this.#earlier && readEarlierErrors(this.#earlier, hierarchy, this.#db)
  }

  async #solve(request: SolveRequest, knowledge: Knowledge): Promise<SolvedRelease> {
    const { hierarchy, plans, solve, implied } = request
    const levels = await solveRelease(request)
    const released = releasedTables(this.#tables, hierarchy, levels)
    return {
      file: this.#file,
      tables: this.#tables,
      hierarchy,
      plans,
      solve,
      knowledge,
      implied,
      levels,
      released,
      checks: checkFacts(hierarchy, knowledge, levels),
      calibration: await calibrate(request, this.#tables, released, await this.#earlierErrors(hierarchy)),
      earlier: this.#earlier,
    }
  }
}
