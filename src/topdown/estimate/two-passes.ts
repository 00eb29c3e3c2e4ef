/**
 * The whole least squares on a tree that fits in memory, without any constraint: upward, then downward with
 *   x_j = estimate_j + C_j C^-1 (x_parent - sum of the siblings' estimates),   C = sum of the siblings' covariances C_j
 * This is what the top-down solves are held to: they add non-negativity, public facts and whole numbers. Of a part that
 * nobody measured below a parent, every child gets the same share.
 */
import type { Hierarchy } from '../../model/hierarchy.ts'
import { ChildSum } from './child-sum.ts'
import { LevelEstimator, type NodeEstimate } from './level-estimator.ts'
import type { MarginalNoise } from './precision.ts'
import { TensorShape } from './tensor.ts'

export interface MeasuredTree {
  readonly sizes: readonly number[]
  readonly hierarchy: Hierarchy
  /** The marginals measured at each level. */
  readonly levels: readonly (readonly MarginalNoise[])[]
}

/** The noisy answers of query q at a node of a level. */
export type Answers = (level: number, node: number, q: number) => Float64Array

/** The cells of every node, by level. */
export function smoothTree(tree: MeasuredTree, answers: Answers): Float64Array[][] {
  const shape = new TensorShape(tree.sizes)
  const estimates = upward(shape, tree, answers)
  const x = [estimates[0].map(({ cells }) => cells)]
  for (let l = 1; l < tree.levels.length; l++) {
    x[l] = x[l - 1].flatMap((parent, i) => {
      const { firstChild } = tree.hierarchy.levels[l - 1]
      return shareAmong(shape, parent, estimates[l].slice(firstChild[i], firstChild[i + 1]))
    })
  }
  return x
}

function upward(shape: TensorShape, { hierarchy, levels }: MeasuredTree, answers: Answers): NodeEstimate[][] {
  const estimates: NodeEstimate[][] = []
  for (let l = levels.length - 1; l >= 0; l--) {
    const estimator = new LevelEstimator(shape, levels[l])
    const { regions, firstChild } = hierarchy.levels[l]
    estimates[l] = regions.map((_, i) => {
      const own = levels[l].map((_, q) => answers(l, i, q))
      if (l === levels.length - 1) return estimator.estimateNode(own)
      const children = new ChildSum(shape)
      for (let child = firstChild[i]; child < firstChild[i + 1]; child++) children.add(estimates[l + 1][child])
      return estimator.estimateNode(own, children)
    })
  }
  return estimates
}

function shareAmong(shape: TensorShape, parent: Float64Array, children: readonly NodeEstimate[]): Float64Array[] {
  const sum = new ChildSum(shape)
  for (const child of children) sum.add(child)
  const together = sum.precision()
  return children.map(({ cells, precision }) => {
    const gap = parent.map((value, cell) => value - sum.z[cell])
    const share = precision.map((own, part) => (own > 0 ? together[part] / own : 1 / children.length))
    shape.apply(gap, share)
    return gap.map((more, cell) => cells[cell] + more)
  })
}
