/**
 * The records as points of one flat matrix, in the units of the loss.
 *
 * The loss of a class C is |C| * width(C), with
 *   width(C) = sum over interval columns (max - min) + over tree columns cost(lowest common ancestor)
 *            + over set columns price[number of distinct values].
 * Width never falls when a record joins. That is all the methods rely on: a class of 2k or more records can be split
 * into two of at least k, and neither half is wider than the whole, so some optimal partition has only classes of
 * k to 2k - 1 records.
 */

import { TreeCost } from '../problem/generalisation-tree.ts'
import { type AnonymityProblem, type CategoricalAttribute, type QuasiIdentifier, weightOf } from '../problem/problem.ts'

export interface Points {
  readonly n: number
  /** Columns; interval columns first, then trees, then sets. */
  readonly m: number
  /** Row-major: scaled values (weight * value / range), leaf positions, codes. */
  readonly x: Float64Array
  /** Columns below this are intervals. */
  readonly intervals: number
  /** Columns from `intervals` to below this are trees; the rest are sets. */
  readonly ordered: number
  /** One for each tree column, by column - intervals. */
  readonly treeCosts: readonly TreeCost[]
  /** One for each set column, by column - ordered: the price of d distinct values. */
  readonly setPrices: readonly Float64Array[]
  /** The attribute that each column came from. */
  readonly attributeOf: Int32Array
  /** The loss of a suppressed record: all weights. */
  readonly suppressionLoss: number
}

type ColumnKind = 'interval' | 'tree' | 'set'

function kindOf(attribute: QuasiIdentifier): ColumnKind {
  if (attribute.hierarchy !== undefined) return 'tree'
  return attribute.kind === 'numeric' || attribute.price === 'ordered' ? 'interval' : 'set'
}

/** Compiles a checked problem. */
export function pointsOf({ records: n, attributes }: AnonymityProblem): Points {
  const order = (['interval', 'tree', 'set'] as const).flatMap((kind) =>
    attributes.flatMap((attribute, a) => (kindOf(attribute) === kind ? [a] : [])),
  )
  const m = order.length
  const x = new Float64Array(n * m)
  const sorted = order.map((a) => attributes[a])
  sorted.forEach((attribute, j) => {
    fillColumn(x, m, j, attribute)
  })
  const of = (kind: ColumnKind) => sorted.filter((attribute) => kindOf(attribute) === kind)
  return {
    n,
    m,
    x,
    intervals: of('interval').length,
    ordered: of('interval').length + of('tree').length,
    treeCosts: of('tree').map((attribute) => new TreeCost(attribute.hierarchy!.tree, weightOf(attribute))),
    setPrices: of('set').map((attribute) => pricesOf(attribute as CategoricalAttribute)),
    attributeOf: Int32Array.from(order),
    suppressionLoss: attributes.reduce((sum, attribute) => sum + weightOf(attribute), 0),
  }
}

function fillColumn(x: Float64Array, m: number, j: number, attribute: QuasiIdentifier): void {
  const { hierarchy } = attribute
  if (attribute.kind === 'numeric' && hierarchy !== undefined) {
    hierarchy.leafOf.forEach((leaf, i) => {
      x[i * m + j] = leaf
    })
  } else if (attribute.kind === 'numeric') {
    const [low, high] = attribute.range ?? rangeOf(attribute.values)
    const scale = high > low ? weightOf(attribute) / (high - low) : 0
    for (let i = 0; i < attribute.values.length; i++) x[i * m + j] = (attribute.values[i] - low) * scale
  } else {
    const place = placesOf(attribute)
    for (let i = 0; i < attribute.codes.length; i++) x[i * m + j] = place[attribute.codes[i]]
  }
}

function placesOf(attribute: CategoricalAttribute): Float64Array {
  const { labels, hierarchy, price } = attribute
  if (hierarchy !== undefined) return Float64Array.from(hierarchy.leafOf)
  const scale = price === 'ordered' ? weightOf(attribute) / Math.max(1, labels.length - 1) : 1
  return Float64Array.from({ length: labels.length }, (_, code) => code * scale)
}

export function rangeOf(values: Float64Array): [number, number] {
  let low = Infinity
  let high = -Infinity
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return [low, high]
}

function pricesOf(attribute: CategoricalAttribute): Float64Array {
  const { length } = attribute.labels
  const weight = weightOf(attribute)
  return Float64Array.from({ length: length + 2 }, (_, distinct) => {
    if (distinct <= 1 || length <= 1) return 0
    if (attribute.price === 'gcp') return (weight * (distinct - 1)) / length
    if (attribute.price === 'binary') return (weight * distinct) / length
    return (weight * (distinct - 1)) / (length - 1)
  })
}

export function allRecords(n: number): Int32Array {
  return Int32Array.from({ length: n }, (_, i) => i)
}

/** The points of some records only, in the units of the whole. */
export function subset(points: Points, records: Int32Array): Points {
  const { m } = points
  const x = new Float64Array(records.length * m)
  for (let i = 0; i < records.length; i++) {
    const from = records[i] * m
    for (let j = 0; j < m; j++) x[i * m + j] = points.x[from + j]
  }
  return { ...points, n: records.length, x }
}
