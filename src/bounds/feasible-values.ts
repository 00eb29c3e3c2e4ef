/**
 * Every feasible value of every row's multiplier. Wright and Smucker (2014), Algorithm 3.1:
 *   for each row i   { v_i : sum_k r_k v_k = N - R,  lower_k <= v_k <= upper_k whole }
 *
 * Lower bounds are shifted away: v = lower + x with 0 <= x <= u, and the target is T = N - R - sum r lower. Rows of one
 * reduced sum are one item, taken up to the sum of their bounds; row i's values follow from the sums that all other
 * rows can reach. Two facts keep the divide and conquer to few rows (the bounded form of the pre-checks of section 3.2):
 *
 * - If another unbounded row has the same size, or unbounded rows of smaller sizes can make that size up, then taking
 *   row i away changes nothing: any multiple of its size can be put together without it. Such rows share one table,
 *   that of all rows. What is left are the minimal generators that occur once, at most r_min of them, and the bounded
 *   sizes that unbounded rows cannot make up.
 * - A row with r_i > T, or u = 0, has x = 0 only, and is no help to the others.
 *
 * With an unbounded row of size 1 every table is all true at once and the values of all rows are full ranges.
 */
import { addAll, ascending, copiesOf, freedom, knapsackOf, type Size } from './knapsack.ts'
import type { KnownBound } from './known.ts'
import { startReach } from './reach.ts'
import type { Reach } from './reach-form.ts'
import type { ConditionalTable } from './reduced.ts'
import { progression, shifted, type ValueSet } from './value-set.ts'

/** Asked between steps; a true answer ends the work with `AuditStopped`. */
export interface Control {
  readonly shouldStop?: (() => boolean) | undefined
  readonly progress?: ((done: number, of: number) => void) | undefined
}

/** The work was stopped on request before it had an answer. */
export class AuditStopped extends Error {
  override readonly name = 'AuditStopped'
  constructor() {
    super('The audit was stopped before it was done.')
  }
}

/** Values of v by row; undefined for rows of zeros. Undefined altogether when no table meets the knowledge. */
export type RowValues = readonly (ValueSet | undefined)[]

export function solveRows(
  table: ConditionalTable,
  known: readonly KnownBound[] = [],
  control: Control = {},
): RowValues | undefined {
  const knapsack = knapsackOf(table, known)
  if (knapsack === undefined) return undefined
  const { lower, upper, target, sizes } = knapsack
  if (!solveSizes(ascending(knapsack), target, control)) return undefined
  return Array.from({ length: table.rows }, (_, i) => {
    const size = table.sums[i]
    if (size === 0) return undefined
    if (size > target) return progression(lower[i], 1, 1)
    return shifted(sizes.get(size)!.answers.get(freedom(size, lower[i], upper[i], target))!, lower[i])
  })
}

/** Fills in the answers of all sizes, which come in ascending order; false when the target cannot be met. */
function solveSizes(sizes: readonly Size[], target: number, control: Control): boolean {
  const depth = Math.ceil(Math.log2(sizes.length + 1)) + 3
  const modulus = sizes.find((entry) => entry.unboundedRows > 0)?.size
  const all = startReach(target, modulus, depth)
  const alone = unshared(sizes, all)
  addAll(all, sizes)
  if (!all.has(target)) return false
  for (const entry of sizes)
    for (const u of entry.answers.keys())
      if (!alone.has(entry) || rest(entry, u) === Number.POSITIVE_INFINITY)
        entry.answers.set(u, all.read(entry.size, u))
  const smallest = sizes.find((entry) => entry.size === modulus)
  const others = sizes.filter((entry) => alone.has(entry) && entry !== smallest)
  const job: Job = { control, done: 0, of: alone.size }
  if (others.length > 0) {
    const base = startReach(target, modulus, depth)
    addAll(
      base,
      sizes.filter((entry) => !alone.has(entry)),
    )
    divide(base, others, job)
  }
  if (smallest !== undefined && alone.has(smallest)) solveSmallest(smallest, sizes, target, depth, job)
  return true
}

/** The sizes that need a table without one of their rows; adds the unbounded items to `closure` on the way. */
function unshared(sizes: readonly Size[], closure: Reach): Set<Size> {
  const alone = new Set<Size>()
  const smallest = sizes.find((entry) => entry.unboundedRows > 0)
  for (const entry of sizes) {
    if (entry.unboundedRows === 0) continue
    const generator = entry === smallest || !closure.has(entry.size) // the table starts with the smallest
    closure.add(entry.size, Number.POSITIVE_INFINITY)
    if (generator && entry.unboundedRows === 1) alone.add(entry)
  }
  for (const entry of sizes) if (entry.unboundedRows === 0 && !closure.has(entry.size)) alone.add(entry)
  return alone
}

/** Copies of a size that are left when one of its rows with bound u is taken away. */
function rest(entry: Size, u: number): number {
  if (u !== Number.POSITIVE_INFINITY) return copiesOf(entry) - u
  return entry.unboundedRows > 1 ? Number.POSITIVE_INFINITY : entry.boundedCopies
}

interface Job {
  readonly control: Control
  done: number
  readonly of: number
}

/** `reach` holds every size but those in `sizes`; each half is solved after the other half has been added. */
function divide(reach: Reach, sizes: readonly Size[], job: Job): void {
  if (job.control.shouldStop?.()) throw new AuditStopped()
  if (sizes.length === 1) {
    answer(reach, sizes[0])
    job.control.progress?.(++job.done, job.of)
    return
  }
  const half = sizes.length >> 1
  for (const [solved, added] of [
    [sizes.slice(0, half), sizes.slice(half)],
    [sizes.slice(half), sizes.slice(0, half)],
  ]) {
    const withOthers = reach.clone()
    addAll(withOthers, added)
    divide(withOthers, solved, job)
  }
}

/** Reads the rows of one size from the sums that all other sizes reach. */
function answer(others: Reach, entry: Size): void {
  for (const u of entry.answers.keys()) {
    const left = rest(entry, u)
    if (left === Number.POSITIVE_INFINITY) continue
    const reach = left === 0 ? others : others.clone()
    reach.add(entry.size, left)
    entry.answers.set(u, reach.read(entry.size, u))
  }
}

/** The smallest unbounded size: the tables of the others are built on it, so its own is built on the next. */
function solveSmallest(smallest: Size, sizes: readonly Size[], target: number, depth: number, job: Job): void {
  if (job.control.shouldStop?.()) throw new AuditStopped()
  const without = sizes.filter((entry) => entry !== smallest)
  const reach = startReach(target, without.find((entry) => entry.unboundedRows > 0)?.size, depth)
  addAll(reach, without)
  answer(reach, smallest)
  job.control.progress?.(++job.done, job.of)
}
