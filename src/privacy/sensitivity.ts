/**
 * How far one neighbour step can move the answers of a query: computed, never typed in.
 *
 * The answers are those of a whole level at once. A person who moves from one region to another leaves a count in one
 * node and enters one in another, so both nodes are in the same vector and the axis of places is in the same partition.
 *
 * Closed form for a partition query. Adding or removing a counted record moves one entry by one. A change moves two
 * entries when two counted records fall into different ones, one entry when a counted and an uncounted one are exchanged.
 * Axes are independent, so it is enough to look for one axis that tells records apart with every other axis counted
 * somewhere. `enumerated-sensitivity.ts` has the definition itself, and a test holds the two together.
 *
 * Exact counts never make a change smaller. Several of them together can forbid every change of a single record and still
 * leave the query open, since two people may exchange values: then noise for a single change is what keeps data that
 * differ in k records k steps apart. Which queries need no noise because they follow from exact counts, `determined.ts` says.
 */
import { multiply, type Rational, rational, ZERO } from '../exact/rational.ts'
import { checkPartition, type Neighbours, type Partition, type Recode, stepsOf } from './neighbours.ts'

export interface Sensitivity {
  /** The largest sum of absolute differences. */
  readonly l1: Rational
  /** The largest sum of squared differences. */
  readonly l2Squared: Rational
  /** The largest difference of one entry. */
  readonly lInfinity: Rational
}

export const FREE: Sensitivity = { l1: ZERO, l2Squared: ZERO, lInfinity: ZERO }

/** The sensitivity of the counts of a partition. */
export function partitionSensitivity(query: Partition, neighbours: Neighbours): Sensitivity {
  const { domain, relation } = neighbours
  checkPartition(domain, query)
  if (relation === 'join-leave-group' || relation === 'add-remove-group') {
    throw new RangeError('a step between group sizes is not a change of axes: enumerate it')
  }
  const { addRemove, change } = stepsOf(neighbours)
  const axes = Object.keys(query.axes)
  if (axes.some((axis) => !countsAny(query.axes[axis], domain[axis]))) return FREE
  const records = neighbours.recordsPerPerson ?? 1
  // A person who changes may come to have more records, or fewer.
  let moved = addRemove || records > 1 ? 1 : 0
  if (change) for (const axis of axes) moved = Math.max(moved, entriesMoved(query.axes[axis], domain[axis]))
  return ofPerson(unitMoves(moved), records)
}

/**
 * Of a person with up to `records` of them: every record moves what one moves, and all may move the same entries. So L1 and the
 * largest entry grow by that factor, and squared L2 by its square.
 */
function ofPerson({ l1, l2Squared, lInfinity }: Sensitivity, records: number): Sensitivity {
  const [factor, square] = [rational(BigInt(records)), rational(BigInt(records) ** 2n)]
  return { l1: multiply(l1, factor), l2Squared: multiply(l2Squared, square), lInfinity: multiply(lInfinity, factor) }
}

/** Entries that each move by one. */
function unitMoves(entries: number): Sensitivity {
  const count = rational(BigInt(entries))
  return { l1: count, l2Squared: count, lInfinity: rational(entries > 0 ? 1n : 0n) }
}

function countsAny(recode: Recode, size: number): boolean {
  return recode === 'each' ? size > 0 : recode.some((value) => value >= 0)
}

/** The most entries a change along an axis moves: 2, 1 or 0. */
function entriesMoved(recode: Recode, size: number): number {
  const classes = recode === 'each' ? Array.from({ length: size }, (_, value) => value) : [...recode]
  const counted = new Set(classes.filter((value) => value >= 0))
  if (counted.size > 1) return 2
  return counted.size === 1 && classes.some((value) => value < 0) ? 1 : 0
}
