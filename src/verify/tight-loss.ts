/**
 * The epsilon of many discrete Gaussians at a delta, estimated again with nothing of the accountant: every loss is put on the two
 * points of a grid around it in proportion, which keeps its mean, and the losses are added up point by point. The accountant's figure is
 * a bound and this one an estimate, so the two agree within a part in a thousand.
 */

/** Noise of one variance in as many answers as a step moves. */
export interface NoisyMoves {
  readonly variance: number
  readonly entries: number
}

/** Points per standard deviation of the whole loss. */
const POINTS = 256
/** Deviations to either side that are kept. */
const BEYOND = 3

export function estimatedEpsilon(moves: readonly NoisyMoves[], delta: number): number {
  const deviation = Math.sqrt(moves.reduce((sum, { variance, entries }) => sum + entries / variance, 0))
  if (deviation === 0) return 0
  const step = deviation / POINTS
  const wide = Math.sqrt(-2 * Math.log(delta)) + BEYOND
  let total: OnGrid = { first: 0, masses: Float64Array.of(1) }
  for (const { variance, entries } of moves) {
    const one = lossOnGrid(variance, step, wide)
    for (let n = 0; n < entries; n++) total = added(total, one, Math.ceil((wide * deviation) / step))
  }
  return leastAt(total, step, delta)
}

interface OnGrid {
  readonly first: number
  readonly masses: Float64Array
}

function lossOnGrid(variance: number, step: number, wide: number): OnGrid {
  const last = Math.ceil(wide * Math.sqrt(variance))
  const loss = (x: number): number => (1 - 2 * x) / (2 * variance) / step
  const first = Math.floor(loss(last))
  const masses = new Float64Array(Math.floor(loss(-last)) - first + 2)
  let sum = 0
  for (let x = -last; x <= last; x++) {
    const mass = Math.exp(-(x * x) / (2 * variance))
    const below = Math.floor(loss(x))
    masses[below - first] += mass * (below + 1 - loss(x))
    masses[below - first + 1] += mass * (loss(x) - below)
    sum += mass
  }
  return { first, masses: masses.map((mass) => mass / sum) }
}

/** The sum of two losses, kept up to `most` points from 0 to either side. */
function added(a: OnGrid, b: OnGrid, most: number): OnGrid {
  const first = Math.max(a.first + b.first, -most)
  const end = Math.min(a.first + b.first + a.masses.length + b.masses.length - 1, 2 * most)
  const masses = new Float64Array(end - first)
  b.masses.forEach((mass, j) => {
    if (mass === 0) return
    const shift = a.first + b.first + j - first
    const to = Math.min(a.masses.length, masses.length - shift)
    for (let i = Math.max(0, -shift); i < to; i++) masses[shift + i] += mass * a.masses[i]
  })
  return { first, masses }
}

function leastAt({ first, masses }: OnGrid, step: number, delta: number): number {
  const over = (epsilon: number): number =>
    masses.reduce((sum, mass, i) => sum + mass * Math.max(0, -Math.expm1(epsilon - (first + i) * step)), 0)
  let [low, high] = [0, (first + masses.length) * step]
  if (over(low) <= delta) return 0
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2
    if (over(middle) > delta) low = middle
    else high = middle
  }
  return high
}
