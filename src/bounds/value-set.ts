import { badInput } from '../request-error.ts'

/**
 * A finite set of whole numbers, kept as runs of an arithmetic progression: first + step * y for y in the runs.
 *
 * The step matters at scale: when all other rows have even sums, every second value is feasible, and a list of
 * intervals would be as long as the set. `runs` holds closed intervals of y, ascending and not adjacent, as pairs.
 */
export interface ValueSet {
  readonly first: number
  readonly step: number
  readonly runs: Float64Array
  readonly count: number
}

export const EMPTY: ValueSet = { first: 0, step: 1, runs: new Float64Array(0), count: 0 }

/** The set {first, first + step, ..., first + step * (count - 1)}. */
export function progression(first: number, step: number, count: number): ValueSet {
  return { first, step, runs: Float64Array.of(0, count - 1), count }
}

/** More runs than this are refused rather than listed. */
const RUN_LIMIT = 2 ** 24

/** The set with these runs, as pairs of y. */
export function fromRuns(first: number, step: number, pairs: readonly number[]): ValueSet {
  let count = 0
  for (let k = 0; k < pairs.length; k += 2) count += pairs[k + 1] - pairs[k] + 1
  return { first, step, runs: Float64Array.from(pairs), count }
}

/** Refuses a set with too many gaps, before its list of runs fills the memory. */
export function checkRuns(pairs: readonly number[]): void {
  if (pairs.length > 2 * RUN_LIMIT)
    throw badInput(`A row has more than ${RUN_LIMIT} gaps in its feasible values. Drop upper bounds that do not bind.`)
}

export function lowest(set: ValueSet): number {
  return set.first + set.step * set.runs[0]
}

export function highest(set: ValueSet): number {
  return set.first + set.step * set.runs[set.runs.length - 1]
}

export function shifted(set: ValueSet, by: number): ValueSet {
  return by === 0 ? set : { ...set, first: set.first + by }
}

export function contains(set: ValueSet, value: number): boolean {
  const y = (value - set.first) / set.step
  if (!Number.isInteger(y)) return false
  let low = 0
  let high = set.runs.length >> 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (set.runs[2 * middle + 1] < y) low = middle + 1
    else high = middle
  }
  return low < set.runs.length >> 1 && set.runs[2 * low] <= y
}

/** Every value, ascending. */
export function* valuesOf(set: ValueSet): Generator<number> {
  for (let k = 0; k < set.runs.length; k += 2)
    for (let y = set.runs[k]; y <= set.runs[k + 1]; y++) yield set.first + set.step * y
}

/** How many closed intervals of neighbouring whole numbers the set has. */
export function intervalCount(set: ValueSet): number {
  return set.step === 1 ? set.runs.length >> 1 : set.count
}

/** The set as closed intervals, ascending; at most `limit` of them. */
export function intervalsOf(set: ValueSet, limit: number = Number.POSITIVE_INFINITY): [number, number][] {
  const intervals: [number, number][] = []
  if (set.step === 1) {
    for (let k = 0; k < set.runs.length && intervals.length < limit; k += 2)
      intervals.push([set.first + set.runs[k], set.first + set.runs[k + 1]])
    return intervals
  }
  for (const value of valuesOf(set)) {
    if (intervals.length >= limit) break
    intervals.push([value, value])
  }
  return intervals
}
