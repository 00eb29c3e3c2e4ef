/**
 * What is to be made k-anonymous: the quasi-identifiers as typed columns, each with its weight and its way of losing
 * information. Other columns of a file never come here.
 */
import { badInput } from '../../request-error.ts'
import type { GeneralisationTree } from './generalisation-tree.ts'

export interface NumericAttribute {
  readonly kind: 'numeric'
  readonly name: string
  readonly values: Float64Array
  /** Above all values, and half their range away: where a missing one stands. */
  readonly missing?: number
  /** Of dates: the values are days, whole or with a time of day (`model/day.ts`). */
  readonly dates?: 'day' | 'time'
  /** 1 unless given. */
  readonly weight?: number
  /** The least and the greatest permissible value; those of the data unless given. */
  readonly range?: readonly [number, number]
  /** With a tree the loss is the tree's: `leafOf[i]` is the leaf of record i. */
  readonly hierarchy?: Hierarchy
}

export interface CategoricalAttribute {
  readonly kind: 'categorical'
  readonly name: string
  /** Indices into `labels`. */
  readonly codes: Int32Array
  readonly labels: readonly string[]
  readonly weight?: number
  /**
   * How a set of d out of D values is priced when there is no tree: `ncp` (d-1)/(D-1); `gcp` (d-1)/D, Definition 8 of the
   * paper; `binary` d/D for d > 1, its section 2.5; `ordered` the range of the codes over D-1. `ncp` unless given.
   */
  readonly price?: SetPrice
  /** With a tree the loss is the tree's. */
  readonly hierarchy?: Hierarchy
}

export type SetPrice = 'ncp' | 'gcp' | 'binary' | 'ordered'

/** A tree, and where each code (of a categorical attribute) or each record (of a numeric one) stands among its leaves. */
export interface Hierarchy {
  readonly tree: GeneralisationTree
  readonly leafOf: Int32Array
}

export type QuasiIdentifier = NumericAttribute | CategoricalAttribute

export interface AnonymityProblem {
  readonly records: number
  readonly attributes: readonly QuasiIdentifier[]
  readonly k: number
}

/** Classes of records: `classOf[i]` numbers the class of record i from 0; -1 is a suppressed record. */
export type Classes = Int32Array

export const SUPPRESSED = -1

export function weightOf(attribute: QuasiIdentifier): number {
  return attribute.weight ?? 1
}

/** Refuses what cannot be anonymised, naming the attribute and what would be right. */
export function checkProblem({ records, attributes, k }: AnonymityProblem): void {
  if (!Number.isInteger(k) || k < 1) throw badInput(`k is ${k}; it must be a whole number of at least 1.`)
  if (records < k) throw badInput(`There are fewer records than k = ${k}: no class could be large enough. Lower k.`)
  if (attributes.length === 0) throw badInput('No quasi-identifier was named. Name at least one column.')
  const names = new Set<string>()
  for (const attribute of attributes) {
    if (names.has(attribute.name)) throw badInput(`The quasi-identifier "${attribute.name}" was named twice.`)
    names.add(attribute.name)
    checkAttribute(attribute, records)
  }
}

function checkAttribute(attribute: QuasiIdentifier, records: number): void {
  const { name } = attribute
  const weight = weightOf(attribute)
  if (!(weight >= 0 && weight < Infinity)) {
    throw badInput(`The weight of "${name}" is ${weight}; it must be a number of at least 0.`)
  }
  const column = attribute.kind === 'numeric' ? attribute.values : attribute.codes
  if (column.length !== records) throw badInput(`"${name}" does not have one value for each of the ${records} records.`)
  if (attribute.kind === 'numeric') checkNumbers(attribute)
  else checkCodes(attribute)
}

function checkNumbers({ name, values, range, hierarchy }: NumericAttribute): void {
  if (!values.every(Number.isFinite)) {
    throw badInput(
      `"${name}" has a value that is missing or not a number. Declare it categorical, or give a rule for missing values.`,
    )
  }
  if (hierarchy !== undefined) checkLeaves(name, hierarchy, values.length)
  else if (range !== undefined && !values.every((value) => value >= range[0] && value <= range[1])) {
    throw badInput(`"${name}" has values outside its permissible range ${range[0]} to ${range[1]}. Widen the range.`)
  }
}

function checkCodes({ name, codes, labels, hierarchy }: CategoricalAttribute): void {
  if (!codes.every((code) => code >= 0 && code < labels.length)) {
    throw badInput(`"${name}" has a code that is not one of its ${labels.length} labels.`)
  }
  if (hierarchy !== undefined) checkLeaves(name, hierarchy, labels.length)
}

function checkLeaves(name: string, { tree, leafOf }: Hierarchy, length: number): void {
  const leaves = tree.labels[0].length
  if (leafOf.length !== length || !leafOf.every((leaf) => leaf >= 0 && leaf < leaves)) {
    throw badInput(`The hierarchy of "${name}" does not place every value. Give every value a line of its own.`)
  }
}
