/** A private decision: read, prepare (no data), reserve, draw, store, commit, solve, certify, publish. */
import { basename } from 'node:path'
import { type OutputFormat, truthForEvaluation, withDatabase, writeTable } from '../../data/index.ts'
import {
  assertKept,
  brokenBy,
  type Decision,
  type LossBounds,
  lossBounds,
  type MeasuredSides,
  measureSides,
  optimumAt,
  type PreparedDecision,
  prepareDecision,
  type Sweep,
  solveDecision,
  sweep,
  withValues,
} from '../../decisions/index.ts'
import { formatRational, parseRational, type Rational } from '../../exact/index.ts'
import { osEntropy, seededEntropy } from '../../noise/index.ts'
import { approximate, describeCost, eventToJson, pure } from '../../privacy/index.ts'
import { fingerprint, type Manifest, type Stamp, sha256Text } from '../../release/index.ts'
import { chargeAndDraw, checkCap } from '../charge.ts'
import type { Progress } from '../progress.ts'
import { publish } from '../publish.ts'
import { RunFolder } from '../run-folder.ts'
import { type DecideJob, privateProgram } from './decide-job.ts'
import { decideReport } from './decide-report.ts'

export interface DecideOptions {
  readonly out: string
  readonly format: OutputFormat
  readonly seed?: string
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
  readonly violations: number
  readonly optimum: number | undefined
  readonly sweep: Sweep | undefined
  readonly resumed: boolean
}

export async function runDecide(job: DecideJob, options: DecideOptions): Promise<DecideResult> {
  const asked = job.mechanism === 'pure' ? pure({ num: 0n, den: 1n }) : approximate(job.epsilon, job.delta)
  if (options.seed === undefined) checkCap(job.ledgerPath, asked)
  const program = await privateProgram(job)
  const { mechanism, epsilon, delta } = job
  options.progress.phase('Solving at the public floor')
  const prepared = await prepareDecision(program, { mechanism, epsilon, delta })
  const inputs = [{ name: basename(job.path), sha256: (await fingerprint(job.path)).sha256 }]
  const command = options.seed === undefined ? 'decide' : `decide --seed ${options.seed}`
  const folder = await RunFolder.open(options.out, { command, specSha256: sha256Text(job.request), inputs })
  return folder.hold(async () => {
    try {
      return await decideIn(folder, job, prepared, options)
    } catch (error) {
      if (!(await folder.isKept())) await folder.abandon()
      throw error
    }
  })
}

const STORED = 'measured.json'

async function decideIn(
  folder: RunFolder,
  job: DecideJob,
  prepared: PreparedDecision,
  options: DecideOptions,
): Promise<DecideResult> {
  const { seed, progress, signal } = options
  const draw = async (): Promise<void> => {
    if ((await folder.readState(STORED)) !== undefined) return
    const measured = measureSides(
      prepared.program,
      prepared.plan,
      seed === undefined ? osEntropy() : seededEntropy(seed),
    )
    await folder.writeState(STORED, measuredText(measured))
  }
  const charge = {
    ledgerPath: job.ledgerPath,
    dataset: basename(job.path),
    unit: `one person moves the private right-hand sides by ${formatRational(job.sensitivity)} in all`,
    cost: prepared.plan.cost,
    purpose: job.title,
    specHash: sha256Text(job.request),
    seed,
  }
  await chargeAndDraw(folder, charge, draw, async () => sha256Text(await storedText(folder)))
  signal.throwIfAborted()
  progress.phase('Solving')
  const measured = storedSides(await storedText(folder), prepared, seed !== undefined)
  const decision = await solveDecision(prepared, measured)
  if (prepared.plan.neverViolates) assertKept(prepared.program, decision.point)
  return publishDecision(folder, job, prepared, decision, options)
}

function measuredText({ values, atFloor }: MeasuredSides): string {
  return JSON.stringify({ values: values.map(formatRational), atFloor })
}

async function storedText(folder: RunFolder): Promise<string> {
  return new TextDecoder().decode(await folder.readState(STORED))
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
): Promise<DecideResult> {
  const { program, plan } = prepared
  const bounds = await lossBounds(prepared, decision)
  const looked = options.evaluate === true || options.sweep !== undefined
  const truth = looked ? truthForEvaluation(program.truth) : undefined
  const optimum = truth === undefined ? undefined : await optimumAt(prepared, truth)
  const swept = truth === undefined || options.sweep === undefined ? undefined : await sweepOn(prepared, truth, options)
  const violations = brokenBy(program.program, withValues(program, decision.measured.values), decision.point).length
  const stamp: Stamp | null =
    options.seed !== undefined || !plan.neverViolates ? 'NOT PRIVATE' : looked ? 'CONFIDENTIAL' : null
  const file = `solution.${options.format}`
  await withDatabase({}, (db) =>
    writeTable(db, folder.path(file), options.format, [
      { name: 'variable', kind: 'text', values: program.program.variables },
      { name: 'value', kind: 'text', values: decision.printed },
    ]),
  )
  const statement = decisionStatement(job, prepared)
  const report = decideReport({
    title: job.title,
    stamp: stamp ?? undefined,
    prepared,
    decision,
    bounds,
    statement,
    file,
    optimum,
    sweep: swept,
  })
  const draft = {
    command: 'decide',
    title: job.title,
    stamp,
    spec: { text: job.request, sha256: sha256Text(job.request) },
    privacy: {
      unit: `L1 sensitivity ${formatRational(program.sensitivity)}`,
      mechanism: plan.mechanism,
      cost: eventToJson(plan.cost),
      words: describeCost(plan.cost),
      statement,
      publishedExactly: [
        'the model without its private right-hand sides',
        ...program.sides.map((side) => `floor of ${side.name}`),
      ],
      ledger: options.seed === undefined ? basename(job.ledgerPath) : null,
    },
    checks: {
      violations,
      route: decision.certificate.route,
      measurementsSha256: sha256Text(await storedText(folder)),
    },
    result: {
      status: decision.status,
      objective: formatRational(decision.objective),
      shift: formatRational(plan.shift),
      bounds,
    },
  } as const
  const manifest = await publish(folder, draft, report, [job.path], [file])
  const { variables } = program.program
  return {
    out: folder.out,
    manifest,
    decision,
    variables,
    bounds,
    violations,
    optimum,
    sweep: swept,
    resumed: folder.resumed,
  }
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

function decisionStatement(job: DecideJob, { program, plan }: PreparedDecision): readonly string[] {
  const lines = [
    plan.neverViolates
      ? 'The solution as printed satisfies every constraint with its true right-hand side, in exact arithmetic: it was checked against right-hand sides that are never looser than the true ones.'
      : 'This is the baseline that can break constraints. It is here to be compared with and must not be used.',
    `Two data sets are neighbours when their private right-hand sides differ by at most ${formatRational(program.sensitivity)} in all (${describeCost(plan.cost)}).`,
    `Private: ${program.sides.map((side) => side.name).join(', ')}. Everything else in the model is public, and so are the floors: ` +
      `${program.sides.map((side) => `${side.name} ${formatRational(side.floor)} (from the ${side.floorFrom === 'model' ? 'model' : 'declaration'})`).join(', ')}.`,
  ]
  if (job.mechanism === 'pure')
    lines.push(
      'The floor itself is published: it tells nothing, and no epsilon-private mechanism that never breaks a constraint does better.',
    )
  return lines
}
