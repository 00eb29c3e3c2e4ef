/**
 * Kuo and others (PVLDB 11(11), 2018): `hc` and `hg`. Every region is estimated by itself; from the top down each
 * child's groups are matched to its parent's and averaged with them; the leaves are counted and added up. Numbers of
 * groups in every region are known, and kept.
 */
import { emptyLayers, type Layers, sumUpward, type TreeShape } from '../optimize/tree/tree-shape.ts'
import { matchRuns } from './match-runs.ts'
import type { GroupMeasurements } from './measure.ts'
import { runsFromCumulative, runsFromSorted, type SizeRun } from './size-runs.ts'
import type { SolvedGroups } from './solved-groups.ts'
import { shapeOf } from './table.ts'

export function solveHc(measurements: GroupMeasurements): SolvedGroups {
  const { sizes, values, variances } = measurements
  const groups = regionNumbers(measurements)
  return solveMatched(measurements, (l, r) =>
    runsFromCumulative(values[l].subarray(r * sizes, (r + 1) * sizes), groups[l][r], variances[l]),
  )
}

export function solveHg(measurements: GroupMeasurements): SolvedGroups {
  const { sizes, values, variances } = measurements
  const starts = regionNumbers(measurements).map(startsOf)
  return solveMatched(measurements, (l, r) =>
    runsFromSorted(values[l].subarray(starts[l][r], starts[l][r + 1]), sizes, variances[l]),
  )
}

function regionNumbers({ groups }: GroupMeasurements): Layers {
  if (typeof groups !== 'object') throw new RangeError('the number of groups in every region is needed')
  return groups
}

/** Where each region's groups begin among those of its level, and where the last end. */
function startsOf(groups: Float64Array): Float64Array {
  const starts = new Float64Array(groups.length + 1)
  for (let r = 0; r < groups.length; r++) starts[r + 1] = starts[r] + groups[r]
  return starts
}

function solveMatched(
  { hierarchy, sizes }: GroupMeasurements,
  runsOf: (level: number, region: number) => SizeRun[],
): SolvedGroups {
  const shape = shapeOf(hierarchy)
  const layers = emptyLayers(shape, sizes)
  const leaves = layers[layers.length - 1]
  leafRuns(shape, runsOf).forEach((runs, leaf) => {
    for (const { size, groups } of runs) leaves[leaf * sizes + size - 1] += groups
  })
  sumUpward(shape, layers, sizes)
  return { layers, certificate: {} }
}

/** The runs of every leaf, matched level by level. */
function leafRuns(shape: TreeShape, runsOf: (level: number, region: number) => SizeRun[]): readonly SizeRun[][] {
  let above = [runsOf(0, 0)]
  shape.firstChild.forEach((first, l) => {
    above = above.flatMap((parent, r) => {
      const children = Array.from({ length: first[r + 1] - first[r] }, (_, k) => runsOf(l + 1, first[r] + k))
      return matchRuns(parent, children)
    })
  })
  return above
}
