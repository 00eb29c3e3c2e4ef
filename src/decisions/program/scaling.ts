/**
 * Powers of two that bring the numbers of a linear program nearer together, so that dividing them out again is exact.
 *
 * Each row, then each column, is divided by the geometric mean of its least and largest coefficient, a few times over (Fulkerson
 * and Wolfe, "An algorithm for scaling matrices", SIAM Review 4 (1962), 142-146); at last each row by its largest. Whole variables
 * keep their unit.
 */
import type { Program } from './program.ts'

export interface Scaling {
  /** The solver's rows are these times the program's, and its variables the program's over these. */
  readonly rows: Float64Array
  readonly columns: Float64Array
}

const PASSES = 4

export function geometricScaling(program: Program): Scaling {
  const { starts, columns: indices, values, integer } = program
  const near = values.near
  const rows = new Float64Array(program.rows.length).fill(1)
  const columns = new Float64Array(program.variables.length).fill(1)
  const least = new Float64Array(columns.length)
  const most = new Float64Array(columns.length)
  for (let pass = 0; pass < PASSES; pass++) {
    least.fill(Number.POSITIVE_INFINITY)
    most.fill(0)
    for (let i = 0; i < rows.length; i++) {
      let [low, high] = [Number.POSITIVE_INFINITY, 0]
      for (let e = starts[i]; e < starts[i + 1]; e++) {
        const size = Math.abs(near[e]) * columns[indices[e]]
        if (size < low) low = size
        if (size > high) high = size
      }
      if (high > 0) rows[i] = 1 / Math.sqrt(low * high)
      for (let e = starts[i]; e < starts[i + 1]; e++) {
        const size = Math.abs(near[e]) * rows[i]
        if (size < least[indices[e]]) least[indices[e]] = size
        if (size > most[indices[e]]) most[indices[e]] = size
      }
    }
    for (let j = 0; j < columns.length; j++) {
      if (most[j] > 0 && integer[j] === 0) columns[j] = 1 / Math.sqrt(least[j] * most[j])
    }
  }
  const even = columns.map(powerOfTwo)
  return { rows: rowsToOne(program, even), columns: even }
}

/** Each row divided by its largest coefficient, the columns scaled as they are. */
export function rowsToOne({ rows, starts, columns: indices, values }: Program, columns: Float64Array): Float64Array {
  const near = values.near
  return Float64Array.from(rows, (_, i) => {
    let largest = 0
    for (let e = starts[i]; e < starts[i + 1]; e++) {
      largest = Math.max(largest, Math.abs(near[e]) * columns[indices[e]])
    }
    return powerOfTwo(1 / largest)
  })
}

/** The power of two next to a positive number; 1 where there is none. */
export function powerOfTwo(value: number): number {
  return value > 0 && Number.isFinite(value) ? 2 ** Math.round(Math.log2(value)) : 1
}
