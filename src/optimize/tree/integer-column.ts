/**
 * One column of the integer tree allocation, inside windows around a centre:
 *   minimise  sum over nodes r of w[level of r] (x[r] - t[r])^2,   x[r] = sum of its children's x,   x whole,
 *   |x[r] - centre[r]| <= reach of its level,   lower <= x <= upper at the leaves.
 *
 * Upward, a node's cost as a function of its value is convex, so its increments ("slopes") rise; those of a sum of
 * children are the children's slopes sorted into one list, to which the node adds its own w (2v - 1 - 2t) (Fioretto,
 * Van Hentenryck, Zhu, Artificial Intelligence 296 (2021), Lemma 5 and Algorithm 1). Downward, a node's value says how
 * many of its children's slopes are taken, the smallest first.
 */
import type { TreeShape } from './tree-shape.ts'

/** Half-widths of the windows: leaves, and nodes above them, where rounding adds up. */
export const LEAF_REACH = 2
export const NODE_REACH = 3

export class IntegerColumn {
  readonly #shape: TreeShape
  readonly #weights: readonly number[]
  readonly #low: readonly Float64Array[]
  readonly #high: readonly Float64Array[]
  /** The sum of the children's lower ends, and where the children's sorted slopes lie. */
  readonly #base: readonly Float64Array[]
  readonly #mergedAt: readonly Int32Array[]
  readonly #merged: readonly Float64Array[]
  /** The slopes of node i of an internal level start at i * 2 * NODE_REACH. */
  readonly #slopes: readonly Float64Array[]
  #targets: readonly Float64Array[] = []
  #lower: Float64Array = new Float64Array(0)
  #upper: Float64Array = new Float64Array(0)

  constructor(shape: TreeShape, weights: readonly number[]) {
    this.#shape = shape
    this.#weights = weights
    const last = shape.nodes.length - 1
    this.#low = shape.nodes.map((count) => new Float64Array(count))
    this.#high = shape.nodes.map((count) => new Float64Array(count))
    this.#base = shape.nodes.map((count) => new Float64Array(count))
    this.#mergedAt = shape.nodes.map((count) => new Int32Array(count + 1))
    const slopesOf = (l: number): number => 2 * (l === last ? LEAF_REACH : NODE_REACH)
    this.#merged = shape.firstChild.map((_, l) => new Float64Array(shape.nodes[l + 1] * slopesOf(l + 1)))
    this.#slopes = shape.nodes.map((count, l) => new Float64Array(count * slopesOf(l)))
  }

  /** Sorts the slopes of every node, up to the top. Requires whole centres, one array a level. */
  build(
    targets: readonly Float64Array[],
    centre: readonly Float64Array[],
    lower: Float64Array,
    upper: Float64Array,
  ): void {
    this.#targets = targets
    this.#lower = lower
    this.#upper = upper
    const last = this.#shape.nodes.length - 1
    for (let i = 0; i < this.#shape.nodes[last]; i++) {
      const middle = Math.min(Math.max(centre[last][i], lower[i]), upper[i])
      this.#low[last][i] = Math.max(lower[i], middle - LEAF_REACH)
      this.#high[last][i] = Math.min(upper[i], middle + LEAF_REACH)
      this.#writeLeafSlopes(last, i)
    }
    for (let l = last - 1; l >= 0; l--) {
      let next = 0
      for (let i = 0; i < this.#shape.nodes[l]; i++) {
        this.#mergedAt[l][i] = next
        next = this.#merge(l, i, next)
        this.#writeNodeSlopes(l, i, next, centre[l][i])
      }
      this.#mergedAt[l][this.#shape.nodes[l]] = next
    }
  }

  #writeLeafSlopes(last: number, i: number): void {
    const [weight, target, low, slopes] = [
      this.#weights[last],
      this.#targets[last][i],
      this.#low[last][i],
      this.#slopes[last],
    ]
    const count = this.#high[last][i] - low
    for (let k = 0; k < count; k++) slopes[i * 2 * LEAF_REACH + k] = weight * (2 * (low + k) + 1 - 2 * target)
  }

  /** Puts the slopes of the children of node i into one sorted list at `next`; returns where it ends. */
  #merge(l: number, i: number, next: number): number {
    const first = this.#shape.firstChild[l]
    const [merged, slopes, stride] = [this.#merged[l], this.#slopes[l + 1], this.#stride(l + 1)]
    let end = next
    let base = 0
    for (let c = first[i]; c < first[i + 1]; c++) {
      const low = this.#low[l + 1][c]
      const count = this.#high[l + 1][c] - low
      base += low
      for (let k = 0; k < count; k++) merged[end++] = slopes[c * stride + k]
    }
    this.#base[l][i] = base
    if (first[i + 1] - first[i] > 1) merged.subarray(next, end).sort()
    return end
  }

  #writeNodeSlopes(l: number, i: number, end: number, centre: number): void {
    const [weight, target, base, merged] = [this.#weights[l], this.#targets[l][i], this.#base[l][i], this.#merged[l]]
    const from = this.#mergedAt[l][i]
    const low = Math.min(Math.max(base, centre - NODE_REACH), base + end - from)
    const high = Math.max(low, Math.min(base + end - from, centre + NODE_REACH))
    this.#low[l][i] = low
    this.#high[l][i] = high
    for (let k = 0; k < high - low; k++) {
      const value = low + k + 1
      this.#slopes[l][i * 2 * NODE_REACH + k] = merged[from + value - base - 1] + weight * (2 * value - 1 - 2 * target)
    }
  }

  #stride(l: number): number {
    return 2 * (l === this.#shape.nodes.length - 1 ? LEAF_REACH : NODE_REACH)
  }

  /** The least value of the top. */
  get topLow(): number {
    return this.#low[0][0]
  }

  /** The slopes of the top, rising: what each value above `topLow` adds to the least cost. */
  get topSlopes(): Float64Array {
    return this.#slopes[0].subarray(0, this.#high[0][0] - this.#low[0][0])
  }

  /** Writes the cheapest allocation with this value at the top; true when none of it touches an edge of its window. */
  allocate(top: number, out: readonly Float64Array[]): boolean {
    out[0][0] = top
    const last = this.#shape.nodes.length - 1
    for (let l = 0; l < last; l++) for (let i = 0; i < this.#shape.nodes[l]; i++) this.#share(l, i, out)
    return this.#isInside(out)
  }

  /** Takes the smallest slopes of the children of node i, ties from the first child on. */
  #share(l: number, i: number, out: readonly Float64Array[]): void {
    const first = this.#shape.firstChild[l]
    const [low, high, slopes, stride] = [this.#low[l + 1], this.#high[l + 1], this.#slopes[l + 1], this.#stride(l + 1)]
    const [from, merged] = [this.#mergedAt[l][i], this.#merged[l]]
    const taken = out[l][i] - this.#base[l][i]
    const dearest = taken === 0 ? Number.NEGATIVE_INFINITY : merged[from + taken - 1]
    let ties = taken
    while (ties > 0 && merged[from + ties - 1] === dearest) ties--
    ties = taken - ties
    for (let c = first[i]; c < first[i + 1]; c++) {
      const count = high[c] - low[c]
      let k = 0
      while (k < count && slopes[c * stride + k] < dearest) k++
      while (ties > 0 && k < count && slopes[c * stride + k] === dearest) {
        k++
        ties--
      }
      out[l + 1][c] = low[c] + k
    }
  }

  #isInside(out: readonly Float64Array[]): boolean {
    const last = this.#shape.nodes.length - 1
    for (let i = 0; i < this.#shape.nodes[last]; i++) {
      const x = out[last][i]
      if (x === this.#low[last][i] && x > this.#lower[i]) return false
      if (x === this.#high[last][i] && x < this.#upper[i]) return false
    }
    for (let l = 0; l < last; l++) {
      const first = this.#shape.firstChild[l]
      for (let i = 0; i < this.#shape.nodes[l]; i++) {
        if (out[l][i] === this.#low[l][i] && this.#canMove(l, first, i, out, this.#lower)) return false
        if (out[l][i] === this.#high[l][i] && this.#canMove(l, first, i, out, this.#upper)) return false
      }
    }
    return true
  }

  /** Whether a leaf below node i is off its bound, so that the node's window, and no bound, holds the node. */
  #canMove(l: number, first: Int32Array, i: number, out: readonly Float64Array[], bound: Float64Array): boolean {
    let [from, to] = [first[i], first[i + 1]]
    for (let d = l + 1; d + 1 < this.#shape.nodes.length; d++) {
      from = this.#shape.firstChild[d][from]
      to = this.#shape.firstChild[d][to]
    }
    const leaves = out[this.#shape.nodes.length - 1]
    for (let leaf = from; leaf < to; leaf++) if (leaves[leaf] !== bound[leaf]) return true
    return false
  }
}
