/**
 * How far one step between neighbours moves each of the vectors that a mechanism may measure on a level.
 *
 * `join-leave-group`: one person joins or leaves an existing group, whose size changes from k to k + j, where j is at
 * most the largest quantity of one person (1 when people are counted); its region and its existence do not change.
 * counts:      entry k falls by one, entry k + j rises by one: L1 = 2.
 * cumulative:  the entries k, ..., k + j - 1 of one region fall by one: L1 = j (section 8, Lemma 6, for j = 1).
 * chain:       sizes are the outer and regions the inner order, so the entries from (k, r) to just before (k + j, r)
 *              fall by one: j times the regions of the level. Section 9.2.2 adds noise as if it were one entry.
 * sorted:      the sizes of a region's groups in rising order. Sorting brings two vectors no further apart, so one
 *              entry that moves by j moves the sorted ones by j in all (L1 = j), at most all in one (squared L2 = j^2).
 *
 * `add-remove-group`: one group, with all its people, is there or is not. One count moves by one (L1 = 1); a cumulative
 * row moves by one from its size on, all of it when that is 1; so does the chain, from (1, first region) on. Sorted sizes
 * would get another length, which no noise hides: they cannot be measured.
 *
 * But for sorted sizes every entry moves by at most one, so that the squared L2 sensitivity equals the L1.
 */
import { rational, ZERO } from '../exact/rational.ts'
import type { Sensitivity } from '../privacy/sensitivity.ts'

export type MeasuredVector = 'counts' | 'cumulative' | 'chain' | 'sorted'

/** What one step between neighbours is. */
export type GroupRelation = 'join-leave-group' | 'add-remove-group'

export interface SensitivityQuestion {
  readonly vector: MeasuredVector
  /** `join-leave-group` unless given. */
  readonly relation?: GroupRelation
  /** Regions of the level. */
  readonly regions: number
  readonly sizes: number
  /** The most that one person adds to the size of a group. */
  readonly largestQuantity: number
}

export function groupSensitivity(question: SensitivityQuestion): Sensitivity {
  const { vector, relation, regions, sizes, largestQuantity } = question
  if (relation === 'add-remove-group') return ofWholeGroup(vector, regions, sizes)
  const furthest = Math.min(largestQuantity, sizes - 1)
  if (furthest === 0) return entriesMoved(0)
  switch (vector) {
    case 'counts':
      return entriesMoved(2)
    case 'cumulative':
      return entriesMoved(furthest)
    case 'chain':
      return entriesMoved(furthest * regions)
    case 'sorted':
      return oneEntryBy(furthest)
  }
}

function ofWholeGroup(vector: MeasuredVector, regions: number, sizes: number): Sensitivity {
  switch (vector) {
    case 'counts':
      return entriesMoved(1)
    case 'cumulative':
      return entriesMoved(sizes)
    case 'chain':
      return entriesMoved(sizes * regions)
    case 'sorted':
      throw new RangeError('sorted sizes have as many entries as there are groups: a step changes their number')
  }
}

/** The sensitivity that section 9.2.2 assumes of the chain. It is wrong, and kept to reproduce the paper's figures. */
export function publishedChainSensitivity(question: SensitivityQuestion): Sensitivity {
  return groupSensitivity({ ...question, vector: 'cumulative' })
}

function entriesMoved(entries: number): Sensitivity {
  const count = rational(BigInt(entries))
  return { l1: count, l2Squared: count, lInfinity: entries > 0 ? rational(1n) : ZERO }
}

function oneEntryBy(distance: number): Sensitivity {
  const by = rational(BigInt(distance))
  return { l1: by, l2Squared: rational(BigInt(distance) ** 2n), lInfinity: by }
}
