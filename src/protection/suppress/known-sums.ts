/**
 * Sums that a reader has although their cells are withheld: the parts of a published total that are withheld add up to the total less the other
 * parts. Such a sum that breaks the rules is a sensitive cell of its own.
 */
import type { Equations } from '../../model/index.ts'
import type { SuppressionProblem } from './problem.ts'

export interface UnionNeed {
  readonly up: number
  readonly down: number
}

export interface SensitiveSum {
  readonly parts: readonly number[]
  readonly need: UnionNeed
}

/** The sensitive sums of a pattern that are not among those known already. `needOf`: undefined for a sum that keeps the rules. */
export function sensitiveSums(
  { starts, members }: Equations,
  withheld: Uint8Array,
  before: readonly (readonly number[])[],
  needOf: (parts: readonly number[]) => UnionNeed | undefined,
): readonly SensitiveSum[] {
  const seen = new Set(before.map((parts) => parts.join()))
  const found: SensitiveSum[] = []
  for (let e = 0; e + 1 < starts.length; e++) {
    if (withheld[members[starts[e]]] === 1) continue
    const parts = [...members.subarray(starts[e] + 1, starts[e + 1])].filter((cell) => withheld[cell] === 1)
    if (parts.length < 2 || seen.has(parts.join())) continue
    const need = needOf(parts)
    if (need === undefined) continue
    seen.add(parts.join())
    found.push({ parts, need })
  }
  return found
}

/** The problem with a further cell for each sum, and the equation that makes it one. */
export function withSums(problem: SuppressionProblem, sums: readonly SensitiveSum[]): SuppressionProblem {
  const { equations, value, lower, upper, needUp, needDown, cost, fixed, sensitive } = problem
  const first = value.length
  const total = (of: Float64Array, parts: readonly number[]): number => parts.reduce((sum, cell) => sum + of[cell], 0)
  const more = (of: Float64Array, add: (sum: SensitiveSum) => number): Float64Array =>
    Float64Array.from([...of, ...sums.map(add)])
  const members = sums.map(({ parts }, s) => [first + s, ...parts])
  let at = equations.members.length
  const starts = members.map((row) => (at += row.length))
  return {
    ...problem,
    value: more(value, ({ parts }) => total(value, parts)),
    lower: more(lower, ({ parts }) => total(lower, parts)),
    upper: more(upper, ({ parts }) => total(upper, parts)),
    needUp: more(needUp, ({ need }) => need.up),
    needDown: more(needDown, ({ need }) => need.down),
    cost: more(cost, () => 1),
    fixed: Uint8Array.from([...fixed, ...sums.map(() => 0)]),
    sensitive: [...sensitive, ...sums.map((_, s) => first + s)],
    equations: {
      starts: Int32Array.from([...equations.starts, ...starts]),
      members: Int32Array.from([...equations.members, ...members.flat()]),
    },
  }
}
