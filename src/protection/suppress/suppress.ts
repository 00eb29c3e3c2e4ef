/**
 * Withholds cells until every need is proved: a first pattern, what it does not need given back, the exact search as far as it may go, and then the
 * sums that are still known: what is withheld in one equation is its total less what is published, so a sum that breaks the rules is a
 * sensitive cell of its own, and the search begins again with it.
 */
import type { Equations } from '../../model/index.ts'
import { cleanUp } from './clean-up.ts'
import { DeviationProgram } from './deviation-program.ts'
import { searchExact } from './exact.ts'
import type { Pattern } from './pattern.ts'
import type { Need, SuppressionProblem } from './problem.ts'
import { startFrom, startPattern } from './start.ts'

export interface SuppressionOptions {
  /** Asked now and then; once true the best pattern so far is the answer. */
  readonly shouldStop: () => boolean
  /** Cells that are not fixed, up to which the cheapest pattern is searched for. */
  readonly exactUpTo: number
  /** Seconds that one program over whole cells may take. */
  readonly seconds: number
  /** The need of a sum of cells, where it breaks the rules. */
  readonly unionNeed?: (parts: readonly number[]) => UnionNeed | undefined
}

export interface UnionNeed {
  readonly up: number
  readonly down: number
}

export interface Suppression {
  /** Of the cells of the problem as it was asked. */
  readonly withheld: Uint8Array
  readonly pattern: Pattern
  /** Needs that no pattern can meet: every one of them must be known to a reader. */
  readonly impossible: readonly Need[]
  /** What the secondary cells cost, and what no pattern can go below (of the last problem, sums included). */
  readonly cost: number
  readonly bound: number
  readonly optimal: boolean
  /** Sums that were made sensitive, by their cells. */
  readonly unions: readonly (readonly number[])[]
}

/** Rounds of sums: each makes cells withheld, and there are few sums in the end. */
const MOST_ROUNDS = 20

export async function suppress(asked: SuppressionProblem, options: SuppressionOptions): Promise<Suppression> {
  const cells = asked.value.length
  let problem = asked
  let before: Uint8Array | undefined
  const unions: (readonly number[])[] = []
  for (let round = 0; ; round++) {
    const found = await solve(problem, before, options)
    const withheld = found.pattern.withheld.slice(0, cells)
    const sums = found.impossible.length > 0 ? [] : sensitiveSums(asked.equations, withheld, unions, options)
    if (sums.length === 0 || round === MOST_ROUNDS) return { ...found, withheld, unions }
    unions.push(...sums.map(({ parts }) => parts))
    problem = withSums(problem, sums)
    before = found.pattern.withheld
  }
}

type Solved = Pick<Suppression, 'pattern' | 'impossible' | 'cost' | 'bound' | 'optimal'>

async function solve(
  problem: SuppressionProblem,
  before: Uint8Array | undefined,
  { shouldStop, exactUpTo, seconds }: SuppressionOptions,
): Promise<Solved> {
  const program = await DeviationProgram.open(problem)
  try {
    const start = startPattern(problem, program)
    if (start.impossible.length > 0)
      return { ...start, cost: start.pattern.cost(), bound: Number.POSITIVE_INFINITY, optimal: false }
    const patterns = [start.pattern, ...(before === undefined ? [] : [startFrom(problem, program, before)])]
    for (const pattern of patterns) cleanUp(pattern, program, shouldStop)
    const pattern = patterns.reduce((best, one) => (one.cost() < best.cost() ? one : best))
    const open = problem.fixed.reduce((count, fixed) => count + 1 - fixed, 0)
    if (open > exactUpTo) return { pattern, impossible: [], cost: pattern.cost(), bound: 0, optimal: false }
    const found = await searchExact(problem, pattern, program, { shouldStop, seconds })
    return { ...found, impossible: [], cost: found.pattern.cost() }
  } finally {
    program.close()
  }
}

interface SensitiveSum {
  readonly parts: readonly number[]
  readonly need: UnionNeed
}

/** Equations whose total is published: what is withheld of their parts is known as a sum. */
function sensitiveSums(
  { starts, members }: Equations,
  withheld: Uint8Array,
  known: readonly (readonly number[])[],
  { unionNeed }: SuppressionOptions,
): readonly SensitiveSum[] {
  if (unionNeed === undefined) return []
  const seen = new Set(known.map((parts) => parts.join()))
  const found: SensitiveSum[] = []
  for (let e = 0; e + 1 < starts.length; e++) {
    if (withheld[members[starts[e]]] === 1) continue
    const parts = [...members.subarray(starts[e] + 1, starts[e + 1])].filter((cell) => withheld[cell] === 1)
    if (parts.length < 2 || seen.has(parts.join())) continue
    const need = unionNeed(parts)
    if (need === undefined) continue
    seen.add(parts.join())
    found.push({ parts, need })
  }
  return found
}

/** The problem with a further cell for each sum, and the equation that makes it one. */
function withSums(problem: SuppressionProblem, sums: readonly SensitiveSum[]): SuppressionProblem {
  const { equations, value, lower, upper, needUp, needDown, cost, fixed, sensitive } = problem
  const first = value.length
  const total = (of: Float64Array, parts: readonly number[]): number => parts.reduce((sum, cell) => sum + of[cell], 0)
  const more = (of: Float64Array, add: (sum: SensitiveSum) => number): Float64Array =>
    Float64Array.from([...of, ...sums.map(add)])
  const members = sums.map(({ parts }, s) => [first + s, ...parts])
  let at = equations.members.length
  const starts = members.map((row) => (at += row.length))
  return {
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
