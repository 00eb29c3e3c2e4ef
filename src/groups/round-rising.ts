/**
 * Whole cumulative counts near real ones that add up over the tree and rise in every region, size after size and from the
 * top down: the children of a region get the whole numbers nearest to their real ones with its whole number as their sum,
 * none below its last count, nor above its total where that is public. All can always be met, since the last counts meet
 * them. Every level stays within a rounding of its real values; nearest over all levels at once, many leaves that are
 * rounded to one side would move the top.
 */
import { nearestWithSum } from '../optimize/nearest-with-sum.ts'
import { emptyLayers, type Layers, type TreeShape } from '../optimize/tree-shape.ts'

/** `groups` is the public number at the top, or one array per level with that of every region. */
export function roundRising(shape: TreeShape, sizes: number, real: Layers, groups: number | Layers): Float64Array[] {
  const out = emptyLayers(shape, sizes)
  const most = typeof groups === 'number' ? groups : groups[0][0]
  for (let s = 0; s < sizes; s++) {
    const before = s === 0 ? 0 : out[0][s - 1]
    out[0][s] = s + 1 === sizes ? most : Math.min(most, Math.max(before, Math.round(real[0][s])))
    for (let l = 0; l + 1 < shape.nodes.length; l++) {
      for (let p = 0; p < shape.nodes[l]; p++) {
        const [from, to] = [shape.firstChild[l][p], shape.firstChild[l][p + 1]]
        const at = (c: number): number => (from + c) * sizes + s
        const children = {
          targets: Float64Array.from({ length: to - from }, (_, c) => real[l + 1][at(c)]),
          lower: Float64Array.from({ length: to - from }, (_, c) => (s === 0 ? 0 : out[l + 1][at(c) - 1])),
          ...(typeof groups !== 'number' && { upper: groups[l + 1].subarray(from, to) }),
        }
        nearestWithSum(children, out[l][p * sizes + s]).forEach((count, c) => {
          out[l + 1][at(c)] = count
        })
      }
    }
  }
  return out
}
