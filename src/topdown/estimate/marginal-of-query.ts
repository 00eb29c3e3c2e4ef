/**
 * Which queries are marginals: crosses of whole attributes, the total and the full cross among them. A recode that only
 * renames or reorders levels counts as its attribute; one that groups levels or leaves some out does not.
 */
import type { Schema } from '../../model/attribute.ts'
import type { Dimension, Query } from '../../model/query.ts'
import { type Subset, TensorShape } from './tensor.ts'

export interface Marginal {
  readonly subset: Subset
  /** Where each answer, in the order of the schema, stands in the query's own order; left out when they agree. */
  readonly from?: Int32Array
}

export function shapeOfSchema(schema: Schema): TensorShape {
  return new TensorShape(schema.attributes.map((attribute) => attribute.levels.length))
}

/** The marginal that a query is, or undefined when it is none. */
export function marginalOfQuery(schema: Schema, query: Query, shape = shapeOfSchema(schema)): Marginal | undefined {
  let subset = 0
  for (const dimension of query.dimensions) {
    const bit = 1 << schema.attributes.findIndex((attribute) => attribute.name === dimension.attribute)
    if (subset & bit || !namesEveryLevel(dimension)) return undefined
    subset |= bit
  }
  const from = shape.firstCells(subset).map((cell) => query.answerOf[cell])
  return from.every((answer, k) => answer === k) ? { subset } : { subset, from }
}

function namesEveryLevel({ labels, labelOf }: Dimension): boolean {
  const seen = new Set(labelOf)
  return labels.length === labelOf.length && seen.size === labelOf.length && !seen.has(-1)
}

/** The answers of a query, in the order of the schema. */
export function inSchemaOrder({ from }: Marginal, answers: Float64Array): Float64Array {
  return from === undefined ? answers : Float64Array.from(from, (answer) => answers[answer])
}
