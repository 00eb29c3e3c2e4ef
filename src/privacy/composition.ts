/**
 * What many events cost together.
 *
 * A `Spend` keeps apart what adds up differently, and stands for one promise: the whole is the composition of something
 * rho-zCDP, something (epsilon, delta)-DP, and pure mechanisms whose epsilons sum to `pure` and whose epsilon^2/2 sum to
 * `pureAsRho` (so they may be read either way). All sums are exact. Where shares of the data are disjoint, only the shares
 * that one neighbour step reaches count, and each part is bounded by the largest entries: the promise is monotone in every
 * entry, so taking maxima entry by entry keeps it true.
 */
import { toNumber } from '../exact/directed.ts'
import {
  add,
  ceiling,
  compare,
  divide,
  floor,
  formatRational,
  multiply,
  type Rational,
  rational,
  subtract,
  ZERO,
} from '../exact/rational.ts'
import { epsilonOf, rhoOfPure } from './conversion.ts'
import type { PrivacyEvent } from './event.ts'

export interface Spend {
  readonly pure: Rational
  readonly pureAsRho: Rational
  readonly rho: Rational
  readonly epsilon: Rational
  readonly delta: Rational
}

export const NOTHING_SPENT: Spend = { pure: ZERO, pureAsRho: ZERO, rho: ZERO, epsilon: ZERO, delta: ZERO }

export function isNothing(spend: Spend): boolean {
  return Object.values(spend).every(({ num }) => num === 0n)
}

/** The total of an event. */
export function totalCost(event: PrivacyEvent): Spend {
  switch (event.kind) {
    case 'pure':
      return { ...NOTHING_SPENT, pure: event.epsilon, pureAsRho: rhoOfPure(event.epsilon) }
    case 'zcdp':
      return { ...NOTHING_SPENT, rho: event.rho }
    case 'approximate':
      return { ...NOTHING_SPENT, epsilon: event.epsilon, delta: event.delta }
    case 'composed':
      return event.parts.map(totalCost).reduce(addSpend, NOTHING_SPENT)
    case 'parallel':
      return largest(event.parts.map(totalCost), event.reach)
  }
}

export function addSpend(a: Spend, b: Spend): Spend {
  return entrywise((field) => add(a[field], b[field]))
}

/** Entry by entry, the sum of the `reach` largest. */
function largest(parts: readonly Spend[], reach: 1 | 2): Spend {
  return entrywise((field) =>
    parts
      .map((part) => part[field])
      .sort((a, b) => compare(b, a))
      .slice(0, reach)
      .reduce(add, ZERO),
  )
}

function entrywise(entry: (field: keyof Spend) => Rational): Spend {
  return {
    pure: entry('pure'),
    pureAsRho: entry('pureAsRho'),
    rho: entry('rho'),
    epsilon: entry('epsilon'),
    delta: entry('delta'),
  }
}

/** The pure epsilon of a spend, or undefined when not all of it is pure. */
export function asPure({ pure, rho, epsilon, delta }: Spend): Rational | undefined {
  if (rho.num > 0n || delta.num > 0n) return undefined
  return add(pure, epsilon) // (epsilon, 0)-DP is epsilon-DP
}

/** The rho of a spend, or undefined when part of it is known as (epsilon, delta) only. */
export function asZcdp({ pureAsRho, rho, epsilon, delta }: Spend): Rational | undefined {
  return epsilon.num > 0n || delta.num > 0n ? undefined : add(rho, pureAsRho)
}

/**
 * The least epsilon known at this total delta, rounded up, or undefined when delta alone is already overspent. Basic
 * composition of the (epsilon, delta) part with the rest, whose pure mechanisms are counted whichever way costs less.
 */
export function asApproximate(spend: Spend, delta: Rational): Rational | undefined {
  const left = subtract(delta, spend.delta)
  if (left.num < 0n) return undefined
  const plain = add(spend.pure, spend.epsilon)
  if (left.num === 0n) return spend.rho.num === 0n ? plain : undefined
  if (spend.rho.num === 0n && spend.pure.num === 0n) return plain
  const separate = add(plain, epsilonOf(spend.rho, left))
  const concentrated = add(spend.epsilon, epsilonOf(add(spend.rho, spend.pureAsRho), left))
  return compare(separate, concentrated) < 0 ? separate : concentrated
}

/** The cost in words, exact with a decimal that is never too small; with a delta, zCDP is translated as well. */
export function describeCost(event: PrivacyEvent, delta?: Rational): string {
  const spend = totalCost(event)
  const epsilon = asPure(spend)
  if (epsilon !== undefined) return `epsilon ${exactly(epsilon)}`
  const rho = asZcdp(spend)
  const translated = delta === undefined ? undefined : asApproximate(spend, delta)
  const at = translated === undefined ? '' : `epsilon ${upward(translated)} at delta ${briefly(delta!)}`
  if (rho !== undefined) return `rho ${exactly(rho)} (zCDP)${at === '' ? '' : `, which is ${at}`}`
  return at === '' ? describeMixed(spend) : at
}

function describeMixed({ pure, rho, epsilon, delta }: Spend): string {
  const parts = [`epsilon ${exactly(add(pure, epsilon))} at delta ${briefly(delta)}`]
  if (rho.num > 0n) parts.push(`rho ${exactly(rho)} (zCDP)`)
  return parts.join(' and ')
}

/** "2/3 (0.666667)": the exact fraction, with a decimal rounded up when it is not a whole number. */
export function exactly(x: Rational): string {
  if (x.den === 1n || formatRational(x).length > LONGEST_FRACTION) return briefly(x)
  return `${formatRational(x)} (${upward(x)})`
}

/** The fraction while it can be read, else a decimal that is not below it. */
function briefly(x: Rational): string {
  const text = formatRational(x)
  return text.length > LONGEST_FRACTION ? upward(x) : text
}

/** Longer fractions, such as the exact delta of a cut-off tail, tell a reader nothing. */
const LONGEST_FRACTION = 24

/** A short decimal that is not below x: seven significant digits, rounded up exactly. Requires x >= 0. */
export function upward(x: Rational): string {
  return sevenDigits(x, ceiling)
}

/** A short decimal that is not above x. Requires x >= 0. */
export function downward(x: Rational): string {
  return sevenDigits(x, floor)
}

function sevenDigits(x: Rational, round: (x: Rational) => bigint): string {
  if (x.num === 0n) return '0'
  const exponent = Math.floor(Math.log10(toNumber(x))) - 6
  const power = rational(10n ** BigInt(Math.abs(exponent)))
  const steps = round(exponent < 0 ? multiply(x, power) : divide(x, power))
  return String(Number(`${steps}e${exponent}`)) // at most eight digits: the nearest double prints as the same decimal
}
