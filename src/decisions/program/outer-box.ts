/**
 * Where the variables can lie, in doubles: their bounds, and for those without one what the rows leave, every interval rounded
 * outwards. It contains the true one; a bound that cannot be seen is infinite.
 */
import { toNumberDown, toNumberUp } from '../../exact/directed.ts'
import type { Bound, Program } from './program.ts'
import type { RowSides, VariableBounds } from './solver-model.ts'

export interface OuterBox {
  readonly low: Float64Array
  readonly high: Float64Array
}

/** Bounds found in one round serve the next. */
const ROUNDS = 4
/** Twice the unit roundoff: a decimal read as a double and one operation on it. */
export const ROUNDOFF = 2 ** -52

export function outerBox(program: Program, sides: RowSides, bounds: VariableBounds): OuterBox {
  const box: OuterBox = {
    low: Float64Array.from(bounds.lower, (bound) => downward(bound)),
    high: Float64Array.from(bounds.upper, (bound) => upward(bound)),
  }
  if (box.low.every(Number.isFinite) && box.high.every(Number.isFinite)) return box
  const lower = Float64Array.from(sides.rowLower, (bound) => downward(bound))
  const upper = Float64Array.from(sides.rowUpper, (bound) => upward(bound))
  for (let round = 0; round < ROUNDS; round++) {
    let changed = false
    for (let row = 0; row < program.rows.length; row++) {
      if (upper[row] < Number.POSITIVE_INFINITY && fill(program, row, box, upper[row], 1)) changed = true
      if (lower[row] > Number.NEGATIVE_INFINITY && fill(program, row, box, -lower[row], -1)) changed = true
    }
    if (!changed) break
  }
  return box
}

export function downward(bound: Bound): number {
  return bound === null ? Number.NEGATIVE_INFINITY : bound.num === 0n ? 0 : toNumberDown(bound)
}

export function upward(bound: Bound): number {
  return bound === null ? Number.POSITIVE_INFINITY : bound.num === 0n ? 0 : toNumberUp(bound)
}

/** Fills missing bounds from turn a x <= side; true when one was found. */
function fill({ starts, columns, values }: Program, row: number, box: OuterBox, side: number, turn: number): boolean {
  const near = values.near
  let [total, size, missing, last] = [0, Math.abs(side), 0, -1]
  for (let e = starts[row]; e < starts[row + 1]; e++) {
    const value = turn * near[e]
    const end = value > 0 ? box.low[columns[e]] : box.high[columns[e]]
    if (!Number.isFinite(end)) {
      missing++
      last = e
      if (missing > 1) return false
    } else {
      total += value * end
      size += Math.abs(value * end)
    }
  }
  const error = (starts[row + 1] - starts[row] + 4) * ROUNDOFF * size
  let changed = false
  for (let e = missing === 1 ? last : starts[row]; e < (missing === 1 ? last + 1 : starts[row + 1]); e++) {
    const value = turn * near[e]
    const j = columns[e]
    const open = value > 0 ? box.high[j] === Number.POSITIVE_INFINITY : box.low[j] === Number.NEGATIVE_INFINITY
    if (!open || value === 0) continue
    // value x_j <= side - (least of the others).
    const own = missing === 1 ? 0 : value * (value > 0 ? box.low[j] : box.high[j])
    const most = side - (total - own) + error + ROUNDOFF * Math.abs(own)
    const limit = most / value
    const outward = Math.abs(limit) * 4 * ROUNDOFF
    if (!Number.isFinite(limit)) continue
    if (value > 0) box.high[j] = Math.max(limit + outward, box.low[j])
    else box.low[j] = Math.min(limit - outward, box.high[j])
    changed = true
  }
  return changed
}
