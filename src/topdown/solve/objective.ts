/**
 * The terms of a parent's problem on its open cells. An answer that only one open cell is counted in is a target of that
 * cell itself; the others are soft rows.
 */
import type { RowBlock } from '../../optimize/index.ts'
import type { Columns } from './columns.ts'
import type { Term } from './problem.ts'
import { RowList } from './row-list.ts'

export interface Objective {
  readonly weight: Float64Array
  readonly target: Float64Array
  readonly soft: RowBlock
  readonly softWeight: Float64Array
  readonly softTarget: Float64Array
}

export function objectiveOf(
  terms: readonly { readonly term: Term; readonly factor: number }[],
  columns: Columns,
): Objective {
  const weight = new Float64Array(columns.cell.length)
  const target = new Float64Array(columns.cell.length)
  const rows = new RowList()
  for (const { term, factor } of terms) addTerm(term, factor, columns, rows, weight, target)
  return {
    weight,
    target,
    soft: rows.block(),
    softWeight: Float64Array.from(rows.lower),
    softTarget: Float64Array.from(rows.upper),
  }
}

/** A soft row keeps its weight and target where a hard one has its sides. */
function addTerm(
  { answers, answerOf, weight: weights, target: targets }: Term,
  factor: number,
  columns: Columns,
  rows: RowList,
  weight: Float64Array,
  target: Float64Array,
): void {
  const members: number[][] = Array.from({ length: answers }, () => [])
  for (let j = 0; j + 1 < columns.first.length; j++) {
    const w = weights[j] * factor
    if (w === 0) continue
    for (let i = columns.first[j]; i < columns.first[j + 1]; i++) {
      const a = answerOf[columns.cell[i]]
      if (a >= 0) members[a].push(i)
    }
    for (let a = 0; a < answers; a++) {
      const list = members[a]
      const value = targets[j * answers + a]
      if (list.length === 1) pull(weight, target, list[0], w, value)
      else if (list.length > 1) {
        for (const i of list) rows.add(i)
        rows.close(w, value)
      }
      list.length = 0
    }
  }
}

/** Two targets of one cell are one, between them: w1 (x - d1)^2 + w2 (x - d2)^2 up to a constant. */
function pull(weight: Float64Array, target: Float64Array, i: number, w: number, value: number): void {
  weight[i] += w
  target[i] += (w / weight[i]) * (value - target[i])
}
