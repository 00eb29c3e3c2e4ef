/**
 * Why a model is infeasible: an irreducible set of row and column sides that cannot hold together.
 *
 * A side is one finite bound of a row or column. First the rows are cut down with every column bound in force, then the
 * column bounds with the remaining rows in force; the result is irreducible as a whole, since leaving out a row that is
 * needed with all column bounds is feasible with fewer of them too.
 */
import { irreducibleSubset } from './irreducible.ts'
import { byRows, columnName, type LinearModel, rowName, type SparseMatrix } from './model.ts'
import type { ConflictSide } from './outcome.ts'

/** Whether a subsystem is proved infeasible; undefined when this one test gave up. Throws `OutOfTime` when all time is gone. */
export type Refutes = (subsystem: LinearModel) => Promise<boolean | undefined>

/** The search as a whole must end; what has been cut down so far still clashes. */
export class OutOfTime extends Error {}

export interface Conflict {
  readonly conflict: readonly ConflictSide[]
  readonly irreducible: boolean
}

/** Requires `model` infeasible. `hint` are sides to start from; they are used only if they do clash. */
export async function findConflict(
  model: LinearModel,
  refutes: Refutes,
  hint: readonly ConflictSide[] | undefined,
): Promise<Conflict> {
  const matrix = byRows(model.matrix, model.rowLower.length)
  let proved = true
  const clashes = async (members: readonly ConflictSide[]): Promise<boolean> => {
    const answer = await refutes(subsystem(model, matrix, members))
    if (answer === undefined) proved = false
    return answer === true
  }
  let rows = allSides(model, 'row')
  let bounds = allSides(model, 'column')
  try {
    if (hint !== undefined && (await clashes(hint))) {
      rows = hint.filter((side) => side.kind === 'row')
      bounds = hint.filter((side) => side.kind === 'column')
    }
    rows = await irreducibleSubset(rows, (members) => clashes([...members, ...bounds]))
    bounds = await irreducibleSubset(bounds, (members) => clashes([...rows, ...members]))
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error
    proved = false
  }
  return { conflict: [...rows, ...bounds], irreducible: proved }
}

/** Every finite side of the rows or of the columns. */
function allSides(model: LinearModel, kind: 'row' | 'column'): ConflictSide[] {
  const found: ConflictSide[] = []
  const [lower, upper] = kind === 'row' ? [model.rowLower, model.rowUpper] : [model.columnLower, model.columnUpper]
  for (let index = 0; index < lower.length; index++) {
    const name = kind === 'row' ? rowName(model, index) : columnName(model, index)
    if (Number.isFinite(lower[index])) found.push({ kind, index, name, side: 'lower', bound: lower[index] })
    if (Number.isFinite(upper[index])) found.push({ kind, index, name, side: 'upper', bound: upper[index] })
  }
  return found
}

/** The model with only these sides in force, no cost, and without the rows and columns that none of them touches. */
export function subsystem(model: LinearModel, matrix: SparseMatrix, members: readonly ConflictSide[]): LinearModel {
  const columns = new Map<number, number>()
  const place = (column: number): number => {
    if (!columns.has(column)) columns.set(column, columns.size)
    return columns.get(column)!
  }
  const rows = [...new Set(members.filter((side) => side.kind === 'row').map((side) => side.index))]
  const indices: number[] = []
  const values: number[] = []
  const starts = [0]
  for (const row of rows) {
    for (let entry = matrix.starts[row]; entry < matrix.starts[row + 1]; entry++) {
      indices.push(place(matrix.indices[entry]))
      values.push(matrix.values[entry])
    }
    starts.push(indices.length)
  }
  for (const side of members) if (side.kind === 'column') place(side.index)
  const rowBounds = boundsInForce(members, 'row', new Map(rows.map((row, i) => [row, i])))
  const columnBounds = boundsInForce(members, 'column', columns)
  return {
    sense: 'minimise',
    cost: new Float64Array(columns.size),
    columnLower: columnBounds.lower,
    columnUpper: columnBounds.upper,
    ...(model.integer && { integer: Uint8Array.from(columns.keys(), (column) => model.integer![column]) }),
    rowLower: rowBounds.lower,
    rowUpper: rowBounds.upper,
    matrix: {
      layout: 'rows',
      starts: Int32Array.from(starts),
      indices: Int32Array.from(indices),
      values: Float64Array.from(values),
    },
  }
}

function boundsInForce(
  members: readonly ConflictSide[],
  kind: 'row' | 'column',
  places: ReadonlyMap<number, number>,
): { lower: Float64Array; upper: Float64Array } {
  const lower = new Float64Array(places.size).fill(Number.NEGATIVE_INFINITY)
  const upper = new Float64Array(places.size).fill(Number.POSITIVE_INFINITY)
  for (const side of members) {
    if (side.kind === kind) (side.side === 'lower' ? lower : upper)[places.get(side.index)!] = side.bound
  }
  return { lower, upper }
}
