/**
 * The released figures against the measurements they come from. A figure that is solved from noisy measurements stays near its own measurement;
 * one that was exchanged or made up, or that what nobody measured has moved, does not.
 *
 * Least squares without constraints leave residuals r = M e, where e is the noise in standard deviations and M a projection. So the noise passes
 * the limits below with a chance of at most FALSE_ALARM, over all answers together (docs/methods/topdown.md has the proofs):
 *   each answer   |r| <= z, by a tail that holds for every combination of the noise with a variance of 1 at the most
 *   each query at a level, n answers   |r|^2 <= n + 2 sqrt(n s) + 2 s   (Hsu, Kakade, Zhang, Electron. Commun. Probab. 17 (2012), 52; Gaussian noise)
 * Constraints may move a well measured figure by the deviations of a poorly measured one: so much more is let pass. And so is what rounding to
 * whole numbers does, which with little noise is many standard deviations. These two are allowances and no theorem.
 */
import { type Check, checkOf } from './check.ts'
import type { ExpectedMeasurement } from './expected-measurements.ts'
import type { Tally } from './topdown-tally.ts'

export const FALSE_ALARM = 1e-6
/** Where counts of another release are kept, their noise moves the figures too, and this many deviations are let pass. */
const KEPT_LIMIT = 30

export interface ResidualRequest {
  readonly name: string
  /** What was drawn, measurement after measurement, by region * answers + answer. */
  readonly values: Float64Array
  readonly expected: readonly ExpectedMeasurement[]
  /** The released answers of a measurement in the same order. */
  readonly answersOf: (measurement: ExpectedMeasurement) => Tally
  readonly placeOf: (measurement: ExpectedMeasurement, region: number) => string
  /** How much rounding may have moved one of its answers, at the most and in the root of the mean square. */
  readonly roundedBy: (measurement: ExpectedMeasurement) => { readonly most: number; readonly mean: number }
  /** Whether public facts were stated: one that is not true of the data moves figures from their measurements. */
  readonly facts: boolean
  /** Whether counts of an earlier release are kept. */
  readonly extends: boolean
}

const FALSE_FACT = 'figures that were not changed are so far off where a public fact is not true of the data'

interface Found {
  readonly faults: string[]
  worst: number
}

export function residualCheck(request: ResidualRequest): readonly Check[] {
  const noisy = request.expected.filter(({ variance }) => variance > 0)
  if (noisy.length === 0) return []
  const answers = noisy.reduce((sum, { regions, query }) => sum + regions * query.answers, 0)
  const largest = Math.max(...noisy.map(({ variance }) => variance))
  const found: Found = { faults: [], worst: 0 }
  let first = 0
  for (const one of request.expected) {
    const entries = one.regions * one.query.answers
    if (one.variance > 0) {
      const z = request.extends ? KEPT_LIMIT : answerLimit(one.noise, answers)
      const all = request.extends ? Number.POSITIVE_INFINITY : groupLimit(one.noise, entries, noisy.length, z)
      compare(request, one, first, { z, all, allowance: 1 + Math.sqrt(largest / one.variance) }, found)
    }
    first += entries
  }
  const words = `no figure is further than ${found.worst.toFixed(1)} standard deviations from its measurement`
  const chance = request.extends
    ? ''
    : `; the noise alone fails this once in ${(1 / FALSE_ALARM).toLocaleString('en')} releases at the most`
  if (found.faults.length > 0 && request.facts) found.faults.push(FALSE_FACT)
  return [checkOf(request.name, found.faults, `${words}${chance}`)]
}

interface Limits {
  /** Of one answer, in standard deviations. */
  readonly z: number
  /** Of the root of the sum of squares. */
  readonly all: number
  readonly allowance: number
}

const MOST_FAULTS = 5

function compare(
  { values, answersOf, placeOf, roundedBy }: ResidualRequest,
  one: ExpectedMeasurement,
  first: number,
  { z, all, allowance }: Limits,
  found: Found,
): void {
  const entries = one.regions * one.query.answers
  const deviation = Math.sqrt(one.variance)
  const rounded = roundedBy(one)
  const released = answersOf(one)
  let squares = 0
  for (let i = 0; i < entries; i++) {
    const apart = Math.abs(released.get(i) - values[first + i]) / deviation
    squares += apart ** 2
    found.worst = Math.max(found.worst, apart)
    if (apart > z * allowance + rounded.most / deviation && found.faults.length < MOST_FAULTS) {
      const place = placeOf(one, Math.floor(i / one.query.answers))
      found.faults.push(
        `"${one.query.name}" of ${place} is ${Math.round(apart)} standard deviations from its measurement`,
      )
    }
  }
  const together = Math.sqrt(squares)
  if (
    together > all * allowance + (Math.sqrt(entries) * rounded.mean) / deviation &&
    found.faults.length < MOST_FAULTS
  ) {
    const mean = (together / Math.sqrt(entries)).toFixed(1)
    found.faults.push(
      `"${one.query.name}" is ${mean} standard deviations from its measurements in the mean of ${entries} answers`,
    )
  }
}

type Noise = ExpectedMeasurement['noise']

function isGaussian(noise: Noise): boolean {
  return noise !== 'exact' && noise.kind === 'discrete-gaussian'
}

/** Half of the chance of a false alarm is spread over the answers, half over the queries at levels. */
const HALF = FALSE_ALARM / 2

/** Deviations that none of so many answers passes, but with a chance of HALF. */
export function answerLimit(noise: Noise, answers: number): number {
  const nats = Math.log((2 * answers) / HALF)
  return isGaussian(noise) ? Math.sqrt(2 * nats) : (nats + Math.log(nats)) / (Math.SQRT2 * (1 - 1 / nats))
}

/** The root of a sum of n squared residuals; for Laplace noise no better limit is used than that of each answer. */
export function groupLimit(noise: Noise, n: number, groups: number, z: number): number {
  const nats = Math.log(groups / HALF)
  return isGaussian(noise) ? Math.sqrt(n + 2 * Math.sqrt(n * nats) + 2 * nats) : z * Math.sqrt(n)
}
