/**
 * Moves a point onto rows that must hold with equality, exactly: some variables (the pivots) are solved for in rationals, the
 * others stay. Gaussian elimination on sparse rows, no rounding.
 */
import { toNumber } from '../../exact/directed.ts'
import { divide, multiply, type Rational, subtract, ZERO } from '../../exact/rational.ts'
import type { Program } from '../program/program.ts'

/** Row `row` is to be exactly `side`. */
export interface Equality {
  readonly row: number
  readonly side: Rational
}

interface Equation {
  readonly terms: Map<number, Rational>
  side: Rational
}

/**
 * The point with its pivots solved for. `room` says how far each variable may move (0 or less: it stays): pivots are taken where
 * there is most of it. Rows that depend on earlier ones are skipped: the exact check will tell whether they hold.
 */
export function solveExactly(
  program: Program,
  equalities: readonly Equality[],
  point: readonly Rational[],
  room: Float64Array,
): Rational[] {
  const solved = [...point]
  const pivots: { variable: number; equation: Equation }[] = []
  for (const equality of equalities) {
    const equation = equationOf(program, equality, point, room)
    for (const { variable, equation: earlier } of pivots) eliminate(equation, variable, earlier)
    const variable = bestPivot(equation, room)
    if (variable === undefined) continue
    const scale = equation.terms.get(variable)!
    for (const [j, value] of equation.terms) equation.terms.set(j, divide(value, scale))
    equation.side = divide(equation.side, scale)
    pivots.push({ variable, equation })
  }
  for (const { variable, equation } of pivots.reverse()) {
    let value = equation.side
    for (const [j, factor] of equation.terms) if (j !== variable) value = subtract(value, multiply(factor, solved[j]))
    solved[variable] = value
  }
  return solved
}

/** The row over the variables that may move; what stays is on the other side. */
function equationOf(
  program: Program,
  { row, side }: Equality,
  point: readonly Rational[],
  room: Float64Array,
): Equation {
  const terms = new Map<number, Rational>()
  let rest = side
  for (let entry = program.starts[row]; entry < program.starts[row + 1]; entry++) {
    const j = program.columns[entry]
    if (room[j] > 0) terms.set(j, program.values.at(entry))
    else if (point[j].num !== 0n) rest = subtract(rest, multiply(program.values.at(entry), point[j]))
  }
  return { terms, side: rest }
}

/** Takes `variable` out of the equation, in place. `by` has the coefficient 1 there. */
function eliminate(equation: Equation, variable: number, by: Equation): void {
  const factor = equation.terms.get(variable)
  if (factor === undefined) return
  for (const [j, value] of by.terms) {
    const left = subtract(equation.terms.get(j) ?? ZERO, multiply(factor, value))
    if (left.num === 0n) equation.terms.delete(j)
    else equation.terms.set(j, left)
  }
  equation.side = subtract(equation.side, multiply(factor, by.side))
}

/** Most room in terms of the row; among those with a hundredth of it, one whose coefficient leaves a finite decimal. */
function bestPivot({ terms }: Equation, room: Float64Array): number | undefined {
  let best: number | undefined
  let most = 0
  const reach = (j: number, value: Rational): number => room[j] * Math.abs(toNumber(value))
  for (const [j, value] of terms) {
    const size = reach(j, value)
    if (size > most) [best, most] = [j, size]
  }
  for (const [j, value] of terms) if (reach(j, value) >= most / 100 && isUnit(value)) return j
  return best
}

function isUnit({ num, den }: Rational): boolean {
  return den === 1n && (num === 1n || num === -1n)
}
