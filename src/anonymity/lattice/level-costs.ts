/**
 * What a level of each tree costs by itself, with nobody suppressed: the part of a cost that is a sum over the attributes, and never
 * more than the whole.
 */
import { badInput } from '../../request-error.ts'
import { ancestors, leafCounts } from '../problem/generalisation-tree.ts'
import { type QuasiIdentifier, weightOf } from '../problem/problem.ts'
import type { LeafColumn } from './class-tables.ts'

/**
 *   loss            sum over published records and attributes of weight * leaves below the value's node / all leaves
 *                   + all weights for every suppressed record;
 *   entropy         sum over records and attributes of weight * log2(records below the value's node / records of the value), of the
 *                   levels alone, whoever is suppressed (Gionis and Tassa, IEEE TKDE 2009);
 *   discernibility  sum over classes of size^2, and all records for every suppressed one (Bayardo and Agrawal, ICDE 2005).
 */
export const LEVEL_COSTS = ['loss', 'entropy', 'discernibility'] as const
export type LevelCost = (typeof LEVEL_COSTS)[number]

export interface Dimension extends LeafColumn {
  readonly weight: number
  /** lines[level][leaf] is the node there. */
  readonly lines: readonly Int32Array[]
  /** costs[level][node] of a record of the node; of entropy on average over those below it. */
  readonly costs: readonly Float64Array[]
  /** The sum over all records at each level. */
  readonly totals: readonly number[]
}

export function dimensionOf(attribute: QuasiIdentifier, cost: LevelCost): Dimension {
  const { hierarchy, name } = attribute
  if (hierarchy === undefined) {
    throw badInput(`Full-domain recoding needs a hierarchy for "${name}". Give one, or use another method.`)
  }
  const { tree, leafOf } = hierarchy
  const leaves = attribute.kind === 'numeric' ? leafOf : attribute.codes.map((code) => leafOf[code])
  const weight = weightOf(attribute)
  const lines = ancestors(tree)
  const records = new Float64Array(tree.labels[0].length)
  for (const leaf of leaves) records[leaf]++
  const costs = COSTS[cost](lines, records, leafCounts(tree)).map((line) => line.map((share) => weight * share))
  const totals = costs.map((line, level) =>
    records.reduce((sum, count, leaf) => sum + count * line[lines[level][leaf]], 0),
  )
  return { tree, leaves, weight, lines, costs, totals }
}

type CostsOf = (
  lines: readonly Int32Array[],
  records: Float64Array,
  below: readonly Int32Array[],
) => readonly Float64Array[]

const COSTS: Readonly<Record<LevelCost, CostsOf>> = {
  loss: (_, records, below) =>
    below.map((counts) => Float64Array.from(counts, (count) => (count === 1 ? 0 : count / records.length))),
  entropy: (lines, records, below) =>
    lines.map((line, level) => {
      const sizes = new Float64Array(below[level].length)
      line.forEach((node, leaf) => {
        sizes[node] += records[leaf]
      })
      const bits = new Float64Array(sizes.length)
      line.forEach((node, leaf) => {
        if (records[leaf] > 0) bits[node] += records[leaf] * Math.log2(sizes[node] / records[leaf])
      })
      return bits.map((sum, node) => (sizes[node] === 0 ? 0 : sum / sizes[node]))
    }),
  discernibility: (_, __, below) => below.map((counts) => new Float64Array(counts.length)),
}
