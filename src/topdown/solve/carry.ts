/**
 * One step of the descent that comes before the cells: what of a parent is known goes down to its children in real numbers,
 *   minimise  sum over terms and children of  weight[child] |Q x_child - target[child]|^2
 *   subject to  sum of R x_child = R x_parent,  x >= 0,  and what is known of each child
 * where R are the sums that are carried: answers that were measured somewhere, and sums that facts above bind. Of everything else the parent
 * says nothing, for nothing is known of it: it follows from the leaves (docs/methods/topdown.md). A cell of 0 in the parent therefore closes
 * nothing; a carried sum of 0 does.
 */
import type { ConeEngine } from '../../optimize/index.ts'
import { type Columns, columnsOf } from './columns.ts'
import { addChildRows, knownRows } from './constraints.ts'
import type { CarriedSums, ParentProblem } from './problem.ts'
import { relax, Unsettled } from './relax.ts'
import { RowList } from './row-list.ts'

export interface CarryProblem extends Omit<ParentProblem, 'chain' | 'ofParent'> {
  /** The parent's real counts; absent at the top. */
  readonly parent?: Float64Array
  readonly carried: readonly CarriedSums[]
}

/** The real counts of the children: [child * cells + cell]. */
export function carryParent(problem: CarryProblem, engine?: ConeEngine): Float64Array {
  const { parent, children, proved, tried, cells } = problem
  if (parent !== undefined && proved && tried === undefined) {
    if (children === 1) return parent.slice()
    if (parent.every((count) => count === 0)) return new Float64Array(children * cells)
  }
  const { tried: _, ...enforced } = problem
  return firstSettled([problem, ...(tried ? [enforced] : []), { ...enforced, carried: [] }], engine)
}

/**
 * Facts that are only tried, or not proved to fit, may leave no children with the carried sums: then without what is tried, and at last every
 * child for itself. What is released meets the sums of its parent and the facts all the same, since the cells are solved with them.
 */
function firstSettled([problem, ...others]: readonly CarryProblem[], engine: ConeEngine | undefined): Float64Array {
  try {
    return solveCarried(problem, engine)
  } catch (error) {
    if (others.length === 0 || !(error instanceof Unsettled)) throw error
    return firstSettled(others, engine)
  }
}

function solveCarried(problem: CarryProblem, engine: ConeEngine | undefined): Float64Array {
  const { parent: _, ...posed } = { ...problem, chain: [] }
  const sums = sumsOf(problem)
  const columns = columnsOf(posed, openIn(sums))
  const rows = addChildRows(carriedRows(sums, columns), posed, columns, knownRows(posed))
  const { x } = relax(posed, columns, rows, engine)
  const counts = new Float64Array(problem.children * problem.cells)
  for (let i = 0; i < x.length; i++) counts[columns.child[i] * problem.cells + columns.cell[i]] = x[i]
  return counts
}

interface Sums {
  readonly of: CarriedSums
  /** Of the parent. */
  readonly values: Float64Array
}

function sumsOf({ carried, parent, classOf }: CarryProblem): readonly Sums[] {
  if (parent === undefined) return []
  return carried.map((of) => {
    const values = new Float64Array(of.answers)
    parent.forEach((count, cell) => {
      const answer = classOf[cell] < 0 ? -1 : of.answerOf[cell]
      if (answer >= 0) values[answer] += count * (of.coefficient?.[cell] ?? 1)
    })
    return { of, values }
  })
}

/** The cells that are counted in no carried sum of 0. */
function openIn(sums: readonly Sums[]): (cell: number) => boolean {
  return (cell) =>
    sums.every(
      ({ of: { answerOf, coefficient }, values }) =>
        coefficient !== undefined || answerOf[cell] < 0 || values[answerOf[cell]] > 0,
    )
}

/** One row an answer that has an open cell. */
function carriedRows(sums: readonly Sums[], columns: Columns): RowList {
  const rows = new RowList()
  for (const { of, values } of sums) {
    const members: number[][] = Array.from({ length: of.answers }, () => [])
    columns.cell.forEach((cell, i) => {
      if (of.answerOf[cell] >= 0) members[of.answerOf[cell]].push(i)
    })
    members.forEach((list, answer) => {
      if (list.length === 0) return
      for (const i of list) rows.add(i, of.coefficient?.[columns.cell[i]] ?? 1)
      rows.close(values[answer], values[answer])
    })
  }
  return rows
}
