/**
 * One question at a time: is there a table at all, and what may one row's multiplier be. Used to find the facts behind
 * a contradiction or a disclosure, where many sets of facts are tried and only one answer is wanted of each.
 */
import { infeasible, irreducible } from './conflict.ts'
import { type Control, type RowValues, solveRows } from './feasible-values.ts'
import { addAll, ascending, freedom, knapsackOf, type Size } from './knapsack.ts'
import { type KnownBound, nameOf } from './known.ts'
import { startReach } from './reach.ts'
import type { Reach } from './reach-form.ts'
import type { ConditionalTable } from './reduced.ts'
import { EMPTY, progression, shifted, type ValueSet } from './value-set.ts'

/** Whether any table has these shares and total and meets these facts. */
export function isFeasible(table: ConditionalTable, known: readonly KnownBound[]): boolean {
  const knapsack = knapsackOf(table, known)
  return knapsack !== undefined && sumsOf(ascending(knapsack), knapsack.target).has(knapsack.target)
}

/** The feasible multipliers of one row that has records; empty when there is no table. */
export function solveRow(table: ConditionalTable, known: readonly KnownBound[], row: number): ValueSet {
  const knapsack = knapsackOf(table, known)
  if (knapsack === undefined) return EMPTY
  const { lower, upper, target } = knapsack
  const size = table.sums[row]
  if (size > target) return sumsOf(ascending(knapsack), target).has(target) ? progression(lower[row], 1, 1) : EMPTY
  const u = freedom(size, lower[row], upper[row], target)
  const others = ascending(knapsack).map((entry) => (entry.size === size ? withoutOne(entry, u) : entry))
  return shifted(sumsOf(others, target).read(size, u), lower[row])
}

/** As `solveRows`, but knowledge that no table meets is an error that names facts which clash, none of them idle. */
export function feasibleMultipliers(
  table: ConditionalTable,
  known: readonly KnownBound[] = [],
  control: Control = {},
): RowValues {
  const values = solveRows(table, known, control)
  if (values !== undefined) return values
  const clashing = irreducible(
    known.map((_, k) => k),
    (subset) =>
      !isFeasible(
        table,
        subset.map((k) => known[k]),
      ),
  )
  if (clashing.length === 0) {
    throw infeasible(
      `No table of ${table.n} records has these shares: their reduced sums cannot make up the total. ` +
        'Correct the total or the shares; if the shares are rounded, say so and to how many decimals.',
      { n: table.n, clashing },
    )
  }
  const names = clashing.map((k) => `  ${describe(known[k], k)}`).join('\n')
  throw infeasible(
    `No table of ${table.n} records with these shares meets what is known.\n\n${names}\n\n` +
      `${clashing.length === 1 ? 'This fact contradicts' : 'Together these facts contradict'} the shares and the total. ` +
      'Correct or drop one of them.',
    { n: table.n, clashing },
  )
}

function describe(fact: KnownBound, position: number): string {
  const least = fact.lower === undefined ? '' : ` at least ${fact.lower}`
  const most = fact.upper === undefined ? '' : ` at most ${fact.upper}`
  return `${nameOf(fact, position)}:${least}${least !== '' && most !== '' ? ',' : ''}${most}`
}

function sumsOf(sizes: readonly Size[], target: number): Reach {
  const reach = startReach(target, sizes.find((entry) => entry.unboundedRows > 0)?.size, 1)
  addAll(reach, sizes)
  return reach
}

function withoutOne(entry: Size, u: number): Size {
  return u === Number.POSITIVE_INFINITY
    ? { ...entry, unboundedRows: entry.unboundedRows - 1 }
    : { ...entry, boundedCopies: entry.boundedCopies - u }
}
