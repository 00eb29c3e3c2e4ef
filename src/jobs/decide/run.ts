/** A private decision: read, prepare (no data), reserve, draw, store, commit, solve, certify, publish. */
import { basename } from 'node:path'
import {
  confidentialSha256,
  ledgerUnit,
  type OutputFormat,
  truthForEvaluation,
  withDatabase,
  writeTable,
} from '../../data/index.ts'
import {
  assertKept,
  checkSides,
  checkSweep,
  type Decision,
  type LossBounds,
  lossBounds,
  type MeasuredSides,
  measureSides,
  optimumAt,
  type PreparedDecision,
  prepareDecision,
  type SideReport,
  type Sweep,
  sensitivityOf,
  solveDecision,
  sweep,
} from '../../decisions/index.ts'
import { formatRational, parseRational, type Rational, toNumber } from '../../exact/index.ts'
import { approximate, pure } from '../../privacy/index.ts'
import { type Manifest, sha256Text, stampOf } from '../../release/index.ts'
import { cellStyle } from '../../run/cell-style.ts'
import { type Charge, type Charged, chargeAndDraw, checkCap, type LedgerChoice } from '../../run/charge.ts'
import { entropyOf, type NoiseSource } from '../../run/noise-source.ts'
import type { Progress } from '../../run/progress.ts'
import { publish } from '../../run/publish.ts'
import { identify } from '../../run/run-file.ts'
import { type DrawTag, RunFolder, stoppedRun } from '../../run/run-folder.ts'
import { decideManifest, noteOf, violationsOf } from './document.ts'
import { type DecideJob, privateProgram } from './job.ts'
import { decideReport } from './report.ts'
import { sensitivityTable } from './sensitivity-table.ts'

export interface DecideOptions {
  readonly out: string
  readonly format: OutputFormat
  /** False: texts that a spreadsheet would run are written as they are. */
  readonly spreadsheetSafe?: boolean
  readonly seed?: string
  /** Why the data get a second ledger; see `openBound`. */
  readonly ledgerReason?: string
  /** Compare with the true optimum: CONFIDENTIAL. */
  readonly evaluate?: boolean
  /** Simulate the trade-off: CONFIDENTIAL. */
  readonly sweep?: {
    readonly epsilons: readonly Rational[]
    readonly deltas: readonly Rational[]
    readonly runs: number
  }
  readonly progress: Progress
  readonly signal: AbortSignal
}

export interface DecideResult {
  readonly out: string
  readonly manifest: Manifest
  readonly decision: Decision
  /** The names of the variables, in the order of the point. */
  readonly variables: readonly string[]
  readonly bounds: LossBounds
  /** Slack and price of every right-hand side, at the measured ones. */
  readonly sides: readonly SideReport[]
  /** null where nobody looked: the baseline, without the true sides. */
  readonly violations: number | null
  /** What must be said besides the figures: that only the floors' solution was found. */
  readonly note: string | null
  /** What the public floors allow: it needs no privacy. */
  readonly objectiveAtFloor: number
  readonly optimum: number | undefined
  readonly sweep: Sweep | undefined
  readonly resumed: boolean
}

export async function runDecide(job: DecideJob, options: DecideOptions): Promise<DecideResult> {
  const asked = job.mechanism === 'pure' ? pure({ num: 0n, den: 1n }) : approximate(job.epsilon, job.delta)
  if (options.seed === undefined) checkCap(ledgerOf(job, options), job.dataset, asked, await stoppedRun(options.out))
  const program = await privateProgram(job)
  const { mechanism, epsilon, delta } = job
  checkSides(program)
  if (options.sweep !== undefined) checkSweep(program, options.sweep)
  options.progress.phase('Solving at the public floor')
  const prepared = await prepareDecision(program, { mechanism, epsilon, delta })
  const inputs = [job.path, ...job.tables.map((table) => table.path)]
  const identity = await identify('decide', job.request, inputs, options.seed)
  return RunFolder.hold(options.out, identity, (folder) => decideIn(folder, job, prepared, options))
}

const STORED = 'measured.json'

async function decideIn(
  folder: RunFolder,
  job: DecideJob,
  prepared: PreparedDecision,
  options: DecideOptions,
): Promise<DecideResult> {
  const { seed, progress, signal } = options
  const tag = { plan: planSha256(prepared) }
  const draw = async (source: NoiseSource): Promise<void> => {
    if ((await folder.readState(STORED, tag)) !== undefined) return
    const measured = measureSides(prepared.program, prepared.plan, entropyOf(source))
    await folder.writeState(STORED, measuredText(measured), tag)
  }
  const charge: Charge = {
    ledger: ledgerOf(job, options),
    dataset: job.dataset,
    unit: ledgerUnit(job.sensitivity),
    cost: prepared.plan.cost,
    purpose: job.title,
    specHash: sha256Text(job.request),
    seed,
  }
  const charged = await chargeAndDraw(folder, charge, {
    name: 'decide',
    plan: tag.plan,
    data: confidentialSha256(prepared.program.truth),
    draw,
    fingerprint: async () => sha256Text(await storedText(folder, tag)),
  })
  signal.throwIfAborted()
  progress.phase('Solving')
  const measured = storedSides(await storedText(folder, tag), prepared, seed !== undefined)
  const decision = await solveDecision(prepared, measured)
  if (prepared.plan.neverViolates) assertKept(prepared.program, decision.point)
  return publishDecision(folder, job, prepared, decision, options, charged)
}

/** The ledger, bound to the confidential file: that of the records where there is one, else that of the model. */
function ledgerOf(
  { path, tables, dataset, ledgerPath }: DecideJob,
  { ledgerReason }: Pick<DecideOptions, 'ledgerReason'>,
): LedgerChoice {
  const data = tables.find((table) => table.confidential && basename(table.path) === dataset)?.path ?? path
  return { path: ledgerPath, data: { kind: 'file', path: data }, reason: ledgerReason }
}

/** The hash of what is drawn: the noise, and the public floors it is drawn above. */
function planSha256({ plan, program: { sides } }: PreparedDecision): string {
  const floors = sides.map(({ name, floor }) => [name, formatRational(floor)])
  return sha256Text(JSON.stringify({ plan, floors }, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
}

function measuredText({ values, atFloor }: MeasuredSides): string {
  return JSON.stringify({ values: values.map(formatRational), atFloor })
}

async function storedText(folder: RunFolder, tag: DrawTag): Promise<string> {
  return new TextDecoder().decode(await folder.readState(STORED, tag))
}

function storedSides(text: string, { plan }: PreparedDecision, seeded: boolean): MeasuredSides {
  const { values, atFloor } = JSON.parse(text) as { values: string[]; atFloor: boolean[] }
  return { values: values.map((value) => parseRational(value)), atFloor, cost: plan.cost, seeded }
}

async function publishDecision(
  folder: RunFolder,
  job: DecideJob,
  prepared: PreparedDecision,
  decision: Decision,
  options: DecideOptions,
  charged: Charged | undefined,
): Promise<DecideResult> {
  const { program, anchor } = prepared
  const bounds = await lossBounds(prepared, decision)
  const looked = options.evaluate === true || options.sweep !== undefined
  const truth = looked ? truthForEvaluation(program.truth) : undefined
  const optimum = truth === undefined ? undefined : await optimumAt(prepared, truth)
  const swept = truth === undefined || options.sweep === undefined ? undefined : await sweepOn(prepared, truth, options)
  const stamp = stampOf(
    options.seed !== undefined || !prepared.plan.neverViolates,
    options.evaluate === true || options.sweep !== undefined,
  )
  const files = { solution: `solution.${options.format}`, sensitivity: `sensitivity.${options.format}` }
  const { variables } = program.program
  const sides = await sensitivityOf(prepared, decision)
  const cells = cellStyle(options.spreadsheetSafe)
  await withDatabase({ stamp, cells }, async (db) => {
    await writeTable(db, folder.path(files.solution), options.format, [
      { name: 'variable', kind: 'text', values: variables },
      { name: 'value', kind: 'text', values: decision.printed },
    ])
    await writeTable(db, folder.path(files.sensitivity), options.format, sensitivityTable(sides))
  })
  const violations = violationsOf(prepared, decision, truth)
  const note = noteOf(decision)
  const found = { job, prepared, decision, bounds, stamp, violations, seeded: options.seed !== undefined }
  const stored = await storedText(folder, { plan: planSha256(prepared) })
  const draft = { ...decideManifest(found, sha256Text(stored), charged?.head ?? null), cells }
  const { statement } = draft.privacy
  const { title } = job
  const figures = { bounds, violations, note, optimum, sweep: swept }
  const shown = { title, stamp: stamp ?? undefined, prepared, decision, statement, files, sides, ...figures }
  // A file with private right-hand sides is not fingerprinted: whoever knows the rest of it could try values until it fits.
  const open = job.tables.filter((table) => !table.confidential).map((table) => table.path)
  const manifest = await publish(folder, draft, decideReport(shown), open, Object.values(files), [charged])
  const objectiveAtFloor = toNumber(anchor.objective)
  const { out, resumed } = folder
  return { out, manifest, decision, variables, sides, objectiveAtFloor, resumed, ...figures }
}

function sweepOn(
  prepared: PreparedDecision,
  truth: readonly Rational[],
  { sweep: asked, progress, signal, seed }: DecideOptions,
): Promise<Sweep> {
  const { epsilons, deltas, runs } = asked as NonNullable<DecideOptions['sweep']>
  progress.phase('Simulating', 100)
  return sweep(prepared, truth, {
    epsilons,
    deltas,
    runs,
    seed: `sweep ${seed ?? ''}`,
    progress: (done, all) => progress.done((100 * done) / all),
    shouldStop: () => signal.aborted,
  })
}
