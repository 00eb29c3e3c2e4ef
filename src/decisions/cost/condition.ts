/**
 * How far a solution can be from the region when right-hand sides are tightened: alpha with
 *   min {|x - y| : y feasible for b'} <= alpha * (largest b_i - b'_i)      for every x feasible for b,
 * where it can be computed (Munoz Medina et al., Theorem 3.4 and Examples 3.5 and 3.6). Only private rows are tightened, so only
 * their multipliers count; bounds of variables are rows like any other. Every alpha is rigorous: an exact value or an upper bound.
 *
 *   diagonal         one variable a row, no bounds: alpha = sum of 1/|a_i|, distances in the L1 norm
 *   independent      all rows linearly independent: alpha = sqrt(m)/sigma_min, distances in the L2 norm
 *   strongly stable  some y has a_i y <= -1 on private rows and <= 0 on public ones: alpha = least largest |y_j|, distances in
 *                    the largest-entry norm. This is the dual of the linear program of Example 3.6, whose lower side "1 - z"
 *                    must read "-z" (as printed it has no solution in more than two variables).
 */
import { toNumberDown, toNumberUp } from '../../exact/directed.ts'
import { add, divide, ONE, type Rational, ZERO } from '../../exact/rational.ts'
import type { SolveOptions, Solver } from '../../optimize/index.ts'
import type { Program } from '../program/program.ts'
import { solverModel } from '../program/solver-model.ts'
import type { PrivateProgram } from '../sides/private-sides.ts'
import { leastSingularValue } from '../solve/singular.ts'
import { solveBest } from '../solve/solve-best.ts'
import { directionProgram } from './direction.ts'

export type Condition =
  | {
      readonly available: true
      readonly method: 'diagonal' | 'independent' | 'strongly stable'
      /** The norm that distances, and the Lipschitz constant, are in. */
      readonly norm: 'one' | 'two' | 'infinity'
      /** Rounded up. */
      readonly alpha: number
    }
  | { readonly available: false; readonly why: string }

/** Rows that are taken into an exact factorisation, and variables into the program of a direction. */
const MOST_ROWS = 30
const MOST_VARIABLES = 3000

export async function conditionOf(
  program: PrivateProgram,
  solver: Solver,
  options: SolveOptions = {},
): Promise<Condition> {
  const plain = program.program
  if (plain.integer.includes(1)) return { available: false, why: 'The program has whole variables.' }
  const diagonal = diagonalOf(program)
  if (diagonal !== null) {
    const sum = diagonal.reduce((total, value) => add(total, divide(ONE, value)), ZERO)
    return { available: true, method: 'diagonal', norm: 'one', alpha: toNumberUp(sum) }
  }
  const rows = allRows(plain)
  if (rows.length <= Math.min(plain.variables.length, MOST_ROWS)) {
    const sigma = leastSingularValue(rows, plain.variables.length)
    if (sigma !== null) {
      const alpha = (Math.sqrt(program.sides.length) / toNumberDown(sigma)) * (1 + 1e-12)
      return { available: true, method: 'independent', norm: 'two', alpha }
    }
  }
  return stable(program, solver, options)
}

/** |a_i| of the private rows when every row has one variable of its own and no variable has a bound; else null. */
export function diagonalOf({ program, sides }: Pick<PrivateProgram, 'program' | 'sides'>): Rational[] | null {
  if ([...program.lower, ...program.upper].some((bound) => bound !== null)) return null
  const seen = new Set<number>()
  for (let row = 0; row < program.rows.length; row++) {
    if (program.starts[row + 1] - program.starts[row] !== 1) return null
    seen.add(program.columns[program.starts[row]])
  }
  if (seen.size < program.rows.length || new Set(sides.map(({ row }) => row)).size < sides.length) return null
  return sides.map(({ row }) => {
    const { num, den } = program.values.at(program.starts[row])
    return num < 0n ? { num: -num, den } : { num, den }
  })
}

/** Every row that some side limits, and every bound, as sparse vectors. */
function allRows(program: Program): Map<number, Rational>[] {
  const rows = program.rows.map((_, i) => {
    const row = new Map<number, Rational>()
    for (let e = program.starts[i]; e < program.starts[i + 1]; e++) row.set(program.columns[e], program.values.at(e))
    return row
  })
  program.variables.forEach((_, j) => {
    if (program.lower[j] !== null || program.upper[j] !== null) rows.push(new Map([[j, ONE]]))
  })
  return rows
}

async function stable(program: PrivateProgram, solver: Solver, options: SolveOptions): Promise<Condition> {
  if (program.program.variables.length > MOST_VARIABLES) {
    return { available: false, why: `The program has more than ${MOST_VARIABLES} variables.` }
  }
  const direction = directionProgram(program)
  const model = solverModel(direction)
  const found = await solveBest({ solver, model, sides: direction, digits: { significant: 9 }, options, anchor: null })
  const why = 'The rows are neither diagonal nor independent, and no direction loosens all private constraints at once.'
  if (found.status !== 'found') return { available: false, why }
  const alpha = toNumberUp(found.point[found.point.length - 1])
  return { available: true, method: 'strongly stable', norm: 'infinity', alpha }
}
