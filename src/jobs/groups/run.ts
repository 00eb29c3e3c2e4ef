/** A release of group sizes: count, plan, reserve, draw, store, commit, solve, check, write. */
import { basename } from 'node:path'
import {
  confidentialSha256,
  countGroupSizes,
  type Database,
  type GroupSizes,
  type OutputFormat,
  truthForEvaluation,
  withDatabase,
} from '../../data/index.ts'
import {
  errorsByLevel,
  type GroupMeasurements,
  type GroupPlan,
  type GroupRelease,
  groupsAtTop,
  groupsByRegion,
  measureGroups,
  tableFromLeaves,
} from '../../groups/index.ts'
import { type Manifest, type Stamp, sha256Text, stampOf } from '../../release/index.ts'
import { cellStyle } from '../../run/cell-style.ts'
import { type Charge, type Charged, chargeAndDraw, checkCap, type LedgerChoice } from '../../run/charge.ts'
import { entropyOf, type NoiseSource } from '../../run/noise-source.ts'
import { onThread, type ThreadOptions } from '../../run/on-thread.ts'
import { publish } from '../../run/publish.ts'
import { identify } from '../../run/run-file.ts'
import { RunFolder, stoppedRun } from '../../run/run-folder.ts'
import { unpack } from '../../run/thread-answer.ts'
import { budgetEvent, type GroupsJob } from './job.ts'
import { writeGroups } from './output.ts'
import { countRequest, planCounted } from './plan.ts'
import { type GroupsEvaluation, groupsReport } from './report.ts'
import { groupsPrivacy, UNIT } from './statement.ts'
import {
  groupPlanSha256,
  hasMeasurements,
  loadMeasurements,
  measurementsSha256,
  storeMeasurements,
} from './stored-measurements.ts'
import { type SolvedGroups, solve } from './worker.ts'

export interface GroupsOptions extends ThreadOptions {
  readonly out: string
  /** That of the spec, or CSV, unless given. */
  readonly format?: OutputFormat
  /** False: texts that a spreadsheet would run are written as they are. */
  readonly spreadsheetSafe?: boolean
  readonly seed?: string
  /** Why the data get a second ledger; see `openBound`. */
  readonly ledgerReason?: string
  readonly evaluate?: boolean
}

export interface GroupsResult {
  readonly out: string
  readonly manifest: Manifest
  readonly plan: GroupPlan
  readonly levels: readonly {
    readonly name: string
    readonly regions: number
    readonly groups: number
    /** The root of the mean square of the standard errors of its counts. */
    readonly standardError: number
    readonly l1Error?: number
    readonly earthMover?: number
  }[]
  readonly checks: GroupRelease['checks']
  readonly warnings: readonly string[]
  readonly resumed: boolean
}

/** Fewer cells than this are solved where they are: a thread would take longer to start. */
const WORTH_A_THREAD = 50_000

export async function runGroups(job: GroupsJob, options: GroupsOptions): Promise<GroupsResult> {
  if (options.seed === undefined) {
    const stopped = await stoppedRun(options.out)
    checkCap(ledgerOf(job, options), basename(job.path), budgetEvent(job.budget), stopped)
  }
  const identity = await identify('groups', job.request, inputFiles(job), options.seed)
  return RunFolder.hold(options.out, identity, (folder) =>
    withDatabase(
      { stamp: groupsStamp(job, options), cells: cellStyle(options.spreadsheetSafe !== false && job.spreadsheetSafe) },
      (db) => release(db, folder, job, options),
    ),
  )
}

function ledgerOf({ ledgerPath, path }: GroupsJob, { ledgerReason }: GroupsOptions): LedgerChoice {
  return { path: ledgerPath, data: { kind: 'file', path }, reason: ledgerReason }
}

function groupsStamp({ asPublished }: GroupsJob, { seed, evaluate }: GroupsOptions): Stamp | null {
  return stampOf(seed !== undefined || asPublished, evaluate === true)
}

function inputFiles({ path, tree }: GroupsJob): readonly string[] {
  return tree === undefined ? [path] : [path, tree.path]
}

async function release(db: Database, folder: RunFolder, job: GroupsJob, options: GroupsOptions): Promise<GroupsResult> {
  const { progress, signal, seed } = options
  progress.phase('Counting the groups')
  const counted = await countGroupSizes(db, countRequest(job))
  signal.throwIfAborted()
  const frame = { hierarchy: counted.hierarchy, sizes: counted.sizes }
  const plan = planCounted(job, counted)
  const charge: Charge = {
    ledger: ledgerOf(job, options),
    dataset: basename(job.path),
    unit: UNIT,
    cost: plan.cost,
    purpose: job.title,
    specHash: sha256Text(job.request),
    seed,
  }
  const draw = async (source: NoiseSource): Promise<void> => {
    if (await hasMeasurements(folder, plan)) return
    progress.phase('Measuring')
    await storeMeasurements(folder, plan, measureGroups(frame, counted.leaves, plan, entropyOf(source)))
  }
  const charged = await chargeAndDraw(folder, charge, {
    name: 'groups',
    plan: groupPlanSha256(plan),
    data: confidentialSha256(counted.leaves),
    draw,
    fingerprint: () => measurementsSha256(folder, plan),
  })
  const measurements = await loadMeasurements(folder, frame, plan, seed !== undefined)
  const cells = measurements.values.reduce((sum, level) => sum + level.length, 0)
  const task = { measurements, plan, rounding: job.rounding }
  const module = new URL('./worker.mjs', import.meta.url)
  const solved =
    cells < WORTH_A_THREAD
      ? unpack(await solve(task))
      : await onThread<SolvedGroups>(module, 'solve', 'Solving', () => task, options)
  signal.throwIfAborted()
  return publishGroups(db, folder, job, options, { counted, plan, ...solved, measurements, charged })
}

interface Solved extends SolvedGroups {
  readonly counted: GroupSizes
  readonly plan: GroupPlan
  readonly measurements: GroupMeasurements
  readonly charged: Charged | undefined
}

async function publishGroups(
  db: Database,
  folder: RunFolder,
  job: GroupsJob,
  options: GroupsOptions,
  found: Solved,
): Promise<GroupsResult> {
  const { counted, plan, release: solved } = found
  const groups = groupsAtTop(found.measurements)
  const evaluation = options.evaluate === true ? evaluate(counted, solved) : undefined
  const stamp = groupsStamp(job, options)
  const format = options.format ?? job.format ?? 'csv'
  options.progress.phase('Writing')
  const files = await writeGroups(db, folder, format, found)
  const levels = levelFigures(found, evaluation)
  const warnings = warningsOf(found)
  const draft = {
    command: 'groups',
    title: job.title,
    stamp,
    cells: db.cells,
    spec: { text: job.request, sha256: sha256Text(job.request) },
    privacy: { ...groupsPrivacy(job, counted, plan, options.seed), ledgerHead: found.charged?.head ?? null },
    checks: {
      ...solved.checks,
      certificate: solved.certificate,
      measurementsSha256: await measurementsSha256(folder, plan),
    },
    result: { mechanism: solved.mechanism, asked: plan.mechanism, sizes: solved.sizes, groups, levels, warnings },
  } as const
  const report = groupsReport({
    job,
    stamp: stamp ?? undefined,
    plan,
    release: solved,
    levels,
    groups,
    warnings,
    statement: draft.privacy.statement,
    file: files[0],
    evaluation,
  })
  const manifest = await publish(folder, draft, report, inputFiles(job), files, [found.charged])
  return { out: folder.out, manifest, plan, levels, checks: solved.checks, warnings, resumed: folder.resumed }
}

function levelFigures(
  { release: { hierarchy, layers, sizes }, errors }: Solved,
  evaluation: readonly GroupsEvaluation[] | undefined,
): GroupsResult['levels'] {
  return hierarchy.levels.map(({ name, regions }, l) => ({
    name,
    regions: regions.length,
    groups: groupsByRegion(layers[l], sizes).reduce((sum, count) => sum + count, 0),
    standardError: Math.sqrt(errors[l].reduce((sum, error) => sum + error ** 2, 0) / errors[l].length),
    ...(evaluation && { l1Error: evaluation[l].l1Error, earthMover: evaluation[l].earthMover }),
  }))
}

/** What whoever reads the release should know of how it was found. */
function warningsOf({ plan, release: { mechanism, certificate }, instead }: Solved): readonly string[] {
  const { residual, tolerance, steps } = certificate
  return [
    ...(instead === undefined
      ? []
      : [
          `${plan.mechanism} could not solve what was drawn (${instead}); ${mechanism} did, from the same measurements.`,
        ]),
    ...(residual === undefined || tolerance === undefined || residual <= tolerance
      ? []
      : [
          `Model 2 was solved to ${residual.toPrecision(2)} groups in ${steps} steps, where ${tolerance.toPrecision(2)} was wanted: the counts are a little less accurate than they could be, and keep every condition.`,
        ]),
  ]
}

function evaluate({ hierarchy, sizes, leaves }: GroupSizes, { layers }: GroupRelease): readonly GroupsEvaluation[] {
  const truth = tableFromLeaves({ hierarchy, sizes }, truthForEvaluation(leaves)).layers
  return errorsByLevel(layers, truth, sizes).map(({ l1, earthMover }, l) => ({
    level: hierarchy.levels[l].name,
    l1Error: l1,
    earthMover,
  }))
}
