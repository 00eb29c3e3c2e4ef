/**
 * What a release says of privacy, held to what follows from its spec: the budget, the cost and its parts, the words for it,
 * what is protected, what is published as it is. Words are those of the accountant; of free text only what must be in it.
 */
import { formatRational, parseRational, type Rational, toNumberUp } from '../exact/index.ts'
import {
  asPure,
  asZcdp,
  canonicalJson,
  describeCost,
  epsilonOf,
  eventFromJson,
  eventToJson,
  type PrivacyEvent,
  totalCost,
} from '../privacy/index.ts'
import { type Check, checkOf } from './check.ts'
import type { StatedBudget, StatedCharge } from './stated-privacy.ts'

/** The whole budget that was asked for. */
export interface AskedBudget {
  readonly kind: 'pure' | 'zcdp'
  /** epsilon or rho. */
  readonly total: Rational
  /** At which delta a rho is shown. */
  readonly delta: Rational | undefined
  /** The epsilon that may be spent, where the spec leaves rho to an accountant. */
  readonly asked?: { readonly epsilon: Rational; readonly accountant: 'zcdp' | 'tight' }
}

export interface ExpectedPrivacy {
  readonly unit: string
  readonly cost: PrivacyEvent
  readonly delta: Rational | undefined
  readonly publishedExactly: readonly string[]
  /** What the statement must say: each is the opening or a part of one of its lines. */
  readonly sentences: readonly string[]
}

interface BudgetTexts {
  readonly epsilon?: string | number | undefined
  readonly rho?: string | number | undefined
  readonly delta?: string | number | undefined
  readonly accountant?: 'zcdp' | 'tight' | undefined
}

/** `stated` is the rho that the release says its accountant found. */
export function askedBudget({ epsilon, rho, delta, accountant }: BudgetTexts, stated = ''): AskedBudget {
  const total = parseRational(epsilon ?? rho ?? '', 'the budget in the manifest')
  if (accountant !== undefined) {
    return {
      kind: 'zcdp',
      total: parseRational(stated, 'the rho of the budget in the manifest'),
      delta: parseRational(delta ?? '', 'delta in the manifest'),
      asked: { epsilon: total, accountant },
    }
  }
  if (rho === undefined) return { kind: 'pure', total, delta: undefined }
  return { kind: 'zcdp', total, delta: parseRational(delta ?? '', 'delta in the manifest') }
}

export function budgetFaults(stated: StatedBudget, asked: AskedBudget): string[] {
  const shown = (kind: string, total: string, delta: string | null): string =>
    `${kind === 'pure' ? 'epsilon' : 'rho'} ${total}${delta === null ? '' : ` at delta ${delta}`}`
  const said = shown(stated.kind, stated.total, stated.delta)
  const spec = shown(asked.kind, formatRational(asked.total), asked.delta ? formatRational(asked.delta) : null)
  return said === spec ? [] : [`the budget stated is ${said}, and the spec asks for ${spec}`]
}

/** Cost, words and unit. */
export function costFaults(stated: StatedCharge, { unit, cost, delta }: ExpectedPrivacy): string[] {
  const said = eventFromJson(stated.cost)
  const words = describeCost(said, delta)
  return [
    ...(sameCost(said, cost)
      ? []
      : [`the cost stated is ${words}, and the spec makes it ${describeCost(cost, delta)}`]),
    ...(stated.words === words ? [] : [`the words for the cost are "${stated.words}", and it is ${words}`]),
    ...(stated.unit === unit ? [] : [`it says that neighbours are "${stated.unit}", and they are "${unit}"`]),
  ]
}

/** Part by part, in their order. */
export function sameCost(one: PrivacyEvent, other: PrivacyEvent): boolean {
  return canonicalJson(eventToJson(one)) === canonicalJson(eventToJson(other))
}

/**
 * The epsilon stated is that of the cost. The translation of zCDP searches in floating point, so another machine may find a
 * bound that differs in its last decimals.
 */
export function epsilonFaults(stated: number, cost: PrivacyEvent, delta: Rational | undefined): string[] {
  const spent = totalCost(cost)
  const rho = asZcdp(spent)
  const exact = asPure(spent) ?? (rho && delta && epsilonOf(rho, delta))
  if (exact === undefined) return ['the cost has no epsilon']
  const epsilon = toNumberUp(exact)
  return Math.abs(stated - epsilon) <= 1e-9 * epsilon ? [] : [`epsilon is stated as ${stated}, and is ${epsilon}`]
}

export function privacyCheck(faults: readonly string[], { words }: StatedCharge): Check {
  return checkOf('privacy', faults, `the parts are those of the spec, and cost ${words}`)
}

/** `inherited` may be listed as well, and must be. */
export function exactCheck(
  stated: StatedCharge,
  expected: readonly string[],
  inherited: readonly string[] = [],
): Check {
  const all = [...expected, ...inherited]
  const faults = [
    ...all.filter((one) => !stated.publishedExactly.includes(one)).map((one) => `"${one}" is published and not listed`),
    ...stated.publishedExactly
      .filter((one, i, list) => !all.includes(one) || list.indexOf(one) !== i)
      .map((one) => `"${one}" is listed, and nothing publishes it`),
  ]
  return checkOf('published exactly', faults, all.map((one) => `"${one}"`).join(', ') || 'nothing')
}

export function statementCheck(lines: readonly string[], sentences: readonly string[]): Check {
  const missing = sentences.filter((sentence) => !lines.some((line) => line.includes(sentence)))
  const faults = missing.map((sentence) => `it does not say: ${sentence}`)
  return checkOf('statement', faults, 'it says what is protected and what is not')
}
