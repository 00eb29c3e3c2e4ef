/**
 * A top-down release, from the spec to the folder:
 *   read the spec -> ask the ledger -> tabulate -> publish what is exact -> check that the public facts agree -> reserve ->
 *   draw -> commit -> solve, level by level -> check -> write -> put in place
 * Up to the drawing it is a release of measurements; from there on everything is a function of public values.
 */
import { countedSha256, type Database, type OutputFormat, readSpec, withDatabase } from '../../data/index.ts'
import { plannedBudget } from '../../measure/index.ts'
import type { Manifest } from '../../release/index.ts'
import { badInput } from '../../request-error.ts'
import { cellStyle } from '../../run/cell-style.ts'
import { type Charged, checkCap, openLedger } from '../../run/charge.ts'
import { chargeOf, type DrawJob, drawExact, drawPlan } from '../../run/drawing/draw-plan.ts'
import { personWarnings } from '../../run/drawing/person-warning.ts'
import { datasetOf, ledgerOf } from '../../run/drawing/prepare.ts'
import type { Progress } from '../../run/progress.ts'
import { identify } from '../../run/run-file.ts'
import { RunFolder, stoppedRun } from '../../run/run-folder.ts'
import type { SpecFile } from '../../spec/index.ts'
import { type EarlierRelease, readEarlier } from './earlier-release.ts'
import { evaluateTopdown, readAreas, type TopdownEvaluation } from './evaluate.ts'
import { inputFiles } from './input-files.ts'
import { solveOtherWay } from './other-way.ts'
import { publishTopdown } from './publish.ts'
import { type MeasuredRelease, publicKnowledge, solveMeasured } from './solve-measured.ts'
import { planSolve } from './solve-plan.ts'
import { topdownStamp } from './stamp.ts'
import { StoredMeasurements } from './stored-measurements.ts'
import { planTables, type Table, tablesOf } from './tables.ts'
import { type TabulatedTables, tabulateTables } from './tabulate-tables.ts'

export interface TopdownOptions {
  readonly out: string
  readonly format?: OutputFormat
  /** False: texts that a spreadsheet would run are written as they are. */
  readonly spreadsheetSafe?: boolean
  /** The folder of an earlier release that this one adds attributes to. */
  readonly extend?: string
  /** For simulation: every draw follows from it, and the release is stamped NOT PRIVATE. The ledger is not charged. */
  readonly seed?: string
  /** Why the data get a second ledger; see `openBound`. */
  readonly ledgerReason?: string
  /** Compare with the truth; the release is stamped CONFIDENTIAL. */
  readonly evaluate?: boolean
  readonly threads?: number
  readonly progress: Progress
  /** Told to whoever runs it, and written nowhere: it may depend on the data. */
  readonly warn?: (text: string) => void
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
    for (const { release, spec } of tables)
      checkCap(ledgerOf(release, options.ledgerReason), datasetOf(release), plannedBudget(spec), stopped)
  }
  const earlier = options.extend === undefined ? undefined : await readEarlier(options.extend, tables[0])
  if (earlier !== undefined && (tables.length > 1 || earlier.manifest.privacy.units !== undefined)) {
    throw badInput(
      `--extend ${options.extend}: an extension adds attributes to people, and cannot keep units as they were released. Leave the units out of both.`,
    )
  }
  const command = earlier === undefined ? 'topdown' : `topdown --extend ${earlier.manifest.runId}`
  const identity = await identify(command, file.text, inputFiles(file, tables), options.seed)
  return RunFolder.hold(options.out, identity, (folder) =>
    withDatabase(
      { stamp: topdownStamp(earlier, options), cells: cellStyle(options.spreadsheetSafe, file.spec) },
      (db) => new TopdownRun(file, tables, earlier, options, folder, db).run(),
    ),
  )
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
    for (const warning of await personWarnings(this.#db, this.#tables[0].release)) this.#options.warn?.(warning)
    const { hierarchy } = counted
    const data = countedSha256(hierarchy, counted.histograms)
    await this.#folder.requireSameData(data)
    const measured = this.#measured(counted)
    const jobs = this.#tables.map(({ release, name }, t) => {
      const histogram = counted.histograms[t]
      return { release, plan: measured.plans[t], hierarchy, histogram, data, folder: this.#folder, prefix: name }
    })
    for (const [t, table] of this.#tables.entries()) await drawExact(jobs[t], this.#drawing(table))
    const knowledge = await publicKnowledge(measured)
    const areas = evaluate === true ? await readAreas(this.#db, this.#file, hierarchy) : []
    const charges = await this.#draw(jobs)
    const { request, solved } = await solveMeasured(measured, knowledge)
    const evaluation =
      evaluate === true
        ? evaluateTopdown(solved, counted, areas, await solveOtherWay(request, this.#tables))
        : undefined
    const manifest = await publishTopdown(this.#db, this.#folder, solved, evaluation, this.#options, charges)
    return { out: this.#folder.out, manifest, evaluation, resumed: this.#folder.resumed }
  }

  #measured({ hierarchy, regionsFromData }: TabulatedTables): MeasuredRelease {
    const plans = planTables(this.#tables, hierarchy, regionsFromData, this.#earlier?.exact)
    return {
      db: this.#db,
      file: this.#file,
      tables: this.#tables,
      hierarchy,
      plans,
      solve: planSolve(this.#file, this.#tables, plans, hierarchy),
      stores: plans.map((plan, t) => {
        return new StoredMeasurements(plan, hierarchy, this.#folder, { prefix: this.#tables[t].name })
      }),
      earlier: this.#earlier,
      folder: this.#folder,
      options: this.#options,
    }
  }

  /** A seed draws other noise for every table. */
  #drawing({ name }: Table): TopdownOptions {
    const { seed } = this.#options
    return seed === undefined || name === 'people' ? this.#options : { ...this.#options, seed: `${seed} ${name}` }
  }

  async #draw(jobs: readonly DrawJob[]): Promise<readonly (Charged | undefined)[]> {
    for (const job of jobs) await openLedger(this.#folder, chargeOf(job, this.#options))
    const charges: (Charged | undefined)[] = []
    for (const [t, table] of this.#tables.entries()) charges.push(await drawPlan(jobs[t], this.#drawing(table)))
    return charges
  }
}
