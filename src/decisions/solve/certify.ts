/**
 * Whether a point satisfies every constraint, in exact arithmetic. Shares no code with the solver, its adapter or the repair,
 * on purpose: only this decides what may be published.
 *
 * Everything is brought to whole numbers: the point over one common denominator, each row over its own.
 */
import { compare, gcd, type Rational, rational, subtract } from '../../exact/rational.ts'
import type { Bound, Program } from '../program/program.ts'

export interface Broken {
  readonly kind: 'row' | 'variable'
  readonly index: number
  readonly name: string
  readonly side: 'lower' | 'upper' | 'whole'
  /** By how much, exactly; above 0. */
  readonly by: Rational
}

export interface CheckedSides {
  readonly rowLower: readonly Bound[]
  readonly rowUpper: readonly Bound[]
}

/** Every row, bound and integrality that `point` breaks; at most `limit` of them. */
export function brokenBy(
  program: Program,
  { rowLower, rowUpper }: CheckedSides,
  point: readonly Rational[],
  limit: number = Number.POSITIVE_INFINITY,
): Broken[] {
  const broken: Broken[] = []
  for (let j = 0; j < point.length && broken.length < limit; j++) {
    const value = point[j]
    const found = outside(value, program.lower[j], program.upper[j])
    if (found !== undefined) broken.push({ kind: 'variable', index: j, name: program.variables[j], ...found })
    if (program.integer[j] === 1 && value.den !== 1n) {
      const by = rational(value.num % value.den, value.den)
      const size = by.num < 0n ? { num: -by.num, den: by.den } : by
      broken.push({ kind: 'variable', index: j, name: program.variables[j], side: 'whole', by: size })
    }
  }
  const { whole, denominator } = overOne(point)
  for (let i = 0; i < program.rows.length && broken.length < limit; i++) {
    if (rowLower[i] === null && rowUpper[i] === null) continue
    const found = outside(activity(program, i, whole, denominator), rowLower[i], rowUpper[i])
    if (found !== undefined) broken.push({ kind: 'row', index: i, name: program.rows[i], ...found })
  }
  return broken
}

/** a_i x, exactly. */
export function exactActivity(program: Program, row: number, point: readonly Rational[]): Rational {
  const { whole, denominator } = overOne(point)
  const { num, den } = activity(program, row, whole, denominator)
  return rational(num, den)
}

/** a_i x of every row, exactly. */
export function exactActivities(program: Program, point: readonly Rational[]): Rational[] {
  const { whole, denominator } = overOne(point)
  return program.rows.map((_, row) => {
    const { num, den } = activity(program, row, whole, denominator)
    return rational(num, den)
  })
}

/** constant + c'x + quadratic part, exactly. */
export function exactObjective(program: Program, point: readonly Rational[]): Rational {
  const { whole, denominator } = overOne(point)
  let [num, den] = [program.constant.num * denominator, program.constant.den]
  const take = (value: Rational, times: bigint): void => {
    const common = (den / gcd(den, value.den)) * value.den
    num = num * (common / den) + value.num * (common / value.den) * times
    den = common
  }
  for (let j = 0; j < point.length; j++) if (whole[j] !== 0n) take(program.cost.at(j), whole[j])
  const linear = rational(num, den * denominator)
  if (program.quadratic.length === 0) return linear
  num = 0n
  den = 1n
  for (const { first, second, coefficient } of program.quadratic) take(coefficient, whole[first] * whole[second])
  const curved = rational(num, den * denominator * denominator)
  return subtract(linear, { num: -curved.num, den: curved.den })
}

/** The point as whole numbers over one denominator. */
function overOne(point: readonly Rational[]): { whole: bigint[]; denominator: bigint } {
  // The longest denominator first: most others divide it.
  let denominator = 1n
  for (const { den } of point) if (den > denominator) denominator = den
  const used: number[] = []
  for (let j = 0; j < point.length; j++) {
    const { num, den } = point[j]
    if (num === 0n) continue
    used.push(j)
    if (den !== 1n && denominator % den !== 0n) denominator = (denominator / gcd(denominator, den)) * den
  }
  const whole = new Array<bigint>(point.length).fill(0n)
  for (const j of used) whole[j] = point[j].num * (denominator / point[j].den)
  return { whole, denominator }
}

/** Not in lowest terms: a divisor common to long numbers costs more to find than all else. */
function activity(program: Program, row: number, whole: readonly bigint[], denominator: bigint): Rational {
  let num = 0n
  let den = 1n
  for (let entry = program.starts[row]; entry < program.starts[row + 1]; entry++) {
    const amount = whole[program.columns[entry]]
    if (amount === 0n) continue
    const value = program.values.at(entry)
    if (den % value.den !== 0n) {
      const common = (den / gcd(den, value.den)) * value.den
      num *= common / den
      den = common
    }
    num += value.num * (den / value.den) * amount
  }
  return { num, den: den * denominator }
}

function outside(value: Rational, lower: Bound, upper: Bound): Pick<Broken, 'side' | 'by'> | undefined {
  // Most variables of a large model are 0, and so is their bound.
  if (value.num === 0n && (lower === null || lower.num <= 0n) && (upper === null || upper.num >= 0n)) return undefined
  if (lower !== null && compare(value, lower) < 0) return { side: 'lower', by: subtract(lower, value) }
  if (upper !== null && compare(value, upper) > 0) return { side: 'upper', by: subtract(value, upper) }
  return undefined
}
