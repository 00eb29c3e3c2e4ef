/**
 * How far one neighbour step can move the answers of a query: computed, never typed in.
 *
 * The answers are those of a whole level at once. A person who moves from one region to another leaves a count in one
 * node and enters one in another, so both nodes are in the same vector and the axis of places is in the same partition.
 *
 * Closed form for a partition query. Adding or removing a counted record moves one entry by one. A change moves two
 * entries when two counted records of different entries may be exchanged, one entry when a counted and an uncounted one
 * may, and none when the invariants determine the query. Axes are independent and every invariant in `fixed` splits axis by
 * axis, so two records may be exchanged when they agree in the common refinement on each axis, and it is enough to look for
 * one axis that tells them apart with every other axis counted somewhere. `enumerated-sensitivity.ts` has the definition
 * itself, and a test holds the two together.
 */
import { type Rational, rational, ZERO } from '../exact/rational.ts'
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

/** The sensitivity of the counts of a partition. With filtered invariants it is an upper bound. */
export function partitionSensitivity(query: Partition, neighbours: Neighbours): Sensitivity {
  checkPartition(neighbours.domain, query)
  if (neighbours.relation === 'join-leave-group') {
    throw new RangeError('a step between group sizes is not a change of axes: enumerate it')
  }
  const { addRemove, change, fixed } = stepsOf(neighbours)
  const axes = Object.keys(query.axes)
  if (axes.some((axis) => !countsAny(query.axes[axis], neighbours.domain[axis]))) return FREE
  let moved = addRemove ? 1 : 0
  if (change) {
    for (const axis of axes) moved = Math.max(moved, entriesMoved(query, axis, fixed, neighbours.domain[axis]))
  }
  return unitMoves(moved)
}

/** Entries that each move by one. */
function unitMoves(entries: number): Sensitivity {
  const count = rational(BigInt(entries))
  return { l1: count, l2Squared: count, lInfinity: rational(entries > 0 ? 1n : 0n) }
}

function countsAny(recode: Recode, size: number): boolean {
  return recode === 'each' ? size > 0 : recode.some((value) => value >= 0)
}

/** The most entries a change along this axis moves: 2, 1 or 0, looking at each class of values that may be exchanged. */
function entriesMoved(query: Partition, axis: string, fixed: readonly Partition[], size: number): number {
  const recode = query.axes[axis]
  const classes = commonRefinement(
    fixed.map((invariant) => invariant.axes[axis]),
    size,
  )
  const seen = new Map<number, { counted: number | undefined; uncounted: boolean }>()
  let most = 0
  for (let value = 0; value < size; value++) {
    const entry = recode === 'each' ? value : recode[value]
    let met = seen.get(classes[value])
    if (met === undefined) seen.set(classes[value], (met = { counted: undefined, uncounted: false }))
    if (entry < 0) met.uncounted = true
    else if (met.counted === undefined) met.counted = entry
    else if (met.counted !== entry) return 2
    if (met.uncounted && met.counted !== undefined) most = 1
  }
  return most
}

/** A class number for each value, equal exactly where all recodes are equal. Axes an invariant sums out do not tell. */
function commonRefinement(recodes: readonly (Recode | undefined)[], size: number): Int32Array {
  let classes = new Int32Array(size)
  for (const recode of recodes) {
    if (recode === undefined) continue
    const numbers = new Map<string, number>()
    classes = classes.map((before, value) => {
      const key = `${before},${recode === 'each' ? value : recode[value]}`
      const known = numbers.get(key)
      if (known !== undefined) return known
      numbers.set(key, numbers.size)
      return numbers.size - 1
    })
  }
  return classes
}
