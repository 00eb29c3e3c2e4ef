/**
 * An irreducible clashing subset by halving.
 *
 * Junker, "QuickXplain: Preferred Explanations and Relaxations for Over-Constrained Problems", AAAI 2004, section 4.
 * `clashes` must be monotone (a superset of a clashing set clashes) and hold for all of `candidates`. Needs
 * O(k log(n/k) + k) calls for a result of k out of n. No member of the result can be left out of it.
 */
export async function irreducibleSubset<T>(
  candidates: readonly T[],
  clashes: (members: readonly T[]) => Promise<boolean>,
): Promise<T[]> {
  if (candidates.length === 0 || (await clashes([]))) return []
  return explain([], false, candidates, clashes)
}

/** The part of `candidates` needed for the clash beside `background`, which is untested when it has `grown`. */
async function explain<T>(
  background: readonly T[],
  grown: boolean,
  candidates: readonly T[],
  clashes: (members: readonly T[]) => Promise<boolean>,
): Promise<T[]> {
  if (grown && (await clashes(background))) return []
  if (candidates.length === 1) return [candidates[0]]
  const half = candidates.length >> 1
  const [first, second] = [candidates.slice(0, half), candidates.slice(half)]
  const needed = await explain([...background, ...first], true, second, clashes)
  return [...(await explain([...background, ...needed], needed.length > 0, first, clashes)), ...needed]
}
