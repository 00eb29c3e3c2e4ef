/** A release of group sizes: count, plan, reserve, draw, store, commit, solve, check, write. */
import { basename } from 'node:path'
import {
  countGroupSizes,
  type Database,
  type GroupSizes,
  type OutputFormat,
  truthForEvaluation,
  withDatabase,
} from '../../data/index.ts'
import {
  errorsByLevel,
  type GroupPlan,
  type GroupRelease,
  groupsAtTop,
  groupsByRegion,
  measureGroups,
  planGroups,
  tableFromLeaves,
} from '../../groups/index.ts'
import { osEntropy, seededEntropy } from '../../noise/index.ts'
import { describeCost, eventToJson } from '../../privacy/index.ts'
import { fingerprint, type Manifest, type Stamp, sha256Text } from '../../release/index.ts'
import { chargeAndDraw, checkCap } from '../charge.ts'
import { onThread, type ThreadOptions } from '../on-thread.ts'
import { publish } from '../publish.ts'
import { RunFolder } from '../run-folder.ts'
import { unpack } from '../thread-answer.ts'
import { budgetEvent, type GroupsJob } from './groups-job.ts'
import { writeGroups } from './groups-output.ts'
import { type GroupsEvaluation, groupsReport } from './groups-report.ts'
import { type SolvedGroups, solve } from './groups-thread.ts'
import { countRequest, planOptions } from './plan-groups.ts'
import { hasMeasurements, loadMeasurements, measurementsSha256, storeMeasurements } from './stored-groups.ts'

export interface GroupsOptions extends ThreadOptions {
  readonly out: string
  readonly format: OutputFormat
  readonly seed?: string
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
    readonly l1Error?: number
  }[]
  readonly checks: GroupRelease['checks']
  readonly resumed: boolean
}

/** Fewer cells than this are solved where they are: a thread would take longer to start. */
const WORTH_A_THREAD = 50_000
/** What one step between neighbours is, for the ledger. */
const UNIT = 'one person joins or leaves an existing group'

export async function runGroups(job: GroupsJob, options: GroupsOptions): Promise<GroupsResult> {
  if (options.seed === undefined) checkCap(job.ledgerPath, budgetEvent(job.budget))
  const inputs = [{ name: basename(job.path), sha256: (await fingerprint(job.path)).sha256 }]
  const command = options.seed === undefined ? 'groups' : `groups --seed ${options.seed}`
  const folder = await RunFolder.open(options.out, { command, specSha256: sha256Text(job.request), inputs })
  return folder.hold(() => withDatabase({}, (db) => release(db, folder, job, options)))
}

async function release(db: Database, folder: RunFolder, job: GroupsJob, options: GroupsOptions): Promise<GroupsResult> {
  const { progress, signal, seed } = options
  progress.phase('Counting the groups')
  const counted = await countGroupSizes(db, countRequest(job))
  signal.throwIfAborted()
  const frame = { hierarchy: counted.hierarchy, sizes: counted.sizes }
  const plan = planGroups(frame, planOptions(job, counted))
  const charge = {
    ledgerPath: job.ledgerPath,
    dataset: basename(job.path),
    unit: UNIT,
    cost: plan.cost,
    purpose: job.title,
    specHash: sha256Text(job.request),
    seed,
  }
  const draw = async (): Promise<void> => {
    if (await hasMeasurements(folder)) return
    progress.phase('Measuring')
    const entropy = seed === undefined ? osEntropy() : seededEntropy(seed)
    await storeMeasurements(folder, measureGroups(frame, counted.leaves, plan, entropy))
  }
  await chargeAndDraw(folder, charge, draw, () => measurementsSha256(folder))
  const measurements = await loadMeasurements(folder, frame, plan, seed !== undefined)
  const cells = measurements.values.reduce((sum, level) => sum + level.length, 0)
  const task = { measurements, plan, rounding: job.rounding }
  const module = new URL('./groups-thread.mjs', import.meta.url)
  const solved =
    cells < WORTH_A_THREAD
      ? unpack(await solve(task))
      : await onThread<SolvedGroups>(module, 'solve', 'Solving', () => task, options)
  signal.throwIfAborted()
  return publishGroups(db, folder, job, options, { counted, plan, ...solved, groups: groupsAtTop(measurements) })
}

interface Solved extends SolvedGroups {
  readonly counted: GroupSizes
  readonly plan: GroupPlan
  readonly groups: number
}

async function publishGroups(
  db: Database,
  folder: RunFolder,
  job: GroupsJob,
  options: GroupsOptions,
  found: Solved,
): Promise<GroupsResult> {
  const { counted, plan, release: solved, errors, groups } = found
  const evaluation = options.evaluate === true ? evaluate(counted, solved) : undefined
  const stamp: Stamp | null =
    options.seed !== undefined || plan.notPrivate !== undefined
      ? 'NOT PRIVATE'
      : evaluation !== undefined
        ? 'CONFIDENTIAL'
        : null
  const file = `groups.${options.format}`
  options.progress.phase('Writing')
  await writeGroups(db, folder.path(file), options.format, solved, errors)
  const statement = groupsStatement(job, counted, plan)
  const levels = solved.hierarchy.levels.map((level, l) => ({
    name: level.name,
    regions: level.regions.length,
    groups: groupsByRegion(solved.layers[l], solved.sizes).reduce((sum, count) => sum + count, 0),
    ...(evaluation === undefined ? {} : { l1Error: evaluation[l].l1Error }),
  }))
  const draft = {
    command: 'groups',
    title: job.title,
    stamp,
    spec: { text: job.request, sha256: sha256Text(job.request) },
    privacy: {
      unit: UNIT,
      cost: eventToJson(plan.cost),
      words: describeCost(plan.cost, job.delta),
      statement,
      publishedExactly: [
        plan.publicGroups === 'regions' ? 'the number of groups in every region' : 'the number of groups',
      ],
      ledger: options.seed === undefined ? basename(job.ledgerPath) : null,
    },
    checks: { ...solved.checks, certificate: solved.certificate, measurementsSha256: await measurementsSha256(folder) },
    result: { mechanism: plan.mechanism, sizes: solved.sizes, groups, levels },
  } as const
  const report = groupsReport({
    job,
    stamp: stamp ?? undefined,
    plan,
    release: solved,
    groups,
    statement,
    file,
    evaluation,
  })
  const manifest = await publish(folder, draft, report, [job.path], [file])
  return { out: folder.out, manifest, plan, levels, checks: solved.checks, resumed: folder.resumed }
}

function evaluate({ hierarchy, sizes, leaves }: GroupSizes, { layers }: GroupRelease): readonly GroupsEvaluation[] {
  const truth = tableFromLeaves({ hierarchy, sizes }, truthForEvaluation(leaves)).layers
  return errorsByLevel(layers, truth, sizes).map(({ l1, earthMover }, l) => ({
    level: hierarchy.levels[l].name,
    l1Error: l1,
    earthMover,
  }))
}

function groupsStatement(job: GroupsJob, counted: GroupSizes, plan: GroupPlan): readonly string[] {
  const lines = [plan.neighbours]
  if (plan.notPrivate !== undefined) lines.push(plan.notPrivate)
  lines.push(
    job.publicGroups === 'regions'
      ? 'The number of groups in every region is public and exact.'
      : 'The number of all groups is public and exact; that of a region is not.',
  )
  lines.push(
    counted.sizesFromData
      ? 'The largest size is taken from the data and published: declare one to keep it out.'
      : `The largest size, ${counted.sizes}, is declared.`,
  )
  lines.push(
    job.tree === undefined
      ? 'The list of regions is taken from the data and published: that a region occurs is outside the guarantee.'
      : 'The list of regions is public: it is given beside the data.',
  )
  return lines
}
