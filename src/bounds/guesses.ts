/** A reader who takes each count for the least that is possible: what an exact bound does not say. */

export interface Guesses {
  /** Counts above 0 that are small, and not disclosed. */
  readonly small: number
  /** Of those, the ones that such a reader gets right. */
  readonly right: number
}

export function guessesOf(counts: Float64Array, { lower, upper }: GuessBounds, small: number): Guesses {
  let [open, right] = [0, 0]
  for (const [k, count] of counts.entries()) {
    if (!(count > 0 && count < small) || lower[k] === upper[k]) continue
    open++
    if (lower[k] === count) right++
  }
  return { small: open, right }
}

interface GuessBounds {
  readonly lower: Float64Array
  readonly upper: Float64Array
}

/** More often right than wrong. */
export function isGuessed({ small, right }: Guesses): boolean {
  return 2 * right > small
}
