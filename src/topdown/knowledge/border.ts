/**
 * Border functions of generalised polymatroids, by bit masks of elements.
 *
 *   Q(p, b) = { x : p(A) <= x(A) <= b(A) for every set A of elements }
 *
 * Frank and Tardos, "Generalized polymatroids and submodular flows", Mathematical Programming 42 (1988), 489-563: such
 * sets are closed under Minkowski sums (the functions add up), under intersection with a box and with a plank on the whole
 * ground set, and under merging elements; with whole functions they are integral, and so is every sum.
 */
import type { LaminarNode } from './laminar.ts'

/** p and b of one node, each of length 2^elements. */
export interface Border {
  readonly lower: Float64Array
  readonly upper: Float64Array
}

export function zeroBorder(elements: number): Border {
  return { lower: new Float64Array(2 ** elements), upper: new Float64Array(2 ** elements) }
}

/**
 * Intersects Q with alpha <= x(everything) <= beta, in place; false when nothing is left. Requires p and b of a set that is
 * not empty:  b'(A) = min(b(A), beta - p(not A)),  p'(A) = max(p(A), alpha - b(not A)).
 */
export function plank({ lower, upper }: Border, alpha: number, beta: number): boolean {
  const full = lower.length - 1
  if (alpha > beta || lower[full] > beta || upper[full] < alpha) return false
  if (alpha <= lower[full] && beta >= upper[full]) return true
  for (let a = 0; a <= full >> 1; a++) {
    const c = full ^ a
    const [pa, ba, pc, bc] = [lower[a], upper[a], lower[c], upper[c]]
    upper[a] = Math.min(ba, beta - pc)
    upper[c] = Math.min(bc, beta - pa)
    lower[a] = Math.max(pa, alpha - bc)
    lower[c] = Math.max(pc, alpha - ba)
  }
  return true
}

/** Reads the border functions of leaf after leaf, whose facts form one laminar tree, into `border`. */
export class LaminarBorder {
  readonly border: Border
  readonly #tree: readonly LaminarNode[]
  readonly #parts: readonly Border[]
  readonly #own: readonly number[]

  /** `ownMask[n]`: the elements that touch the own atoms of node n. */
  constructor(tree: readonly LaminarNode[], ownMask: readonly number[], elements: number) {
    this.#tree = tree
    this.#own = ownMask
    this.#parts = tree.map(() => zeroBorder(elements))
    this.border = this.#parts[tree.length - 1]
  }

  /** `low` and `high` by set. False when no point meets all intervals; `border` is then without meaning. */
  read(low: ArrayLike<number>, high: ArrayLike<number>): boolean {
    for (const [n, { set, children }] of this.#tree.entries()) {
      const part = this.#parts[n]
      startOwn(part, this.#own[n])
      for (const child of children) addBorder(part, this.#parts[child])
      if (set >= 0 && !plank(part, low[set], high[set])) return false
    }
    return true
  }
}

/** What the own atoms of a set allow: any amount in any element that touches one of them. */
function startOwn({ lower, upper }: Border, own: number): void {
  lower.fill(0)
  for (let a = 0; a < upper.length; a++) upper[a] = (a & own) === 0 ? 0 : Number.POSITIVE_INFINITY
}

export function addBorder(to: Border, from: Border, offset = 0): void {
  for (let a = 0; a < to.lower.length; a++) {
    to.lower[a] += from.lower[offset + a]
    to.upper[a] += from.upper[offset + a]
  }
}

/** False when some set would have to hold more than it can. */
export function isConsistent({ lower, upper }: Border): boolean {
  for (let a = 0; a < lower.length; a++) if (lower[a] > upper[a]) return false
  return true
}
