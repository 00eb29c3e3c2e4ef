/** Group sizes before any noise is drawn: levels, shares, sensitivities, the error to expect. */
import { withDatabase } from '../../data/index.ts'
import { checkBaselineSize, type GroupPlan, planGroups } from '../../groups/index.ts'
import { groupsPublishedExactly, levelShares, type PlannedGroups, plannedGroups } from '../../measure/index.ts'
import { largeLossWords } from '../../privacy/index.ts'
import { type RunContext, workingOf } from '../../run/context.ts'
import { type FittedLevels, fitLevels } from './fit-levels.ts'
import { countGroupSizes, type GroupSizes } from './group-sizes.ts'
import type { GroupsJob } from './job.ts'
import { sharesInProportion } from './share-parts.ts'
import { groupsFacts } from './statement.ts'
import { budgetEvent, type GroupsTask, groupsTask } from './task.ts'

export interface GroupsPlanDocument {
  readonly mechanism: string
  readonly privacy: {
    readonly words: string
    readonly neighbours: string
    readonly publishedExactly: readonly string[]
    /** On a loss that protects hardly anybody. */
    readonly remarks: readonly string[]
  }
  /** The largest size that is told apart. */
  readonly sizes: number
  readonly levels: PlannedGroups['levels']
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
  const { words, neighbours, ...planned } = plannedGroups(planCounted(job, counted), job.delta)
  const publishedExactly = groupsPublishedExactly(groupsFacts(job, counted))
  return {
    mechanism: planned.mechanism,
    privacy: {
      words,
      neighbours,
      publishedExactly,
      remarks: largeLossWords(budgetEvent(job.budget), { delta: job.delta }),
    },
    sizes: counted.sizes,
    levels: planned.levels,
    notPrivate: planned.notPrivate,
    ledger: job.ledgerPath,
    ...('fit' in asked &&
      asked.fit === true && { fit: fitLevels(counted, planOptions(job, counted), job.weights ?? {}) }),
  }
}

/** What a plan needs of the data: the shape of the regions and the largest size, and who declared them. No count. */
export interface GroupsPlaces {
  readonly levels: readonly { readonly name: string; readonly size: number; readonly parent: readonly number[] }[]
  readonly sizes: number
  readonly sizesFromData: boolean
  readonly regionsFromData: boolean
  readonly ledger: string
}

/** Draws and spends nothing. */
export async function readGroupsPlaces(asked: GroupsJob): Promise<GroupsPlaces> {
  const job = groupsTask(asked)
  const counted = await withDatabase({}, (db) => countGroupSizes(db, countRequest(job)))
  const { sizes, sizesFromData, regionsFromData } = groupsFacts(job, counted)
  return {
    levels: counted.hierarchy.levels.map(({ name, regions, parent }) => ({
      name,
      size: regions.length,
      parent: [...parent],
    })),
    sizes,
    sizesFromData,
    regionsFromData,
    ledger: job.ledgerPath,
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
