/**
 * The released figures against the measurements they come from. A figure that is solved from noisy measurements stays within some
 * standard deviations of its own measurement; one that was exchanged or made up does not.
 *
 * The noise itself passes 30 standard deviations with a chance below 4e-19 (discrete Laplace; far below that for the Gaussian).
 * Where levels have very uneven budgets, the consistency with a poorly measured level may move a well measured figure by the
 * deviations of that level: so much more is let pass. And so is what rounding to whole numbers does, which with little noise is
 * many standard deviations.
 */
import { type Check, checkOf } from './check.ts'
import type { ExpectedMeasurement } from './expected-measurements.ts'
import type { Tally } from './topdown-tally.ts'

const NOISE_LIMIT = 30

/**
 * `answersOf` gives the released answers of a measurement by region * answers + answer, `roundedBy` by how much rounding may have
 * moved one of them.
 */
export function residualCheck(
  name: string,
  values: Float64Array,
  expected: readonly ExpectedMeasurement[],
  answersOf: (measurement: ExpectedMeasurement) => Tally,
  placeOf: (measurement: ExpectedMeasurement, region: number) => string,
  roundedBy: (measurement: ExpectedMeasurement) => number,
): readonly Check[] {
  const noisy = expected.filter(({ variance }) => variance > 0)
  if (noisy.length === 0) return []
  const largest = Math.max(...noisy.map(({ variance }) => variance))
  const faults: string[] = []
  let [first, worst] = [0, 0]
  for (const one of expected) {
    const entries = one.regions * one.query.answers
    if (one.variance > 0) {
      const deviation = Math.sqrt(one.variance)
      const limit = NOISE_LIMIT * (1 + Math.sqrt(largest / one.variance)) + roundedBy(one) / deviation
      const released = answersOf(one)
      for (let i = 0; i < entries; i++) {
        const apart = Math.abs(released.get(i) - values[first + i]) / deviation
        worst = Math.max(worst, apart)
        if (apart > limit && faults.length < 5) {
          const place = placeOf(one, Math.floor(i / one.query.answers))
          faults.push(
            `"${one.query.name}" of ${place} is ${Math.round(apart)} standard deviations from its measurement`,
          )
        }
      }
    }
    first += entries
  }
  return [
    checkOf(name, faults, `no figure is further than ${worst.toFixed(1)} standard deviations from its measurement`),
  ]
}
