/**
 * From a solver's doubles to decimals that satisfy every constraint exactly, where a small change is enough. Everything here is a
 * function of public values: the measured right-hand sides, never the true ones. In this order, the first that the exact check takes:
 *   rounded  the answer in decimals, towards the safe side where there is one
 *   nudged   variables that every constraint allows to shrink (or grow) give back what a row is over
 *   pulled   a little of the way towards the anchor, a point that is feasible for every data set
 */
import type { Rational } from '../../exact/rational.ts'
import type { Program } from '../program/program.ts'
import type { RowSides } from '../program/solver-model.ts'
import { type Broken, brokenBy } from './certify.ts'
import { withEqualities } from './exact-rows.ts'
import { nudge } from './give-back.ts'
import { pullTowards } from './pull-towards.ts'
import { type Digits, type Direction, roundPoint, safeDirections } from './rounding.ts'

export interface DecimalTask {
  readonly program: Program
  readonly sides: RowSides
  readonly digits: Digits
  /** A point that is feasible for these sides, exactly; null when there is none yet. */
  readonly anchor: readonly Rational[] | null
}

export interface DecimalPoint {
  readonly point: readonly Rational[]
  readonly route: 'rounded' | 'nudged' | 'pulled' | null
  /** What the rounded point breaks, where nothing helped. */
  readonly broken: readonly Broken[]
  readonly places: Int32Array
}

export function decimalPoint(task: DecimalTask, x: Float64Array): DecimalPoint {
  const { program, sides, anchor } = task
  const directions = (): readonly Direction[] => directionsOf(program, sides)
  const { point: rounded, places } = roundPoint(program, x, directions, task.digits)
  const point = withEqualities(program, sides, rounded)
  const broken = brokenBy(program, sides, point)
  if (broken.length === 0) return { point, route: 'rounded', broken, places }
  const accepts = (one: readonly Rational[]): boolean => brokenBy(program, sides, one, 1).length === 0
  const nudged = nudge(program, sides, point, broken, places, directions())
  if (nudged !== null && accepts(nudged)) return { point: nudged, route: 'nudged', broken: [], places }
  const pulled = anchor && pullTowards(program, sides, point, anchor, places, directions())
  if (pulled && accepts(pulled)) return { point: pulled, route: 'pulled', broken: [], places }
  return { point, route: null, broken, places }
}

const known = new WeakMap<Program, readonly Direction[]>()

/** Which sides are missing is the same in every solve of one program, and nothing else decides. */
function directionsOf(program: Program, sides: RowSides): readonly Direction[] {
  let directions = known.get(program)
  if (directions === undefined) known.set(program, (directions = safeDirections(program, sides)))
  return directions
}
