/**
 * Presolve: which cells of which children are open. A cell that is empty in the parent is empty in every child; a cell of
 * a class that must be empty in a child is empty there.
 */
import type { ClassRow } from '../knowledge/index.ts'
import type { ParentProblem } from './problem.ts'

/** Column i is cell[i] of child[i]; those of child j are first[j] .. first[j + 1] - 1, cells ascending. */
export interface Columns {
  readonly first: Int32Array
  readonly child: Int32Array
  readonly cell: Int32Array
}

export function openColumns(problem: ParentProblem): Columns {
  const { parent } = problem
  return columnsOf(problem, (cell) => parent === undefined || parent[cell] > 0)
}

/** The columns of the cells that are open in the parent, and that no fact keeps empty. */
export function columnsOf(problem: ParentProblem, isOpen: (cell: number) => boolean): Columns {
  const { children, classOf, knowledge, cells } = problem
  const open = Array.from({ length: cells }, (_, c) => c).filter((c) => classOf[c] >= 0 && isOpen(c))
  const first = new Int32Array(children + 1)
  const child: number[] = []
  const cell: number[] = []
  for (let j = 0; j < children; j++) {
    const shut = emptyClasses(knowledge[j].rows, problem.classes)
    for (const c of open) {
      if (shut[classOf[c]] === 1) continue
      child.push(j)
      cell.push(c)
    }
    first[j + 1] = cell.length
  }
  return { first, child: Int32Array.from(child), cell: Int32Array.from(cell) }
}

/** Classes that a row with no negative coefficient holds at 0. */
export function emptyClasses(rows: readonly ClassRow[], classes: number): Uint8Array {
  const shut = new Uint8Array(classes)
  for (const row of rows) {
    if (row.upper > 0 || row.coefficients?.some((value) => value <= 0)) continue
    for (const k of row.classes) shut[k] = 1
  }
  return shut
}
