/**
 * A budget in exact shares: by level, and by query within a level. Shares that are given sum to one exactly, or the plan
 * is refused; what is not given is shared equally.
 */
import {
  divide,
  equal,
  formatRational,
  ONE,
  parseRational,
  type Rational,
  rational,
  sum,
  ZERO,
} from '../exact/index.ts'
import { badInput, listed } from '../request-error.ts'
import type { Spec } from '../spec/index.ts'

/** The share of each level, in the order of `levels`; 0 for a level that is not measured. */
export function levelShares(
  levels: readonly string[],
  given: Readonly<Record<string, string | number>> | undefined,
): readonly Rational[] {
  if (given === undefined) return levels.map(() => rational(1n, BigInt(levels.length)))
  const stray = Object.keys(given).find((name) => !levels.includes(name))
  if (stray !== undefined) {
    throw badInput(`privacy.levels: there is no level "${stray}". The levels are: ${listed(levels)}.`)
  }
  const shares = levels.map((name) => (name in given ? share(given[name], `privacy.levels.${name}`) : ZERO))
  checkSum(shares, 'privacy.levels: the shares of the levels')
  return shares
}

export interface QueryShare {
  readonly query: string
  readonly share: Rational
}

/** The queries measured at a level and their shares of its budget. */
export function queryShares(
  workload: Spec['workload'],
  level: string,
  levels: readonly string[],
): readonly QueryShare[] {
  const here = workload.filter((entry) => entry.levels === undefined || entry.levels.includes(level))
  for (const entry of workload) checkLevels(entry, levels)
  const repeated = here.find((entry, i) => here.findIndex((other) => other.query === entry.query) !== i)
  if (repeated !== undefined)
    throw badInput(`workload: "${repeated.query}" is asked twice at level "${level}". Ask it once.`)
  const given = here.filter((entry) => entry.share !== undefined)
  if (given.length > 0 && given.length < here.length) {
    const without = here.find((entry) => entry.share === undefined)
    throw badInput(
      `workload: at level "${level}" the query "${without?.query}" has no share and others have. Give all of them one, or none.`,
    )
  }
  const equalPart = rational(1n, BigInt(Math.max(1, here.length)))
  const shares = here.map((entry) =>
    entry.share === undefined ? equalPart : share(entry.share, `workload "${entry.query}"`),
  )
  if (here.length > 0) checkSum(shares, `workload: the shares of the queries at level "${level}"`)
  return here.map((entry, i) => ({ query: entry.query, share: shares[i] }))
}

function checkLevels(entry: Spec['workload'][number], levels: readonly string[]): void {
  const stray = entry.levels?.find((name) => !levels.includes(name))
  if (stray !== undefined) {
    throw badInput(`workload "${entry.query}": there is no level "${stray}". The levels are: ${listed(levels)}.`)
  }
}

function share(text: string | number, where: string): Rational {
  const value = parseRational(text, where)
  if (value.num < 0n) throw badInput(`${where}: a share is not negative; ${formatRational(value)} is.`)
  return value
}

function checkSum(shares: readonly Rational[], what: string): void {
  const total = sum(shares)
  if (equal(total, ONE)) return
  const scaled = shares.map((s) => formatRational(divide(s, total.num === 0n ? ONE : total))).join(', ')
  throw badInput(
    `${what} sum to ${formatRational(total)}, not to 1.${total.num === 0n ? '' : ` In the same proportions: ${scaled}.`}`,
  )
}
