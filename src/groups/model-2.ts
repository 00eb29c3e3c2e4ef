/** Model 2 in real numbers: cumulative counts that rise in every region and add up over the tree. */
import { risingTree } from '../optimize/tree/tree-isotonic.ts'
import type { Layers } from '../optimize/tree/tree-shape.ts'
import { type GroupMeasurements, publicNumbers } from './measure.ts'
import { weightsOf } from './plan.ts'
import type { SolveGroupOptions } from './solved-groups.ts'
import { shapeOf } from './table.ts'

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
