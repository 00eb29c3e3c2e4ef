/**
 * Leaves whose sets add up to one of the same form, put together.
 *
 * Each maximal set of the laminar family stands alone at a leaf. After taking off lower bounds,
 *  - when no bound on a set of sets binds, the leaf's part is a box, and boxes add up exactly;
 *  - when the maximal set holds single sets that are each fixed or free, it is { y >= 0 on the free ones, y(free) in an
 *    interval }, and such parts with the same free sets add up exactly (the combinations of section 7.3.2).
 * Any other part stays the part of a single leaf.
 */
import { type FactSet, lowerAt, upperAt } from './fact-sets.ts'
import type { LaminarNode } from './laminar.ts'

export interface Part {
  /** By node of the laminar tree, for those in the part. */
  readonly low: Map<number, number>
  readonly high: Map<number, number>
}

export class LeafGroups {
  readonly #tree: readonly LaminarNode[]
  readonly #sets: readonly FactSet[]

  constructor(tree: readonly LaminarNode[], sets: readonly FactSet[]) {
    this.#tree = tree
    this.#sets = sets
  }

  /** The parts of the leaves under the maximal set `top`, as few as are proved to add up to the same; a leaf instead, where nothing is left. */
  parts(top: number, leaves: Iterable<number>): readonly Part[] | number {
    const groups = new Map<string, Part>()
    for (const leaf of leaves) {
      const part = { low: new Map<number, number>(), high: new Map<number, number>() }
      if (!this.#read(top, leaf, part)) return leaf
      const key = this.#keyOf(top, leaf, part)
      const group = groups.get(key)
      if (group === undefined) groups.set(key, part)
      else addPart(group, part)
    }
    return [...groups.values()].sort((a, b) => openSets(b) - openSets(a))
  }

  /** Bounds of every set in the part, with those that follow from the sets inside; false when they cross. */
  #read(n: number, leaf: number, part: Part): boolean {
    const { set, children, own } = this.#tree[n]
    let [low, high] = [0, own.length > 0 ? Number.POSITIVE_INFINITY : 0]
    for (const child of children) {
      if (!this.#read(child, leaf, part)) return false
      low += part.low.get(child)!
      high += part.high.get(child)!
    }
    part.low.set(n, Math.max(low, lowerAt(this.#sets[set], leaf)))
    part.high.set(n, Math.min(high, upperAt(this.#sets[set], leaf)))
    return part.low.get(n)! <= part.high.get(n)!
  }

  /** A name shared by leaves whose parts add up exactly; the bounds of a combination are written in the form that does. */
  #keyOf(top: number, leaf: number, part: Part): string {
    if (this.#isBox(top, part)) return 'box'
    const { children } = this.#tree[top]
    const slack = part.high.get(top)! - children.reduce((sum, child) => sum + part.low.get(child)!, 0)
    const kinds: string[] = []
    for (const child of children) {
      const [low, high] = [part.low.get(child)!, part.high.get(child)!]
      if (this.#tree[child].children.length > 0 || (low < high && high < low + slack)) return `leaf ${leaf}`
      kinds.push(low === high ? 'fixed' : 'free')
      if (low < high) part.high.set(child, Number.POSITIVE_INFINITY)
    }
    return kinds.join()
  }

  #isBox(n: number, part: Part): boolean {
    const { children, own } = this.#tree[n]
    if (children.length === 0) return true
    const low = children.reduce((sum, child) => sum + part.low.get(child)!, 0)
    const high = children.reduce(
      (sum, child) => sum + part.high.get(child)!,
      own.length > 0 ? Number.POSITIVE_INFINITY : 0,
    )
    return low === part.low.get(n) && high === part.high.get(n) && children.every((child) => this.#isBox(child, part))
  }
}

/** How many sets of a part can vary: combinations are numbered from the richest, as the paper does. */
function openSets({ low, high }: Part): number {
  return [...low.keys()].filter((n) => low.get(n)! < high.get(n)!).length
}

function addPart(to: Part, from: Part): void {
  for (const [n, low] of from.low) to.low.set(n, to.low.get(n)! + low)
  for (const [n, high] of from.high) to.high.set(n, to.high.get(n)! + high)
}
