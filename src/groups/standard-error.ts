/**
 * The standard error of every released count, from public values alone: a propagated approximation for the mechanisms
 * on cumulative counts.
 *
 * Least squares over the tree gives each region's cumulative counts a deviation d (exact,
 * `TreeLeastSquares.variances`). Where counts are large, order never binds and a count, the difference of two, errs by
 * sqrt(2) d. Where they are small, pooling joins m neighbouring sizes until what they hold together stands out of the
 * noise of their mean: with n groups a size, m n = d / sqrt(m), so m = (d/n)^(2/3). A count is then 0 or a jump of
 * about m n, and its mean square error about m n^2 = d^2 (n/d)^(4/3), which is the rate of isotonic regression (Brunk
 * 1970). Both ends meet in
 *   error^2 = 2 d^2 min(1, (n/d)^(4/3)),
 * with n read off the released counts: on each side of the cell in the narrowest window of m sizes that holds S groups
 * with S sqrt(m) >= d, and the smaller of the two, since a pooled block ends on neither side before it must. A test
 * holds it to simulation, by level and range of sizes: from 0.95 to 1.7 of the error seen.
 */
import type { Entropy } from '../noise/entropy.ts'
import { TreeLeastSquares } from '../optimize/tree-least-squares.ts'
import type { Layers } from '../optimize/tree-shape.ts'
import type { GroupMeasurements } from './measure.ts'
import { type GroupPlan, weightsOf } from './plan.ts'
import { simulatedErrors } from './simulated-error.ts'
import { shapeOf } from './table.ts'

/**
 * The standard error of every count, like the counts: propagated for cumulative counts, simulated for other vectors,
 * where all regions of a level share the errors of a size. `entropy` may be seeded: nothing confidential is involved.
 */
export async function standardErrors(
  plan: GroupPlan,
  measurements: GroupMeasurements,
  counts: Layers,
  entropy: Entropy,
): Promise<Float64Array[]> {
  if (plan.vector === 'cumulative') return propagatedErrors(measurements, counts)
  const bySize = await simulatedErrors(plan, measurements, counts, entropy)
  return counts.map((level, l) => level.map((_, i) => bySize[l][i % measurements.sizes]))
}

/** One array a level, like the counts. Requires measurements of cumulative counts. */
export function propagatedErrors(measurements: GroupMeasurements, counts: Layers): Float64Array[] {
  const { hierarchy, sizes, variances, vector } = measurements
  if (vector !== 'cumulative') throw new RangeError('errors are propagated for cumulative counts only: simulate them')
  const unit = Math.max(...variances)
  const treeVariances = new TreeLeastSquares(shapeOf(hierarchy), weightsOf(variances)).variances()
  return counts.map((level, l) => {
    const errors = new Float64Array(level.length)
    for (let r = 0; r < treeVariances[l].length; r++) {
      const deviation = Math.sqrt(unit * treeVariances[l][r])
      writeRow(level.subarray(r * sizes, (r + 1) * sizes), deviation, errors.subarray(r * sizes, (r + 1) * sizes))
    }
    return errors
  })
}

function writeRow(counts: Float64Array, deviation: number, errors: Float64Array): void {
  if (deviation === 0) return
  const heads = new Float64Array(counts.length + 1)
  for (let s = 0; s < counts.length; s++) heads[s + 1] = heads[s] + Math.max(0, counts[s])
  for (let s = 0; s < counts.length; s++) {
    const density = localDensity(heads, s, deviation)
    errors[s] = deviation * Math.sqrt(2 * Math.min(1, (density / deviation) ** (4 / 3)))
  }
}

/** Groups a size around s: the smaller of the densities to its left and to its right, itself included in both. */
function localDensity(heads: Float64Array, s: number, deviation: number): number {
  const sizes = heads.length - 1
  const left = sideDensity((width) => heads[s + 1] - heads[s + 1 - width], s + 1, deviation)
  const right = sideDensity((width) => heads[s + width] - heads[s], sizes - s, deviation)
  return Math.min(left, right)
}

/** Groups a size in the narrowest window that stands out of the noise, or in the widest when none does. */
function sideDensity(held: (width: number) => number, widest: number, deviation: number): number {
  let [low, high] = [0, widest]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (held(middle) * Math.sqrt(middle) >= deviation) high = middle
    else low = middle
  }
  return held(high) / high
}
