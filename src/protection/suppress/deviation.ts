/**
 * A deviation: another table that the reader of the published one cannot rule out, as its difference from the true one. It moves withheld
 * cells alone, keeps every equation and stays within what is known beforehand. It proves the need of every cell that it moves far enough.
 */
import type { Equations } from '../../model/index.ts'
import type { Need, SuppressionProblem } from './problem.ts'

export interface Deviation {
  readonly cells: Int32Array
  /** In units of the table; fractions over one denominator when `exact`. */
  readonly moves: Float64Array
  /** The equations and bounds hold in exact arithmetic, checked. */
  readonly exact: boolean
}

export function opposite({ cells, moves, exact }: Deviation): Deviation {
  return { cells, moves: moves.map((move) => -move), exact }
}

/** What the engine's rounding may take off a need that is met just so. */
const SLACK = 1e-7

export function proves({ cells, moves }: Deviation, { cell, direction, by }: Need): boolean {
  const at = cells.indexOf(cell)
  return at >= 0 && direction * moves[at] >= by * (1 - SLACK)
}

/** Whether the cells stay within what a reader knows. */
export function isWithin({ cells, moves }: Deviation, { value, lower, upper }: SuppressionProblem): boolean {
  return cells.every((cell, i) => {
    const moved = value[cell] + moves[i]
    const slack = SLACK * Math.max(1, Math.abs(moves[i]))
    return moved >= lower[cell] - slack && moved <= upper[cell] + slack
  })
}

/** By how much the worst equation is off, in units. */
export function residualOf({ cells, moves }: Deviation, { starts, members }: Equations, size: number): number {
  const move = new Float64Array(size)
  cells.forEach((cell, i) => {
    move[cell] = moves[i]
  })
  let worst = 0
  for (let e = 0; e + 1 < starts.length; e++) {
    let sum = -move[members[starts[e]]]
    for (let t = starts[e] + 1; t < starts[e + 1]; t++) sum += move[members[t]]
    worst = Math.max(worst, Math.abs(sum))
  }
  return worst
}
