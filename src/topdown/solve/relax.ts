/**
 * The least squares over real numbers (Equations 6, 9, 20, 23): the marginal QP, with implied constraints posed when the
 * optimum breaks them, and in passes where the plan says so.
 */
import { type ConeEngine, type MarginalDuals, solveMarginalSafely } from '../../optimize/index.ts'
import { brokenRows } from './class-model.ts'
import type { Columns } from './columns.ts'
import { addChildRows, type ChildRow, classTotals } from './constraints.ts'
import { type Objective, objectiveOf } from './objective.ts'
import type { ParentProblem, Term } from './problem.ts'
import type { RowList } from './row-list.ts'

export interface Relaxed {
  readonly x: Float64Array
  /** The implied rows that had to be posed. */
  readonly cuts: readonly ChildRow[]
  readonly residual: number
  readonly newton: number
  readonly conjugate: number
}

/** What a later pass counts for while an earlier one is met: enough to choose among its optima. */
const BACKGROUND = 0.01
/** How far a later pass may move an answer of an earlier one. */
const PINNED_WITHIN = 0.1
const MOST_ROUNDS = 100

/** Requires that the rows can be met. `rows` are those that are always posed; it is added to. */
export function relax(problem: ParentProblem, columns: Columns, rows: RowList, engine?: ConeEngine): Relaxed {
  const work = { problem, columns, rows, engine, cuts: [] as ChildRow[], residual: 0, newton: 0, conjugate: 0 }
  const { passes, terms } = problem
  let x = passes.length === 0 ? solvePass(work, factors(terms, undefined)) : new Float64Array(0)
  passes.forEach((pass, p) => {
    x = solvePass(work, factors(terms, new Set(pass)))
    if (p + 1 < passes.length) for (const t of pass) pin(work, terms[t], x)
  })
  return { ...work, x }
}

type Work = {
  -readonly [K in keyof Omit<Relaxed, 'x' | 'cuts'>]: Relaxed[K]
} & {
  readonly problem: ParentProblem
  readonly columns: Columns
  readonly rows: RowList
  readonly engine: ConeEngine | undefined
  readonly cuts: ChildRow[]
}

function factors(terms: readonly Term[], now: ReadonlySet<number> | undefined) {
  return terms.map((term, t) => ({ term, factor: now === undefined || now.has(t) ? 1 : BACKGROUND }))
}

function solvePass(work: Work, terms: ReturnType<typeof factors>): Float64Array {
  const { problem, columns, rows } = work
  const objective = objectiveOf(terms, columns)
  let start: MarginalDuals | undefined
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { x, duals } = solveOnce(work, objective, start)
    const broken = brokenRows(problem, classTotals(problem, columns, x))
    if (broken.length === 0) return x
    addChildRows(rows, problem, columns, broken)
    work.cuts.push(...broken)
    start = withZeros(duals, broken.length)
  }
  throw new Error('the implied constraints of a parent did not settle')
}

function solveOnce(
  work: Work,
  objective: Objective,
  start: MarginalDuals | undefined,
): { readonly x: Float64Array; readonly duals: MarginalDuals } {
  const { rows, engine } = work
  const outcome = solveMarginalSafely(
    { ...objective, hard: rows.block(), lower: Float64Array.from(rows.lower), upper: Float64Array.from(rows.upper) },
    { ...(start && { start }), ...(engine && { engine }) },
  )
  const { primal, gap } = outcome.residuals
  const worst = Math.max(primal, gap)
  if (outcome.status !== 'optimal' && !(worst < ACCEPTED)) {
    throw new Error(`the least squares of a parent stopped at a residual of ${worst}`)
  }
  work.residual = Math.max(work.residual, worst)
  work.newton += outcome.newton
  work.conjugate += outcome.conjugate
  return outcome
}

/**
 * A point that meets the rows to this, with a value that near to a proved bound, is good enough for what is rounded next.
 * Where the estimate itself meets the rows, all prices are 0 up to rounding, and nothing can be measured against them.
 */
const ACCEPTED = 1e-7

/** New hard rows begin with a dual of 0. */
function withZeros(duals: MarginalDuals, more: number): MarginalDuals {
  const hard = new Float64Array(duals.hard.length + more)
  hard.set(duals.hard)
  return { ...duals, hard }
}

/** Holds the answers of a term, child by child, near what they are at x. */
function pin({ columns, rows }: Work, { answers, answerOf }: Term, x: Float64Array): void {
  for (let j = 0; j + 1 < columns.first.length; j++) {
    const sums = new Float64Array(answers)
    const members: number[][] = Array.from({ length: answers }, () => [])
    for (let i = columns.first[j]; i < columns.first[j + 1]; i++) {
      const a = answerOf[columns.cell[i]]
      if (a < 0) continue
      sums[a] += x[i]
      members[a].push(i)
    }
    members.forEach((list, a) => {
      if (list.length === 0) return
      for (const i of list) rows.add(i)
      rows.close(sums[a] - PINNED_WITHIN, sums[a] + PINNED_WITHIN)
    })
  }
}
