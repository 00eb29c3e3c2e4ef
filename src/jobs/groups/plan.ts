/** Group sizes before any noise is drawn: levels, shares, sensitivities, the error to expect. */
import { countGroupSizes, type GroupSizes, withDatabase } from '../../data/index.ts'
import { formatRational, toNumber } from '../../exact/index.ts'
import { checkBaselineSize, type GroupPlan, planGroups } from '../../groups/index.ts'
import { levelShares } from '../../measure/index.ts'
import { describeCost } from '../../privacy/index.ts'
import { type RunContext, workingOf } from '../../run/context.ts'
import { type FittedLevels, fitLevels } from './fit-levels.ts'
import { type GroupsJob, type GroupsTask, groupsTask } from './job.ts'
import { sharesInProportion } from './share-parts.ts'
import { publishedExactly } from './statement.ts'

export interface GroupsPlanDocument {
  readonly mechanism: string
  readonly privacy: {
    readonly words: string
    readonly neighbours: string
    readonly publishedExactly: readonly string[]
  }
  /** The largest size that is told apart. */
  readonly sizes: number
  readonly levels: readonly {
    readonly name: string
    readonly regions: number
    readonly share: string
    /** L1, of the vector that is measured. */
    readonly sensitivity: number
    /** The standard error to expect of a large count; order and non-negativity make that of a small one smaller. */
    readonly predictedError: number
  }[]
  readonly notPrivate: string | null
  readonly ledger: string
  /** Shares that fit the weights of the levels, when they were asked for. */
  readonly fit?: FittedLevels
}

/** Reads which regions and sizes there are. Draws and spends nothing. */
export async function planGroupsJob(asked: GroupsJob, context: RunContext): Promise<GroupsPlanDocument> {
  const job = groupsTask(asked)
  workingOf(context).progress.phase({ id: 'read-regions' })
  const counted = await withDatabase({}, (db) => countGroupSizes(db, countRequest(job)))
  const { sizes } = counted
  const plan = planCounted(job, counted)
  return {
    mechanism: plan.mechanism,
    privacy: {
      words: describeCost(plan.cost, job.delta),
      neighbours: plan.neighbours,
      publishedExactly: publishedExactly(job, counted),
    },
    sizes,
    levels: plan.levels.map(({ name, regions, share, sensitivity, predictedError }) => ({
      name,
      regions,
      share: formatRational(share),
      sensitivity: toNumber(sensitivity.l1),
      predictedError,
    })),
    notPrivate: plan.notPrivate ?? null,
    ledger: job.ledgerPath,
    ...('fit' in asked &&
      asked.fit === true && { fit: fitLevels(counted, planOptions(job, counted), job.weights ?? {}) }),
  }
}

/** The plan, or why there can be none: everything that may be refused is refused here, before anything is spent. */
export function planCounted(job: GroupsTask, counted: Pick<GroupSizes, 'hierarchy' | 'sizes' | 'groups'>): GroupPlan {
  const frame = { hierarchy: counted.hierarchy, sizes: counted.sizes }
  const plan = planGroups(frame, planOptions(job, counted))
  checkBaselineSize(frame, plan, counted.groups)
  return plan
}

/** What is read of the file. */
export function countRequest({
  path,
  read,
  levels,
  tree,
  size,
  unit,
  count,
  largest,
  largestQuantity,
  dropMissing,
}: GroupsTask): Parameters<typeof countGroupSizes>[1] {
  const given = { read, tree, size, unit, count, largest, largestQuantity }
  const defined = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return { path, levels, dropMissing, ...defined }
}

/** The job as the mathematics has it. */
function planOptions(job: GroupsTask, { hierarchy }: Pick<GroupSizes, 'hierarchy'>): Parameters<typeof planGroups>[1] {
  const { mechanism, budget, publicGroups, largestQuantity, asPublished } = job
  const names = hierarchy.levels.map((level) => level.name)
  const given = { mechanism, budget, publicGroups, largestQuantity, asPublished }
  if (job.shares === undefined) return given
  return {
    ...given,
    shares: isParts(job.shares) ? sharesInProportion(names, job.shares) : levelShares(names, job.shares),
  }
}

function isParts(shares: NonNullable<GroupsTask['shares']>): shares is readonly string[] {
  return Array.isArray(shares)
}
