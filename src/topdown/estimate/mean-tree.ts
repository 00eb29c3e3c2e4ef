/**
 * Variances of least squares in a regular tree of single numbers: every node of level l has branching[l] children, which sum to it,
 * and is measured with precision weights[l]. All nodes of a level are then alike, so a level is one number:
 *   up[l]    = weights[l] + up[l + 1] / branching[l]                                     what a node's own subtree tells
 *   down[l+1] = 1 / (1 / (down[l] + weights[l]) + (branching[l] - 1) / up[l + 1])        what its parent tells, less its siblings
 * and the variance is 1 / (up + down). Branching need not be whole: the mean number of children stands for an uneven tree.
 */
export function meanTreeVariances(branching: readonly number[], weights: ArrayLike<number>): Float64Array {
  const levels = weights.length
  const up = Float64Array.from(weights)
  for (let l = levels - 2; l >= 0; l--) up[l] += up[l + 1] / branching[l]
  const variances = new Float64Array(levels)
  let down = 0
  for (let l = 0; l < levels; l++) {
    variances[l] = 1 / (up[l] + down)
    if (l === levels - 1) break
    const siblings = branching[l] > 1 ? (branching[l] - 1) / up[l + 1] : 0
    down = 1 / (1 / (down + weights[l]) + siblings)
  }
  return variances
}
