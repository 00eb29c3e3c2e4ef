/** What a release of group sizes says of privacy: the same in its manifest and its report. */
import { basename } from 'node:path'
import { formatRational } from '../../exact/index.ts'
import type { GroupPlan } from '../../groups/index.ts'
import { type GroupsFacts, groupsPublishedExactly, groupsStatement } from '../../measure/index.ts'
import { describeCost, eventToJson } from '../../privacy/index.ts'
import type { GroupSizes } from './group-sizes.ts'
import type { GroupsTask } from './task.ts'

/** What one step between neighbours is, for the ledger. */
export function unitOf({ publicGroups }: Pick<GroupsTask, 'publicGroups'>): string {
  return publicGroups === 'none'
    ? 'one group added or removed, with all its people'
    : 'one person joins or leaves an existing group'
}

export function groupsPrivacy(job: GroupsTask, counted: GroupSizes, plan: GroupPlan, seed: string | undefined) {
  const { budget, delta } = job
  const facts = groupsFacts(job, counted)
  return {
    unit: unitOf(job),
    budget: {
      kind: budget.kind,
      total: formatRational(budget.kind === 'pure' ? budget.epsilon : budget.rho),
      delta: delta === undefined ? null : formatRational(delta),
    },
    cost: eventToJson(plan.cost),
    words: describeCost(plan.cost, delta),
    statement: groupsStatement(facts, plan),
    publishedExactly: groupsPublishedExactly(facts),
    ledger: seed === undefined ? basename(job.ledgerPath) : null,
  }
}

/** What the statement depends on, of a job and the data that it counted. */
export function groupsFacts(
  { publicGroups, budget, largestQuantity, tree }: GroupsTask,
  { sizes, sizesFromData }: Pick<GroupSizes, 'sizes' | 'sizesFromData'>,
): GroupsFacts {
  return { publicGroups, kind: budget.kind, largestQuantity, sizes, sizesFromData, regionsFromData: tree === undefined }
}
