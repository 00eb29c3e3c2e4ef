/**
 * How far one person who joins or leaves an existing group moves each of the three vectors a mechanism may measure on
 * a level. The group's size changes from k to k + j, where j is at most the largest quantity of one person (1 when
 * people are counted); its region and its existence do not change.
 *
 * counts:      entry k falls by one, entry k + j rises by one: L1 = 2.
 * cumulative:  the entries k, ..., k + j - 1 of one region fall by one: L1 = j (section 8, Lemma 6, for j = 1).
 * chain:       sizes are the outer and regions the inner order, so the entries from (k, r) to just before (k + j, r)
 *              fall by one: j times the regions of the level. Section 9.2.2 adds noise as if it were one entry.
 * Every entry moves by at most one, so the squared L2 sensitivity equals the L1.
 */
import { rational, ZERO } from '../exact/rational.ts'
import type { Sensitivity } from '../privacy/sensitivity.ts'

export type MeasuredVector = 'counts' | 'cumulative' | 'chain'

export interface SensitivityQuestion {
  readonly vector: MeasuredVector
  /** Regions of the level. */
  readonly regions: number
  readonly sizes: number
  /** The most that one person adds to the size of a group. */
  readonly largestQuantity: number
}

export function groupSensitivity({ vector, regions, sizes, largestQuantity }: SensitivityQuestion): Sensitivity {
  const furthest = Math.min(largestQuantity, sizes - 1)
  const entries = furthest === 0 ? 0 : { counts: 2, cumulative: furthest, chain: furthest * regions }[vector]
  return entriesMoved(entries)
}

/** The sensitivity that section 9.2.2 assumes of the chain. It is wrong, and kept to reproduce the paper's figures. */
export function publishedChainSensitivity(question: SensitivityQuestion): Sensitivity {
  return groupSensitivity({ ...question, vector: 'cumulative' })
}

function entriesMoved(entries: number): Sensitivity {
  const count = rational(BigInt(entries))
  return { l1: count, l2Squared: count, lInfinity: entries > 0 ? rational(1n) : ZERO }
}
