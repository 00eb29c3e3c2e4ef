/** What a release of group sizes says of privacy: the same in its manifest and its report. */
import { basename } from 'node:path'
import type { GroupSizes } from '../../data/index.ts'
import { formatRational } from '../../exact/index.ts'
import type { GroupPlan } from '../../groups/index.ts'
import { describeCost, eventToJson } from '../../privacy/index.ts'
import type { GroupsJob } from './groups-job.ts'

/** What one step between neighbours is, for the ledger. */
export const UNIT = 'one person joins or leaves an existing group'

export function groupsPrivacy(job: GroupsJob, counted: GroupSizes, plan: GroupPlan, seed: string | undefined) {
  const { budget, delta, publicGroups } = job
  return {
    unit: UNIT,
    budget: {
      kind: budget.kind,
      total: formatRational(budget.kind === 'pure' ? budget.epsilon : budget.rho),
      delta: delta === undefined ? null : formatRational(delta),
    },
    cost: eventToJson(plan.cost),
    words: describeCost(plan.cost, delta),
    statement: statement(job, counted, plan),
    publishedExactly: [publicGroups === 'regions' ? 'the number of groups in every region' : 'the number of groups'],
    ledger: seed === undefined ? basename(job.ledgerPath) : null,
  }
}

function statement(job: GroupsJob, counted: GroupSizes, plan: GroupPlan): readonly string[] {
  return [
    plan.neighbours,
    ...(plan.notPrivate === undefined ? [] : [plan.notPrivate]),
    job.largestQuantity === 1
      ? 'One person adds 1 to the size of a group.'
      : `One person adds at most ${job.largestQuantity} to the size of a group.`,
    job.publicGroups === 'regions'
      ? 'The number of groups in every region is public and exact.'
      : 'The number of all groups is public and exact; that of a region is not.',
    counted.sizesFromData
      ? 'The largest size is taken from the data and published: declare one to keep it out.'
      : `The largest size, ${counted.sizes}, is declared.`,
    job.tree === undefined
      ? 'The list of regions is taken from the data and published: that a region occurs is outside the guarantee.'
      : 'The list of regions is public: it is given beside the data.',
  ]
}
