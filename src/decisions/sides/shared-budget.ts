/**
 * One budget for several releases: each spends its share, and by basic composition all of them together spend the whole. For the
 * noise of decisions that is as good as planning them as one measurement of all their sides: k (e^(epsilon/k) - 1) <= e^epsilon - 1.
 */
import {
  add,
  compare,
  formatRational,
  multiply,
  ONE,
  parseRational,
  type Rational,
  rational,
  ZERO,
} from '../../exact/index.ts'
import { badField, badInput } from '../../request-error.ts'

export interface ReleaseShare {
  /** null where all shares are equal and have no name. */
  readonly name: string | null
  readonly share: Rational
}

export interface SharedBudget {
  readonly epsilon: Rational
  readonly delta: Rational
  readonly shares: readonly ReleaseShare[]
  /** The one that this run makes; null where a plan has not chosen. */
  readonly chosen: ReleaseShare | null
}

export type ReleasesText = number | string | Readonly<Record<string, string | number>>

/** `releases` as written: a number of equal ones, or shares by name. */
export function sharesOf(text: ReleasesText, where: string): readonly ReleaseShare[] {
  if (typeof text !== 'object') {
    const count = parseRational(text, where)
    if (count.den !== 1n || count.num < 1n || count.num > 10_000n) {
      throw badInput(`${where}: give a whole number of releases, from 1 to 10,000, or a share for each name.`)
    }
    return Array.from({ length: Number(count.num) }, () => ({ name: null, share: rational(1n, count.num) }))
  }
  const shares = Object.entries(text).map(([name, share]) => ({
    name,
    share: parseRational(share, `${where}.${name}`),
  }))
  const total = shares.reduce((sum, { share }) => add(sum, share), ZERO)
  if (shares.length === 0 || shares.some(({ share }) => share.num <= 0n) || compare(total, ONE) > 0) {
    throw badInput(
      `${where}: every share must be above 0, and together they must be at most 1. They are ${formatRational(total)}.`,
    )
  }
  return shares
}

/** The share that a run makes. */
export function chooseShare(shares: readonly ReleaseShare[], name: string | undefined): ReleaseShare {
  if (shares[0].name === null) {
    if (name === undefined) return shares[0]
    throw badField('release', 'the releases of this spec have no names. Leave it out.')
  }
  const found = shares.find((share) => share.name === name)
  if (found !== undefined) return found
  const names = shares.map((share) => share.name).join(', ')
  throw badField(
    'release',
    name === undefined
      ? `the budget is shared by several releases. Say which one this is, one of ${names}.`
      : `there is no release "${name}". There are: ${names}.`,
  )
}

/** What a release with this share may spend. */
export function spentBy({ epsilon, delta }: Pick<SharedBudget, 'epsilon' | 'delta'>, { share }: ReleaseShare) {
  return { epsilon: multiply(epsilon, share), delta: multiply(delta, share) }
}

/** For the statement of a release. */
export function describeShare({ epsilon, delta, shares, chosen }: SharedBudget): string {
  const mine =
    chosen === null
      ? ''
      : ` This one${chosen.name === null ? '' : `, "${chosen.name}",`} spends ${formatRational(chosen.share)} of it.`
  return (
    `A budget of epsilon ${formatRational(epsilon)} and delta ${formatRational(delta)} is shared by ${shares.length} releases.${mine} ` +
    'For a person whose data all of them use, the privacy loss is that of the whole budget.'
  )
}
