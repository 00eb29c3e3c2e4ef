/**
 * The chain of section 9.2: on every level the cumulative counts over sizes first and regions second, in post-order of
 * the tree of sizes and regions.
 *
 * Its post-processing (Model 3) is one isotonic regression. In post-order a node follows the last leaf below it, and
 * constraint (C9) makes its value equal to that leaf's, on every level up. Merge each leaf with the nodes it ends:
 * what is left is a chain of leaves (size 1, leaf 1), (size 1, leaf 2), ..., each with the weighted mean of its merged
 * values and the sum of their weights, and (C8), read with Equation 8b, says that it rises. So the optimum is weighted
 * pooling of adjacent violators, bounded by 0 and the number of groups, and the integer optimum is the real one
 * rounded (see `isotonic.ts`).
 */
import { isotonicInteger } from '../optimize/tree/isotonic.ts'
import { emptyLayers, type Layers, sumUpward, type TreeShape } from '../optimize/tree/tree-shape.ts'

/** The chain vector of one level: entry (s, r) at s * regions + r counts all groups before and at size s, region r. */
export function chainVector(counts: Float64Array, sizes: number): Float64Array {
  const regions = counts.length / sizes
  const chain = new Float64Array(counts.length)
  let sum = 0
  for (let s = 0; s < sizes; s++) {
    for (let r = 0; r < regions; r++) {
      sum += counts[r * sizes + s]
      chain[s * regions + r] = sum
    }
  }
  return chain
}

/** The weighted means and weights of the merged chain: leaves of size 1, of size 2, and so on. */
export function mergedChain(
  shape: TreeShape,
  sizes: number,
  noisy: Layers,
  weights: readonly number[],
): { values: Float64Array; weights: Float64Array } {
  const last = shape.nodes.length - 1
  const leaves = shape.nodes[last]
  const sums = new Float64Array(leaves * sizes)
  const totals = new Float64Array(leaves * sizes)
  shape.nodes.forEach((regions, l) => {
    const ends = lastLeaves(shape, l)
    for (let s = 0; s < sizes; s++) {
      for (let r = 0; r < regions; r++) {
        sums[s * leaves + ends[r]] += weights[l] * noisy[l][s * regions + r]
        totals[s * leaves + ends[r]] += weights[l]
      }
    }
  })
  return { values: sums.map((sum, i) => sum / totals[i]), weights: totals }
}

/** The last leaf below every node of a level. */
function lastLeaves({ nodes, firstChild }: TreeShape, level: number): Int32Array {
  const ends = Int32Array.from({ length: nodes[level] }, (_, r) => r)
  for (let l = level; l < firstChild.length; l++) {
    for (let r = 0; r < ends.length; r++) ends[r] = firstChild[l][ends[r] + 1] - 1
  }
  return ends
}

/** The counts of every level from noisy chains: Model 3, to the optimum, in linear time. */
export function solveChain(
  shape: TreeShape,
  sizes: number,
  noisy: Layers,
  weights: readonly number[],
  groups: number,
): Float64Array[] {
  const merged = mergedChain(shape, sizes, noisy, weights)
  const free = merged.values.length - 1 // the last entry is the public number of groups
  const chain = new Float64Array(free + 1)
  chain.set(
    isotonicInteger(merged.values.subarray(0, free), merged.weights.subarray(0, free), { lower: 0, upper: groups }),
  )
  chain[free] = groups
  const layers = emptyLayers(shape, sizes)
  const leaves = shape.nodes[shape.nodes.length - 1]
  const counts = layers[layers.length - 1]
  for (let i = 0; i <= free; i++) {
    counts[(i % leaves) * sizes + Math.floor(i / leaves)] = chain[i] - (i === 0 ? 0 : chain[i - 1])
  }
  sumUpward(shape, layers, sizes)
  return layers
}
