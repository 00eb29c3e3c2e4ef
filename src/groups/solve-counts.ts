/** Mechanisms on plain counts (sections 5 to 7) and the comparator: `mh-relaxed`, `mh-dp`, `topdown`. */
import { roundHalfUp } from '../optimize/tree/isotonic.ts'
import { shareOut } from '../optimize/tree/share-out.ts'
import { relaxedTreeAllocation, type TreeProblem, treeAllocation } from '../optimize/tree/tree-allocation.ts'
import { emptyLayers } from '../optimize/tree/tree-shape.ts'
import { type GroupMeasurements, groupsAtTop } from './measure.ts'
import { weightsOf } from './plan.ts'
import type { SolvedGroups } from './solved-groups.ts'
import { shapeOf } from './table.ts'

/** Model 1; without a total where no number of groups is public. */
export function model1(measurements: GroupMeasurements): TreeProblem {
  const total = groupsAtTop(measurements)
  return {
    shape: shapeOf(measurements.hierarchy),
    width: measurements.sizes,
    targets: measurements.values,
    weights: weightsOf(measurements.variances),
    ...(total !== undefined && { total }),
  }
}

export function solveMhRelaxed(measurements: GroupMeasurements): SolvedGroups {
  return { layers: relaxedTreeAllocation(model1(measurements)).map(roundHalfUp), certificate: {} }
}

export function solveMhDp(measurements: GroupMeasurements): SolvedGroups {
  const { layers, rounds } = treeAllocation(model1(measurements))
  return { layers, certificate: { rounds } }
}

/**
 * The comparator (Abowd 2018, as section 10 describes it): the top first, then the children of each region given its
 * counts, nearest to their own noisy ones; each step in real numbers, then rounded to keep the sums.
 */
export function solveTopdown(measurements: GroupMeasurements): SolvedGroups {
  const { hierarchy, sizes, values } = measurements
  const shape = shapeOf(hierarchy)
  const layers = emptyLayers(shape, sizes)
  const total = groupsAtTop(measurements)
  layers[0].set(total === undefined ? values[0].map((x) => Math.max(0, x)) : shareOut(values[0], total))
  shape.firstChild.forEach((first, l) => {
    for (let r = 0; r < shape.nodes[l]; r++) {
      const targets = new Float64Array(first[r + 1] - first[r])
      for (let s = 0; s < sizes; s++) {
        for (let k = 0; k < targets.length; k++) targets[k] = values[l + 1][(first[r] + k) * sizes + s]
        const shares = shareOut(targets, layers[l][r * sizes + s])
        for (let k = 0; k < targets.length; k++) layers[l + 1][(first[r] + k) * sizes + s] = shares[k]
      }
    }
  })
  return { layers, certificate: {} }
}
