/**
 * A query over a level, in the words of the privacy room: how it splits the people, place by place and attribute by
 * attribute, which is all that its sensitivity depends on.
 */
import type { Domain, Partition, Recode } from '../privacy/index.ts'
import type { Schema } from './attribute.ts'
import { type Hierarchy, leafLevel, leafRanges } from './hierarchy.ts'
import type { Query } from './query.ts'

/** The axis of places. No attribute can be called that: names in a spec are not empty. */
export const PLACE = ''

/**
 * Whether a record is counted at all: where a missing value leaves a record out, it is still somebody's, and a change that
 * brings it in or out changes every total. No attribute can be called that either.
 */
const KEPT = '\u0000'

/** Every record is one leaf and one level of each attribute, kept or left out. */
export function recordDomain(schema: Schema, hierarchy: Hierarchy): Domain {
  const domain = byName<number>()
  domain[PLACE] = leafLevel(hierarchy).regions.length
  if (leavesOut(schema)) domain[KEPT] = 2
  for (const { name, levels } of schema.attributes) domain[name] = levels.length
  return domain
}

/** Nothing is inherited, so that an attribute can be called `constructor` or `__proto__`. */
function byName<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>
}

function leavesOut(schema: Schema): boolean {
  return schema.attributes.some(({ missing }) => missing.rule === 'drop')
}

/** The answers of a query at all nodes of a level, as a partition of the records. */
export function queryPartition(schema: Schema, hierarchy: Hierarchy, level: number, query: Query): Partition {
  const axes = byName<Recode>()
  if (level > 0) axes[PLACE] = nodeOfLeaf(hierarchy, level)
  if (leavesOut(schema)) axes[KEPT] = Int32Array.of(0, -1)
  for (const { attribute, labels, labelOf } of query.dimensions) {
    const before = axes[attribute]
    axes[attribute] = before === undefined || before === 'each' ? labelOf : crossed(before, labelOf, labels.length)
  }
  return { name: `${query.name} by ${hierarchy.levels[level].name}`, axes }
}

function nodeOfLeaf(hierarchy: Hierarchy, level: number): Recode {
  if (level === hierarchy.levels.length - 1) return 'each'
  const first = leafRanges(hierarchy, level)
  const nodes = new Int32Array(leafLevel(hierarchy).regions.length)
  for (let node = 0; node < first.length - 1; node++) nodes.fill(node, first[node], first[node + 1])
  return nodes
}

/** Two views of the same attribute, such as `age * adult`. */
function crossed(a: Int32Array, b: Int32Array, size: number): Int32Array {
  return a.map((label, i) => (label < 0 || b[i] < 0 ? -1 : label * size + b[i]))
}
