/**
 * From real counts to whole ones (Equations 7, 11, 22, 25): each cell goes down or up to the next whole number, as near
 * as can be, with the parent, every fact and a chain of queries kept.
 *
 * The rows of one child, on nested sets of cells, make a generalised polymatroid, and so do those of the parent: the
 * common points of two have whole corners (Frank and Tardos, Math. Programming 42 (1988), 489-563). Where facts cross,
 * that is not so, and branch and bound answers.
 */
import { type RoundingProblem, roundToWhole, type Solver } from '../../optimize/index.ts'
import { brokenRows } from './class-model.ts'
import type { Columns } from './columns.ts'
import { addChildRows, addWithinOne, type ChildRow, classTotals } from './constraints.ts'
import type { ParentProblem, SolveSteps } from './problem.ts'
import type { RowList } from './row-list.ts'

export interface Rounded {
  readonly values: Float64Array
  readonly method: SolveSteps['rounding']
  readonly cuts: readonly ChildRow[]
}

const MOST_ROUNDS = 100

/** Whole counts next to x, or undefined when no rounding of x meets the rows. */
export async function roundChildren(
  problem: ParentProblem,
  columns: Columns,
  rows: RowList,
  x: Float64Array,
  solver: Solver,
): Promise<Rounded | undefined> {
  const kept = rows.copy()
  for (const partition of problem.chain) addWithinOne(kept, columns, partition, x)
  return (await settle(problem, columns, kept, x, solver)) ?? (await settle(problem, columns, rows.copy(), x, solver))
}

async function settle(
  problem: ParentProblem,
  columns: Columns,
  rows: RowList,
  x: Float64Array,
  solver: Solver,
): Promise<Rounded | undefined> {
  const cuts: ChildRow[] = []
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const outcome = await roundToWhole(roundingOf(rows, x), solver)
    if (outcome.status !== 'rounded') return undefined
    const broken = brokenRows(problem, classTotals(problem, columns, outcome.values))
    if (broken.length === 0) return { values: outcome.values, method: outcome.method, cuts }
    addChildRows(rows, problem, columns, broken)
    cuts.push(...broken)
  }
  return undefined
}

function roundingOf(rows: RowList, x: Float64Array): RoundingProblem {
  return {
    x,
    rows: rows.block(),
    lower: Float64Array.from(rows.lower, (v) => Math.ceil(v - 1e-6)),
    upper: Float64Array.from(rows.upper, (v) => Math.floor(v + 1e-6)),
  }
}
