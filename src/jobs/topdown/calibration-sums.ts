/** Errors in simulation beside the standard errors that the noise alone gives, by level, query and size of count. */

/** Counts from `from` to below the next are calibrated together. */
export const COUNT_BINS: readonly { readonly label: string; readonly from: number }[] = [
  { label: '0', from: 0 },
  { label: '1–9', from: 1 },
  { label: '10–99', from: 10 },
  { label: '100–999', from: 100 },
  { label: '1,000+', from: 1000 },
]

export function binOf(count: number): number {
  let bin = 0
  while (bin + 1 < COUNT_BINS.length && count >= COUNT_BINS[bin + 1].from) bin++
  return bin
}

export interface CalibrationLine {
  readonly level: string
  readonly query: string
  readonly bin: string
  /** Answers compared. */
  readonly answers: number
  /** Root of the mean square of the error in the simulations, with what an earlier release adds to it. */
  readonly simulated: number
  /** Root of the mean square of the standard errors before calibration, with the same. */
  readonly propagated: number
}

/** Fewer answers than this do not tell their spread. */
export const ENOUGH_ANSWERS = 30

/** The most that a number can spread between two whole ones. */
const ROUNDED = 0.5

/** Of the answers of one bin, sums of squares: errors, standard errors, and what an earlier release adds to both. */
export interface BinSum {
  n: number
  /** The places they are of, one in each simulation: answers of one place err together, above all where its total is known. */
  places: number
  error: number
  own: number
  earlier: number
}

/** By level and query, one a bin. */
export class CalibrationSums {
  readonly #sums = new Map<
    string,
    { readonly level: string; readonly query: string; readonly bins: readonly BinSum[] }
  >()

  binsOf(level: string, query: string): readonly BinSum[] {
    const key = JSON.stringify([level, query])
    const known = this.#sums.get(key)
    if (known !== undefined) return known.bins
    const bins = COUNT_BINS.map(() => ({ n: 0, places: 0, error: 0, own: 0, earlier: 0 }))
    this.#sums.set(key, { level, query, bins })
    return bins
  }

  factor(level: string, query: string, bin: number): number {
    return factorOf(this.binsOf(level, query), bin)
  }

  /**
   * What is not known to be exact is never said to be. Where no simulated answer of a bin was off, of n: at most 3 in n are, nineteen times out
   * of twenty (1 - 3/n to the n is 5 %), and those by one at least; the noise may say less. Where there is no noise to speak of, what the
   * simulations were off by is the rounding; without simulations, that of a whole number beside the real one.
   */
  leastError(level: string, query: string, bin: number, expected: number): number {
    const bins = this.binsOf(level, query)
    const { n, error } = bins[bin].n > 0 ? bins[bin] : together(bins)
    if (n === 0) return expected > 0 ? 0 : ROUNDED
    if (error > 0) return expected > 0 ? 0 : Math.sqrt(error / n)
    const most = Math.sqrt(3 / Math.max(3, n))
    return expected > 0 ? Math.min(expected, most) : most
  }

  lines(): CalibrationLine[] {
    return [...this.#sums.values()].flatMap(({ level, query, bins }) =>
      bins.flatMap(({ n, error, own, earlier }, bin) => {
        const [simulated, propagated] = [Math.sqrt((error + earlier) / n), Math.sqrt((own + earlier) / n)]
        return n === 0 ? [] : [{ level, query, bin: COUNT_BINS[bin].label, answers: n, simulated, propagated }]
      }),
    )
  }
}

/**
 * By what the standard errors of a bin are to be multiplied. A bin with few answers is taken together with those beside it
 * that have few; when these are few still, the simulation may raise an error but not lower it, for one that is small by
 * chance would be believed. Bins with enough answers are never mixed with others: small counts have smaller errors.
 */
export function factorOf(bins: readonly BinSum[], bin: number): number {
  if (bins[bin].n >= ENOUGH_ANSWERS) return ratio(bins[bin]) ?? 1
  const isFew = (b: number): boolean => bins[b] !== undefined && bins[b].n < ENOUGH_ANSWERS
  let [from, to] = [bin, bin]
  while (isFew(from - 1)) from--
  while (isFew(to + 1)) to++
  const few = together(bins.slice(from, to + 1))
  if (few.n >= ENOUGH_ANSWERS) return ratio(few) ?? 1
  const beside = few.n > 0 ? few : together([bins[from - 1], bins[to + 1]].filter((other) => other !== undefined))
  return Math.max(1, ratio(beside, beside.places) ?? 1)
}

function together(bins: readonly BinSum[]): BinSum {
  const sum: BinSum = { n: 0, places: 0, error: 0, own: 0, earlier: 0 }
  for (const { n, places, error, own, earlier } of bins) {
    sum.n += n
    sum.places = Math.max(sum.places, places) // a place has answers in several bins
    sum.error += error
    sum.own += own
    sum.earlier += earlier
  }
  return sum
}

/**
 * 1 where the simulations were off by as much as the noise lets expect: their figure would only move with the seed. Undefined where
 * nothing was simulated, for what is exact, and for what the measurements do not determine. `independent`: as many of the answers as err each
 * for itself.
 */
function ratio({ n, error, own }: BinSum, independent = n): number | undefined {
  if (!(own > 0 && own < Number.POSITIVE_INFINITY)) return undefined
  return isByChance(error / own, independent) ? 1 : Math.sqrt(error / own)
}

/** Normal deviates that one square in a thousand goes beyond. */
const BY_CHANCE = 3.29

/** Whether n squares with a mean of 1 come out at this mean by chance (Wilson and Hilferty, PNAS 17 (1931), 684-688). */
function isByChance(mean: number, n: number): boolean {
  const spread = 2 / (9 * n)
  return Math.abs(Math.cbrt(mean) - (1 - spread)) <= BY_CHANCE * Math.sqrt(spread)
}
