/** Errors of released counts against the true ones: pure arithmetic. What comes out of here is confidential. */
import { badInput } from '../request-error.ts'

export interface ErrorMetrics {
  readonly count: number
  /** Sum of |released - true|. */
  readonly totalAbsolute: number
  readonly meanAbsolute: number
  readonly largestAbsolute: number
  /** Mean of released - true. */
  readonly bias: number
  /** Of released - true; NaN when there is nothing. */
  readonly quantiles: SignedQuantiles
}

export interface SignedQuantiles {
  readonly p5: number
  readonly p25: number
  readonly p50: number
  readonly p75: number
  readonly p95: number
}

export function errorMetrics(released: ArrayLike<number>, truth: ArrayLike<number>): ErrorMetrics {
  return metricsOf(signedErrors(released, truth))
}

function signedErrors(released: ArrayLike<number>, truth: ArrayLike<number>): Float64Array {
  if (released.length !== truth.length) {
    throw badInput(`${released.length} released values cannot be compared with ${truth.length} true ones.`)
  }
  return Float64Array.from({ length: released.length }, (_, i) => released[i] - truth[i])
}

/** Sorts `errors` in place. */
function metricsOf(errors: Float64Array): ErrorMetrics {
  let [absolute, signed, largest] = [0, 0, 0]
  for (const error of errors) {
    absolute += Math.abs(error)
    signed += error
    largest = Math.max(largest, Math.abs(error))
  }
  const count = errors.length
  errors.sort()
  const at = (share: number): number => quantile(errors, share)
  return {
    count,
    totalAbsolute: absolute,
    meanAbsolute: count === 0 ? 0 : absolute / count,
    largestAbsolute: largest,
    bias: count === 0 ? 0 : signed / count,
    quantiles: { p5: at(0.05), p25: at(0.25), p50: at(0.5), p75: at(0.75), p95: at(0.95) },
  }
}

/** The quantile of ascending values, straight lines between them (Hyndman and Fan's seventh definition). */
export function quantile(ascending: ArrayLike<number>, share: number): number {
  if (ascending.length === 0) return Number.NaN
  const position = share * (ascending.length - 1)
  const below = Math.floor(position)
  const above = Math.min(below + 1, ascending.length - 1)
  return ascending[below] + (position - below) * (ascending[above] - ascending[below])
}

export interface LevelErrors extends ErrorMetrics {
  readonly level: string
}

export interface LevelCounts {
  readonly level: string
  readonly released: ArrayLike<number>
  readonly truth: ArrayLike<number>
}

export function errorsByLevel(levels: readonly LevelCounts[]): LevelErrors[] {
  return levels.map(({ level, released, truth }) => ({ level, ...errorMetrics(released, truth) }))
}

/** Places of a true population from `from` to below `below`. */
export interface SizeBin {
  readonly label: string
  readonly from: number
  readonly below: number
}

export const SIZE_BINS: readonly SizeBin[] = [
  { label: '0', from: Number.NEGATIVE_INFINITY, below: 1 },
  { label: '1–9', from: 1, below: 10 },
  { label: '10–99', from: 10, below: 100 },
  { label: '100–999', from: 100, below: 1_000 },
  { label: '1,000–9,999', from: 1_000, below: 10_000 },
  { label: '10,000–99,999', from: 10_000, below: 100_000 },
  { label: '100,000+', from: 100_000, below: Number.POSITIVE_INFINITY },
]

export interface SizeErrors extends ErrorMetrics {
  readonly bin: SizeBin
  /** Mean and median of |released - true| / true over the places with a true value above 0; NaN when there is none. */
  readonly meanRelative: number
  readonly medianRelative: number
}

/** Errors by the size of the place; `population` is the true value itself unless given (when a query is a part of it). */
export function errorsBySize(
  released: ArrayLike<number>,
  truth: ArrayLike<number>,
  population: ArrayLike<number> = truth,
): SizeErrors[] {
  const errors = signedErrors(released, truth)
  if (population.length !== truth.length) {
    throw badInput(`${population.length} populations were given for ${truth.length} places.`)
  }
  return SIZE_BINS.map((bin) => {
    const inside: number[] = []
    const relative: number[] = []
    errors.forEach((error, i) => {
      if (population[i] < bin.from || population[i] >= bin.below) return
      inside.push(error)
      if (truth[i] > 0) relative.push(Math.abs(error) / truth[i])
    })
    const sorted = Float64Array.from(relative).sort()
    return {
      bin,
      ...metricsOf(Float64Array.from(inside)),
      meanRelative: sorted.length === 0 ? Number.NaN : sorted.reduce((a, b) => a + b, 0) / sorted.length,
      medianRelative: quantile(sorted, 0.5),
    }
  })
}
