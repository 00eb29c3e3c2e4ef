/**
 * The program of a direction along which all private constraints loosen at once and no public one is broken:
 *   minimise t  subject to  a_i y <= -1 (private <=),  a_i y >= 1 (private >=),  a_i y <= 0, >= 0 or = 0 (public),  |y_j| <= t,
 *   y_j >= 0 where x_j has a lower bound, y_j <= 0 where it has an upper one.
 */
import { ONE, type Rational, rational, ZERO } from '../../exact/rational.ts'
import { type Bound, type Program, ProgramBuilder } from '../program/program.ts'
import type { PrivateProgram } from '../sides/private-sides.ts'

export function directionProgram({ program, sides }: Pick<PrivateProgram, 'program' | 'sides'>): Program {
  const builder = new ProgramBuilder('minimise')
  program.variables.forEach((name, j) => {
    builder.addVariable(name, program.lower[j] === null ? null : ZERO, program.upper[j] === null ? null : ZERO, ZERO)
  })
  const size = builder.addVariable('\u0000size', ZERO, null, ONE)
  const rowLower: Bound[] = program.rowLower.map((side) => side && ZERO)
  const rowUpper: Bound[] = program.rowUpper.map((side) => side && ZERO)
  const minus = rational(-1n)
  for (const { row, side } of sides) {
    if (side === 'upper') rowUpper[row] = minus
    else rowLower[row] = ONE
  }
  program.rows.forEach((name, row) => {
    const [lower, upper] = [rowLower[row], rowUpper[row]]
    const entries: [number, Rational][] = []
    for (let e = program.starts[row]; e < program.starts[row + 1]; e++) {
      entries.push([program.columns[e], program.values.at(e)])
    }
    // A range has no such direction unless only one of its sides matters: two rows let the solver say so.
    if (upper !== null) builder.addRow(`${name}\u0000upper`, null, upper, entries)
    if (lower !== null) builder.addRow(`${name}\u0000lower`, lower, null, entries)
  })
  program.variables.forEach((name, j) => {
    builder.addRow(`${name}\u0000below`, null, ZERO, [
      [j, ONE],
      [size, minus],
    ])
    builder.addRow(`${name}\u0000above`, ZERO, null, [
      [j, ONE],
      [size, ONE],
    ])
  })
  return builder.build()
}
