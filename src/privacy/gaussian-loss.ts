/**
 * The privacy loss of answers with discrete Gaussian noise when each of them moves by one, as atoms on a grid.
 *
 * Of one answer with noise of variance v, moved by one, the loss is L = (1 - 2 X)/(2 v) with X from the noise itself, the same
 * law in either direction. Of m such answers it is (m - 2 S)/(2 v) with S the sum of m draws: losses of independent noise add up,
 * so distributions are convolved. Here:
 *
 * - An atom of mass p and loss l between two points a < b of the grid is split in two, so that both its mass under one data
 *   set, p, and that under the other, p e^-l, are kept: p_b = p (1 - e^(a - l))/(1 - e^(a - b)). A reader who sees which half it was
 *   can forget it, so the pair that is split is at least as far apart as the pair that was there (Doroshenko, Ghazi, Kamath,
 *   Kumar, Manurangsi, arXiv:2207.04380, reach the same points by another way). The variance grows by at most a quarter of the grid squared.
 * - Mass that is cut off a tail is counted as an infinite loss.
 * - Only sums and products of numbers that are not negative are formed, so every mass has a relative error that is at most
 *   the number of roundings on its way times 2^-53; `roundings` counts them.
 */

/** Masses on start, start + 1, ... in steps of the grid. */
export interface LossMasses {
  readonly start: number
  readonly masses: Float64Array
  /** Mass that is not here and counts as an infinite loss. */
  readonly infinite: number
  /** A bound on the roundings in any mass. */
  readonly roundings: number
}

/** Answers that move by one each, with noise of one variance. */
export interface GaussianMoves {
  readonly variance: number
  readonly entries: number
}

/** A loss is taken larger than it was calculated by this much of itself and as much more, for the rounding in it. */
const SLACK = 1e-13
/** exp, the division and the exponent: |x| 2^-53 of it for an exponent x, which stays below 400. */
const ROUNDINGS_OF_A_MASS = 2000

/** The loss of `entries` answers. `step` is a power of two; `cut` is the mass that may be cut off each tail. */
export function gaussianLoss({ variance, entries }: GaussianMoves, step: number, cut: number): LossMasses {
  const noise = gaussianMasses(variance, cut)
  const lossAt = (moved: number) => (sum: number) => (moved - 2 * sum) / (2 * variance)
  // Whichever is the coarser lattice has fewer points to add up: that of the noise, or the grid.
  if (1 / variance >= step) return ontoGrid(repeated(noise, entries, cut), lossAt(entries), step)
  return repeated(ontoGrid(noise, lossAt(1), step), entries, cut)
}

/** The discrete Gaussian up to where a tail has at most `cut`: Pr[X >= x] <= exp(-x^2/(2 v)), as it is subgaussian. */
function gaussianMasses(variance: number, cut: number): LossMasses {
  const last = Math.ceil(Math.sqrt(2 * variance * -Math.log(cut)))
  const masses = Float64Array.from({ length: 2 * last + 1 }, (_, i) => Math.exp(-((i - last) ** 2) / (2 * variance)))
  // Without the tails the sum is a little too small, and so every mass a little too large.
  const total = masses.reduce((sum, mass) => sum + mass, 0)
  return {
    start: -last,
    masses: masses.map((mass) => mass / total),
    infinite: 2 * cut,
    roundings: masses.length + ROUNDINGS_OF_A_MASS,
  }
}

function ontoGrid(
  { start, masses, infinite, roundings }: LossMasses,
  loss: (at: number) => number,
  step: number,
): LossMasses {
  const raised = Float64Array.from(masses, (_, i) => loss(start + i) + SLACK * (1 + Math.abs(loss(start + i))))
  const first = Math.floor(raised[raised.length - 1] / step) // losses fall as the noise grows
  const grid = new Float64Array(Math.floor(raised[0] / step) + 2 - first)
  masses.forEach((mass, i) => {
    const below = Math.floor(raised[i] / step)
    const over = raised[i] - below * step
    const upper = Math.min(1, Math.expm1(-over) / Math.expm1(-step))
    const lower = (Math.exp(-over) * Math.expm1(over - step)) / Math.expm1(-step)
    grid[below - first] += mass * lower
    grid[below - first + 1] += mass * upper
  })
  return { start: first, masses: grid, infinite, roundings: roundings + masses.length + 20 }
}

/** The sum of `times` independent losses of one law. */
function repeated(one: LossMasses, times: number, cut: number): LossMasses {
  let sum = one
  for (let n = 1; n < times; n++) sum = convolved(sum, one, cut)
  return sum
}

/** The sum of two independent losses, its tails cut. */
export function convolved(a: LossMasses, b: LossMasses, cut: number): LossMasses {
  const [full, sparse] = filled(a) >= filled(b) ? [a.masses, b.masses] : [b.masses, a.masses]
  const out = new Float64Array(full.length + sparse.length - 1)
  for (let j = 0; j < sparse.length; j++) if (sparse[j] > 0) addScaled(out, j, full, sparse[j])
  return trimmed(
    {
      start: a.start + b.start,
      masses: out,
      infinite: a.infinite + b.infinite,
      roundings: a.roundings + b.roundings + filled(a) + filled(b),
    },
    cut,
  )
}

function filled({ masses }: LossMasses): number {
  return masses.reduce((n, mass) => (mass > 0 ? n + 1 : n), 0)
}

function addScaled(out: Float64Array, from: number, masses: Float64Array, factor: number): void {
  for (let i = 0; i < masses.length; i++) out[from + i] += factor * masses[i]
}

function trimmed({ start, masses, infinite, roundings }: LossMasses, cut: number): LossMasses {
  let [first, end] = [0, masses.length]
  let [low, high] = [0, 0]
  while (first < end && low + masses[first] <= cut) low += masses[first++]
  while (end > first && high + masses[end - 1] <= cut) high += masses[--end]
  return {
    start: start + first,
    masses: masses.slice(first, end),
    infinite: infinite + low + high,
    roundings,
  }
}
