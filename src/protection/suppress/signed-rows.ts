/** Small systems of signed sums that must be 0, solved in fractions: rows with one unknown first, elimination for what is left. */
import { add, compare, divide, multiply, ONE, type Rational, rational, subtract, ZERO } from '../../exact/index.ts'

/** Pairs of an unknown and its sign. */
export type SignedRow = readonly (readonly [number, 1 | -1])[]

/** All values, given those that are known; undefined where the rows do not fix the others. Rows that clash are for the caller to find. */
export function solveSignedRows(
  rows: readonly SignedRow[],
  known: readonly (Rational | undefined)[],
): readonly Rational[] | undefined {
  const values = [...known]
  for (let changed = true; changed; ) {
    changed = false
    for (const row of rows) {
      const open = row.filter(([at]) => values[at] === undefined)
      if (open.length !== 1) continue
      const [at, sign] = open[0]
      const rest = restOf(row, values)
      values[at] = sign === 1 ? subtract(ZERO, rest) : rest
      changed = true
    }
  }
  return values.includes(undefined) ? eliminated(rows, values) : (values as Rational[])
}

/** What the known terms of a row add up to. */
export function restOf(row: SignedRow, values: readonly (Rational | undefined)[]): Rational {
  let total = ZERO
  for (const [at, sign] of row) {
    const value = values[at]
    if (value !== undefined) total = sign === 1 ? add(total, value) : subtract(total, value)
  }
  return total
}

interface EliminatedRow {
  readonly terms: Map<number, Rational>
  side: Rational
}

function eliminated(rows: readonly SignedRow[], values: (Rational | undefined)[]): readonly Rational[] | undefined {
  const left = rows.flatMap((row): EliminatedRow[] => {
    const open = row.filter(([at]) => values[at] === undefined)
    if (open.length === 0) return []
    const terms = new Map(open.map(([at, sign]) => [at, rational(BigInt(sign))]))
    return [{ terms, side: subtract(ZERO, restOf(row, values)) }]
  })
  const pivots: { readonly at: number; readonly row: EliminatedRow }[] = []
  for (const row of left) {
    for (const { at, row: pivot } of pivots) reduce(row, at, pivot)
    const at = row.terms.keys().next().value
    if (at === undefined) continue
    for (const other of pivots) reduce(other.row, at, row)
    pivots.push({ at, row })
  }
  for (const { at, row } of pivots) {
    if (row.terms.size !== 1) return undefined
    values[at] = divide(row.side, row.terms.get(at) as Rational)
  }
  return values.includes(undefined) ? undefined : (values as Rational[])
}

/** Takes unknown `at` out of a row by the pivot's. */
function reduce(row: EliminatedRow, at: number, pivot: EliminatedRow): void {
  const own = row.terms.get(at)
  if (own === undefined || row === pivot) return
  const times = divide(own, pivot.terms.get(at) ?? ONE)
  for (const [other, value] of pivot.terms) {
    const next = subtract(row.terms.get(other) ?? ZERO, multiply(times, value))
    if (compare(next, ZERO) === 0) row.terms.delete(other)
    else row.terms.set(other, next)
  }
  row.side = subtract(row.side, multiply(times, pivot.side))
}
