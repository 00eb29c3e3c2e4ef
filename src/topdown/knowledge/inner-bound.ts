/**
 * Intersecting a generalised polymatroid Q(p, b) with alpha <= x(S) <= beta for one set S of elements.
 *
 * The result is one again, and the functions written are its own, when
 *  - S is everything: a plank;
 *  - S is one element, or its elements are *twins*: b sees only whether A meets S and p only whether A holds S, so that Q is
 *    what merging S into one element leaves of it, and the bound is a box there;
 *  - S is *separable*: b and p are sums of a function on S and one on the rest, and the bound is a plank on the first.
 * For any other S the functions written bound x(A) validly, but need not describe the set.
 */
import { type Border, isConsistent, plank } from './border.ts'

export type InnerOutcome = 'exact' | 'valid' | 'empty'

/** Writes p and b of the intersection in place. */
export function intersect(
  border: Border,
  set: number,
  alpha: number,
  beta: number,
  mayLoosen: boolean,
): InnerOutcome | 'no' {
  const full = border.lower.length - 1
  if (alpha > beta) return 'empty'
  if (alpha <= border.lower[set] && beta >= border.upper[set]) return 'exact'
  if (set === full) return plank(border, alpha, beta) ? 'exact' : 'empty'
  if (areTwins(border, set)) return merged(border, set, alpha, beta)
  if (isSeparable(border, set)) return factor(border, set, alpha, beta)
  return mayLoosen ? loosened(border, set, alpha, beta) : 'no'
}

/** Twins, or a single element. */
function areTwins({ lower, upper }: Border, set: number): boolean {
  if ((set & (set - 1)) === 0) return true
  for (let a = 0; a < lower.length; a++) {
    if ((a & set) !== 0 && upper[a] !== upper[a | set]) return false
    if ((a & set) !== set && lower[a] !== lower[a & ~set]) return false
  }
  return true
}

function isSeparable({ lower, upper }: Border, set: number): boolean {
  for (let a = 0; a < lower.length; a++) {
    if (upper[a] !== upper[a & set] + upper[a & ~set] || lower[a] !== lower[a & set] + lower[a & ~set]) return false
  }
  return true
}

/** b'(A) = min(b(A), b(A + S) - alpha) off S and min(b(A), b(A - S) + beta) on it; p' likewise. */
function merged(border: Border, set: number, alpha: number, beta: number): InnerOutcome {
  return rewrite(border, ({ lower, upper }, a) => [
    Math.max(lower[a], (a & set) === set ? lower[a & ~set] + alpha : lower[a | set] - beta),
    Math.min(upper[a], (a & set) === 0 ? upper[a | set] - alpha : upper[a & ~set] + beta),
  ])
}

function factor(border: Border, set: number, alpha: number, beta: number): InnerOutcome {
  return rewrite(border, ({ lower, upper }, a) => [
    lower[a & ~set] + Math.max(lower[a & set], alpha - upper[set & ~a]),
    upper[a & ~set] + Math.min(upper[a & set], beta - lower[set & ~a]),
  ])
}

/** x(A) = x(S) + x(A - S) - x(S - A), each side bounded by itself. */
function loosened(border: Border, set: number, alpha: number, beta: number): InnerOutcome {
  const outcome = rewrite(border, ({ lower, upper }, a) => [
    Math.max(lower[a], alpha + lower[a & ~set] - upper[set & ~a]),
    Math.min(upper[a], beta + upper[a & ~set] - lower[set & ~a]),
  ])
  return outcome === 'exact' ? 'valid' : outcome
}

function rewrite(border: Border, bounds: (old: Border, a: number) => readonly [number, number]): InnerOutcome {
  const old = { lower: border.lower.slice(), upper: border.upper.slice() }
  for (let a = 0; a < old.lower.length; a++) [border.lower[a], border.upper[a]] = bounds(old, a)
  return isConsistent(border) ? 'exact' : 'empty'
}
