/** What a release of group sizes says of privacy, held to what was asked for. */
import { divide, multiply, parseRational, type Rational, rational, ZERO } from '../exact/index.ts'
import { composed, type PrivacyEvent, pure, zcdp } from '../privacy/index.ts'
import type { Manifest } from '../release/index.ts'
import type { Check } from './check.ts'
import type { GroupRequest } from './group-request.ts'
import type { GroupStatement } from './group-statement.ts'
import { budgetFaults, costFaults, exactCheck, privacyCheck, statementCheck } from './privacy-checks.ts'
import { simulated, stampCheck } from './stamp-check.ts'
import type { GroupsPrivacy } from './stated-privacy.ts'

/** What one step between neighbours is. */
export const GROUP_UNIT = 'one person joins or leaves an existing group'

export function groupPrivacyChecks(
  manifest: Manifest,
  request: GroupRequest,
  statement: GroupStatement,
  stated: GroupsPrivacy,
): readonly Check[] {
  const publishedExactly = [
    request.publicGroups === 'regions' ? 'the number of groups in every region' : 'the number of groups',
    ...(request.largest === undefined ? ['the largest size'] : []),
    ...(request.levels === undefined ? [] : ['the list of regions']),
  ]
  const { budget } = request
  const sentences = groupSentences(request, statement)
  const expected = {
    unit: GROUP_UNIT,
    cost: groupCost(request, statement),
    delta: budget.delta,
    publishedExactly,
    sentences,
  }
  const evaluated = statement.levels.some(({ l1Error }) => l1Error !== undefined)
  return [
    stampCheck(manifest, {
      notPrivate:
        simulated(stated.ledger) ?? (request.asPublished ? 'the chain is calibrated as published' : undefined),
      confidential: evaluated ? 'errors against the truth are in it' : undefined,
    }),
    privacyCheck([...budgetFaults(stated.budget, budget), ...costFaults(stated, expected)], stated),
    exactCheck(stated, publishedExactly),
    statementCheck(stated.statement, sentences),
  ]
}

/**
 * Each level has its share of the budget. One person moves as many entries of the published chain as the level has
 * regions, where its noise is for one, so that each level costs that many times its share. With one size nobody can
 * change anything, and nothing is spent.
 */
function groupCost({ budget, shares, asPublished }: GroupRequest, { levels, sizes }: GroupStatement): PrivacyEvent {
  const equal = divide(budget.total, rational(BigInt(levels.length)))
  const parts = levels.map(({ name, regions }): Rational => {
    if (sizes === 1) return ZERO
    const own = shares === undefined ? equal : multiply(budget.total, parseRational(shares[name] ?? 0, name))
    return asPublished ? multiply(own, rational(BigInt(regions))) : own
  })
  return composed(parts.map((part) => (budget.kind === 'pure' ? pure(part) : zcdp(part))))
}

function groupSentences(request: GroupRequest, { sizes }: GroupStatement): readonly string[] {
  const { publicGroups, asPublished, largest, largestQuantity, levels } = request
  return [
    'One person joins or leaves an existing group. Founding or dissolving a group is outside the guarantee.',
    'A person who lives alone and comes or goes founds or dissolves a group',
    request.budget.kind === 'pure' ? 'multiply epsilon by k' : 'multiply rho by k squared',
    ...(asPublished ? ['the true cost is larger than the budget asked for'] : []),
    `One person adds ${largestQuantity === 1 ? '1' : `at most ${largestQuantity}`} to the size of a group.`,
    publicGroups === 'regions'
      ? 'The number of groups in every region is public and exact.'
      : 'The number of all groups is public and exact. Those of regions are released with noise, and are not protected',
    largest === undefined
      ? 'The largest size is taken from the data'
      : `The largest size, ${sizes}, is declared; larger groups count as ${sizes}.`,
    levels === undefined ? 'The list of regions is public' : 'The list of regions is taken from the data',
  ]
}
