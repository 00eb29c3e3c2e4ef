/** Mechanisms on cumulative counts (sections 8 and 9): `cumulative`, `mc-relaxed`, `mc-dp`. */
import { IsotonicRows, roundHalfUp } from '../optimize/isotonic.ts'
import { treeAllocation } from '../optimize/tree-allocation.ts'
import { risingTree } from '../optimize/tree-isotonic.ts'
import { emptyLayers, type Layers, type TreeShape } from '../optimize/tree-shape.ts'
import { type GroupMeasurements, knownTotal, publicNumbers } from './measure.ts'
import { weightsOf } from './plan.ts'
import type { SolvedGroups, SolveGroupOptions } from './solve.ts'
import { differences, shapeOf } from './table.ts'

/**
 * The residual allowed unless told, relative to the smallest standard deviation of the noise: far below the noise. The
 * residual of a level with more noise is counted as much smaller (`risingTree`), so each is held to 2 % of its own.
 */
const RELATIVE_TOLERANCE = 0.02
/** Without noise: above the rounding error of sums of large counts. */
const LEAST_TOLERANCE = 1e-4
const MOST_STEPS = 1000

export interface RealSolution {
  /** Cumulative, consistent, rising to the residual. */
  readonly layers: Layers
  /** Above the tolerance when the steps ran out. */
  readonly residual: number
  readonly tolerance: number
  readonly steps: number
}

/** Model 2 in real numbers. */
export function solveModel2(measurements: GroupMeasurements, options: SolveGroupOptions): RealSolution {
  const { hierarchy, sizes, values, variances } = measurements
  const groups = publicNumbers(measurements)
  const shape = shapeOf(hierarchy)
  const weights = weightsOf(variances)
  const smallest = RELATIVE_TOLERANCE * Math.sqrt(Math.min(...variances))
  const tolerance = options.tolerance ?? Math.max(smallest, LEAST_TOLERANCE)
  const limits = { tolerance, mostSteps: options.mostSteps ?? MOST_STEPS }
  if (typeof groups === 'number') {
    return { ...risingTree({ shape, width: sizes, values, weights, total: groups }, limits), tolerance }
  }
  const narrow = values.map((level) => withoutLast(level, sizes))
  const found = risingTree({ shape, width: sizes - 1, values: narrow, weights, upper: groups }, limits)
  return { ...found, layers: found.layers.map((level, l) => withLast(level, sizes, groups[l])), tolerance }
}

/** Rows without their last entry. */
function withoutLast(level: Float64Array, sizes: number): Float64Array {
  return level.filter((_, i) => i % sizes !== sizes - 1)
}

/** Rows with their known last entry. */
function withLast(level: Float64Array, sizes: number, last: Float64Array): Float64Array {
  return Float64Array.from({ length: last.length * sizes }, (_, i) => {
    const [row, s] = [Math.floor(i / sizes), i % sizes]
    return s === sizes - 1 ? last[row] : level[row * (sizes - 1) + s]
  })
}

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
  const weights = weightsOf(variances)
  if (typeof groups !== 'number' || options.rounding !== 'counts') {
    const whole = roundRising(shape, sizes, layers, weights, groups)
    return { layers: whole.map((level) => differences(level, sizes)), certificate }
  }
  const targets = layers.map((level) => differences(level, sizes))
  const found = treeAllocation({ shape, width: sizes, targets, weights, total: groups })
  return { layers: found.layers, certificate: { ...certificate, rounds: found.rounds } }
}

/**
 * Whole cumulative counts near real ones: size after size, each the exact allocation nearest to its real values that
 * lets no leaf fall below its last count, nor rise above its total where that is public, nor the top above the number
 * of groups. All can always be met, since the last counts meet them.
 */
function roundRising(
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
