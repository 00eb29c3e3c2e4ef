/** What a release of group sizes says of privacy: the same in a plan, a manifest, a report and on the page. */
import type { GroupPlan, PublicNumbers } from '../groups/index.ts'
import { type Budget, groupPrivacyWords } from '../privacy/index.ts'

/** What the words depend on. */
export interface GroupsFacts {
  readonly publicGroups: PublicNumbers
  readonly kind: Budget['kind']
  /** The most that one person adds to the size of a group. */
  readonly largestQuantity: number
  /** The largest size that is told apart. */
  readonly sizes: number
  /** Whether the largest size, and the list of regions, were read off the data because nobody declared them. */
  readonly sizesFromData: boolean
  readonly regionsFromData: boolean
}

/** What the relation means for people who live alone. */
const ALONE =
  'A person who lives alone and comes or goes founds or dissolves a group: that they are there is not protected, only the sizes of groups that stay.'

/** What protecting a whole group means for its people. */
const WHOLE =
  'All people of a group are protected together, those who live alone too: that a group is there, where it is and how large.'

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
export function groupsPublishedExactly({
  publicGroups,
  sizesFromData,
  regionsFromData,
}: Omit<GroupsFacts, 'kind' | 'sizes' | 'largestQuantity'>): readonly string[] {
  return [
    ...EXACT_NUMBERS[publicGroups],
    ...(sizesFromData ? ['the largest size'] : []),
    ...(regionsFromData ? ['the list of regions'] : []),
  ]
}

export function groupsStatement(
  facts: GroupsFacts,
  plan: Pick<GroupPlan, 'neighbours' | 'notPrivate'>,
): readonly string[] {
  return [
    plan.neighbours,
    ...ofOneStep(facts),
    ...(plan.notPrivate === undefined ? [] : [plan.notPrivate]),
    NUMBERS[facts.publicGroups],
    facts.sizesFromData
      ? 'The largest size is taken from the data and published: declare one to keep it out.'
      : `The largest size, ${facts.sizes}, is declared; larger groups count as ${facts.sizes}.`,
    facts.regionsFromData
      ? 'The list of regions is taken from the data and published: that a region occurs is outside the guarantee.'
      : 'The list of regions is public: it is given beside the data.',
  ]
}

/** What a step means for people, and several of them. */
function ofOneStep({ publicGroups, kind, largestQuantity }: GroupsFacts): readonly string[] {
  if (publicGroups === 'none') return [WHOLE, groupPrivacyWords(kind, 'group')]
  return [
    ALONE,
    groupPrivacyWords(kind),
    `One person adds ${largestQuantity === 1 ? '1' : `at most ${largestQuantity}`} to the size of a group.`,
  ]
}
