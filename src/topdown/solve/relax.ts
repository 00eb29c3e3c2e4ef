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
/** What an answer that is pinned weighs, relative to the heaviest term, and what that grows by where it does not hold. */
const PIN_WEIGHT = 1000
const TIGHTER = 10
const MOST_TIGHTENINGS = 3
const MOST_ROUNDS = 100

/** A least squares that did not come to its end: with rows that cannot be met, for one. */
export class Unsettled extends Error {
  constructor(residual: number) {
    super(`the least squares of a parent stopped at a residual of ${residual}`)
  }
}

/** Requires that the rows can be met. `rows` are those that are always posed; it is added to. */
export function relax(problem: ParentProblem, columns: Columns, rows: RowList, engine?: ConeEngine): Relaxed {
  const work = { problem, columns, rows, engine, cuts: [] as ChildRow[], residual: 0, newton: 0, conjugate: 0 }
  const { passes, terms } = problem
  const pins: Term[] = []
  let x = passes.length === 0 ? solvePass(work, factors(terms, undefined)) : new Float64Array(0)
  for (const pass of passes) {
    x = solvePinned(work, factors(terms, new Set(pass)), pins)
    for (const t of pass) pins.push(pinned(terms[t], columns, x))
  }
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

interface Weighed {
  readonly term: Term
  readonly factor: number
}

function factors(terms: readonly Term[], now: ReadonlySet<number> | undefined): readonly Weighed[] {
  return terms.map((term, t) => ({ term, factor: now === undefined || now.has(t) ? 1 : BACKGROUND }))
}

/** The answers of a term as they are at x: where a later pass must leave them. They can be met, since x meets the rows. */
function pinned(term: Term, columns: Columns, x: Float64Array): Term {
  const target = new Float64Array(term.target.length)
  for (let i = 0; i < x.length; i++) {
    const answer = term.answerOf[columns.cell[i]]
    if (answer >= 0) target[columns.child[i] * term.answers + answer] += x[i]
  }
  return { ...term, weight: new Float64Array(term.weight.length).fill(1), target }
}

/** Heavy terms hold what is pinned, heavier ones where that is not enough. */
function solvePinned(work: Work, terms: readonly Weighed[], pins: readonly Term[]): Float64Array {
  const heaviest = Math.max(...terms.map(({ term }) => Math.max(...term.weight)))
  for (let tightening = 0; ; tightening++) {
    const factor = heaviest * PIN_WEIGHT * TIGHTER ** tightening
    const x = solvePass(work, [...terms, ...pins.map((term) => ({ term, factor }))])
    if (tightening === MOST_TIGHTENINGS || pins.every((pin) => isMet(pin, work.columns, x))) return x
  }
}

function isMet(pin: Term, columns: Columns, x: Float64Array): boolean {
  const now = pinned(pin, columns, x).target
  return now.every((value, i) => Math.abs(value - pin.target[i]) <= PINNED_WITHIN)
}

function solvePass(work: Work, terms: readonly Weighed[]): Float64Array {
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
  const { primal, dual, complementarity, gap } = outcome.residuals
  const worst = Math.max(primal, Math.min(gap, Math.max(dual, complementarity)))
  if (outcome.status !== 'optimal' && !(worst < ACCEPTED)) {
    throw new Unsettled(worst)
  }
  work.residual = Math.max(work.residual, worst)
  work.newton += outcome.newton
  work.conjugate += outcome.conjugate
  return outcome
}

/**
 * A point that meets the rows to this and is optimal to this, by its prices or by a proved bound, is good enough for what
 * is rounded next. One of the two can fail by rounding alone: where the estimate itself meets the rows all prices are 0, and
 * where counts are large and the objective small, the bound is a difference of large numbers.
 */
const ACCEPTED = 1e-7

/** New hard rows begin with a dual of 0. */
function withZeros(duals: MarginalDuals, more: number): MarginalDuals {
  const hard = new Float64Array(duals.hard.length + more)
  hard.set(duals.hard)
  return { ...duals, hard }
}
