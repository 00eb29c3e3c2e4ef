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
  /** How many groups of levels it has; 2 or more. */
  readonly groups: number
  /** Only neighbouring groups may be merged. */
  readonly ordered: boolean
  /** It must keep two groups. */
  readonly needed: boolean
}

export interface Step {
  readonly variable: number
  /** The groups that become one; `second` is undefined when all of them do. */
  readonly first: number
  readonly second: number | undefined
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
  const offer = (variable: number, first: number, second: number | undefined, gain: number): void => {
    const detail = n === 0 ? 0 : Math.round((Math.log2(n) - (base + gain) / n) * 2 ** 32) / 2 ** 32
    const step = { variable, first, second, detail, place: place++ }
    if (after === undefined || before(after, step) < 0) insert(best, step, most)
  }
  let stride = counts.length
  for (const { variable, groups, ordered, needed } of axes) {
    stride /= groups
    if (needed && groups === 2) continue
    for (let a = 0; a < groups; a++) {
      if (shouldStop()) return undefined
      const last = ordered ? Math.min(a + 1, groups - 1) : groups - 1
      for (let b = a + 1; b <= last; b++) offer(variable, a, b, mergeGain(counts, own, groups, stride, a, b))
    }
    if (groups > 2 && !needed) offer(variable, 0, undefined, omitGain(counts, own, groups, stride))
  }
  return best
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

function mergeGain(
  counts: Float64Array,
  own: Float64Array,
  groups: number,
  stride: number,
  a: number,
  b: number,
): number {
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

function omitGain(counts: Float64Array, own: Float64Array, groups: number, stride: number): number {
  let gain = 0
  for (let start = 0; start < counts.length; start += groups * stride)
    for (let i = 0; i < stride; i++) {
      let total = 0
      for (let g = 0; g < groups; g++) {
        total += counts[start + g * stride + i]
        gain -= own[start + g * stride + i]
      }
      gain += weight(total)
    }
  return gain
}
