/**
 * Which places may be empty, by what was measured of their totals. Non-negativity releases an empty place with people in half of the cases, so
 * the released counts alone hold too few empty places.
 *
 * The true totals are taken for 0 with probability p and exponential with mean mu otherwise, measured with normal noise of standard deviation s;
 * p and mu are found by expectation and maximisation:
 *
 *   empty   m ~ N(0, s^2)
 *   else    density (1/mu) exp(s^2 / (2 mu^2) - m/mu) Phi(a/s),  a = m - s^2/mu;  the total given m is N(a, s^2) cut at 0
 */

/** Steps of the search; it moves by less than a thousandth long before. */
const STEPS = 100

/** The probability that each place is empty. All zeros where the noise is too small for an empty place to be released with people. */
export function emptyChances(measured: Float64Array, deviation: number): Float64Array {
  const chances = new Float64Array(measured.length)
  if (!(deviation >= LEAST_DEVIATION) || measured.length === 0) return chances
  let share = 0.5
  let mean = Math.max(deviation, measured.reduce((sum, m) => sum + Math.max(0, m), 0) / measured.length)
  for (let step = 0; step < STEPS; step++) {
    let [empty, others, people] = [0, 0, 0]
    for (const [i, m] of measured.entries()) {
      chances[i] = chanceOf(m, deviation, share, mean)
      empty += chances[i]
      others += 1 - chances[i]
      people += (1 - chances[i]) * cutMean(m - deviation ** 2 / mean, deviation)
    }
    share = Math.min(1 - 1e-6, Math.max(1e-6, empty / measured.length))
    mean = Math.max(deviation, others > 0 ? people / others : deviation)
  }
  return chances
}

/** Below, rounding alone decides whether an empty place is released as 0. */
const LEAST_DEVIATION = 0.25

/** In logarithms: the densities of places of thousands are far below the least double. */
function chanceOf(m: number, s: number, share: number, mean: number): number {
  const empty = Math.log(share) - m ** 2 / (2 * s ** 2) - Math.log(s * Math.sqrt(2 * Math.PI))
  const a = m - s ** 2 / mean
  const other = Math.log(1 - share) - Math.log(mean) + s ** 2 / (2 * mean ** 2) - m / mean + logNormalBelow(a / s)
  return 1 / (1 + Math.exp(Math.min(700, other - empty)))
}

/** The mean of N(a, s^2) given that it is at least 0. */
function cutMean(a: number, s: number): number {
  const z = a / s
  return a + s * Math.exp(-(z ** 2) / 2 - Math.log(Math.sqrt(2 * Math.PI)) - logNormalBelow(z))
}

/** ln Phi(z): by the series of Phi near 0, by its continued fraction below (Abramowitz and Stegun 26.2.11, 26.2.14). */
export function logNormalBelow(z: number): number {
  if (z > 6) return -Math.exp(-(z ** 2) / 2) / (z * Math.sqrt(2 * Math.PI))
  if (z < -3) {
    let fraction = -z
    for (let k = 60; k >= 1; k--) fraction = -z + k / fraction
    return -(z ** 2) / 2 - Math.log(Math.sqrt(2 * Math.PI)) - Math.log(fraction)
  }
  let [term, sum] = [z, z]
  for (let k = 1; k < 120; k++) {
    term *= z ** 2 / (2 * k + 1)
    sum += term
  }
  return Math.log(0.5 + (sum * Math.exp(-(z ** 2) / 2)) / Math.sqrt(2 * Math.PI))
}
