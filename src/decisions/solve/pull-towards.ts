/**
 * A little of the way from a point that breaks rows to one that keeps them all: x + t (anchor - x) breaks none once
 * t >= over/(over + slack of the anchor) for every broken row.
 */
import { add, divide, multiply, type Rational, rational, subtract } from '../../exact/rational.ts'
import type { Program } from '../program/program.ts'
import type { RowSides } from '../program/solver-model.ts'
import { brokenBy, exactActivity } from './certify.ts'
import { withEqualities } from './exact-rows.ts'
import { type Direction, roundTo, within } from './rounding.ts'

/** Further than this, another solve is worth its time. */
const FURTHEST = rational(1n, 10_000n)

/** The pulled point in decimals, or null when the anchor is too far or has no room where it is needed. */
export function pullTowards(
  program: Program,
  sides: RowSides,
  point: readonly Rational[],
  anchor: readonly Rational[],
  places: Int32Array,
  directions: readonly Direction[],
): Rational[] | null {
  if (program.integer.includes(1)) return null
  let share = rational(1n, 10n ** 13n)
  for (const { kind, index, side, by } of brokenBy(program, sides, point)) {
    if (kind !== 'row') return null
    const reached = exactActivity(program, index, anchor)
    const slack =
      side === 'upper' ? subtract(sides.rowUpper[index]!, reached) : subtract(reached, sides.rowLower[index]!)
    if (slack.num <= 0n) return null
    const needed = multiply(rational(2n), divide(by, add(by, slack)))
    if (needed.num * share.den > share.num * needed.den) share = needed
  }
  if (share.num * FURTHEST.den > FURTHEST.num * share.den) return null
  const pulled = point.map((value, j) => {
    const step = subtract(anchor[j], value)
    if (step.num === 0n) return value
    return within(program, j, roundTo(add(value, multiply(share, step)), places[j], directions[j]))
  })
  return withEqualities(program, sides, pulled)
}
