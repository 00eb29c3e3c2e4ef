/** Equalities made exact after rounding, and points solved from the rows that are tight: for regions too thin to round in. */
import { fromNumber, toNumber } from '../../exact/directed.ts'
import { equal, type Rational } from '../../exact/rational.ts'
import type { Bound, Program } from '../program/program.ts'
import type { RowSides } from '../program/solver-model.ts'
import { type Equality, solveExactly } from './elimination.ts'
import { type Digits, lastPlace, roundTo, within } from './rounding.ts'

/** Rows solved in rationals at most: the numbers grow with every one of them. */
const MOST_EQUATIONS = 200
/** How near a row or variable must be to count as tight, relative, from strict to generous. */
const NEARNESS = [1e-9, 1e-7, 1e-5]

/** The point with its public equalities exact, which rounding broke. Variables at a bound stay there. */
export function withEqualities(program: Program, { rowLower, rowUpper }: RowSides, point: Rational[]): Rational[] {
  const equalities: Equality[] = []
  for (let row = 0; row < program.rows.length; row++) {
    const [lower, upper] = [rowLower[row], rowUpper[row]]
    if (lower !== null && upper !== null && equal(lower, upper)) equalities.push({ row, side: lower })
  }
  if (equalities.length === 0) return point
  return solveExactly(program, equalities, point, roomIn(program, point.map(toNumber), 0))
}

/** A point solved from the tight rows that `accepts` takes, or null. */
export function snapped(
  program: Program,
  sides: RowSides,
  x: Float64Array,
  digits: Digits,
  accepts: (point: readonly Rational[]) => boolean,
): Rational[] | null {
  for (const nearness of NEARNESS) {
    const tight = tightRows(program, sides, x, nearness)
    if (tight.length > MOST_EQUATIONS) return null
    const room = roomIn(program, x, nearness)
    const start = Array.from(x, (value, j) => startOf(program, j, value, room[j], digits))
    const point = solveExactly(program, tight, start, room)
    if (accepts(point)) return point
  }
  return null
}

function startOf(program: Program, j: number, value: number, room: number, digits: Digits): Rational {
  if (program.integer[j] === 1) return fromNumber(Math.round(value))
  if (room > 0)
    return within(program, j, roundTo(fromNumber(value), lastPlace(value, Math.abs(value), digits), 'nearest'))
  return nearestBound(program, j, value)
}

function nearestBound({ lower, upper }: Program, j: number, value: number): Rational {
  const [low, high] = [lower[j], upper[j]]
  if (low === null || high === null) return low ?? high ?? fromNumber(value)
  return Math.abs(value - toNumber(low)) <= Math.abs(value - toNumber(high)) ? low : high
}

/** How far each variable is from its nearer bound; 0 when that is near, and for whole variables. */
function roomIn(program: Program, x: ArrayLike<number>, nearness: number): Float64Array {
  return Float64Array.from(x, (value, j) => {
    if (program.integer[j] === 1) return 0
    const gap = (bound: Bound): number => {
      if (bound === null) return 1e9 + Math.abs(value)
      const distance = Math.abs(value - toNumber(bound))
      return distance <= nearness * (1 + Math.abs(value)) ? 0 : distance
    }
    return Math.min(gap(program.lower[j]), gap(program.upper[j]))
  })
}

function tightRows(program: Program, { rowLower, rowUpper }: RowSides, x: Float64Array, nearness: number): Equality[] {
  const tight: Equality[] = []
  const near = program.values.near
  for (let row = 0; row < program.rows.length; row++) {
    let [activity, size] = [0, 0]
    for (let entry = program.starts[row]; entry < program.starts[row + 1]; entry++) {
      const term = near[entry] * x[program.columns[entry]]
      activity += term
      size = Math.max(size, Math.abs(term))
    }
    const isNear = (side: Bound): side is Rational => {
      if (side === null) return false
      const value = toNumber(side)
      return Math.abs(activity - value) <= nearness * Math.max(1e-3, size, Math.abs(value))
    }
    const [lower, upper] = [rowLower[row], rowUpper[row]]
    if (isNear(upper)) tight.push({ row, side: upper })
    else if (isNear(lower)) tight.push({ row, side: lower })
  }
  return tight
}
