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
export function isGuessed(guesses: Guesses | null): guesses is Guesses {
  return guesses !== null && 2 * guesses.right > guesses.small
}

export function guessWords({ small, right }: Guesses, below: number): string {
  return `none of them for certain, but ${right.toLocaleString('en')} of ${small.toLocaleString('en')} counts below ${below} are the least that is possible: a reader who takes those is right.`
}
