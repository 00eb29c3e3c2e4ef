/**
 * The certainty penalty of the paper (Definition 8, after Wong et al. 2010): a box that shows d of D categories loses (d - 1) / D of
 * a cell, a range its share of the whole. Trees, orders and weights play no part, so that releases made in different ways compare.
 */
import type { AnonymityProblem, QuasiIdentifier } from '../problem/problem.ts'

/** What `records` records publish alike: the box around these. */
export interface PublishedBox {
  readonly around: ArrayLike<number>
  readonly records: number
}

/** The mean penalty of a cell: 0 nothing lost, near 1 all. A record that is in no box is suppressed, and loses all of its cells. */
export function certaintyPenalty({ attributes, records }: AnonymityProblem, boxes: Iterable<PublishedBox>): number {
  const penalties = attributes.map(penaltyOf)
  let lost = 0
  let published = 0
  for (const box of boxes) {
    for (const penalty of penalties) lost += box.records * penalty(box.around)
    published += box.records
  }
  return (lost + (records - published) * attributes.length) / (records * attributes.length)
}

function penaltyOf(attribute: QuasiIdentifier): (around: ArrayLike<number>) => number {
  if (attribute.kind === 'categorical') {
    const { codes, labels } = attribute
    return (around) => {
      const seen = new Set<number>()
      for (let i = 0; i < around.length; i++) seen.add(codes[around[i]])
      return (seen.size - 1) / labels.length
    }
  }
  const { values, range } = attribute
  const width = range === undefined ? spread(values, [...values.keys()]) : range[1] - range[0]
  return (around) => (width === 0 ? 0 : spread(values, around) / width)
}

function spread(values: ArrayLike<number>, around: ArrayLike<number>): number {
  let [least, most] = [Infinity, -Infinity]
  for (let i = 0; i < around.length; i++) {
    least = Math.min(least, values[around[i]])
    most = Math.max(most, values[around[i]])
  }
  return most - least
}
