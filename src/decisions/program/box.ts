/**
 * Where the variables and rows of a program can lie, by interval arithmetic on public numbers alone: bounds, public rows, and
 * the loosest values that private sides are declared to have. Every interval contains the true one; few are the tightest.
 */
import { add, compare, divide, multiply, subtract, ZERO } from '../../exact/rational.ts'
import type { Bound, Program } from './program.ts'

export interface Interval {
  readonly low: Bound
  readonly high: Bound
}

export interface Box {
  readonly low: Bound[]
  readonly high: Bound[]
}

/** The interval of a_i x for variables in the box. */
export function activityOf(program: Program, row: number, box: Box): Interval {
  const low = endOf(program, row, box, 'low')
  const high = endOf(program, row, box, 'high')
  return { low: low.missing > 0 ? null : low.total, high: high.missing > 0 ? null : high.total }
}

/** The variables' bounds, with missing ones filled in from rows that lie between these sides, where that can be seen. */
export function boxOf(program: Program, rowLower: readonly Bound[], rowUpper: readonly Bound[]): Box {
  const box: Box = { low: [...program.lower], high: [...program.upper] }
  let changed = box.low.includes(null) || box.high.includes(null)
  for (let round = 0; changed && round < ROUNDS; round++) {
    changed = false
    for (let row = 0; row < program.rows.length; row++) {
      if (fillFrom(program, row, box, rowLower[row], rowUpper[row])) changed = true
    }
  }
  return box
}

/** Bounds found in one round serve the next; chains longer than this are not followed. */
const ROUNDS = 5

/** One end of an activity: the sum of what is known, and how many entries have no such end. */
interface End {
  readonly total: NonNullable<Bound>
  readonly missing: number
}

function endOf(program: Program, row: number, box: Box, end: 'low' | 'high'): End {
  let total = ZERO
  let missing = 0
  for (let entry = program.starts[row]; entry < program.starts[row + 1]; entry++) {
    const term = termOf(program, entry, box, end)
    if (term === null) missing++
    else if (term.num !== 0n) total = add(total, term)
  }
  return { total, missing }
}

/** The low or high end of a_ij x_j. */
function termOf(program: Program, entry: number, box: Box, end: 'low' | 'high'): Bound {
  const j = program.columns[entry]
  const value = program.values.at(entry)
  const bound = value.num > 0n === (end === 'low') ? box.low[j] : box.high[j]
  return bound === null ? null : bound.num === 0n ? ZERO : multiply(value, bound)
}

/** Fills missing bounds from lower <= a_i x <= upper; true when one was found. */
function fillFrom(program: Program, row: number, box: Box, lower: Bound, upper: Bound): boolean {
  let changed = false
  for (const [end, side] of [['low', upper] as const, ['high', lower] as const]) {
    if (side === null) continue
    const whole = endOf(program, row, box, end)
    if (whole.missing > 1) continue
    for (let entry = program.starts[row]; entry < program.starts[row + 1]; entry++) {
      const own = termOf(program, entry, box, end)
      if (whole.missing === 1 && own !== null) continue
      // a x_j <= upper - (least of the others), and the mirrored one.
      const value = program.values.at(entry)
      const into = value.num > 0n === (end === 'low') ? box.high : box.low
      const j = program.columns[entry]
      if (into[j] !== null) continue
      const others = own === null ? whole.total : subtract(whole.total, own)
      into[j] = divide(subtract(side, others), value)
      changed = true
    }
  }
  return changed
}

export function largestMagnitude({ low, high }: Interval): Bound {
  if (low === null || high === null) return null
  const [down, up] = [low, high].map((end) => (end.num < 0n ? { num: -end.num, den: end.den } : end))
  return compare(down, up) > 0 ? down : up
}
