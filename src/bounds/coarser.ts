/**
 * The designs one step coarser than a given one (two groups of a variable merged, or a variable omitted), in order of
 * falling detail.
 *
 * Detail is H = log2 n - (1/n) sum f(c) over the cells c, f(x) = x log2 x. A merge changes only the pairs of cells that
 * become one, by f(x + y) - f(x) - f(y) each, and nothing where one of them is 0. So the m (m - 1) / 2 merges of a
 * variable take m / 2 passes over the table, and none of them is written out before its turn has come.
 */
import type { TwoWayTable } from './design.ts'

/** A variable of a table whose cells are in mixed radix over the axes, the last fastest. */
export interface Axis {
  readonly variable: number
  /** How many groups of levels it has. */
  readonly groups: number
  /** Only neighbouring groups may be merged. */
  readonly ordered: boolean
  /** The only sets of groups that may be merged, each of them at once; any two without it. */
  readonly along?: readonly (readonly number[])[] | undefined
  /** Groups that are merged with no other: they go only when the variable is omitted. */
  readonly apart?: ReadonlySet<number> | undefined
  /** It must keep two groups. */
  readonly needed: boolean
}

export interface Step {
  readonly variable: number
  /** The groups that become one, the first of them lowest; undefined when all of them do. */
  readonly merged: readonly number[] | undefined
  /** Bits, to 2^-32: the same for one design, whichever way it was reached. */
  readonly detail: number
  /** Orders steps of one detail. */
  readonly place: number
}

/** The `most` best steps that come after the one given; undefined when asked to stop. */
export function nextSteps(
  { counts }: Pick<TwoWayTable, 'counts'>,
  axes: readonly Axis[],
  after: Step | undefined,
  most: number,
  shouldStop: () => boolean = () => false,
): Step[] | undefined {
  const own = counts.map(weight)
  const n = counts.reduce((sum, count) => sum + count, 0)
  const base = own.reduce((sum, w) => sum + w, 0)
  const best: Step[] = []
  let place = 0
  const offer = (variable: number, merged: readonly number[] | undefined, gain: number): void => {
    const detail = n === 0 ? 0 : Math.round((Math.log2(n) - (base + gain) / n) * 2 ** 32) / 2 ** 32
    const step = { variable, merged, detail, place: place++ }
    if (after === undefined || before(after, step) < 0) insert(best, step, most)
  }
  let stride = counts.length
  for (const axis of axes) {
    const { variable, groups, needed } = axis
    stride /= groups
    if (groups === 1 || (needed && groups === 2)) continue
    const cells = { counts, own, groups, stride }
    if (groups === 2) {
      offer(variable, PAIR, pairGain(cells, 0, 1))
      continue
    }
    for (let a = 0; a < groups; a++) {
      if (shouldStop()) return undefined
      for (const merged of mergesFrom(axis, a)) {
        const gain = merged.length === 2 ? pairGain(cells, a, merged[1]) : mergeGain(cells, merged)
        offer(variable, merged, gain)
      }
    }
    if (!needed)
      offer(
        variable,
        undefined,
        mergeGain(
          cells,
          Array.from({ length: groups }, (_, g) => g),
        ),
      )
  }
  return best
}

const PAIR: readonly number[] = [0, 1]

/** The sets of groups that may be merged and whose lowest is `a`. */
function* mergesFrom({ groups, ordered, along, apart }: Axis, a: number): Generator<readonly number[]> {
  if (along !== undefined) {
    yield* along.filter(([lowest]) => lowest === a)
    return
  }
  if (apart?.has(a)) return
  let last = ordered ? Math.min(a + 1, groups - 1) : groups - 1
  while (ordered && last < groups - 1 && apart?.has(last)) last++ // neighbours but for those that stand apart
  for (let b = a + 1; b <= last; b++) if (!apart?.has(b)) yield [a, b]
}

const before = (a: Step, b: Step): number => b.detail - a.detail || a.place - b.place

/** Keeps `best` sorted and no longer than `most`. */
function insert(best: Step[], step: Step, most: number): void {
  if (best.length === most && before(best[most - 1], step) < 0) return
  let k = best.length
  while (k > 0 && before(step, best[k - 1]) < 0) k--
  best.splice(k, 0, step)
  if (best.length > most) best.pop()
}

const weight = (count: number): number => (count > 0 ? count * Math.log2(count) : 0)

interface Cells {
  readonly counts: Float64Array
  readonly own: Float64Array
  readonly groups: number
  readonly stride: number
}

function pairGain({ counts, own, groups, stride }: Cells, a: number, b: number): number {
  let gain = 0
  for (let start = 0; start < counts.length; start += groups * stride) {
    const [left, right] = [start + a * stride, start + b * stride]
    for (let i = 0; i < stride; i++) {
      const [x, y] = [counts[left + i], counts[right + i]]
      if (x > 0 && y > 0) gain += weight(x + y) - own[left + i] - own[right + i]
    }
  }
  return gain
}

function mergeGain({ counts, own, groups, stride }: Cells, merged: readonly number[]): number {
  let gain = 0
  for (let start = 0; start < counts.length; start += groups * stride)
    for (let i = 0; i < stride; i++) {
      let total = 0
      for (const g of merged) {
        total += counts[start + g * stride + i]
        gain -= own[start + g * stride + i]
      }
      gain += weight(total)
    }
  return gain
}
