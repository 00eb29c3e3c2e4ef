/**
 * Gives back what a row is over by moving variables in a direction that no constraint minds: smaller in a model of capacities.
 */
import { add, compare, divide, multiply, type Rational, subtract } from '../../exact/rational.ts'
import type { Program } from '../program/program.ts'
import type { RowSides } from '../program/solver-model.ts'
import type { Broken } from './certify.ts'
import { type Direction, roundTo, within } from './rounding.ts'

/** The point with every broken row mended, or null where that cannot be done this way. */
export function nudge(
  program: Program,
  { rowLower, rowUpper }: RowSides,
  point: readonly Rational[],
  broken: readonly Broken[],
  places: Int32Array,
  directions: readonly Direction[],
): Rational[] | null {
  const moved = [...point]
  for (const { kind, index, side } of broken) {
    if (kind !== 'row') return null
    if (
      !mend(program, index, side === 'upper' ? rowUpper[index]! : rowLower[index]!, side, moved, places, directions)
    ) {
      return null
    }
  }
  return moved
}

function mend(
  program: Program,
  row: number,
  limit: Rational,
  side: Broken['side'],
  moved: Rational[],
  places: Int32Array,
  directions: readonly Direction[],
): boolean {
  let over = subtract(activity(program, row, moved), limit)
  if (side === 'lower') over = { num: -over.num, den: over.den }
  for (const entry of helpers(program, row, side, moved, directions)) {
    if (over.num <= 0n) return true
    const j = program.columns[entry]
    const value = program.values.at(entry)
    const size = value.num < 0n ? { num: -value.num, den: value.den } : value
    const wanted = roundTo(divide(over, size), places[j], 'up')
    const target = directions[j] === 'down' ? subtract(moved[j], wanted) : add(moved[j], wanted)
    const reached = within(program, j, target)
    const step = subtract(reached, moved[j])
    over = subtract(over, multiply(size, step.num < 0n ? { num: -step.num, den: step.den } : step))
    moved[j] = reached
  }
  return over.num <= 0n
}

/** Entries whose variable mends the row when it moves in its safe direction, the largest contributions first. */
function helpers(
  program: Program,
  row: number,
  side: Broken['side'],
  moved: readonly Rational[],
  directions: readonly Direction[],
): number[] {
  const found: number[] = []
  for (let entry = program.starts[row]; entry < program.starts[row + 1]; entry++) {
    const j = program.columns[entry]
    if (program.integer[j] === 1 || directions[j] === 'nearest') continue
    const falls = program.values.near[entry] > 0 === (directions[j] === 'down')
    if (falls === (side === 'upper') && moved[j].num !== 0n) found.push(entry)
  }
  const share = (entry: number): Rational => {
    const { num, den } = multiply(program.values.at(entry), moved[program.columns[entry]])
    return num < 0n ? { num: -num, den } : { num, den }
  }
  return found.sort((a, b) => compare(share(b), share(a)))
}

function activity(program: Program, row: number, point: readonly Rational[]): Rational {
  let total: Rational = { num: 0n, den: 1n }
  for (let entry = program.starts[row]; entry < program.starts[row + 1]; entry++) {
    const value = point[program.columns[entry]]
    if (value.num !== 0n) total = add(total, multiply(program.values.at(entry), value))
  }
  return total
}
