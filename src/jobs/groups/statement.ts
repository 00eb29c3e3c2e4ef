/** What a release of group sizes says of privacy: the same in its manifest and its report. */
import { basename } from 'node:path'
import type { GroupSizes } from '../../data/index.ts'
import { formatRational } from '../../exact/index.ts'
import type { GroupPlan, PublicNumbers } from '../../groups/index.ts'
import { describeCost, eventToJson, groupPrivacyWords } from '../../privacy/index.ts'
import type { GroupsTask } from './job.ts'

/** What the relation means for people who live alone. */
const ALONE =
  'A person who lives alone and comes or goes founds or dissolves a group: that they are there is not protected, only the sizes of groups that stay.'

/** What protecting a whole group means for its people. */
const WHOLE =
  'All people of a group are protected together, those who live alone too: that a group is there, where it is and how large.'

/** What one step between neighbours is, for the ledger. */
export function unitOf({ publicGroups }: Pick<GroupsTask, 'publicGroups'>): string {
  return publicGroups === 'none'
    ? 'one group added or removed, with all its people'
    : 'one person joins or leaves an existing group'
}

export function groupsPrivacy(job: GroupsTask, counted: GroupSizes, plan: GroupPlan, seed: string | undefined) {
  const { budget, delta } = job
  return {
    unit: unitOf(job),
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

const EXACT_NUMBERS: Readonly<Record<PublicNumbers, readonly string[]>> = {
  total: ['the number of groups'],
  regions: ['the number of groups in every region'],
  none: [],
}

const NUMBERS: Readonly<Record<PublicNumbers, string>> = {
  total:
    'The number of all groups is public and exact. Those of regions are released with noise, and are not protected either: no step between neighbours changes them.',
  regions: 'The number of groups in every region is public and exact.',
  none: 'No number of groups is public: all that are released carry noise.',
}

/** What is published as it is: the numbers of groups, and what is read off the data because nobody declared it. */
export function publishedExactly({ publicGroups, tree }: GroupsTask, { sizesFromData }: GroupSizes): readonly string[] {
  return [
    ...EXACT_NUMBERS[publicGroups],
    ...(sizesFromData ? ['the largest size'] : []),
    ...(tree === undefined ? ['the list of regions'] : []),
  ]
}

function statement(job: GroupsTask, counted: GroupSizes, plan: GroupPlan): readonly string[] {
  return [
    plan.neighbours,
    ...ofOneStep(job),
    ...(plan.notPrivate === undefined ? [] : [plan.notPrivate]),
    NUMBERS[job.publicGroups],
    counted.sizesFromData
      ? 'The largest size is taken from the data and published: declare one to keep it out.'
      : `The largest size, ${counted.sizes}, is declared; larger groups count as ${counted.sizes}.`,
    job.tree === undefined
      ? 'The list of regions is taken from the data and published: that a region occurs is outside the guarantee.'
      : 'The list of regions is public: it is given beside the data.',
  ]
}

/** What a step means for people, and several of them. */
function ofOneStep({ publicGroups, budget, largestQuantity }: GroupsTask): readonly string[] {
  if (publicGroups === 'none') return [WHOLE, groupPrivacyWords(budget.kind, 'group')]
  return [
    ALONE,
    groupPrivacyWords(budget.kind),
    `One person adds ${largestQuantity === 1 ? '1' : `at most ${largestQuantity}`} to the size of a group.`,
  ]
}
