/**
 * Convex allocation over a tree in real numbers, exactly, for one column:
 *   minimise  sum over nodes r of w[level of r] (x[r] - t[r])^2
 *   subject to  x[r] = sum of its children's x,  lower <= x <= upper at the leaves
 * as a function of half the price b paid for each unit at the top (0 when nothing couples it; one price for all
 * columns when their tops must add up).
 *
 * A leaf takes x(b) = t + b/w within its bounds. Above, if the children together take S(g) at g, their parent passes g
 * on when it is offered b = g + w (S(g) - t), since w (x - t) is half its own marginal cost. So every demand is
 * continuous, piecewise linear and rising, with its children's breakpoints: sorted runs to merge, O(n log n) for the
 * whole tree.
 */
import type { TreeShape } from './tree-shape.ts'

/** Breakpoints of one level's nodes, node after node: where, and by how much the slope changes. */
interface Breaks {
  readonly at: Float64Array
  readonly change: Float64Array
  /** Breaks of node i are start[i] .. start[i + 1] - 1. */
  readonly start: Int32Array
}

/**
 * What an internal level needs on the way down: the price offered, the price passed on, the sum and slope from there.
 */
interface Passed {
  readonly offered: Float64Array
  readonly onward: Float64Array
  readonly sum: Float64Array
  readonly slope: Float64Array
}

export class TreeDemand {
  readonly #shape: TreeShape
  readonly #weights: readonly number[]
  readonly #breaks: readonly Breaks[]
  readonly #passed: readonly Passed[]
  readonly #least: readonly Float64Array[]
  readonly #spare: { at: Float64Array; change: Float64Array; runs: Int32Array }
  #targets: readonly Float64Array[] = []
  #lower: Float64Array = new Float64Array(0)
  #upper: Float64Array = new Float64Array(0)

  constructor(shape: TreeShape, weights: readonly number[]) {
    this.#shape = shape
    this.#weights = weights
    const leaves = shape.nodes[shape.nodes.length - 1]
    const doubles = (): Float64Array => new Float64Array(2 * leaves)
    this.#breaks = shape.nodes.map((count) => ({ at: doubles(), change: doubles(), start: new Int32Array(count + 1) }))
    this.#passed = shape.firstChild.map(() => ({
      offered: doubles(),
      onward: doubles(),
      sum: doubles(),
      slope: doubles(),
    }))
    this.#least = shape.nodes.map((count) => new Float64Array(count))
    this.#spare = { at: doubles(), change: doubles(), runs: new Int32Array(leaves + 1) }
  }

  /** Builds the demand of every node from the targets of one column (one array a level) and the leaves' bounds. */
  build(targets: readonly Float64Array[], lower: Float64Array, upper: Float64Array): void {
    this.#targets = targets
    this.#lower = lower
    this.#upper = upper
    const last = this.#shape.nodes.length - 1
    this.#leafBreaks(last)
    for (let l = last - 1; l >= 0; l--) {
      const below = this.#breaks[l + 1]
      this.#breaks[l].start[0] = 0
      for (let i = 0; i < this.#shape.nodes[l]; i++) {
        const first = this.#shape.firstChild[l]
        this.#least[l][i] = 0
        for (let c = first[i]; c < first[i + 1]; c++) this.#least[l][i] += this.#least[l + 1][c]
        mergeRuns(below, first[i], first[i + 1], this.#spare)
        this.#offer(l, i, below.start[first[i]], below.start[first[i + 1]])
      }
    }
  }

  #leafBreaks(last: number): void {
    const { at, change, start } = this.#breaks[last]
    const [weight, targets] = [this.#weights[last], this.#targets[last]]
    let next = 0
    for (let i = 0; i < this.#shape.nodes[last]; i++) {
      this.#least[last][i] = this.#lower[i]
      start[i] = next
      at[next] = weight * (this.#lower[i] - targets[i])
      change[next++] = 1 / weight
      if (this.#upper[i] === Number.POSITIVE_INFINITY) continue
      at[next] = weight * (this.#upper[i] - targets[i])
      change[next++] = -1 / weight
    }
    start[this.#shape.nodes[last]] = next
  }

  /** From the merged breaks of its children, what node i of level l passes on and its own breaks. */
  #offer(l: number, i: number, from: number, to: number): void {
    const [weight, target] = [this.#weights[l], this.#targets[l][i]]
    const { at, change } = this.#breaks[l + 1]
    const { offered, onward, sum, slope } = this.#passed[l]
    const own = this.#breaks[l]
    let total = this.#least[l][i]
    let steep = 0
    let ownSlope = 0
    for (let j = from; j < to; j++) {
      if (j > from) total += steep * (at[j] - at[j - 1])
      steep = Math.max(0, steep + change[j])
      onward[j] = at[j]
      sum[j] = total
      slope[j] = steep
      offered[j] = at[j] + weight * (total - target)
      own.at[j] = offered[j]
      own.change[j] = steep / (1 + weight * steep) - ownSlope
      ownSlope += own.change[j]
    }
    own.start[i + 1] = to
  }

  /** How many breaks the top has. */
  get topBreaks(): number {
    return this.#breaks[0].start[1]
  }

  /** Copies the top's demand, its breakpoints and its value at each, and returns its slope after the last. */
  copyTop(at: Float64Array, value: Float64Array, offset: number): number {
    const count = this.topBreaks
    at.set(this.#breaks[0].at.subarray(0, count), offset)
    if (this.#passed.length === 0) {
      value[offset] = this.#lower[0]
      if (count === 2) value[offset + 1] = this.#upper[0]
      return count === 2 ? 0 : 1 / this.#weights[0]
    }
    value.set(this.#passed[0].sum.subarray(0, count), offset)
    const steep = this.#passed[0].slope[count - 1]
    return steep / (1 + this.#weights[0] * steep)
  }

  /** Writes the allocation of every node at this price of the top (one array a level). */
  allocate(price: number, out: readonly Float64Array[]): void {
    const last = this.#shape.nodes.length - 1
    const prices = this.#shape.nodes.map((count) => new Float64Array(count))
    prices[0][0] = price
    for (let l = 0; l < last; l++) {
      const first = this.#shape.firstChild[l]
      for (let i = 0; i < this.#shape.nodes[l]; i++) {
        const onward = this.#passOn(l, i, prices[l][i])
        for (let c = first[i]; c < first[i + 1]; c++) prices[l + 1][c] = onward
      }
    }
    for (let i = 0; i < this.#shape.nodes[last]; i++) {
      const wanted = this.#targets[last][i] + prices[last][i] / this.#weights[last]
      out[last][i] = Math.min(Math.max(wanted, this.#lower[i]), this.#upper[i])
    }
    for (let l = last - 1; l >= 0; l--) {
      const first = this.#shape.firstChild[l]
      for (let i = 0; i < this.#shape.nodes[l]; i++) {
        out[l][i] = 0
        for (let c = first[i]; c < first[i + 1]; c++) out[l][i] += out[l + 1][c]
      }
    }
  }

  /** The price that node i of level l passes on when it is offered `price`. */
  #passOn(l: number, i: number, price: number): number {
    const { offered, onward, slope } = this.#passed[l]
    const from = this.#breaks[l].start[i]
    const weight = this.#weights[l]
    const j = lastAtMost(offered, from, this.#breaks[l].start[i + 1], price)
    if (j < from) return price - weight * (this.#least[l][i] - this.#targets[l][i])
    return onward[j] + (price - offered[j]) / (1 + weight * slope[j])
  }
}

/** The last j in [from, to) with sorted[j] <= x, or from - 1. */
export function lastAtMost(sorted: Float64Array, from: number, to: number, x: number): number {
  let low = from - 1
  let high = to
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (sorted[middle] <= x) low = middle
    else high = middle
  }
  return low
}

/** Merges the sorted runs of nodes first .. end - 1, neighbours in pairs, until one sorted run is left, in place. */
function mergeRuns(
  { at, change, start }: Breaks,
  first: number,
  end: number,
  spare: { at: Float64Array; change: Float64Array; runs: Int32Array },
): void {
  const { runs } = spare
  let count = end - first
  for (let k = 0; k <= count; k++) runs[k] = start[first + k]
  while (count > 1) {
    let kept = 0
    for (let k = 0; k + 1 < count; k += 2) {
      mergePair(at, change, runs[k], runs[k + 1], runs[k + 2], spare)
      runs[kept++] = runs[k]
    }
    if (count % 2 === 1) runs[kept++] = runs[count - 1]
    runs[kept] = runs[count]
    count = kept
  }
}

/**
 * Merges [from, middle) and [middle, to), both sorted: the first is moved aside, then both are written back in order.
 */
function mergePair(
  at: Float64Array,
  change: Float64Array,
  from: number,
  middle: number,
  to: number,
  spare: { at: Float64Array; change: Float64Array },
): void {
  if (at[middle - 1] <= at[middle]) return
  const length = middle - from
  for (let k = 0; k < length; k++) {
    spare.at[k] = at[from + k]
    spare.change[k] = change[from + k]
  }
  let [i, j, next] = [0, middle, from]
  while (i < length) {
    if (j < to && at[j] < spare.at[i]) {
      at[next] = at[j]
      change[next++] = change[j++]
    } else {
      at[next] = spare.at[i]
      change[next++] = spare.change[i++]
    }
  }
}
