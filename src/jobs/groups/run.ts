/** A release of group sizes. */
import { basename } from 'node:path'
import { confidentialSha256, truthForEvaluation } from '../../data/index.ts'
import { toNumberUp } from '../../exact/index.ts'
import { errorsByLevel, type GroupPlan, type GroupRelease, measureGroups, tableFromLeaves } from '../../groups/index.ts'
import type { LedgerChoice } from '../../ledger/index.ts'
import { type Stamp, sha256Text, stampOf } from '../../release/index.ts'
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
import { onThread } from '../../run/on-thread.ts'
import { unpack } from '../../run/thread-answer.ts'
import { type FoundGroups, groupsIn, type LevelFigures, levelFigures, reportOf, warningsOf } from './figures.ts'
import { countGroupSizes, type GroupSizes } from './group-sizes.ts'
import type { GroupsJob } from './job.ts'
import { writeGroups } from './output.ts'
import { countRequest, planCounted } from './plan.ts'
import type { GroupsEvaluation } from './report.ts'
import { groupsPrivacy, unitOf } from './statement.ts'
import {
  groupPlanSha256,
  hasMeasurements,
  loadMeasurements,
  measurementsSha256,
  storeMeasurements,
} from './stored-measurements.ts'
import { budgetEvent, type GroupsTask, groupsTask } from './task.ts'
import { GROUPS_WORK } from './work.ts'
import { type SolvedGroups, solve } from './worker.ts'

export interface GroupsFigures {
  /** Of pure differential privacy, rounded up; null where the budget is a rho. */
  readonly epsilon: number | null
  readonly mechanism: string
  readonly plan: GroupPlan
  readonly levels: readonly LevelFigures[]
  readonly checks: GroupRelease['checks']
  readonly warnings: readonly string[]
}

/** Fewer cells than this are solved where they are: a thread would take longer to start. */
const WORTH_A_THREAD = 50_000

interface Ready {
  readonly counted: GroupSizes
  readonly plan: GroupPlan
}

export function runGroups(asked: GroupsJob, context: RunContext): Promise<FolderRelease<GroupsFigures>> {
  const job = groupsTask(asked)
  const { options } = context
  const steps: ReleaseSteps<GroupSizes, Ready, Solved, GroupsFigures> = {
    command: 'groups',
    guarantee: 'differential privacy',
    request: job.request,
    inputs: inputFiles(job),
    about: job.about,
    database: {
      stamp: groupsStamp(job, options),
      cells: cellStyle(options.spreadsheetSafe !== false && job.spreadsheetSafe),
    },
    spends: [{ ledger: ledgerOf(job, options), dataset: basename(job.path), cost: budgetEvent(job.budget) }],
    count: ({ db, progress }) => {
      progress.phase({ id: 'count' })
      return countGroupSizes(db, countRequest(job))
    },
    fingerprint: () => undefined,
    ready: async (counted) => ({ counted, plan: planCounted(job, counted) }),
    draws: (ready, site) => [paidDrawing(job, ready, site)],
    solve: (ready, site) => solveGroups(job, ready, site),
    write: (solved, site, [charged]) => writeRelease(job, solved, site, charged),
  }
  return makeRelease(steps, context)
}

function ledgerOf({ ledgerPath, path }: GroupsTask, { ledgerReason }: RunOptions): LedgerChoice {
  return { path: ledgerPath, data: { kind: 'file', path }, reason: ledgerReason }
}

function groupsStamp({ asPublished }: GroupsTask, { seed, evaluate }: RunOptions): Stamp | null {
  return stampOf(seed !== undefined || asPublished, evaluate === true)
}

function inputFiles({ path, tree }: GroupsTask): readonly string[] {
  return tree === undefined ? [path] : [path, tree.path]
}

function paidDrawing(job: GroupsTask, { counted, plan }: Ready, { folder, progress, context }: Site): PaidDrawing {
  const { options } = context
  const frame = { hierarchy: counted.hierarchy, sizes: counted.sizes }
  return {
    charge: {
      ledger: ledgerOf(job, options),
      dataset: basename(job.path),
      unit: unitOf(job),
      cost: plan.cost,
      purpose: job.title,
      specHash: sha256Text(job.request),
      seed: options.seed,
    },
    drawing: {
      name: 'groups',
      plan: groupPlanSha256(plan),
      data: confidentialSha256(counted.leaves),
      draw: async (source) => {
        if (await hasMeasurements(folder, plan)) return
        progress.phase({ id: 'measure' })
        await storeMeasurements(folder, plan, measureGroups(frame, counted.leaves, plan, entropyOf(source)))
      },
      fingerprint: () => measurementsSha256(folder, plan),
    },
  }
}

async function solveGroups(job: GroupsTask, { counted, plan }: Ready, site: Site): Promise<Solved> {
  const frame = { hierarchy: counted.hierarchy, sizes: counted.sizes }
  const measurements = await loadMeasurements(site.folder, frame, plan, site.context.options.seed !== undefined)
  const cells = measurements.values.reduce((sum, level) => sum + level.length, 0)
  const task = { measurements, plan, rounding: job.rounding, shrink: job.shrink }
  const solved =
    cells < WORTH_A_THREAD && site.sharing === undefined
      ? unpack(await solve(task))
      : await onThread<SolvedGroups>(GROUPS_WORK, 'solve', { id: 'solve' }, () => task, site)
  return { counted, plan, ...solved, measurements }
}

interface Solved extends FoundGroups {
  readonly counted: GroupSizes
}

async function writeRelease(
  job: GroupsTask,
  found: Solved,
  { db, folder, progress, context: { options } }: Site,
  charged: Charged | undefined,
): Promise<WrittenRelease<GroupsFigures>> {
  const { counted, plan, release: solved } = found
  const { mechanism, checks } = solved
  const groups = groupsIn(found)
  const evaluation = options.evaluate === true ? evaluate(counted, solved) : undefined
  const stamp = groupsStamp(job, options)
  progress.phase({ id: 'write' })
  const outputs = await writeGroups(db, folder, options.format ?? job.format ?? 'csv', found)
  const levels = levelFigures(found, evaluation)
  const warnings = warningsOf(found)
  const privacy = groupsPrivacy(job, counted, plan, options.seed)
  return {
    draft: {
      command: 'groups',
      title: job.title,
      stamp,
      cells: db.cells,
      spec: { text: job.request, sha256: sha256Text(job.request) },
      privacy: { ...privacy, ledgerHead: charged?.head ?? null },
      checks: {
        ...checks,
        certificate: solved.certificate,
        measurementsSha256: await measurementsSha256(folder, plan),
      },
      result: {
        mechanism,
        asked: plan.mechanism,
        rounding: job.rounding,
        sizes: solved.sizes,
        groups,
        levels,
        warnings,
      },
    },
    report: reportOf(job, found, {
      title: job.title,
      stamp: stamp ?? undefined,
      statement: privacy.statement,
      file: outputs[0],
      evaluation,
    }),
    inputs: inputFiles(job),
    outputs,
    figures: {
      epsilon: job.budget.kind === 'pure' ? toNumberUp(job.budget.epsilon) : null,
      mechanism,
      plan,
      levels,
      checks,
      warnings,
    },
  }
}

function evaluate({ hierarchy, sizes, leaves }: GroupSizes, { layers }: GroupRelease): readonly GroupsEvaluation[] {
  const truth = tableFromLeaves({ hierarchy, sizes }, truthForEvaluation(leaves)).layers
  return errorsByLevel(layers, truth, sizes).map(({ l1, earthMover }, l) => ({
    level: hierarchy.levels[l].name,
    l1Error: l1,
    earthMover,
  }))
}
