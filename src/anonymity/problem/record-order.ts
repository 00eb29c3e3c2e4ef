/**
 * The paper's order of records (section 2.3): attributes by ascending variance, divided by the squared weight
 * (Equation 36), and records compared by them in that order; equal records keep theirs.
 */
import { type AnonymityProblem, type QuasiIdentifier, weightOf } from './problem.ts'

/** The values that an attribute is sorted by: its numbers, its leaves in tree order, or its codes. */
function sortValues(attribute: QuasiIdentifier): ArrayLike<number> {
  if (attribute.kind === 'numeric') return attribute.values
  const { hierarchy, codes } = attribute
  return hierarchy === undefined ? codes : codes.map((code) => hierarchy.leafOf[code])
}

/** The population variance over the squared weight; infinite for a weight of 0. */
function weightedVariance(attribute: QuasiIdentifier): number {
  const values = Float64Array.from(sortValues(attribute))
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  const weight = weightOf(attribute)
  return weight === 0 ? Infinity : variance / weight ** 2
}

/** Records in the paper's order. */
export function varianceOrder({ records, attributes }: AnonymityProblem): Int32Array {
  const keys = attributes
    .map((attribute) => ({ values: sortValues(attribute), variance: weightedVariance(attribute) }))
    .sort((a, b) => (a.variance === b.variance ? 0 : a.variance - b.variance))
  const order = Int32Array.from({ length: records }, (_, i) => i)
  return order.sort((a, b) => {
    for (const { values } of keys) {
      if (values[a] !== values[b]) return values[a] - values[b]
    }
    return a - b
  })
}

/** The initial feasible solution: k consecutive records a class, the last class taking the rest. */
export function initialClasses(order: Int32Array, k: number): Int32Array {
  const classOf = new Int32Array(order.length)
  const last = Math.max(0, Math.floor(order.length / k) - 1)
  order.forEach((record, t) => {
    classOf[record] = Math.min(last, Math.floor(t / k))
  })
  return classOf
}
