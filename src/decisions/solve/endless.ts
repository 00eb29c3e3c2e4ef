/**
 * Whether an objective truly improves for ever, in exact arithmetic. A solver's ray may break a row by less than its tolerance,
 * and on a badly scaled model that is all there is to it. Sought here is a direction d that can be proved:
 *   best c'd  subject to  a_i d <= 0 where row i has an upper side, >= 0 where it has a lower one, Q d = 0,
 *   0 <= d_j where x_j has a lower bound, d_j <= 0 where it has an upper one, |d_j| <= 1.
 */
import { ONE, type Rational, rational, ZERO } from '../../exact/rational.ts'
import { type Bound, type Program, ProgramBuilder } from '../program/program.ts'
import { type RowSides, solverModel } from '../program/solver-model.ts'
import type { PointTask } from './best-point.ts'
import { solveBest } from './solve-best.ts'

export async function improvesForEver(task: PointTask): Promise<boolean> {
  const endless = endlessProgram(task.model.program, task.sides)
  const still = endless.variables.map(() => ZERO)
  const end = await solveBest({ ...task, model: solverModel(endless), sides: endless, anchor: still, start: null })
  if (end.status !== 'found') return false
  const gain = end.objective.num
  return endless.sense === 'maximise' ? gain > 0n : gain < 0n
}

function endlessProgram(program: Program, { rowLower, rowUpper }: RowSides): Program {
  const builder = new ProgramBuilder(program.sense)
  const least = rational(-1n)
  program.variables.forEach((name, j) => {
    const lower = program.lower[j] === null ? least : ZERO
    builder.addVariable(name, lower, program.upper[j] === null ? ONE : ZERO, program.cost.at(j))
  })
  const flat = (side: Bound): Bound => (side === null ? null : ZERO)
  program.rows.forEach((name, row) => {
    const entries: [number, Rational][] = []
    for (let e = program.starts[row]; e < program.starts[row + 1]; e++) {
      entries.push([program.columns[e], program.values.at(e)])
    }
    builder.addRow(name, flat(rowLower[row]), flat(rowUpper[row]), entries)
  })
  for (const [j, entries] of curvatureOf(program)) {
    builder.addRow(`${program.variables[j]}\u0000curvature`, ZERO, ZERO, entries)
  }
  return builder.build()
}

/** The rows of Q in 1/2 x'Qx that are not 0. */
function curvatureOf({ quadratic }: Program): ReadonlyMap<number, [number, Rational][]> {
  const rows = new Map<number, [number, Rational][]>()
  const put = (row: number, column: number, value: Rational): void => {
    rows.set(row, [...(rows.get(row) ?? []), [column, value]])
  }
  for (const { first, second, coefficient } of quadratic) {
    if (first === second) put(first, first, { num: 2n * coefficient.num, den: coefficient.den })
    else {
      put(first, second, coefficient)
      put(second, first, coefficient)
    }
  }
  return rows
}
