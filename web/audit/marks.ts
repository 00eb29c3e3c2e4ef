/** Bounds as cells with marks, and the figures that follow from the marks. */
import type { TwoWayTable } from './bounds.ts'
import { type AuditAnswer, EXPOSED, KNOWN, OPEN, ZERO } from './engine-types.ts'

export type Bounds = Pick<AuditAnswer, 'lower' | 'upper' | 'choices'>
export type CellFigures = Pick<AuditAnswer['figures'], 'zeroCells' | 'knownCells' | 'exposed'>
export type RowFigures = Pick<AuditAnswer['figures'], 'reducedTotal' | 'slack' | 'zeroRows' | 'unitRows' | 'knownRows'>

/** A small count that is known, a larger one, a known zero, or none of these. */
export function markCells({ upper, choices }: Bounds, small: number): { marks: Uint8Array; figures: CellFigures } {
  const marks = new Uint8Array(upper.length)
  let [zeroCells, knownCells, exposed] = [0, 0, 0]
  for (let k = 0; k < marks.length; k++) {
    if (upper[k] === 0) {
      marks[k] = ZERO
      zeroCells++
    } else if (choices[k] > 1) marks[k] = OPEN
    else {
      knownCells++
      marks[k] = upper[k] < small ? EXPOSED : KNOWN
      if (marks[k] === EXPOSED) exposed++
    }
  }
  return { marks, figures: { zeroCells, knownCells, exposed } }
}

/** The figures of rows where the method has none of its own. */
export function rowsByMarks(marks: Uint8Array, { rows, columns }: Pick<TwoWayTable, 'rows' | 'columns'>): RowFigures {
  let [zeroRows, knownRows] = [0, 0]
  for (let row = 0; row < rows; row++) {
    const own = marks.subarray(row * columns, (row + 1) * columns)
    if (own.every((mark) => mark === ZERO)) zeroRows++
    else if (!own.includes(OPEN)) knownRows++
  }
  return { reducedTotal: null, slack: null, zeroRows, unitRows: null, knownRows }
}
