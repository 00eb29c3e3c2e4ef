/**
 * From a solver's doubles to decimals that can be printed: so many significant digits, towards a side where every constraint
 * agrees which side is safe.
 *
 * A variable is safe downwards when no finite side of any row can be broken by making it smaller (and so upwards): in a model
 * of capacities only, all variables are.
 */
import { fromNumber } from '../../exact/directed.ts'
import { compare, floor, type Rational, rational, ZERO } from '../../exact/rational.ts'
import type { Program } from '../program/program.ts'
import type { RowSides } from '../program/solver-model.ts'

export type Direction = 'down' | 'up' | 'nearest'

/** The safe direction of each variable, for rows with these sides. */
export function safeDirections(program: Program, { rowLower, rowUpper }: RowSides): Direction[] {
  const down = new Uint8Array(program.variables.length).fill(1)
  const up = new Uint8Array(program.variables.length).fill(1)
  const near = program.values.near
  for (let row = 0; row < program.rows.length; row++) {
    for (let entry = program.starts[row]; entry < program.starts[row + 1]; entry++) {
      const [rises, falls] = near[entry] > 0 ? [up, down] : [down, up]
      if (rowUpper[row] !== null) rises[program.columns[entry]] = 0
      if (rowLower[row] !== null) falls[program.columns[entry]] = 0
    }
  }
  return Array.from(down, (safe, j) => (safe === 1 ? 'down' : up[j] === 1 ? 'up' : 'nearest'))
}

/** How many digits: significant ones of each value, or decimals, the same for all. */
export interface Digits {
  readonly significant?: number | undefined
  readonly decimals?: number | undefined
}

export const DEFAULT_SIGNIFICANT = 12

/** Digits that a double has beyond those printed: 1.2 that was computed as 1.1999999999999997 is 1.2 in either direction. */
const SPARE = 3

/** The power of ten that a value is rounded to. Values far below the largest keep no digits of their own noise. */
export function lastPlace(
  value: number,
  largest: number,
  { significant = DEFAULT_SIGNIFICANT, decimals }: Digits,
): number {
  if (decimals !== undefined) return -decimals
  const size = Math.max(Math.abs(value), largest * 1e-6)
  return size > 0 ? Math.floor(Math.log10(size)) + 1 - significant : 0
}

/** The multiple of 10^place next to the value on the given side, kept within the bounds where they are given. */
export function roundTo(value: Rational, place: number, direction: Direction): Rational {
  const [up, down] = place >= 0 ? [10n ** BigInt(place), 1n] : [1n, 10n ** BigInt(-place)]
  const scaled = { num: value.num * down * 2n, den: value.den * up * 2n }
  const half = direction === 'nearest' ? scaled.den / 2n : direction === 'up' ? scaled.den - 1n : 0n
  return rational(floor({ num: scaled.num + half, den: scaled.den }) * up, down)
}

/**
 * The point in decimals, whole variables whole, every variable within its bounds. The directions are asked for only when a value
 * has to be rounded: many answers are whole already.
 */
export function roundPoint(
  program: Program,
  x: Float64Array,
  directions: () => readonly Direction[],
  digits: Digits,
): { point: Rational[]; places: Int32Array } {
  let largest = 0
  for (const value of x) largest = Math.max(largest, Math.abs(value))
  const ofZero = lastPlace(0, largest, digits)
  const places = new Int32Array(x.length)
  const point = new Array<Rational>(x.length)
  for (let j = 0; j < x.length; j++) {
    const value = x[j]
    const whole = program.integer[j] === 1
    places[j] = whole ? 0 : value === 0 ? ofZero : lastPlace(value, largest, digits)
    if (Number.isInteger(value) && places[j] <= 0) point[j] = value === 0 ? ZERO : rational(BigInt(value))
    else if (whole) point[j] = roundTo(fromNumber(value), 0, 'nearest')
    else point[j] = roundTo(roundTo(fromNumber(value), places[j] - SPARE, 'nearest'), places[j], directions()[j])
    point[j] = within(program, j, point[j])
  }
  return { point, places }
}

/** The value, or the bound that it passed. */
export function within(program: Program, variable: number, value: Rational): Rational {
  const lower = program.lower[variable]
  const upper = program.upper[variable]
  if (value.num === 0n && lower?.num === 0n && upper === null) return value
  if (lower !== null && compare(value, lower) < 0) return lower
  return upper !== null && compare(value, upper) > 0 ? upper : value
}
