/** Mechanisms on cumulative counts (sections 8 and 9): `cumulative`, `mc-relaxed`, `mc-dp`. */
import { IsotonicRows, roundHalfUp } from '../optimize/tree/isotonic.ts'
import { treeAllocation } from '../optimize/tree/tree-allocation.ts'
import { type GroupMeasurements, knownTotal, publicNumbers } from './measure.ts'
import { solveModel2 } from './model-2.ts'
import { weightsOf } from './plan.ts'
import { roundLeaves, roundRising } from './round-rising.ts'
import { shrinkSolution } from './shrink-solution.ts'
import type { SolvedGroups, SolveGroupOptions } from './solved-groups.ts'
import { differences, shapeOf } from './table.ts'

export function solveMcRelaxed(measurements: GroupMeasurements, options: SolveGroupOptions): SolvedGroups {
  const { layers, ...certificate } = solveModel2(measurements, options)
  return {
    layers: layers.map((level) => differences(roundHalfUp(level), measurements.sizes)),
    certificate,
  }
}

export function solveCumulative(measurements: GroupMeasurements, options: SolveGroupOptions): SolvedGroups {
  const { hierarchy, sizes, variances } = measurements
  const groups = publicNumbers(measurements)
  const { layers, ...certificate } = solveModel2(measurements, options)
  const shape = shapeOf(hierarchy)
  if (typeof groups !== 'number' || options.rounding !== 'counts') {
    const whole = roundRising(shape, sizes, layers, weightsOf(variances), groups)
    const shrunk = options.shrink === true ? shrinkSolution(measurements, layers, options) : undefined
    const upper = typeof groups === 'number' ? undefined : groups[groups.length - 1]
    if (shrunk !== undefined) roundLeaves(shape, sizes, whole, { ...shrunk, upper })
    return {
      layers: whole.map((level) => differences(level, sizes)),
      certificate: shrunk === undefined ? certificate : { ...certificate, leafWeight: shrunk.meanWeight },
    }
  }
  const targets = layers.map((level) => differences(level, sizes))
  const found = treeAllocation({ shape, width: sizes, targets, weights: weightsOf(variances), total: groups })
  return { layers: found.layers, certificate: { ...certificate, rounds: found.rounds } }
}

/** Algorithm 2: every region made to rise by itself and rounded, then the integer tree on the differences. */
export function solveMcDp(measurements: GroupMeasurements): SolvedGroups {
  const { hierarchy, sizes, values, variances } = measurements
  const total = knownTotal(measurements)
  const rows = new IsotonicRows(sizes)
  const targets = values.map((level) => {
    const rising = level.slice()
    for (let at = 0; at < rising.length; at += sizes) rows.project(rising, at, sizes, { lower: 0, upper: total })
    return differences(roundHalfUp(rising), sizes)
  })
  const shape = shapeOf(hierarchy)
  const { layers, rounds } = treeAllocation({ shape, width: sizes, targets, weights: weightsOf(variances), total })
  return { layers, certificate: { rounds } }
}
