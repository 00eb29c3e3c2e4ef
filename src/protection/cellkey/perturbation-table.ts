/**
 * The table that turns a count and a cell key into noise. For each count the law of largest entropy among those on |v| <= D that keep the count at 0
 * or more and out of 1..js, with mean 0 and variance V; then whole numbers of keys out of N, nearest to it, with both moments exactly right.
 *
 * Fraser and Wooton, "A proposed method for confidentialising tabular output" (UNECE 2005); Giessing, "Computational issues in the design of
 * transition probabilities for post-tabular perturbation" (PSD 2016).
 */
import { badField } from '../../request-error.ts'

export interface PerturbationOptions {
  /** D: no count moves further. */
  readonly most: number
  /** V, whole or a fraction of keys. */
  readonly variance: number
  /** Published counts of 1 to js do not occur; 0 for none. */
  readonly notBelow: number
  /** N: keys run from 0 to N - 1. */
  readonly keys: number
}

export interface PerturbationRow {
  /** Noise in ascending order, and for how many keys it is drawn. */
  readonly noise: readonly number[]
  readonly keys: readonly number[]
}

export interface PerturbationTable extends PerturbationOptions {
  /** Of counts 1, 2, ...; larger counts use the last one. */
  readonly rows: readonly PerturbationRow[]
}

/** Throws where a variance is out of reach, with what is in reach. */
export function perturbationTable(options: PerturbationOptions): PerturbationTable {
  const { most, notBelow } = options
  const rows: PerturbationRow[] = []
  // From here on nothing keeps the noise from going all the way down.
  for (let count = 1; count <= most + notBelow + 1; count++) rows.push(rowOf(count, options))
  return { ...options, rows }
}

function rowOf(count: number, { most, variance, notBelow, keys }: PerturbationOptions): PerturbationRow {
  const noise: number[] = []
  for (let v = -most; v <= most; v++) {
    const published = count + v
    if (published === 0 || (published > notBelow && published > 0)) noise.push(v)
  }
  checkReach(count, noise, variance)
  const law = largestEntropy(noise, variance)
  const whole = nearestWhole(
    noise,
    law.map((p) => p * keys),
    keys,
    variance * keys,
  )
  if (whole === undefined)
    throw badField(
      'variance',
      `no table of ${keys} keys has exactly mean 0 and variance ${variance} for the count ${count}. Take more keys.`,
    )
  return { noise, keys: whole }
}

/** The least variance with mean 0 puts all on the two nearest to 0, the most on the two furthest. */
function checkReach(count: number, noise: readonly number[], variance: number): void {
  const [down, up] = [noise.filter((v) => v < 0), noise.filter((v) => v > 0)]
  const least = noise.includes(0) ? 0 : -Math.max(...down) * Math.min(...up)
  const greatest = down.length === 0 || up.length === 0 ? 0 : -Math.min(...down) * Math.max(...up)
  if (variance >= least && variance <= greatest && down.length > 0 && up.length > 0) return
  throw badField(
    'variance',
    `${variance} cannot be had for the count ${count}: it can be from ${least} to ${greatest}.`,
  )
}

/** p(v) ~ exp(b v + c v^2) with mean 0 and this variance, by Newton's method on (b, c). */
export function largestEntropy(noise: readonly number[], variance: number): readonly number[] {
  let [b, c] = [0, 0]
  for (let step = 0; step < 200; step++) {
    const p = lawOf(noise, b, c)
    const moment = (k: number): number => p.reduce((sum, one, i) => sum + one * noise[i] ** k, 0)
    const [m1, m2, m3, m4] = [1, 2, 3, 4].map(moment)
    const [f, g] = [m1, m2 - variance]
    if (Math.abs(f) + Math.abs(g) < 1e-13) break
    const [a11, a12, a22] = [m2 - m1 * m1, m3 - m1 * m2, m4 - m2 * m2]
    const det = a11 * a22 - a12 * a12
    if (!(det > 1e-300)) break
    const [db, dc] = [(a22 * f - a12 * g) / det, (a11 * g - a12 * f) / det]
    const size = Math.min(1, 2 / Math.max(Math.abs(db), Math.abs(dc) * 4, 1e-9))
    b -= size * db
    c -= size * dc
  }
  return lawOf(noise, b, c)
}

function lawOf(noise: readonly number[], b: number, c: number): readonly number[] {
  const logs = noise.map((v) => b * v + c * v * v)
  const top = Math.max(...logs)
  const weights = logs.map((log) => Math.exp(log - top))
  const total = weights.reduce((sum, w) => sum + w, 0)
  return weights.map((w) => w / total)
}

/**
 * Whole numbers near `wanted` with sum N, first moment 0 and second moment S: rounded first, then put right by the smallest moves that change
 * the moments as needed, found by searching outwards in the number of keys moved.
 */
export function nearestWhole(
  noise: readonly number[],
  wanted: readonly number[],
  sum: number,
  second: number,
): readonly number[] | undefined {
  if (!Number.isInteger(second)) return undefined
  const start = wanted.map(Math.round)
  const off = (k: number): number => start.reduce((all, n, i) => all + n * noise[i] ** k, 0)
  const gaps: Gaps = [sum - off(0), -off(1), second - off(2)]
  for (let most = 0; most <= MOST_MOVED; most++) {
    const found = repaired(noise, start, wanted, gaps, most)
    if (found !== undefined) return found
  }
  return undefined
}

type Gaps = readonly [number, number, number]

/** Keys that one noise may gain or lose against its rounded number. */
const MOST_MOVED = 4

/** The change within +-most of every noise, three of which follow from the moments, that is nearest to the wanted numbers. */
function repaired(
  noise: readonly number[],
  start: readonly number[],
  wanted: readonly number[],
  gaps: Gaps,
  most: number,
): readonly number[] | undefined {
  let best: { readonly keys: readonly number[]; readonly distance: number } | undefined
  const keys = [...start]
  const step = (i: number, [g0, g1, g2]: Gaps, distance: number): void => {
    if (best !== undefined && distance >= best.distance) return
    if (i === noise.length) {
      if (g0 === 0 && g1 === 0 && g2 === 0) best = { keys: [...keys], distance }
      return
    }
    const left = noise.slice(i)
    const reach = (k: number): number => left.reduce((all, v) => all + most * Math.abs(v) ** k, 0)
    if (Math.abs(g0) > reach(0) || Math.abs(g1) > reach(1) || Math.abs(g2) > reach(2)) return
    for (let t = 0; t <= 2 * most; t++) {
      const by = t % 2 === 1 ? (t + 1) / 2 : -t / 2
      const next = start[i] + by
      if (next < 0) continue
      keys[i] = next
      const v = noise[i]
      step(i + 1, [g0 - by, g1 - by * v, g2 - by * v * v], distance + (next - wanted[i]) ** 2)
    }
    keys[i] = start[i]
  }
  step(0, gaps, 0)
  return best?.keys
}

/** The noise for a count and its cell key. */
export function noiseOf({ rows, keys }: PerturbationTable, count: number, key: number): number {
  if (count === 0) return 0
  const { noise, keys: numbers } = rows[Math.min(count, rows.length) - 1]
  let rest = key % keys
  for (let i = 0; i < noise.length; i++) {
    if (rest < numbers[i]) return noise[i]
    rest -= numbers[i]
  }
  return noise[noise.length - 1]
}
