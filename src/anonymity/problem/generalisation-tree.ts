/**
 * A generalisation tree over the values of one attribute. Leaves stand in an order in which those below any node are
 * consecutive, so the lowest common ancestor of a set of leaves is that of its first and its last one.
 */

export interface GeneralisationTree {
  /** The labels of the nodes of each level, the leaves first and the one root last. */
  readonly labels: readonly (readonly string[])[]
  /** parents[level][node] is the node's parent in the level above; one array fewer than there are levels. */
  readonly parents: readonly Int32Array[]
  /** Of a tree of intervals: node t of a level is [edges[level][t], edges[level][t + 1]); none for the root. */
  readonly edges?: readonly Float64Array[]
}

/** The ancestor of every leaf at every level: ancestors[level][leaf]; level 0 is the leaf itself. */
export function ancestors(tree: GeneralisationTree): Int32Array[] {
  const leaves = tree.labels[0].length
  const lines = [Int32Array.from({ length: leaves }, (_, leaf) => leaf)]
  for (const parent of tree.parents) lines.push(lines[lines.length - 1].map((node) => parent[node]))
  return lines
}

/** The number of leaves below each node of each level. */
export function leafCounts(tree: GeneralisationTree): Int32Array[] {
  return ancestors(tree).map((line, level) => {
    const counts = new Int32Array(tree.labels[level].length)
    for (const node of line) counts[node]++
    return counts
  })
}

/** The lowest level at which two leaves have the same ancestor. */
export function commonLevel(lines: readonly Int32Array[], first: number, last: number): number {
  let level = 0
  while (lines[level][first] !== lines[level][last]) level++
  return level
}

/** A tree of two levels: every value below one root. */
export function flatTree(labels: readonly string[]): GeneralisationTree {
  return { labels: [labels, ['*']], parents: [new Int32Array(labels.length)] }
}

/** The tree with one leaf more that stands by itself below the root: for values that are missing. It is the last leaf. */
export function withLeafApart({ labels, parents, edges }: GeneralisationTree, label: string): GeneralisationTree {
  const last = labels.length - 1
  return {
    labels: labels.map((line, level) => (level === last ? line : [...line, label])),
    parents: parents.map((line, level) =>
      Int32Array.from([...line, level + 1 === last ? 0 : labels[level + 1].length]),
    ),
    ...(edges !== undefined && { edges }),
  }
}

const LARGEST_TABLE = 512

/**
 * The tree loss of Xu et al. (KDD 2006): a set of leaves costs the share of all leaves that lie below its lowest common
 * ancestor, and a single leaf nothing.
 */
export class TreeCost {
  readonly tree: GeneralisationTree
  readonly weight: number
  readonly leaves: number
  readonly #lines: readonly Int32Array[]
  readonly #costs: readonly Float64Array[]
  readonly #table: Float64Array | undefined

  constructor(tree: GeneralisationTree, weight: number) {
    this.tree = tree
    this.weight = weight
    this.leaves = tree.labels[0].length
    this.#lines = ancestors(tree)
    this.#costs = leafCounts(tree).map((counts) =>
      Float64Array.from(counts, (count) => (count === 1 ? 0 : (weight * count) / this.leaves)),
    )
    this.#table = this.leaves <= LARGEST_TABLE ? this.#tabulate() : undefined
  }

  #tabulate(): Float64Array {
    const { leaves } = this
    const table = new Float64Array(leaves * leaves)
    for (let a = 0; a < leaves; a++) {
      for (let b = 0; b < leaves; b++) table[a * leaves + b] = this.#climb(a, b)
    }
    return table
  }

  #climb(a: number, b: number): number {
    if (a === b) return 0
    const level = commonLevel(this.#lines, a, b)
    return this.#costs[level][this.#lines[level][a]]
  }

  /** The loss of a set of leaves whose first is `a` and whose last is `b`. */
  of(a: number, b: number): number {
    return this.#table === undefined ? this.#climb(a, b) : this.#table[a * this.leaves + b]
  }
}
