/**
 * A point with as much room in every inequality as there is, measured in the rows' own scale.
 *   maximise t  subject to  a_i x + t w_i <= upper,  a_i x - t w_i >= lower,  t <= 1,  equalities and bounds as they are
 * The program has a solution with t >= 0 exactly when the original has one: where a solver's tolerance hides the solutions this
 * finds one of them, and where there is none a t that is proved to stay below 0 says so.
 */
import { fromNumber, toNumber, toNumberUp } from '../../exact/directed.ts'
import { ONE, type Rational, subtract, ZERO } from '../../exact/rational.ts'
import { type Bound, type Program, ProgramBuilder } from '../program/program.ts'
import { type RowSides, solverModel } from '../program/solver-model.ts'
import type { PointTask } from './best-point.ts'
import { brokenBy } from './certify.ts'
import { solveBest } from './solve-best.ts'

export type Interior =
  | { readonly status: 'found'; readonly point: readonly Rational[] }
  | { readonly status: 'empty' }
  | { readonly status: 'unknown' }

export async function interiorPoint(task: PointTask): Promise<Interior> {
  const { program } = task.model
  const wider = withRoom(program, task.sides)
  const end = await solveBest({ ...task, model: solverModel(wider), sides: wider, anchor: null, start: null })
  if (end.status === 'infeasible' && end.proved) return { status: 'empty' }
  if (end.status !== 'found') return { status: 'unknown' }
  const point = end.point.slice(0, program.variables.length)
  if (brokenBy(program, task.sides, point, 1).length === 0) return { status: 'found', point }
  const room = end.point[program.variables.length]
  return toNumberUp(room) + end.gap < 0 ? { status: 'empty' } : { status: 'unknown' }
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
  for (const [, value] of entries) largest = Math.max(largest, Math.abs(toNumber(value)))
  return largest > 0 && Number.isFinite(largest) ? fromNumber(2 ** Math.round(Math.log2(largest))) : ONE
}
