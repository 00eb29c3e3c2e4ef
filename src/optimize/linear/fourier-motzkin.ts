/**
 * Fourier-Motzkin elimination: the projection of { x : a_i x <= b_i, a_j x = b_j } onto some of its variables.
 *
 * Equalities are used up first (Gauss); then variable after variable goes, the one with fewest pairs first: every upper
 * bound is paired with every lower one. Rows are whole and in lowest terms, one a direction, and those that the others
 * imply are removed (`isImplied`, exactly). Motzkin, "Beiträge zur Theorie der linearen Ungleichungen" (1936).
 *
 * The result speaks of real numbers: whole points of it need not come from whole points.
 */
import { gcd, type Rational } from '../../exact/rational.ts'
import { type Inequality, isImplied } from './implied-row.ts'

/** coefficients . x <= bound, or = bound, in whole numbers without a common divisor. */
export interface EliminationRow extends Inequality {
  readonly equal: boolean
}

export type Elimination =
  | { readonly status: 'done'; readonly rows: readonly EliminationRow[] }
  | { readonly status: 'infeasible' }
  | { readonly status: 'too large'; readonly rows: number }

export interface EliminationOptions {
  /** The most rows or pairs at any time; 2000 unless given. */
  readonly mostRows?: number
}

/** A row of fractions, scaled to whole numbers. */
export function eliminationRow(coefficients: readonly Rational[], bound: Rational, equal = false): EliminationRow {
  const scale = [...coefficients, bound].reduce((all, { den }) => (all * den) / gcd(all, den), 1n)
  const times = (value: Rational): bigint => (value.num * scale) / value.den
  return lowest({ coefficients: coefficients.map(times), bound: times(bound), equal })
}

/** The rows on the variables other than `away`, in which the coefficients of those are 0. */
export function eliminate(
  rows: readonly EliminationRow[],
  away: readonly number[],
  { mostRows = 2000 }: EliminationOptions = {},
): Elimination {
  const { equalities, inequalities, left } = useEqualities(rows, new Set(away))
  let current = tightest(inequalities)
  const remaining = new Set(left)
  while (current !== 'infeasible' && remaining.size > 0) {
    const { variable, pairs } = cheapest(current, remaining)
    if (pairs > mostRows) return { status: 'too large', rows: pairs }
    remaining.delete(variable)
    const paired = tightest(pairUp(current, variable))
    current = paired === 'infeasible' ? paired : withoutImplied(paired)
    if (current.length > mostRows) return { status: 'too large', rows: current.length }
  }
  if (current === 'infeasible' || equalities.some(isFalse)) return { status: 'infeasible' }
  return { status: 'done', rows: [...equalities.filter((row) => !isTrue(row)), ...withoutImplied(current)] }
}

/** Rows that the others imply, one after the other, left out. Requires rows without equalities. */
export function withoutImplied<T extends Inequality>(rows: readonly T[]): T[] {
  const kept = [...rows]
  // Rows with many coefficients are the likeliest to follow from others.
  kept.sort((a, b) => entries(a) - entries(b))
  for (let i = kept.length - 1; i >= 0; i--) {
    const others = kept.filter((_, j) => j !== i)
    if (isImplied(kept[i], others)) kept.splice(i, 1)
  }
  return kept
}

function entries({ coefficients }: Inequality): number {
  return coefficients.reduce((count, value) => count + Number(value !== 0n), 0)
}

/** Solves equalities, for variables that go first; what remains of them speaks of variables that stay. */
function useEqualities(rows: readonly EliminationRow[], away: ReadonlySet<number>) {
  let open = rows.filter((row) => row.equal)
  let inequalities = rows.filter((row) => !row.equal)
  const solved: EliminationRow[] = []
  const left = new Set(away)
  for (;;) {
    const found = pivotOf(open, left)
    if (found === undefined) break
    const [pivot, variable] = found
    open = open.filter((row) => row !== pivot).map((row) => substitute(row, pivot, variable))
    inequalities = inequalities.map((row) => substitute(row, pivot, variable))
    if (left.delete(variable)) continue
    // An equality between variables that stay: kept, and reduced by those after it.
    for (const [i, row] of solved.entries()) solved[i] = substitute(row, pivot, variable)
    solved.push(pivot)
  }
  return { equalities: [...solved, ...open], inequalities, left }
}

/** An equality and a variable to solve it for: one that goes if any equality has one, else any. */
function pivotOf(open: readonly EliminationRow[], away: ReadonlySet<number>): [EliminationRow, number] | undefined {
  for (const wanted of [(j: number) => away.has(j), () => true]) {
    for (const row of open) {
      const variable = row.coefficients.findIndex((value, j) => value !== 0n && wanted(j))
      if (variable >= 0) return [row, variable]
    }
  }
  return undefined
}

/** The row without a variable, by an equality that has it. */
function substitute(row: EliminationRow, by: EliminationRow, variable: number): EliminationRow {
  const [own, other] = [row.coefficients[variable], by.coefficients[variable]]
  if (own === 0n) return row
  const [times, minus] = other > 0n ? [other, own] : [-other, -own]
  return combine(row, times, by, -minus)
}

function combine(a: EliminationRow, timesA: bigint, b: EliminationRow, timesB: bigint): EliminationRow {
  const coefficients = a.coefficients.map((value, j) => timesA * value + timesB * b.coefficients[j])
  return lowest({ coefficients, bound: timesA * a.bound + timesB * b.bound, equal: a.equal && b.equal })
}

/** Divided by the greatest common divisor of all its numbers; an equality starts with a positive one. */
function lowest(row: EliminationRow): EliminationRow {
  const divisor = row.coefficients.reduce((all, value) => (value === 0n ? all : gcd(all, value)), row.bound)
  const first = row.coefficients.find((value) => value !== 0n) ?? 1n
  const by = (divisor === 0n ? 1n : divisor < 0n ? -divisor : divisor) * (row.equal && first < 0n ? -1n : 1n)
  return { coefficients: row.coefficients.map((value) => value / by), bound: row.bound / by, equal: row.equal }
}

function isEmpty({ coefficients }: EliminationRow): boolean {
  return coefficients.every((value) => value === 0n)
}

function isTrue(row: EliminationRow): boolean {
  return isEmpty(row) && (row.equal ? row.bound === 0n : row.bound >= 0n)
}

function isFalse(row: EliminationRow): boolean {
  return isEmpty(row) && !isTrue(row)
}

/** Of inequalities in the same direction, the tightest. */
function tightest(rows: readonly EliminationRow[]): EliminationRow[] | 'infeasible' {
  const byDirection = new Map<string, { row: EliminationRow; scale: bigint }>()
  for (const row of rows) {
    if (isFalse(row)) return 'infeasible'
    if (isEmpty(row)) continue
    const scale = row.coefficients.reduce((all, value) => (value === 0n ? all : gcd(all, value)), 0n)
    const key = row.coefficients.map((value) => value / scale).join()
    const known = byDirection.get(key)
    if (known === undefined || row.bound * known.scale < known.row.bound * scale) byDirection.set(key, { row, scale })
  }
  return [...byDirection.values()].map(({ row }) => row)
}

function cheapest(rows: readonly EliminationRow[], candidates: ReadonlySet<number>) {
  let best = { variable: -1, pairs: Number.POSITIVE_INFINITY, growth: Number.POSITIVE_INFINITY }
  for (const variable of candidates) {
    const above = rows.filter((row) => row.coefficients[variable] > 0n).length
    const below = rows.filter((row) => row.coefficients[variable] < 0n).length
    const growth = above * below - above - below
    if (growth < best.growth) best = { variable, pairs: above * below, growth }
  }
  return best
}

function pairUp(rows: readonly EliminationRow[], variable: number): EliminationRow[] {
  const above = rows.filter((row) => row.coefficients[variable] > 0n)
  const below = rows.filter((row) => row.coefficients[variable] < 0n)
  const pairs = above.flatMap((a) =>
    below.map((b) => combine(a, -b.coefficients[variable], b, a.coefficients[variable])),
  )
  return [...rows.filter((row) => row.coefficients[variable] === 0n), ...pairs]
}
