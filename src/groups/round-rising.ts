/** From real cumulative counts to whole ones that add up over the tree and rise in every region. */
import { nearestWithSum } from '../optimize/tree/nearest-with-sum.ts'
import { treeAllocation } from '../optimize/tree/tree-allocation.ts'
import { emptyLayers, type Layers, type TreeShape } from '../optimize/tree/tree-shape.ts'

/**
 * Whole cumulative counts near real ones: size after size, each the exact allocation nearest to its real values that
 * lets no leaf fall below its last count, nor rise above its total where that is public, nor the top above the number
 * of groups. All can always be met, since the last counts meet them.
 */
export function roundRising(
  shape: TreeShape,
  sizes: number,
  real: Layers,
  weights: readonly number[],
  groups: number | Layers,
): Float64Array[] {
  const out = emptyLayers(shape, sizes)
  const upper = typeof groups === 'number' ? {} : { upper: groups[groups.length - 1] }
  const most = typeof groups === 'number' ? groups : groups[0][0]
  let lower = new Float64Array(shape.nodes[shape.nodes.length - 1])
  for (let s = 0; s < sizes; s++) {
    const targets = real.map((level, l) =>
      Float64Array.from({ length: shape.nodes[l] }, (_, i) => level[i * sizes + s]),
    )
    const problem = { shape, width: 1, targets, weights, lower, ...upper }
    let { layers } = treeAllocation(s + 1 === sizes ? { ...problem, total: most } : problem)
    if (layers[0][0] > most) layers = treeAllocation({ ...problem, total: most }).layers
    layers.forEach((level, l) => {
      for (let i = 0; i < level.length; i++) out[l][i * sizes + s] = level[i]
    })
    lower = new Float64Array(layers[layers.length - 1])
  }
  return out
}

export interface LeavesToRound {
  /** Real. */
  readonly leaves: Float64Array
  /** How far each leaf was moved: parents of leaves that were not keep the whole ones they have. */
  readonly weights: Float64Array
  /** The public number of groups of every leaf, where it is public. */
  readonly upper?: Float64Array | undefined
}

/**
 * Leaves of a whole solution replaced, in place, by whole numbers near others: size after size, the children of a region
 * get those nearest to their real ones with its whole number as their sum, none below its last count, nor above its total
 * where that is public. The levels above stay as they are.
 */
export function roundLeaves(
  shape: TreeShape,
  sizes: number,
  whole: Layers,
  { leaves, weights, upper }: LeavesToRound,
): void {
  const last = whole.length - 1
  const [out, parents, first] = [whole[last], whole[last - 1], shape.firstChild[last - 1]]
  for (let p = 0; p + 1 < first.length; p++) {
    const [from, to] = [first[p], first[p + 1]]
    if (weights.subarray(from, to).every((weight) => weight === 0)) continue
    const bounds = upper === undefined ? {} : { upper: upper.subarray(from, to) }
    let lower: Float64Array = new Float64Array(to - from)
    for (let s = 0; s < sizes; s++) {
      const targets = lower.map((_, c) => leaves[(from + c) * sizes + s])
      lower = nearestWithSum({ targets, lower, ...bounds }, parents[p * sizes + s])
      for (let c = 0; c < lower.length; c++) out[(from + c) * sizes + s] = lower[c]
    }
  }
}
