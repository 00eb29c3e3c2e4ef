/**
 * Intervals for sums of atoms, by propagation.
 *
 * For any sets S and T, x(T) = x(S) + x(T - S) - x(S - T); with intervals on the single atoms this bounds every target by
 * every other. What is found is valid for whole numbers, and not always the tightest.
 */
export interface Targets {
  /** The single atoms first, in order. */
  readonly atoms: readonly Int32Array[]
  readonly index: ReadonlyMap<string, number>
}

/** Atoms, the given sets, and the unions of two of them when there are at most `pairs` sets. */
export function targetsOf(atoms: number, sets: readonly Int32Array[], pairs: number): Targets {
  const list: Int32Array[] = []
  const index = new Map<string, number>()
  const add = (members: Int32Array): void => {
    const key = members.join()
    if (!index.has(key)) index.set(key, list.push(members) - 1)
  }
  for (let atom = 0; atom < atoms; atom++) add(Int32Array.of(atom))
  for (const set of sets) add(set)
  if (sets.length <= pairs) {
    for (const [i, first] of sets.entries()) {
      for (const second of sets.slice(i + 1)) add(Int32Array.from(new Set([...first, ...second])).sort())
    }
  }
  return { atoms: list, index }
}

const MOST_ROUNDS = 50
/** Above this many pairs of targets, only atoms and the targets that hold them bound each other. */
const MOST_PAIRS = 4000

/** Tightens the intervals in place until nothing changes or long enough; false when one is empty. */
export function propagate({ atoms }: Targets, singles: number, low: Float64Array, high: Float64Array): boolean {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let changed = false
    for (let t = singles; t < atoms.length; t++) {
      const state = tightenByAtoms(atoms[t], t, low, high)
      if (state < 0) return false
      changed ||= state > 0
    }
    if (!changed) break
  }
  const crossed = singles * (atoms.length - singles) <= MOST_PAIRS ? tightenByTargets(atoms, singles, low, high) : true
  return crossed && low.every((value, t) => value <= high[t])
}

/**
 * A sum and its terms, each from the others: 1 when something moved, -1 when nothing is left. The sums are those of the
 * intervals as they came in: valid all the same, and renewed in the next round.
 */
function tightenByAtoms(members: Int32Array, t: number, low: Float64Array, high: Float64Array): number {
  let [sumLow, sumHigh, open] = [0, 0, 0]
  for (const atom of members) {
    sumLow += low[atom]
    if (high[atom] === Number.POSITIVE_INFINITY) open++
    else sumHigh += high[atom]
  }
  let moved = tighten(t, sumLow, open > 0 ? Number.POSITIVE_INFINITY : sumHigh, low, high)
  for (const atom of members) {
    if (moved < 0) return -1
    const openOthers = open - Number(high[atom] === Number.POSITIVE_INFINITY)
    const othersHigh = high[atom] === Number.POSITIVE_INFINITY ? sumHigh : sumHigh - high[atom]
    const least = openOthers > 0 ? 0 : low[t] - othersHigh
    const state = tighten(atom, least, high[t] - (sumLow - low[atom]), low, high)
    if (state < 0) return -1
    moved = Math.max(moved, state)
  }
  return moved
}

function tighten(t: number, least: number, most: number, low: Float64Array, high: Float64Array): number {
  const moved = least > low[t] || most < high[t]
  low[t] = Math.max(low[t], least)
  high[t] = Math.min(high[t], most)
  return low[t] > high[t] ? -1 : Number(moved)
}

/** Each target once by each other. */
function tightenByTargets(
  atoms: readonly Int32Array[],
  singles: number,
  low: Float64Array,
  high: Float64Array,
): boolean {
  for (let t = singles; t < atoms.length; t++) {
    const inside = new Set(atoms[t])
    for (let s = singles; s < atoms.length; s++) {
      if (s === t) continue
      let [least, most] = [low[s], high[s]]
      let shared = 0
      for (const atom of atoms[s]) {
        if (inside.has(atom)) shared++
        else [least, most] = [least - high[atom], most - low[atom]]
      }
      if (shared === 0) continue
      const outside = new Set(atoms[s])
      for (const atom of atoms[t]) if (!outside.has(atom)) [least, most] = [least + low[atom], most + high[atom]]
      if (tighten(t, least, most, low, high) < 0) return false
    }
  }
  return true
}
