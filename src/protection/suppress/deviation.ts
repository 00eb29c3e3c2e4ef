/**
 * A deviation: another table that the reader of the published one cannot rule out, as its difference from the true one. It moves withheld
 * cells alone, keeps every equation and stays within what is known beforehand. It proves the need of every cell that it moves far enough.
 */
import { compare, type Rational, rational, subtract, ZERO } from '../../exact/index.ts'
import type { Equations } from '../../model/index.ts'
import type { Need, SuppressionProblem } from './problem.ts'

export interface Deviation {
  readonly cells: Int32Array
  /** In units of the table. */
  readonly moves: Float64Array
  /** The same in fractions, for which the equations and bounds were checked to hold; undefined where none were found. */
  readonly exact: readonly Rational[] | undefined
}

export function opposite({ cells, moves, exact }: Deviation): Deviation {
  return { cells, moves: moves.map((move) => -move), exact: exact?.map((move) => subtract(ZERO, move)) }
}

/** What the engine's rounding may take off a need that is met just so. */
const SLACK = 1e-7

export function proves({ cells, moves }: Deviation, { cell, direction, by, known = [] }: Need): boolean {
  const at = cells.indexOf(cell)
  return at >= 0 && direction * moves[at] >= by * (1 - SLACK) && !known.some((one) => cells.includes(one))
}

/** Whether it proves the need with nothing taken off, in fractions. */
export function provesExactly(deviation: Deviation, need: Need): boolean {
  const { cells, exact } = deviation
  if (exact === undefined || !proves(deviation, need)) return false
  const move = exact[cells.indexOf(need.cell)]
  const by = rational(BigInt(need.by))
  return compare(need.direction === 1 ? move : subtract(ZERO, move), by) >= 0
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
