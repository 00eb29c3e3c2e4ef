/**
 * From the engine's moves to exact ones. At a vertex a move is the need, a bound, or follows from the others by the equations: the first two
 * are whole, the others are worked out from them in fractions, and everything is then checked in fractions. What does not hold exactly is
 * kept as the engine found it, and says so.
 */
import { add, compare, type Rational, rational, toNumber, ZERO } from '../../exact/index.ts'
import type { Deviation } from './deviation.ts'
import type { Need, SuppressionProblem } from './problem.ts'
import { restOf, type SignedRow, solveSignedRows } from './signed-rows.ts'

/** Nearer to a bound than this, relative, a move is at it. */
const NEAR = 1e-7

/** `moves` in needs. The answer is in units of the table. */
export function exactDeviation(
  problem: SuppressionProblem,
  need: Need,
  cells: Int32Array,
  moves: Float64Array,
): Deviation {
  const found = moves.map((move) => move * need.by)
  const exact = exactMoves(problem, need, cells, found)
  if (exact === undefined) return { cells, moves: found, exact: undefined }
  return { cells, moves: Float64Array.from(exact, toNumber), exact }
}

function exactMoves(
  problem: SuppressionProblem,
  need: Need,
  cells: Int32Array,
  found: Float64Array,
): readonly Rational[] | undefined {
  if (!Number.isSafeInteger(need.by)) return undefined
  const { value, lower, upper } = problem
  const rows = rowsOn(problem, cells)
  const known = [...cells].map((cell, i) => {
    const at = [
      need.cell === cell ? need.direction * need.by : Number.NaN,
      upper[cell] - value[cell],
      lower[cell] - value[cell],
    ]
    const end = at.find((move) => Math.abs(found[i] - move) <= NEAR * Math.max(1, Math.abs(move)))
    return end === undefined ? undefined : whole(end)
  })
  const moves = solveSignedRows(rows, known)
  if (moves === undefined || !rows.every((row) => compare(restOf(row, moves), ZERO) === 0)) return undefined
  const within = [...cells].every((cell, i) => {
    const to = add(whole(value[cell]), moves[i])
    return compare(to, whole(lower[cell])) >= 0 && compare(to, whole(upper[cell])) <= 0
  })
  return within ? moves : undefined
}

const whole = (units: number): Rational => rational(BigInt(Math.round(units)))

/** The equations with moved cells in them, on places in `cells`. */
function rowsOn(
  { equations: { starts, members }, value }: SuppressionProblem,
  cells: Int32Array,
): readonly SignedRow[] {
  const place = new Int32Array(value.length).fill(-1)
  cells.forEach((cell, i) => {
    place[cell] = i
  })
  const rows: SignedRow[] = []
  for (let e = 0; e + 1 < starts.length; e++) {
    const row: [number, 1 | -1][] = []
    for (let t = starts[e]; t < starts[e + 1]; t++)
      if (place[members[t]] >= 0) row.push([place[members[t]], t === starts[e] ? -1 : 1])
    if (row.length > 0) rows.push(row)
  }
  return rows
}
