/**
 * A precision as weights of marginals:  sum_T lambda_T P_T = sum_S omega_S Q_S' Q_S, so that
 *   (x - e)' Lambda (x - e) = sum_S omega_S |Q_S x - Q_S e|^2
 * is an objective of sparse rows. Since lambda_T = sum over S that contain T of N(not S) omega_S, by Moebius inversion
 *   N(not S) omega_S = sum over T that contain S of (-1)^|T - S| lambda_T.
 *
 * One node's measurements give weights of at least 0. The sum of children whose subtrees differ in shape need not: its
 * precision is a harmonic sum, part by part. A negative weight is set to 0. That is harmless: the objective keeps its
 * minimum at the estimate e, which is the best one whatever the weights are; only how a constraint that e does not
 * meet is shared among the queries becomes a little less than optimal. The weight of the full cross is lambda itself
 * and is never cut.
 */
import type { ByPart, Subset, TensorShape } from './tensor.ts'

export interface ObjectiveWeights {
  /** omega by subset, none below 0. */
  readonly weights: ByPart
  /** The subsets with a weight above 0, ascending. */
  readonly positive: readonly Subset[]
  /** The subsets whose weight was below 0 and is 0 now. */
  readonly clipped: readonly Subset[]
}

/** Of differences, relative to the largest number that was taken: below it, a weight is a rounding error. */
const ROUNDING = 2 ** -44

export function objectiveWeights(shape: TensorShape, precision: ByPart): ObjectiveWeights {
  const weights = precision.slice()
  const largest = precision.slice()
  for (let bit = 1; bit < shape.subsets; bit *= 2) {
    for (let s = 0; s < shape.subsets; s++) {
      if (s & bit) continue
      weights[s] -= weights[s | bit]
      largest[s] = Math.max(largest[s], largest[s | bit])
    }
  }
  const positive: Subset[] = []
  const clipped: Subset[] = []
  for (let s = 0; s < shape.subsets; s++) {
    const noise = ROUNDING * largest[s]
    if (weights[s] > noise) positive.push(s)
    else if (weights[s] < -noise) clipped.push(s)
    weights[s] = weights[s] > noise ? weights[s] / shape.cellsPerAnswer(s) : 0
  }
  return { weights, positive, clipped }
}
