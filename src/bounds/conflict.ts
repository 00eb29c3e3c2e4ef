/**
 * Smallest sets of facts that make something happen: a contradiction, or a cell pinned to one value.
 *
 * Junker, "QuickXplain", AAAI 2004. `holds` must be monotone (more facts never undo it) and true of all facts together;
 * the set returned is irreducible: without any one of its members `holds` is false. For k members out of m facts it
 * asks about k log2(m / k) questions instead of the m of trying each fact in turn.
 */
import { RequestError } from '../request-error.ts'

/** Knowledge that no table meets: message for a person, facts for a program. */
export function infeasible(message: string, facts: Readonly<Record<string, unknown>>): RequestError {
  return new RequestError('infeasible', message, facts)
}

/** An irreducible subset of `facts` for which `holds` is true. Requires holds(facts). */
export function irreducible<T>(facts: readonly T[], holds: (subset: readonly T[]) => boolean): T[] {
  if (holds([])) return []
  return explain([], false, facts, holds)
}

function explain<T>(
  background: readonly T[],
  grown: boolean,
  facts: readonly T[],
  holds: (subset: readonly T[]) => boolean,
): T[] {
  if (grown && holds(background)) return []
  if (facts.length === 1) return [...facts]
  const half = facts.length >> 1
  const left = facts.slice(0, half)
  const right = facts.slice(half)
  const fromRight = explain([...background, ...left], left.length > 0, right, holds)
  const fromLeft = explain([...background, ...fromRight], fromRight.length > 0, left, holds)
  return [...fromLeft, ...fromRight]
}
