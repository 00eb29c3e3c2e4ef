/** A loss so large that it protects hardly anybody, pointed out where it is planned, spent and summed up. */
import { toNumber } from '../exact/directed.ts'
import { compare, parseRational, type Rational, rational } from '../exact/rational.ts'
import { addSpend, asApproximate, asPure, exactly, NOTHING_SPENT, type Spend, totalCost } from './composition.ts'
import type { PrivacyEvent } from './event.ts'

/** Beyond this epsilon the promise is of little use. */
const LARGE = rational(10n)
/** At which a loss that is not pure is looked at, where nothing else is said. */
const USUAL_DELTA = parseRational('1e-6')

/** Sentences on a cost, and on what is spent when it is added to what was spent before; none for small ones. */
export function largeLossWords(
  cost: PrivacyEvent,
  {
    before = NOTHING_SPENT,
    delta,
  }: { readonly before?: Spend | undefined; readonly delta?: Rational | undefined } = {},
): readonly string[] {
  const own = totalCost(cost)
  const alone = largeEpsilon(own, delta)
  if (alone !== undefined) return [`An ${lossOf(alone)} is large: ${ADVICE}`]
  const sum = addSpend(before, own)
  const together = largeEpsilon(sum, delta)
  return together === undefined
    ? []
    : [`Together with what was spent on these data before, this is ${lossOf(together)}: ${ADVICE}`]
}

/** What a ledger's sum says by itself. */
export function largeSpendWords(spent: Spend, delta?: Rational): readonly string[] {
  const epsilon = largeEpsilon(spent, delta)
  return epsilon === undefined ? [] : [`All runs together spent ${lossOf(epsilon)}: ${ADVICE}`]
}

const ADVICE =
  'whoever knows much about the others may learn nearly everything of one of those protected. Below 10 at the most, and near 1 where it can be, the promise means something.'

function largeEpsilon(spend: Spend, delta: Rational = USUAL_DELTA): Rational | undefined {
  const epsilon = asPure(spend) ?? asApproximate(spend, delta)
  return epsilon !== undefined && compare(epsilon, LARGE) > 0 ? epsilon : undefined
}

/** "epsilon 12, odds that change by a factor of up to 163,000". */
function lossOf(epsilon: Rational): string {
  const digits = toNumber(epsilon) / Math.LN10
  const times = digits < 9 ? Number((10 ** digits).toPrecision(3)).toLocaleString('en') : `10^${Math.floor(digits)}`
  return `epsilon of ${exactly(epsilon)} (the odds of an outcome change by a factor of up to ${times})`
}
