/** A step of the descent, checked in whole numbers on the counts alone: nothing of how they were found is used. */
import { violatedRows } from '../knowledge/index.ts'
import type { ChildRow } from './constraints.ts'
import type { ParentProblem } from './problem.ts'

/** Throws when the children are not whole, do not add up, hold people in a cell that is always empty, or break a row. */
export function checkChildren(problem: ParentProblem, rows: readonly ChildRow[], counts: Float64Array): void {
  checkCounts(problem, counts)
  const { children, cells, classes, classOf, knowledge } = problem
  const totals = new Float64Array(children * classes)
  counts.forEach((count, i) => {
    const k = classOf[i % cells]
    if (k >= 0) totals[Math.floor(i / cells) * classes + k] += count
    else if (count !== 0) throw new Error(`cell ${i % cells} is always empty and holds somebody`)
  })
  for (const { child, row } of rows) {
    const value = row.classes.reduce((sum, k, i) => sum + (row.coefficients?.[i] ?? 1) * totals[child * classes + k], 0)
    if (value < row.lower || value > row.upper) throw new Error(`fact ${row.fact} does not hold in child ${child}`)
  }
  knowledge.forEach((node, child) => {
    const broken = violatedRows(node, totals.subarray(child * classes, (child + 1) * classes), 1)
    if (broken.length > 0) throw new Error(`child ${child} cannot be extended to its leaves`)
  })
}

function checkCounts({ children, cells, parent }: ParentProblem, counts: Float64Array): void {
  for (let cell = 0; cell < cells; cell++) {
    let sum = 0
    for (let j = 0; j < children; j++) {
      const count = counts[j * cells + cell]
      if (!Number.isSafeInteger(count) || count < 0) throw new Error(`the count ${count} is not a whole number >= 0`)
      sum += count
    }
    if (parent !== undefined && sum !== parent[cell]) {
      throw new Error(`the children have ${sum} in cell ${cell}, the parent ${parent[cell]}`)
    }
  }
}
