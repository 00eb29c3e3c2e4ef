/** What a release of group sizes says of privacy: the same in its manifest and its report. */
import { basename } from 'node:path'
import type { GroupSizes } from '../../data/index.ts'
import { formatRational } from '../../exact/index.ts'
import type { GroupPlan } from '../../groups/index.ts'
import { describeCost, eventToJson, groupPrivacyWords } from '../../privacy/index.ts'
import type { GroupsTask } from './job.ts'

/** What the relation means for people who live alone. */
const ALONE =
  'A person who lives alone and comes or goes founds or dissolves a group: that they are there is not protected, only the sizes of groups that stay.'

/** What one step between neighbours is, for the ledger. */
export const UNIT = 'one person joins or leaves an existing group'

export function groupsPrivacy(job: GroupsTask, counted: GroupSizes, plan: GroupPlan, seed: string | undefined) {
  const { budget, delta } = job
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
    publishedExactly: publishedExactly(job, counted),
    ledger: seed === undefined ? basename(job.ledgerPath) : null,
  }
}

/** What is published as it is: the numbers of groups, and what is read off the data because nobody declared it. */
export function publishedExactly({ publicGroups, tree }: GroupsTask, { sizesFromData }: GroupSizes): readonly string[] {
  return [
    publicGroups === 'regions' ? 'the number of groups in every region' : 'the number of groups',
    ...(sizesFromData ? ['the largest size'] : []),
    ...(tree === undefined ? ['the list of regions'] : []),
  ]
}

function statement(job: GroupsTask, counted: GroupSizes, plan: GroupPlan): readonly string[] {
  return [
    plan.neighbours,
    ALONE,
    groupPrivacyWords(job.budget.kind),
    ...(plan.notPrivate === undefined ? [] : [plan.notPrivate]),
    job.largestQuantity === 1
      ? 'One person adds 1 to the size of a group.'
      : `One person adds at most ${job.largestQuantity} to the size of a group.`,
    job.publicGroups === 'regions'
      ? 'The number of groups in every region is public and exact.'
      : 'The number of all groups is public and exact. Those of regions are released with noise, and are not protected either: no step between neighbours changes them.',
    counted.sizesFromData
      ? 'The largest size is taken from the data and published: declare one to keep it out.'
      : `The largest size, ${counted.sizes}, is declared; larger groups count as ${counted.sizes}.`,
    job.tree === undefined
      ? 'The list of regions is taken from the data and published: that a region occurs is outside the guarantee.'
      : 'The list of regions is public: it is given beside the data.',
  ]
}
