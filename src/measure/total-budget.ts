/** The whole budget of a release: epsilon, rho, or an (epsilon, delta) that is spent as rho. */
import { compare, formatRational, ONE, parseRational, type Rational, rational, toNumber } from '../exact/index.ts'
import type { NoiseLaw } from '../noise/index.ts'
import {
  type MovedAnswers,
  type PrivacyEvent,
  pure,
  rhoFor,
  type Sensitivity,
  tightEpsilon,
  zcdp,
} from '../privacy/index.ts'
import { badField, badInput } from '../request-error.ts'
import type { Spec } from '../spec/index.ts'

export interface TotalBudget {
  readonly kind: 'pure' | 'zcdp'
  /** epsilon or rho. */
  readonly total: Rational
  /** At which delta a rho is shown. */
  readonly delta?: Rational
  /** Set when the spec gives epsilon and delta, and the accountant finds the rho. */
  readonly asked?: { readonly epsilon: Rational; readonly accountant: 'zcdp' | 'tight' }
}

/** Of an (epsilon, delta) for the tight accountant it is what zCDP allows: `spentTightly` finds the rest. */
export function readBudget(spec: Spec): TotalBudget {
  const { privacy } = spec
  if (privacy === undefined)
    throw badInput('The spec has no `privacy`. Say how much may be spent, as in `privacy: { epsilon: 1 }`.')
  if (spec.workload.length === 0)
    throw badInput('The spec has no `workload`. Say what to measure, as in `workload: [{ query: total }]`.')
  const total = parseRational(
    privacy.epsilon ?? privacy.rho ?? '',
    `privacy.${privacy.epsilon === undefined ? 'rho' : 'epsilon'}`,
  )
  if (total.num <= 0n) throw badInput(`privacy: the budget must be above 0. Write a number such as 1 or 1/2.`)
  if (privacy.rho === undefined && privacy.accountant === undefined) return { kind: 'pure', total }
  const delta = parseRational(privacy.delta ?? '', 'privacy.delta')
  if (!(delta.num > 0n && delta.num < delta.den))
    throw badInput('privacy.delta: delta lies between 0 and 1, as in 1e-10.')
  if (privacy.accountant === undefined) return { kind: 'zcdp', total, delta }
  const rho = rhoFor(total, delta)
  if (rho.num === 0n)
    throw badField('privacy.epsilon', `${formatRational(total)} is too little at this delta. Give more of either.`)
  return { kind: 'zcdp', total: rho, delta, asked: { epsilon: total, accountant: privacy.accountant } }
}

/** The whole budget that a spec asks for, before any data are read. */
export function plannedBudget(spec: Spec): PrivacyEvent {
  const { kind, total } = readBudget(spec)
  return kind === 'pure' ? pure(total) : zcdp(total)
}

/** The noisy answers that one step moves, or undefined where one may move by more than one. */
export function movedAnswers(
  measurements: readonly { readonly noise: NoiseLaw | 'exact'; readonly sensitivity: Sensitivity }[],
): readonly MovedAnswers[] | undefined {
  const moved: MovedAnswers[] = []
  for (const { noise, sensitivity } of measurements) {
    if (noise === 'exact') continue
    if (noise.kind !== 'discrete-gaussian' || compare(sensitivity.lInfinity, ONE) > 0) return undefined
    moved.push({ variance: noise.variance, entries: toNumber(sensitivity.l1) })
  }
  return moved
}

const MOST_TRIALS = 8
/** The search ends this near to the epsilon asked for, relatively. */
const NEAR = 1e-5
/** epsilon grows a little faster than the root of rho. */
const GROWTH = 1.85

/**
 * The largest rho found at which the measurements, with the noise that it buys, cost at most the epsilon asked for. Every rho that is
 * returned was tried; undefined where the tight accountant does not answer.
 */
export function spentTightly(
  { total, delta, asked }: TotalBudget,
  movedAt: (rho: Rational) => readonly MovedAnswers[] | undefined,
): Rational | undefined {
  if (asked === undefined || delta === undefined) return undefined
  const wanted = toNumber(asked.epsilon)
  let [best, rho]: [Rational | undefined, Rational] = [undefined, total]
  let above = Number.POSITIVE_INFINITY
  for (let trial = 0; trial < MOST_TRIALS; trial++) {
    const moved = movedAt(rho)
    const found = moved && tightEpsilon(moved, delta)
    if (found === undefined || found.num === 0n) return best
    if (compare(found, asked.epsilon) > 0) above = Math.min(above, toNumber(rho))
    else if (best === undefined || compare(rho, best) > 0) best = rho
    if (best !== undefined && compare(best, rho) === 0 && toNumber(found) > wanted * (1 - NEAR)) return best
    const guess = toNumber(rho) * ((wanted * (1 - NEAR / 2)) / toNumber(found)) ** GROWTH
    const next = guess < above ? guess : (above + toNumber(best ?? total)) / 2
    rho = eightDigits(next)
  }
  return best
}

/** A short rho, not above x. */
function eightDigits(x: number): Rational {
  const exponent = Math.floor(Math.log10(x)) - 7
  const digits = BigInt(Math.floor(x / 10 ** exponent))
  const power = 10n ** BigInt(Math.abs(exponent))
  return exponent < 0 ? rational(digits, power) : rational(digits * power)
}
