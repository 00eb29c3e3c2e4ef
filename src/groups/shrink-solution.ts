/** The leaves of a solution of Model 2 drawn towards their parents' shapes, which takes one more solve. */
import { seededEntropy } from '../noise/seeded.ts'
import type { Layers } from '../optimize/tree/tree-shape.ts'
import type { GroupMeasurements } from './measure.ts'
import { solveModel2 } from './model-2.ts'
import { type ShrunkLeaves, shrinkLeaves } from './shrink-leaves.ts'
import type { SolveGroupOptions } from './solved-groups.ts'
import { shapeOf } from './table.ts'

/** The step by which noisy leaves are moved, relative to the deviation of their noise: far above the solve's residual. */
const RELATIVE_STEP = 0.5

/** Undefined where there is nothing to learn: a single level, or leaves without noise. */
export function shrinkSolution(
  measurements: GroupMeasurements,
  solved: Layers,
  options: SolveGroupOptions,
): ShrunkLeaves | undefined {
  const { hierarchy, sizes, values, variances, groups } = measurements
  const last = solved.length - 1
  const variance = variances[last]
  if (last === 0 || variance === 0) return undefined
  // Seeded: the signs have nothing to do with the data, and a solve that is repeated gives the same bytes.
  const entropy = seededEntropy('signs of a step')
  const isKnown = (i: number): boolean => typeof groups === 'object' && i % sizes === sizes - 1
  const signs = values[last].map((_, i) => (isKnown(i) ? 0 : 2 * entropy.belowSmall(2) - 1))
  const noisy = values[last].map((value, i) => (isKnown(i) ? solved[last][i] : value))
  const step = RELATIVE_STEP * Math.sqrt(variance)
  const leaves = values[last].map((value, i) => value + step * signs[i])
  const moved = solveModel2({ ...measurements, values: values.with(last, leaves) }, options).layers
  return shrinkLeaves(
    { shape: shapeOf(hierarchy), sizes, noisy, variance },
    { leaves: solved[last], parents: solved[last - 1] },
    { leaves: moved[last], parents: moved[last - 1], signs, step },
  )
}
