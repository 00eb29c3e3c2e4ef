/**
 * Withholds cells until every need is proved: a first pattern, what it does not need given back, the exact search as far as it may go. Then what
 * the pattern still tells: sums that break the rules, which are sensitive cells of their own, and contributors who are alone in cells, against
 * whom every need must hold too. The search begins again with what they ask.
 */
import type { EngineSource } from '../../optimize/index.ts'
import { cleanUp } from './clean-up.ts'
import { DeviationProgram } from './deviation-program.ts'
import { type SearchLimits, searchExact } from './exact.ts'
import { type SensitiveSum, sensitiveSums, type UnionNeed, withSums } from './known-sums.ts'
import type { Pattern } from './pattern.ts'
import type { Need, SuppressionProblem } from './problem.ts'
import { type ProvedNeed, proveForReaders, type Readers } from './readers.ts'
import { startFrom, startPattern } from './start.ts'

/** `shouldStop` is asked now and then; once true the best pattern so far is the answer. */
export interface SuppressionOptions extends SearchLimits {
  /** Cells that are not fixed, up to which the cheapest pattern is searched for. */
  readonly exactUpTo: number
  /** The need of a sum of cells, where it breaks the rules. */
  readonly unionNeed?: (parts: readonly number[]) => UnionNeed | undefined
  /** How the solver is loaded where it does not load itself: in a page. The exact search loads it as usual. */
  readonly engine?: EngineSource
  /** Contributors who know cells. With a coalition of 0 it is only told what one of them could work out. */
  readonly readers: Readers
}

export interface Suppression {
  /** Of the cells of the problem as it was asked. */
  readonly withheld: Uint8Array
  readonly pattern: Pattern
  /** Needs that no pattern can meet: every one of them must be known to a reader. Cells beyond those asked are sums. */
  readonly impossible: readonly Need[]
  /** Needs without a proof when the search ended: what was found is not protected. */
  readonly unproved: readonly Need[]
  /** What the secondary cells cost, and what no pattern can go below (of the last problem, sums and readers included). */
  readonly cost: number
  readonly bound: number
  readonly optimal: boolean
  /** Sums that were made sensitive, in the order of the cells that were added for them. */
  readonly unions: readonly SensitiveSum[]
  /** Proofs against readers who know cells. */
  readonly readerProofs: readonly ProvedNeed[]
  /** Needs that do not hold against one more reader than was asked for; empty unless none was asked for. */
  readonly openToOne: readonly Need[]
}

/** Rounds of sums and readers: each makes more cells withheld, and there are few in the end. */
const MOST_ROUNDS = 40

export async function suppress(asked: SuppressionProblem, options: SuppressionOptions): Promise<Suppression> {
  const cells = asked.value.length
  let problem = asked
  let before: Uint8Array | undefined
  const unions: SensitiveSum[] = []
  for (let round = 0; ; round++) {
    const { open, ...found } = await solve(problem, before, options)
    const withheld = found.pattern.withheld.slice(0, cells)
    const sums = found.impossible.length > 0 ? [] : newSums(asked, withheld, unions, options)
    if (found.impossible.length > 0 || (sums.length === 0 && open.length === 0))
      return { ...found, withheld, unions, unproved: unprovedIn(found.pattern) }
    if (round === MOST_ROUNDS) {
      const left = sums.flatMap(({ parts, need }): Need[] => [{ cell: parts[0], direction: 1, by: need.up }])
      return { ...found, withheld, unions, unproved: [...unprovedIn(found.pattern), ...open, ...left] }
    }
    unions.push(...sums)
    problem = withSums({ ...problem, readerNeeds: [...(problem.readerNeeds ?? []), ...open] }, sums)
    before = found.pattern.withheld
  }
}

function newSums(
  { equations }: SuppressionProblem,
  withheld: Uint8Array,
  unions: readonly SensitiveSum[],
  { unionNeed }: SuppressionOptions,
): readonly SensitiveSum[] {
  const before = unions.map(({ parts }) => parts)
  return unionNeed === undefined ? [] : sensitiveSums(equations, withheld, before, unionNeed)
}

const unprovedIn = ({ needs, proofs }: Pattern): readonly Need[] => needs.filter((_, n) => proofs[n] === undefined)

type SolvedFields = 'pattern' | 'impossible' | 'cost' | 'bound' | 'optimal' | 'readerProofs' | 'openToOne'

interface Solved extends Pick<Suppression, SolvedFields> {
  /** Needs that it leaves open for readers who know cells. */
  readonly open: readonly Need[]
}

async function solve(
  problem: SuppressionProblem,
  before: Uint8Array | undefined,
  options: SuppressionOptions,
): Promise<Solved> {
  const program = await DeviationProgram.open(problem, options.engine)
  try {
    const again = before === undefined ? undefined : startFrom(problem, program, before)
    const isEnough = again?.isProved() === true && options.shouldStop()
    const start = isEnough ? { pattern: again, impossible: [] } : startPattern(problem, program)
    if (start.impossible.length > 0) {
      const cost = start.pattern.cost()
      return {
        ...start,
        cost,
        bound: Number.POSITIVE_INFINITY,
        optimal: false,
        readerProofs: [],
        open: [],
        openToOne: [],
      }
    }
    const found = await cheapest(problem, [start.pattern, ...(again?.isProved() ? [again] : [])], program, options)
    return { ...found, ...against(found.pattern, program, options), impossible: [], cost: found.pattern.cost() }
  } finally {
    program.close()
  }
}

/** What readers who know cells ask. Where none was asked for, it is told as far as the time allows what one could work out. */
function against(
  pattern: Pattern,
  program: DeviationProgram,
  { readers: { cells, coalition }, shouldStop }: SuppressionOptions,
): Pick<Solved, 'readerProofs' | 'open' | 'openToOne'> {
  if (coalition === 0) {
    pattern.dropIdle([])
    const { open } = proveForReaders(pattern, program, { cells, coalition: 1 }, shouldStop)
    return { readerProofs: [], open: [], openToOne: open }
  }
  const { proved, open } = proveForReaders(pattern, program, { cells, coalition })
  pattern.dropIdle(proved.map(({ proof }) => proof))
  return { readerProofs: proved, open, openToOne: [] }
}

async function cheapest(
  problem: SuppressionProblem,
  patterns: readonly Pattern[],
  program: DeviationProgram,
  { exactUpTo, ...limits }: SuppressionOptions,
): Promise<Pick<Suppression, 'pattern' | 'bound' | 'optimal'>> {
  for (const pattern of patterns) cleanUp(pattern, program, limits.shouldStop)
  const pattern = patterns.reduce((best, one) => (one.cost() < best.cost() ? one : best))
  const open = problem.fixed.reduce((count, fixed) => count + 1 - fixed, 0)
  if (open > exactUpTo) return { pattern, bound: 0, optimal: false }
  return searchExact(problem, pattern, program, limits)
}
