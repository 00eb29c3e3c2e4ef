/**
 * The most that may ever be spent on a data set, and whether a cost still fits under it.
 *
 * A cap speaks one currency. Costs are counted in it exactly where they can be: pure costs under any cap; zCDP under a rho or
 * an (epsilon, delta) cap; (epsilon, delta) costs under an (epsilon, delta) cap only. A cost that cannot be counted is
 * refused: it is never taken for zero.
 */
import { compare, formatRational, type Rational, subtract, ZERO } from '../exact/rational.ts'
import { RequestError } from '../request-error.ts'
import { addSpend, asApproximate, asPure, asZcdp, downward, exactly, type Spend, upward } from './composition.ts'
import type { EventOf } from './event.ts'

export type Cap = EventOf<'pure' | 'zcdp' | 'approximate'>

/** The spend in the cap's own currency, rounded up, or undefined when it cannot be counted in it. */
export function spentUnder(cap: Cap, spend: Spend): Rational | undefined {
  switch (cap.kind) {
    case 'pure':
      return asPure(spend)
    case 'zcdp':
      return asZcdp(spend)
    case 'approximate':
      return asApproximate(spend, cap.delta)
  }
}

export function limitOf(cap: Cap): Rational {
  return cap.kind === 'zcdp' ? cap.rho : cap.epsilon
}

/** What is left under the cap: never negative, and 0 when the spend cannot be counted in its currency. */
export function remainingUnder(cap: Cap, spend: Spend): Rational {
  const spent = spentUnder(cap, spend)
  const left = spent === undefined ? ZERO : subtract(limitOf(cap), spent)
  return left.num < 0n ? ZERO : left
}

/** Throws a refusal, with all the figures, when the cost does not fit beside what is spent. */
export function checkFits(cap: Cap, spent: Spend, cost: Spend): void {
  const after = spentUnder(cap, addSpend(spent, cost))
  if (after !== undefined && compare(after, limitOf(cap)) <= 0) return
  const name = cap.kind === 'zcdp' ? 'rho' : 'epsilon'
  const shown = `${name} ${exactly(limitOf(cap))}${cap.kind === 'approximate' ? ` at delta ${formatRational(cap.delta)}` : ''}`
  if (after === undefined) throw uncountable(cap, shown)
  const remaining = remainingUnder(cap, spent)
  const requested = subtract(after, spentUnder(cap, spent) ?? ZERO)
  const difference = subtract(requested, remaining)
  throw new RequestError(
    'refused',
    `The ledger's cap is ${shown}, and ${name} ${both(remaining, downward)} of it is left. ` +
      `This release asks for ${name} ${both(requested, upward)}: ${both(difference, upward)} too much.\n\n` +
      "Nothing was read or drawn. Ask for less, or raise the cap with its owner's consent.",
    {
      cap: formatRational(limitOf(cap)),
      requested: figure(requested, upward),
      remaining: figure(remaining, downward),
      difference: figure(difference, upward),
    },
  )
}

function uncountable(cap: Cap, shown: string): RequestError {
  const how = {
    pure: 'Only pure epsilon can be counted under it. Use a pure budget, or set a cap on rho or on (epsilon, delta).',
    zcdp: 'A cost known as (epsilon, delta) only cannot be counted under it. Set a cap on (epsilon, delta).',
    approximate:
      'The deltas spent and asked for leave nothing of its delta. Ask for a smaller delta, or set a larger cap.',
  }[cap.kind]
  return new RequestError('refused', `The ledger's cap is ${shown}. ${how} Nothing was read or drawn.`, {
    cap: formatRational(limitOf(cap)),
  })
}

type Rounding = (x: Rational) => string

function both(x: Rational, decimal: Rounding): string {
  return x.den === 1n ? formatRational(x) : `${formatRational(x)} (${decimal(x)})`
}

function figure(x: Rational, decimal: Rounding): { exact: string; decimal: string } {
  return { exact: formatRational(x), decimal: decimal(x) }
}
