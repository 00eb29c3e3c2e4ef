/** A private decision. */
import { basename } from 'node:path'
import { confidentialSha256, type OutputFormat, truthForEvaluation, writeTable } from '../../data/index.ts'
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
  printReadably,
  type SideReport,
  type Sweep,
  sensitivityOf,
  solveDecision,
  sweep,
} from '../../decisions/index.ts'
import { formatRational, parseRational, type Rational, toNumber } from '../../exact/index.ts'
import type { LedgerChoice } from '../../ledger/index.ts'
import { approximate, pure } from '../../privacy/index.ts'
import { sha256Text, stampOf } from '../../release/index.ts'
import type { FolderRelease } from '../../run/capability.ts'
import { cellStyle } from '../../run/cell-style.ts'
import type { Charged } from '../../run/charge.ts'
import type { RunContext, RunOptions } from '../../run/context.ts'
import {
  makeRelease,
  type PaidDrawing,
  type ReleaseSteps,
  type Site,
  type WrittenRelease,
} from '../../run/make-release.ts'
import { entropyOf } from '../../run/noise-source.ts'
import type { DrawTag, RunFolder } from '../../run/run-folder.ts'
import { decideManifest, noteOf, violationsOf } from './document.ts'
import type { DecideJob } from './job.ts'
import { ledgerUnit } from './model-files/declared-queries.ts'
import { parseSweep } from './parse-sweep.ts'
import { decideReport } from './report.ts'
import { sensitivityTable } from './sensitivity-table.ts'
import { type DecideTask, decideTask, privateProgram } from './task.ts'

export interface DecideFigures {
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
}

export async function runDecide(asked: DecideJob, context: RunContext): Promise<FolderRelease<DecideFigures>> {
  const job = decideTask(asked)
  const { options } = context
  const { mechanism, epsilon, delta } = job
  const swept = job.sweep && { ...parseSweep(job.sweep.points, job), runs: job.sweep.runs }
  const cost = mechanism === 'pure' ? pure({ num: 0n, den: 1n }) : approximate(epsilon, delta)
  const stamp = stampOf(
    options.seed !== undefined || mechanism === 'laplace',
    options.evaluate === true || swept !== undefined,
  )
  const steps: ReleaseSteps<PreparedDecision, PreparedDecision, Solved, DecideFigures> = {
    command: 'decide',
    guarantee: 'differential privacy',
    request: job.request,
    inputs: [job.path, ...job.tables.map((table) => table.path)],
    about: job.about,
    database: { stamp, cells: cellStyle(options.spreadsheetSafe !== false && job.output.spreadsheetSafe) },
    spends: [{ ledger: ledgerOf(job, options), dataset: job.dataset, cost }],
    count: async ({ progress }) => {
      const program = await privateProgram(job)
      checkSides(program)
      if (swept !== undefined) checkSweep(program, swept)
      progress.phase({ id: 'floor' })
      return prepareDecision(program, { mechanism, epsilon, delta })
    },
    fingerprint: () => undefined,
    ready: async (prepared) => prepared,
    draws: (prepared, site) => [paidDrawing(job, prepared, site)],
    solve: (prepared, site) => solve(prepared, site),
    write: (solved, site, [charged]) => write(job, swept, solved, site, charged),
  }
  return makeRelease(steps, context)
}

type SweepPoints = ReturnType<typeof parseSweep> & { readonly runs: number }

interface Solved {
  readonly prepared: PreparedDecision
  readonly decision: Decision
}

const STORED = 'measured.json'

function paidDrawing(job: DecideTask, prepared: PreparedDecision, { folder, context }: Site): PaidDrawing {
  const { options } = context
  const tag = { plan: planSha256(prepared) }
  return {
    charge: {
      ledger: ledgerOf(job, options),
      dataset: job.dataset,
      unit: ledgerUnit(job.sensitivity),
      cost: prepared.plan.cost,
      purpose: job.title,
      specHash: sha256Text(job.request),
      seed: options.seed,
    },
    drawing: {
      name: 'decide',
      plan: tag.plan,
      data: confidentialSha256(prepared.program.truth),
      draw: async (source) => {
        if ((await folder.readState(STORED, tag)) !== undefined) return
        const measured = measureSides(prepared.program, prepared.plan, entropyOf(source))
        await folder.writeState(STORED, measuredText(measured), tag)
      },
      fingerprint: async () => sha256Text(await storedText(folder, tag)),
    },
  }
}

async function solve(prepared: PreparedDecision, { folder, progress, context }: Site): Promise<Solved> {
  progress.phase({ id: 'solve' })
  const text = await storedText(folder, { plan: planSha256(prepared) })
  const decision = await solveDecision(prepared, storedSides(text, prepared, context.options.seed !== undefined))
  if (prepared.plan.neverViolates) assertKept(prepared.program, decision.point)
  return { prepared, decision }
}

/** The ledger, bound to the confidential file: that of the records where there is one, else that of the model. */
function ledgerOf({ path, tables, dataset, ledgerPath }: DecideTask, { ledgerReason }: RunOptions): LedgerChoice {
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

async function write(
  job: DecideTask,
  swept: SweepPoints | undefined,
  { prepared, decision }: Solved,
  site: Site,
  charged: Charged | undefined,
): Promise<WrittenRelease<DecideFigures>> {
  const { db, folder, context } = site
  const { options } = context
  const { program, plan, anchor } = prepared
  const bounds = await lossBounds(prepared, decision)
  const looked = options.evaluate === true || swept !== undefined
  const truth = looked ? truthForEvaluation(program.truth) : undefined
  const optimum = truth === undefined ? undefined : await optimumAt(prepared, truth)
  const curve = truth === undefined || swept === undefined ? undefined : await sweepOn(prepared, truth, swept, site)
  const stamp = stampOf(options.seed !== undefined || !plan.neverViolates, looked)
  const sides = await sensitivityOf(prepared, decision)
  const { variables } = program.program
  const files = await writeFiles(site, options.format ?? job.output.format, variables, decision, sides)
  const violations = violationsOf(prepared, decision, truth)
  const note = noteOf(decision)
  const found = { job, prepared, decision, bounds, stamp, violations, seeded: options.seed !== undefined }
  const stored = await storedText(folder, { plan: planSha256(prepared) })
  const draft = { ...decideManifest(found, sha256Text(stored), charged?.head ?? null), cells: db.cells }
  const figures = { bounds, violations, note, optimum, sweep: curve }
  const { title } = job
  const { statement } = draft.privacy
  return {
    draft,
    report: decideReport({ title, stamp: stamp ?? undefined, prepared, decision, statement, files, sides, ...figures }),
    // A file with private right-hand sides is not fingerprinted: anyone who knows the rest of it could try values until it fits.
    inputs: job.tables.filter((table) => !table.confidential).map((table) => table.path),
    outputs: Object.values(files),
    figures: { decision, variables, sides, objectiveAtFloor: toNumber(anchor.objective), ...figures },
  }
}

async function writeFiles(
  { db, folder }: Site,
  format: OutputFormat,
  variables: readonly string[],
  { point }: Decision,
  sides: readonly SideReport[],
): Promise<{ readonly solution: string; readonly sensitivity: string }> {
  const files = { solution: `solution.${format}`, sensitivity: `sensitivity.${format}` }
  const printed = point.map(printReadably)
  const exact = printed.map((one) => one.exact ?? '')
  await writeTable(db, folder.path(files.solution), format, [
    { name: 'variable', kind: 'text', values: variables },
    { name: 'value', kind: 'text', values: printed.map(({ value }) => value) },
    ...(exact.every((text) => text === '') ? [] : [{ name: 'exact', kind: 'text', values: exact } as const]),
  ])
  await writeTable(db, folder.path(files.sensitivity), format, sensitivityTable(sides))
  return files
}

function sweepOn(
  prepared: PreparedDecision,
  truth: readonly Rational[],
  { epsilons, deltas, runs }: SweepPoints,
  { progress, signal, context }: Site,
): Promise<Sweep> {
  progress.phase({ id: 'sweep', total: 100 })
  return sweep(prepared, truth, {
    epsilons,
    deltas,
    runs,
    seed: `sweep ${context.options.seed ?? ''}`,
    progress: (done, all) => progress.done((100 * done) / all),
    shouldStop: () => signal.aborted,
  })
}
