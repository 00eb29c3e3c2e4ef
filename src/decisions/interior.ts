/**
 * A point with as much room in every inequality as there is, measured in the rows' own scale: the easiest to round.
 *   maximise t  subject to  a_i x + t w_i <= upper,  a_i x - t w_i >= lower,  t <= 1,  equalities and bounds as they are
 * With t below 0 it is the point that breaks the rows least: where a solver's tolerance hides the solutions, it is next to them.
 */
import { fromNumber } from '../exact/directed.ts'
import { ONE, type Rational, subtract, ZERO } from '../exact/rational.ts'
import type { SolveOptions, Solver } from '../optimize/index.ts'
import { brokenBy } from './certify.ts'
import { type Bound, type Program, ProgramBuilder } from './program.ts'
import { type Digits, roundPoint } from './rounding.ts'
import { snapped, withEqualities } from './snap.ts'
import { type RowSides, type SolverModel, solverModel, solveWith } from './solver-model.ts'

/** Such a point, accepted by the exact check, or null. */
export async function interiorPoint(
  solver: Solver,
  { program }: SolverModel,
  sides: RowSides,
  digits: Digits,
  options: SolveOptions,
): Promise<{ point: Rational[]; route: 'interior' } | null> {
  const wider = withRoom(program, sides)
  const outcome = await solveWith(solver, solverModel(wider), wider, { ...options, explain: false })
  if (outcome.status !== 'optimal') return null
  const x = outcome.x.slice(0, program.variables.length)
  const accepts = (point: readonly Rational[]): boolean => brokenBy(program, sides, point, 1).length === 0
  const nearest = program.variables.map(() => 'nearest' as const)
  const point = withEqualities(program, sides, roundPoint(program, x, () => nearest, digits).point)
  const found = accepts(point) ? point : snapped(program, sides, x, digits, accepts)
  return found && { point: found, route: 'interior' }
}

function withRoom(program: Program, { rowLower, rowUpper }: RowSides): Program {
  const builder = new ProgramBuilder('maximise')
  program.variables.forEach((name, j) => {
    builder.addVariable(name, program.lower[j], program.upper[j], ZERO, program.integer[j] === 1)
  })
  const room = builder.addVariable('\u0000room', null, ONE, ONE)
  program.rows.forEach((name, row) => {
    const entries = entriesOf(program, row)
    const [lower, upper] = [rowLower[row], rowUpper[row]]
    const width = widthOf(entries)
    if (lower !== null && upper !== null && subtract(upper, lower).num === 0n)
      builder.addRow(name, lower, upper, entries)
    else {
      const addSide = (suffix: string, low: Bound, high: Bound, by: Rational): number =>
        builder.addRow(`${name}\u0000${suffix}`, low, high, [...entries, [room, by]])
      if (upper !== null) addSide('upper', null, upper, width)
      if (lower !== null) addSide('lower', lower, null, subtract(ZERO, width))
    }
  })
  return builder.build()
}

function entriesOf(program: Program, row: number): [number, Rational][] {
  const entries: [number, Rational][] = []
  for (let e = program.starts[row]; e < program.starts[row + 1]; e++)
    entries.push([program.columns[e], program.values.at(e)])
  return entries
}

/** The largest coefficient of the row, as a power of two. */
function widthOf(entries: readonly (readonly [number, Rational])[]): Rational {
  let largest = 0
  for (const [, value] of entries) largest = Math.max(largest, Math.abs(Number(value.num) / Number(value.den)))
  return largest > 0 && Number.isFinite(largest) ? fromNumber(2 ** Math.round(Math.log2(largest))) : ONE
}
