/**
 * Standard errors by simulation, for every mechanism: the released counts stand for the truth, fresh noise of the same
 * law is put on them, and the same post-processing follows. All of it is public, so it costs no privacy. Bias is
 * included: what is returned is the root of the mean square error, over replicates and, since they share a law, over
 * the regions of a level.
 */
import { addNoise } from '../noise/add-noise.ts'
import type { Entropy } from '../noise/entropy.ts'
import type { Layers } from '../optimize/tree/tree-shape.ts'
import type { GroupMeasurements } from './measure.ts'
import type { GroupPlan } from './plan.ts'
import { solveGroups } from './solve.ts'
import type { SolveGroupOptions } from './solved-groups.ts'
import { vectorOf } from './vector.ts'

export interface SimulationOptions extends SolveGroupOptions {
  /** How often noise is drawn; 8 unless given. */
  readonly replicates?: number
}

/** errors[level][size - 1]. `entropy` may be seeded: nothing confidential is involved. */
export async function simulatedErrors(
  plan: GroupPlan,
  measurements: GroupMeasurements,
  counts: Layers,
  entropy: Entropy,
  options: SimulationOptions = {},
): Promise<Float64Array[]> {
  const { sizes } = measurements
  const { replicates = 8 } = options
  const squares = counts.map(() => new Float64Array(sizes))
  for (let k = 0; k < replicates; k++) {
    const values = plan.levels.map(({ noise }, l) => {
      const noisy = vectorOf(plan.vector, counts[l], sizes)
      if (noise !== 'exact') addNoise(noisy, noise, entropy)
      return noisy
    })
    const { layers } = await solveGroups({ ...measurements, values }, plan.mechanism, options)
    layers.forEach((level, l) => {
      for (let i = 0; i < level.length; i++) squares[l][i % sizes] += (level[i] - counts[l][i]) ** 2
    })
  }
  return squares.map((sums, l) => sums.map((sum) => Math.sqrt((sum * sizes) / (counts[l].length * replicates))))
}
