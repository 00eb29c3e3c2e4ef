/**
 * A release of measurements, from the spec to the folder:
 *   read the spec -> ask the ledger -> tabulate -> plan -> reserve -> draw -> commit -> write -> put in place
 * Nothing is read before the ledger agrees, nothing is drawn before the spend is reserved, and the folder appears at the
 * end, whole.
 */
import { basename } from 'node:path'
import { countedSha256, type Database, type OutputFormat, readSpec, tabulate, withDatabase } from '../../data/index.ts'
import {
  levelDocuments,
  type MeasurePlan,
  plannedBudget,
  privacyDocument,
  queryDocuments,
} from '../../measure/index.ts'
import type { Hierarchy } from '../../model/index.ts'
import { type Manifest, sha256Text, stampOf } from '../../release/index.ts'
import { cellStyle } from '../../run/cell-style.ts'
import { type Charged, checkCap } from '../../run/charge.ts'
import { measurementsHash } from '../../run/drawing/draw.ts'
import { drawPlan } from '../../run/drawing/draw-plan.ts'
import { writeMeasurements } from '../../run/drawing/measure-output.ts'
import { personWarnings } from '../../run/drawing/person-warning.ts'
import { datasetOf, ledgerOf, type PreparedRelease, planRelease, prepareRelease } from '../../run/drawing/prepare.ts'
import type { Progress } from '../../run/progress.ts'
import { publish } from '../../run/publish.ts'
import { identify } from '../../run/run-file.ts'
import { RunFolder, stoppedRun } from '../../run/run-folder.ts'
import { type Evaluation, evaluateMeasurements } from './evaluate.ts'
import { measureReport } from './report.ts'

export interface MeasureOptions {
  readonly out: string
  readonly format?: OutputFormat
  /** False: texts that a spreadsheet would run are written as they are. */
  readonly spreadsheetSafe?: boolean
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

export interface MeasureResult {
  readonly out: string
  readonly manifest: Manifest
  readonly evaluation: Evaluation | undefined
  readonly resumed: boolean
}

export async function runMeasure(specPath: string, options: MeasureOptions): Promise<MeasureResult> {
  const release = prepareRelease(await readSpec(specPath))
  if (options.seed === undefined) {
    const stopped = await stoppedRun(options.out)
    const ledger = ledgerOf(release, options.ledgerReason)
    checkCap(ledger, datasetOf(release), plannedBudget(release.file.spec), stopped)
  }
  const identity = await identify('measure', release.file.text, inputFiles(release), options.seed)
  return RunFolder.hold(options.out, identity, (folder) =>
    withDatabase(
      {
        stamp: stampOf(options.seed !== undefined, options.evaluate === true),
        cells: cellStyle(options.spreadsheetSafe, release.file.spec),
      },
      (db) => new MeasureRun(release, options, folder, db).run(),
    ),
  )
}

function inputFiles({ source, geography }: PreparedRelease): readonly string[] {
  const data = source.kind === 'file' ? [source.path] : []
  return geography.kind === 'columns' || geography.regions === undefined ? data : [...data, geography.regions.path]
}

class MeasureRun {
  readonly #release: PreparedRelease
  readonly #options: MeasureOptions
  readonly #folder: RunFolder
  readonly #db: Database

  constructor(release: PreparedRelease, options: MeasureOptions, folder: RunFolder, db: Database) {
    this.#release = release
    this.#options = options
    this.#folder = folder
    this.#db = db
  }

  async run(): Promise<MeasureResult> {
    const { source, schema, geography, file } = this.#release
    const { count } = file.spec.source
    this.#options.progress.phase('Counting the records')
    const { hierarchy, histogram } = await tabulate(this.#db, {
      source,
      schema,
      geography,
      ...(count === undefined ? {} : { count }),
    })
    this.#options.signal.throwIfAborted()
    for (const warning of await personWarnings(this.#db, this.#release)) this.#options.warn?.(warning)
    const data = countedSha256(hierarchy, [histogram])
    await this.#folder.requireSameData(data)
    const plan = planRelease(this.#release, hierarchy)
    const job = { release: this.#release, plan, hierarchy, histogram, data, folder: this.#folder }
    const charged = await drawPlan(job, this.#options)
    const format = this.#options.format ?? file.spec.output.format
    const name = await writeMeasurements(this.#db, this.#folder, plan, hierarchy, format, this.#options.progress)
    const evaluation =
      this.#options.evaluate === true ? await evaluateMeasurements(plan, hierarchy, histogram, this.#folder) : undefined
    const manifest = await this.#publish(plan, hierarchy, name, evaluation, charged)
    return { out: this.#folder.out, manifest, evaluation, resumed: this.#folder.resumed }
  }

  async #publish(
    plan: MeasurePlan,
    hierarchy: Hierarchy,
    data: string,
    evaluation: Evaluation | undefined,
    charged: Charged | undefined,
  ): Promise<Manifest> {
    const { file } = this.#release
    const stamp = stampOf(this.#options.seed !== undefined, evaluation !== undefined)
    const title = file.spec.title ?? basename(file.path)
    const report = measureReport({ title, stamp: stamp ?? undefined, plan, hierarchy, file: data, evaluation })
    const draft = {
      command: 'measure',
      title,
      stamp,
      cells: this.#db.cells,
      spec: { text: file.text, sha256: sha256Text(file.text) },
      privacy: {
        ...privacyDocument(plan),
        ledger: this.#options.seed === undefined ? basename(this.#release.ledgerPath) : null,
        ledgerHead: charged?.head ?? null,
      },
      checks: { measurementsSha256: await measurementsHash(plan, hierarchy, this.#folder) },
      result: { levels: levelDocuments(hierarchy), queries: queryDocuments(plan, hierarchy) },
    } as const
    return publish(this.#folder, draft, report, inputFiles(this.#release), [data], [charged])
  }
}
