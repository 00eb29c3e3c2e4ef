/**
 * A tree whose leaves all lie on the last level, and values on it: one array a level, node after node, `width` columns
 * a node. The children of a node are consecutive in the level below.
 */

export interface TreeShape {
  /** How many nodes each level has, from the top. */
  readonly nodes: readonly number[]
  /**
   * Children of node i of level l are firstChild[l][i] .. firstChild[l][i + 1] - 1 in level l + 1; none for the last.
   */
  readonly firstChild: readonly Int32Array[]
}

/** Values of all nodes: layers[l][i * width + column]. */
export type Layers = readonly Float64Array[]

/** The shape with these child ranges, from the top down to the parents of the leaves. Requires a top of one node. */
export function treeShape(firstChild: readonly Int32Array[]): TreeShape {
  const nodes = [1]
  for (const first of firstChild) {
    if (first.length !== nodes[nodes.length - 1] + 1) throw new RangeError('child ranges do not fit the level above')
    for (let i = 0; i + 1 < first.length; i++) {
      if (first[i] >= first[i + 1]) throw new RangeError('a node above the leaves needs a child')
    }
    nodes.push(first[first.length - 1])
  }
  return { nodes, firstChild }
}

export function emptyLayers({ nodes }: TreeShape, width: number): Float64Array[] {
  return nodes.map((count) => new Float64Array(count * width))
}

/** Writes to every level above the leaves the sums of the level below, in place. */
export function sumUpward({ nodes, firstChild }: TreeShape, layers: Layers, width: number): void {
  for (let l = nodes.length - 2; l >= 0; l--) {
    const [above, below, first] = [layers[l].fill(0), layers[l + 1], firstChild[l]]
    for (let i = 0; i < nodes[l]; i++) {
      for (let c = first[i]; c < first[i + 1]; c++) {
        for (let s = 0; s < width; s++) above[i * width + s] += below[c * width + s]
      }
    }
  }
}
