/**
 * Random programs to try the promise on, each with a point that its floors allow: plain ones and the awkward kinds, where
 * solvers' tolerances and rounding do harm.
 *   degenerate  rows repeated, many sides tight at the point      scaled    coefficients from 1e-6 to 1e6
 *   thin        ranges hardly wider than a solver's tolerance     equality  public equations
 *   integer     whole variables among the others                  quadratic a convex objective
 *   whole       nothing but whole variables                       fixed     variables fixed at decimals such as 0.1
 *   free        variables without bounds, held by public rows     units     variables in units from 1e-6 to 1e6
 */
import { add, divide, multiply, ONE, type Rational, rational, subtract, ZERO } from '../../exact/rational.ts'
import type { Entropy } from '../../noise/entropy.ts'
import { type Bound, ProgramBuilder } from '../program/program.ts'
import { declarePrivate, type PrivateProgram } from '../sides/private-sides.ts'

export const TRIAL_KINDS = [
  'plain',
  'degenerate',
  'scaled',
  'thin',
  'equality',
  'integer',
  'quadratic',
  'whole',
  'fixed',
  'free',
  'units',
] as const
export type TrialKind = (typeof TRIAL_KINDS)[number]

export interface Trial {
  readonly kind: TrialKind
  readonly program: PrivateProgram
  /** The true sides, in the order of the program's. */
  readonly truth: readonly Rational[]
}

export function trialProgram(kind: TrialKind, entropy: Entropy): Trial {
  const draw = (n: number): number => entropy.belowSmall(n)
  const size = 2 + draw(5)
  const rows = 2 + draw(5)
  const builder = new ProgramBuilder(draw(2) === 0 ? 'maximise' : 'minimise')
  const point: Rational[] = []
  for (let j = 0; j < size; j++) {
    const whole = kind === 'whole' || (kind === 'integer' && draw(2) === 0)
    const value = whole ? rational(BigInt(draw(5))) : rational(BigInt(draw(4) === 0 ? 0 : draw(1000)), 100n)
    const cost = cents(draw(401) - 200)
    if (kind === 'fixed' && draw(2) === 0) builder.addVariable(`x${j}`, value, value, cost)
    else if (kind === 'free' && draw(2) === 0) {
      builder.addVariable(`x${j}`, null, null, cost)
      builder.addRow(`hold${j}`, rational(-20n), rational(20n), [[j, ONE]])
    } else builder.addVariable(`x${j}`, ZERO, rational(20n), cost, whole)
    point.push(value)
  }
  if (kind === 'units') changeUnits(builder, point, entropy)
  const { floor, truth } = addRows(kind, builder, point, rows, entropy)
  if (kind === 'quadratic') addSquares(builder, size, entropy)
  const program = declarePrivate(builder.build(), { private: ['private*'], floor, sensitivity: rational(1n) })
  return { kind, program, truth }
}

/** Every variable in a unit of its own: its value, bounds and cost change accordingly, its coefficients do not. */
function changeUnits(builder: ProgramBuilder, point: Rational[], entropy: Entropy): void {
  for (let j = 0; j < point.length; j++) {
    const power = entropy.belowSmall(13) - 6
    const unit = power >= 0 ? rational(10n ** BigInt(power)) : rational(1n, 10n ** BigInt(-power))
    const cost = cents(entropy.belowSmall(401) - 200)
    point[j] = multiply(point[j], unit)
    builder.setBounds(j, ZERO, multiply(rational(20n), unit))
    builder.addCost(j, subtract(divide(cost, unit), builder.costOf(j)))
  }
}

/** Rows that the point keeps, the first of them private; the floors and true values of the private ones. */
function addRows(kind: TrialKind, builder: ProgramBuilder, point: readonly Rational[], rows: number, entropy: Entropy) {
  const draw = (n: number): number => entropy.belowSmall(n)
  const floors: (readonly [string, Rational])[] = []
  const truth: Rational[] = []
  let last: [number, Rational][] = []
  for (let i = 0; i < rows; i++) {
    const repeated = kind === 'degenerate' && i > 0 && draw(3) === 0
    const entries = repeated ? last : rowOf(kind, point.length, entropy)
    last = entries
    const level = entries.reduce((total, [j, value]) => add(total, multiply(value, point[j])), ZERO)
    const slack = draw(kind === 'degenerate' ? 2 : 4) === 0 ? ZERO : cents(draw(500))
    const side = draw(2) === 0 ? 1n : -1n
    const floor = add(level, multiply(rational(side), slack))
    if (i === 0 || draw(2) === 0) {
      const value = add(floor, multiply(rational(side), cents(draw(5000))))
      builder.addRow(`private${i}`, side > 0n ? null : value, side > 0n ? value : null, entries)
      floors.push([`private${i}`, floor])
      truth.push(value)
    } else builder.addRow(`public${i}`, ...publicSides(kind, floor, level, side, entropy), entries)
  }
  return { floor: floors, truth }
}

function cents(amount: number): Rational {
  return rational(BigInt(amount), 100n)
}

function rowOf(kind: TrialKind, size: number, entropy: Entropy): [number, Rational][] {
  const entries: [number, Rational][] = []
  for (let j = 0; j < size; j++) {
    const value = entropy.belowSmall(2001) - (entropy.belowSmall(3) === 0 ? 2000 : 0)
    const power = kind === 'scaled' ? 10n ** BigInt(entropy.belowSmall(13)) : 1_000_000n
    if (value !== 0) entries.push([j, rational(BigInt(value) * power, 1_000_000_000n)])
  }
  return entries.length > 0 ? entries : [[0, rational(1n)]]
}

function publicSides(
  kind: TrialKind,
  floor: Rational,
  level: Rational,
  side: bigint,
  entropy: Entropy,
): [Bound, Bound] {
  if (kind === 'equality' && entropy.belowSmall(2) === 0) return [level, level]
  if (kind === 'thin') {
    const width = rational(BigInt(entropy.belowSmall(3)), 10n ** BigInt(6 + entropy.belowSmall(6)))
    return [level, add(level, width)]
  }
  return side > 0n ? [null, floor] : [floor, null]
}

/** The squares of a few random sums: convex. A maximisation takes them off. */
function addSquares(builder: ProgramBuilder, size: number, entropy: Entropy): void {
  const turn = builder.sense === 'maximise' ? -1n : 1n
  for (let k = 0; k <= entropy.belowSmall(size); k++) {
    const sum = Array.from({ length: size }, () => BigInt(entropy.belowSmall(21) - 10))
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) builder.addQuadratic(i, j, rational(turn * sum[i] * sum[j], 100n))
    }
  }
}
