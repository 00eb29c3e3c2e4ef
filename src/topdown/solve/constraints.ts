/** The rows of a parent's problem: children add up to the parent, and what is known of each child. */
import type { ClassRow } from '../knowledge/index.ts'
import type { Columns } from './columns.ts'
import type { ParentProblem, Partition } from './problem.ts'
import { RowList } from './row-list.ts'

/** A row of one child. */
export interface ChildRow {
  readonly child: number
  readonly row: ClassRow
}

/** sum over children of x[child][cell] = parent[cell], one row a cell that is open anywhere. */
export function parentRows(problem: ParentProblem, columns: Columns): RowList {
  const rows = new RowList()
  const { parent } = problem
  if (parent === undefined) return rows
  const of: (number[] | undefined)[] = new Array(problem.cells)
  columns.cell.forEach((c, i) => {
    const list = of[c]
    if (list === undefined) of[c] = [i]
    else list.push(i)
  })
  of.forEach((list, c) => {
    if (list === undefined) return
    for (const i of list) rows.add(i)
    rows.close(parent[c], parent[c])
  })
  return rows
}

/** What is known of each child from the start: every row that is always posed, of facts that are tried too. */
export function knownRows({ knowledge, tried }: ParentProblem): ChildRow[] {
  const rowsOf = (nodes: NonNullable<ParentProblem['tried']>): ChildRow[] =>
    nodes.flatMap(({ rows }, child) => rows.map((row) => ({ child, row })))
  return [...rowsOf(knowledge), ...rowsOf(tried ?? []).filter(({ row }) => row.tried || row.fact < 0)]
}

/** Poses rows on classes as rows on the open cells of their child. */
export function addChildRows(
  rows: RowList,
  problem: ParentProblem,
  columns: Columns,
  known: readonly ChildRow[],
): RowList {
  const coefficient = new Float64Array(problem.classes)
  for (const { child, row } of known) {
    row.classes.forEach((k, i) => {
      coefficient[k] = row.coefficients?.[i] ?? 1
    })
    for (let i = columns.first[child]; i < columns.first[child + 1]; i++) {
      const value = coefficient[problem.classOf[columns.cell[i]]]
      if (value !== 0) rows.add(i, value)
    }
    rows.close(row.lower, row.upper)
    for (const k of row.classes) coefficient[k] = 0
  }
  return rows
}

/** Every answer of a query, child by child, between the whole numbers below and above what it is at x. */
export function addWithinOne(rows: RowList, columns: Columns, { answers, answerOf }: Partition, x: Float64Array): void {
  const sums = new Float64Array(answers)
  const members: number[][] = Array.from({ length: answers }, () => [])
  for (let j = 0; j + 1 < columns.first.length; j++) {
    for (let i = columns.first[j]; i < columns.first[j + 1]; i++) {
      const a = answerOf[columns.cell[i]]
      if (a < 0) continue
      sums[a] += x[i]
      members[a].push(i)
    }
    for (let a = 0; a < answers; a++) {
      if (members[a].length > 1) {
        for (const i of members[a]) rows.add(i)
        rows.close(Math.floor(sums[a] + SNAP), Math.ceil(sums[a] - SNAP))
      }
      members[a].length = 0
      sums[a] = 0
    }
  }
}

/** A sum this near to a whole number is that number. */
const SNAP = 1e-6

/** Totals of the classes of each child: [child * classes + class]. */
export function classTotals(problem: ParentProblem, columns: Columns, x: Float64Array): Float64Array {
  const totals = new Float64Array(problem.children * problem.classes)
  for (let i = 0; i < x.length; i++)
    totals[columns.child[i] * problem.classes + problem.classOf[columns.cell[i]]] += x[i]
  return totals
}
