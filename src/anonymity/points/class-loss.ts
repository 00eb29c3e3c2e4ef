/** What a set of classes costs, by the engine that every method optimises with. */

import { type Classes, SUPPRESSED } from '../problem/problem.ts'
import { widthOf } from './class-box.ts'
import { listClasses } from './class-lists.ts'
import type { Points } from './points.ts'

export interface LossFigures {
  /** The sum over records and attributes of weight times the share lost; a suppressed record loses every attribute. */
  readonly loss: number
  /** By attribute, in the order of the problem; sums to `loss`. */
  readonly byAttribute: Float64Array
  readonly classes: number
  readonly suppressed: number
  readonly smallest: number
  readonly largest: number
  /** Records over classes. */
  readonly averageSize: number
  /** Bayardo and Agrawal (ICDE 2005): the sum of squared class sizes, and n for every suppressed record. */
  readonly discernibility: number
}

/** The loss alone. */
export function lossOf(points: Points, classOf: Classes): number {
  const { count, starts, members } = listClasses(classOf)
  let loss = (points.n - members.length) * points.suppressionLoss
  for (let c = 0; c < count; c++) {
    const size = starts[c + 1] - starts[c]
    if (size > 0) loss += size * widthOf(points, members, starts[c], starts[c + 1])
  }
  return loss
}

/** All figures. `weights` are those of the attributes, in their order. */
export function lossFigures(points: Points, classOf: Classes, weights: readonly number[]): LossFigures {
  const { count, starts, members } = listClasses(classOf)
  const suppressed = classOf.reduce((sum, c) => sum + (c === SUPPRESSED ? 1 : 0), 0)
  const byColumn = new Float64Array(points.m)
  const one = new Float64Array(points.m)
  let [smallest, largest, discernibility, classes] = [Infinity, 0, suppressed * points.n, 0]
  for (let c = 0; c < count; c++) {
    const size = starts[c + 1] - starts[c]
    if (size === 0) continue
    widthOf(points, members, starts[c], starts[c + 1], one.fill(0))
    for (let j = 0; j < points.m; j++) byColumn[j] += size * one[j]
    smallest = Math.min(smallest, size)
    largest = Math.max(largest, size)
    discernibility += size * size
    classes++
  }
  const byAttribute = Float64Array.from(weights, (weight) => suppressed * weight)
  byColumn.forEach((loss, j) => {
    byAttribute[points.attributeOf[j]] += loss
  })
  const loss = byAttribute.reduce((sum, share) => sum + share, 0)
  const averageSize = classes === 0 ? 0 : (points.n - suppressed) / classes
  if (classes === 0) smallest = 0
  return { loss, byAttribute, classes, suppressed, smallest, largest, averageSize, discernibility }
}
