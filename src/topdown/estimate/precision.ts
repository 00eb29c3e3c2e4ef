/**
 * What is known of a node's cells, as a precision sum_T lambda_T P_T. A lambda of 0 says that nothing is known of that
 * part; parts that do not exist (of an attribute with a single level) have 0 too.
 */
import type { ByPart, Subset, TensorShape } from './tensor.ts'

/** A marginal that is measured at every node of a level, with the variance of the noise in each answer. */
export interface MarginalNoise {
  readonly subset: Subset
  readonly variance: number
}

/** The precision of a node's own measurements: lambda_T = sum over queries S that contain T of N(not S) / variance. */
export function ownPrecision(shape: TensorShape, queries: readonly MarginalNoise[]): ByPart {
  const precision = new Float64Array(shape.subsets)
  for (const { subset, variance } of queries) {
    if (!(variance > 0 && variance < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`a variance of ${variance}: give what is known exactly a small one above 0`)
    }
    if (!(subset >= 0 && subset < shape.subsets)) throw new RangeError(`no subset ${subset} of the attributes`)
    const within = subset & shape.varied
    for (let part = within; ; part = (part - 1) & within) {
      precision[part] += shape.cellsPerAnswer(subset) / variance
      if (part === 0) break
    }
  }
  return precision
}

/** sum_T a_T P_T + sum_T b_T P_T: what two independent sources tell together. */
export function addPrecision(a: ByPart, b: ByPart): ByPart {
  return a.map((value, part) => value + b[part])
}

/** The inverse on the parts that are known, 0 on the others. */
export function pseudoInverse(precision: ByPart): ByPart {
  return precision.map((value) => (value > 0 ? 1 / value : 0))
}
