/**
 * The totals of a rounded row as runs, and its counts over given totals, without walking every total.
 *
 * With l_j(t) and h_j(t) of `rounded-row.ts`, t lo <= l <= t lo + 1 (l = 0 if lo = 0) and t hi - 1 <= h <= t hi (h = t if
 * hi = 1) whichever ends are included. Of a free row only shares (and bounds on the total) are known. With D = 2 * 10^d, J columns, J' of them with lo > 0, let
 * `smooth` be a total t with t >= 1.5 D, t (sum hi - 1) >= J and t (1 - sum lo) >= J'. From there on
 * - every total fits: l_j <= h_j, as hi - lo is 2 / D, or lo = 0, or hi = 1; sum h >= t sum hi - J >= t; and
 *   sum l <= t sum lo + J' <= t;
 * - the intervals [L, U] of a cell at t and t + 1 touch, so over a run of totals their union is one interval, from min L to
 *   max U. For L(t) = max(l_j(t), t - sum' h(t)) and U(t) = min(h_j(t), t - sum' l(t)), sums over the other cells:
 *   L(t + 1) <= L(t) + 1 <= U(t) + 1, as l rises by at most 1 and h never falls. And U(t + 1) >= L(t) - 1 term by term:
 *   h_j(t + 1) >= U(t); U(t + 1) >= L(t + 1) >= l_j(t); and t + 1 - sum' l(t + 1) >= t - sum' h(t) since for each other cell
 *   l(t + 1) <= t hi - 2 t / D + lo + 1 <= t hi - 1 <= h(t) if 0 < lo and hi < 1, it is 0 if lo = 0, and at most
 *   h(t) + 1 if hi = 1, which one cell of a row can have at most;
 * - min L is found from the start of the run: L(t) >= l_j(t) never falls and L(t) >= t s for s = 1 - sum' hi, so the
 *   walk ends when one of these has reached the least value seen. Likewise max U from its end.
 */
import { type RoundedRow, RowAtTotal } from './rounded-row.ts'

/** The total from which everything fits and counts join up; Infinity when that is not known. */
export function smoothFrom(row: RoundedRow): number {
  if (!row.free) return Number.POSITIVE_INFINITY
  const { columns, denominator, low, high } = row
  let over = -denominator
  let under = denominator
  let positive = 0
  for (let j = 0; j < columns; j++) {
    over += high[j]
    under -= low[j]
    if (low[j] > 0) positive++
  }
  if (over <= 0 || under <= 0) return Number.POSITIVE_INFINITY
  return Math.ceil(denominator * Math.max(1.5, columns / over, positive / under)) + 1
}

/** About the steps that `feasibleTotals` and `feasibleCounts` take together, totals times columns. */
export function workOf(row: RoundedRow, last: number): number {
  return 4 * row.columns * Math.min(last, row.totalUpper, smoothFrom(row))
}

/** Every total up to `last` that the row can have, ascending, as pairs of closed runs. */
export function feasibleTotals(row: RoundedRow, last: number): number[] {
  const state = new RowAtTotal(row)
  const runs: number[] = []
  let open = false
  const end = Math.min(last, row.totalUpper)
  const smooth = Math.max(smoothFrom(row), row.totalLower)
  for (; ; state.advance()) {
    const fits = state.fits()
    if (fits !== open) {
      runs.push(fits ? state.total : state.total - 1)
      open = fits
    }
    if (state.total >= end || state.total >= smooth) break
  }
  if (open) runs.push(Math.max(end, state.total))
  return runs
}

/** The counts of every cell over the given totals (pairs of closed runs), as pairs of closed runs, one list a cell. */
export function feasibleCounts(row: RoundedRow, totals: readonly number[]): number[][] {
  const state = new RowAtTotal(row)
  const found: [number, number][][] = Array.from({ length: row.columns }, () => [])
  const smooth = smoothFrom(row)
  for (let r = 0; r < totals.length; r += 2) {
    const [first, last] = [totals[r], totals[r + 1]]
    sweep(state, first, Math.min(last, smooth - 1), found)
    if (last < smooth) continue
    const least = leastCounts(state, Math.max(first, smooth), last)
    const most = mostCounts(state, last, Math.max(first, smooth))
    found.forEach((intervals, j) => {
      join(intervals, least[j], most[j])
    })
  }
  return found.map(merged)
}

/** The least count of each cell over a smooth run of totals. */
function leastCounts(state: RowAtTotal, first: number, last: number): number[] {
  const { columns, denominator, high } = state.row
  const spare = denominator - high.reduce((sum, numerator) => sum + numerator, 0)
  state.jump(first)
  state.fits()
  const floors = state.least.slice()
  const least = Array.from(floors, (_, j) => state.lowestOf(j))
  for (let open = true; open && state.total < last; ) {
    open = false
    for (let j = 0; j < columns; j++) {
      least[j] = Math.min(least[j], state.lowestOf(j))
      // Half a record of margin is far beyond the error of this product.
      open ||= least[j] > floors[j] && (state.total * (spare + high[j])) / denominator < least[j] + 0.5
    }
    state.advance()
    state.fits()
  }
  return least.map((count, j) => Math.min(count, state.lowestOf(j)))
}

/** The largest count of each cell over a smooth run of totals, from its last down to its first. */
function mostCounts(state: RowAtTotal, last: number, first: number): number[] {
  const { columns, denominator, low } = state.row
  const spare = denominator - low.reduce((sum, numerator) => sum + numerator, 0)
  state.jump(last)
  state.fits()
  const ceilings = state.most.slice()
  const most = Array.from(ceilings, (_, j) => state.highestOf(j))
  for (let open = true; open && state.total > first; ) {
    open = false
    for (let j = 0; j < columns; j++) {
      most[j] = Math.max(most[j], state.highestOf(j))
      open ||= most[j] < ceilings[j] && (state.total * (spare + low[j])) / denominator > most[j] - 0.5
    }
    state.retreat()
    state.fits()
  }
  return most.map((count, j) => Math.max(count, state.highestOf(j)))
}

/** Joins the counts of every cell at every total from first to last that fits. */
function sweep(state: RowAtTotal, first: number, last: number, found: [number, number][][]): void {
  if (first > last) return
  if (state.total !== first) state.jump(first)
  for (; ; state.advance()) {
    if (state.fits()) for (let j = 0; j < found.length; j++) join(found[j], state.lowestOf(j), state.highestOf(j))
    if (state.total === last) return
  }
}

/** Appends [low, high], or widens the last interval when they touch. */
function join(intervals: [number, number][], low: number, high: number): void {
  const last = intervals.at(-1)
  if (last !== undefined && low <= last[1] + 1 && high >= last[0] - 1) {
    if (low < last[0]) last[0] = low
    if (high > last[1]) last[1] = high
  } else intervals.push([low, high])
}

function merged(intervals: [number, number][]): number[] {
  const ordered: [number, number][] = []
  for (const [low, high] of intervals.sort((a, b) => a[0] - b[0])) join(ordered, low, high)
  return ordered.flat()
}
