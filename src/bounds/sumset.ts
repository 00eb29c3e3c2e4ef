/**
 * Sums of whole numbers each taken from its own set: bit c says whether c is a sum of one member of each set added so far.
 *
 * Every set is shifted to start at 0, so the table only grows, and what lies above the largest missing sum is never
 * touched again. A set is added run by run: a run of length L is smeared by doubling (log2 L shifts), a single
 * member is one shift.
 *
 * If some set holds every number from c on, every sum from c on is reachable with the other sets at 0, so `limit` may be
 * such a c: the table's size then does not depend on the target.
 */
export class Sumset {
  readonly target: number
  /** All sums above this are taken to be reachable; there is a bit for each up to it. */
  readonly limit: number
  private readonly words: Uint32Array
  private ceiling: number

  constructor(target: number, limit: number, source?: Sumset) {
    this.target = target
    this.limit = Math.min(target, limit)
    this.words = source === undefined ? new Uint32Array((this.limit >>> 5) + 1) : source.words.slice()
    this.ceiling = source?.ceiling ?? this.limit
    if (source === undefined) {
      this.words[0] = 1
      this.lowerCeiling()
    }
  }

  clone(): Sumset {
    return new Sumset(this.target, this.limit, this)
  }

  has(sum: number): boolean {
    if (sum > this.limit) return sum <= this.target
    return sum >= 0 && ((this.words[sum >>> 5] >>> (sum & 31)) & 1) === 1
  }

  /** Adds a set given as pairs of closed runs that start at 0. Returns the words touched. */
  add(runs: readonly number[]): number {
    if (this.ceiling < 0) return 0
    const count = (this.ceiling >>> 5) + 1
    const before = this.words.slice(0, count)
    let smeared = before
    let work = count
    let reached = 0
    for (const [start, length] of byLength(runs, this.ceiling)) {
      // Smears are kept from one length to the next longer one.
      if (length > reached) {
        if (smeared === before) smeared = before.slice()
        for (; reached < length; work += count) {
          const shift = Math.min(reached + 1, length - reached)
          orShifted(smeared, smeared, shift)
          reached += shift
        }
      }
      orShifted(this.words, smeared, start)
      work += count
    }
    this.lowerCeiling()
    return work
  }

  private lowerCeiling(): void {
    let k = this.ceiling >>> 5
    const top = this.ceiling & 31
    let missing = ~this.words[k] & (top === 31 ? -1 : (1 << (top + 1)) - 1)
    while (missing === 0 && k > 0) missing = ~this.words[--k]
    this.ceiling = missing === 0 ? -1 : k * 32 + 31 - Math.clz32(missing)
  }
}

/** Runs as [start, length - 1], shortest first, without those that start beyond the ceiling. */
function byLength(runs: readonly number[], ceiling: number): [number, number][] {
  const found: [number, number][] = []
  for (let k = 0; k < runs.length && runs[k] <= ceiling; k += 2)
    found.push([runs[k], Math.min(runs[k + 1], ceiling) - runs[k]])
  return found.sort((a, b) => a[1] - b[1])
}

/** into |= from << shift over the words of `from`, top down, so that both may be the same array. */
function orShifted(into: Uint32Array, from: Uint32Array, shift: number): void {
  const whole = shift >>> 5
  const part = shift & 31
  if (part === 0) {
    for (let k = from.length - 1; k >= whole; k--) into[k] |= from[k - whole]
    return
  }
  const back = 32 - part
  for (let k = from.length - 1; k > whole; k--) into[k] |= (from[k - whole] << part) | (from[k - whole - 1] >>> back)
  if (whole < from.length) into[whole] |= from[0] << part
}
