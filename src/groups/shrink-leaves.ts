/**
 * Leaves drawn towards the shape of their parent, as far as the measurements themselves show that it helps.
 *
 * x are cumulative rows after Model 2, y the noisy ones, m a leaf's number of groups in its parent's shape, d = x - m. The
 * leaf x - t d has the squared error |x - truth|^2 - 2 t A + t^2 B with B = |d|^2 and A = d (x - truth). The truth is y
 * less noise e of variance v, so A = d (x - y) + d e, and the mean of d e is v times the divergence of d in y (Stein,
 * Annals of Statistics 9 (1981), 1135-1151; exact for Gaussian noise, near it for Laplace noise). One more solve, with y
 * moved by signs z of one step, gives it: z (d moved - d) / step (Ramani, Blu, Unser, IEEE Transactions on Image
 * Processing 17 (2008), 1540-1554). Order, sums and shares are all in it, since d is what the whole solve makes of y.
 *
 * Leaves are taken together by their number of groups, in powers of two. Their t is (A - 3 standard errors of A) / B, from
 * 0 to 1: where few leaves speak, or they speak against it, it is 0. It is found for cumulative counts and for counts, and
 * the smaller is used, so that neither is made worse for the other.
 *
 * Siblings with weights t are drawn to the shape of their sum weighted by t. Then their rows still add up to their parent's
 * (the levels above are as they were), rise, and keep each leaf's number of groups.
 */
import type { TreeShape } from '../optimize/tree/tree-shape.ts'

export interface LeafRows {
  readonly shape: TreeShape
  readonly sizes: number
  /** The noisy cumulative rows of the leaves, and the variance of their noise. */
  readonly noisy: Float64Array
  readonly variance: number
}

/** A solution: cumulative rows of the leaves and of their parents. */
export interface LeafSolution {
  readonly leaves: Float64Array
  readonly parents: Float64Array
}

/** The solve with noisy leaves moved by `step` times `signs`. */
export interface MovedSolution extends LeafSolution {
  readonly signs: Float64Array
  readonly step: number
}

/** Standard errors of A that count against shrinking. */
const DOUBT = 3
/** Leaves of 2^k to 2^(k + 1) groups are taken together, up to this k. */
const MOST_CLASS = 52

export interface ShrunkLeaves {
  readonly leaves: Float64Array
  /** t of every leaf, and their mean: 0 where none was changed. */
  readonly weights: Float64Array
  readonly meanWeight: number
}

export function shrinkLeaves(rows: LeafRows, found: LeafSolution, moved: MovedSolution): ShrunkLeaves {
  const { shape, sizes } = rows
  const byClass = leafEvidence(rows, found, moved).map(({ cumulative, counts }) =>
    Math.min(weightOf(cumulative), weightOf(counts)),
  )
  const weights = Float64Array.from(
    { length: found.leaves.length / sizes },
    (_, c) => byClass[classOf(found.leaves[(c + 1) * sizes - 1])],
  )
  const meanWeight = weights.reduce((sum, t) => sum + t, 0) / weights.length
  return { leaves: drawn(shape, sizes, found.leaves, weights), weights, meanWeight }
}

/** Siblings drawn to the shape of their weighted sum. */
function drawn(shape: TreeShape, sizes: number, leaves: Float64Array, weights: Float64Array): Float64Array {
  const first = shape.firstChild[shape.firstChild.length - 1]
  const out = leaves.slice()
  const pooled = new Float64Array(sizes)
  for (let p = 0; p + 1 < first.length; p++) {
    pooled.fill(0)
    for (let c = first[p]; c < first[p + 1]; c++) {
      for (let s = 0; s < sizes; s++) pooled[s] += weights[c] * leaves[c * sizes + s]
    }
    const total = pooled[sizes - 1]
    if (!(total > 0)) continue
    for (let c = first[p]; c < first[p + 1]; c++) {
      const share = leaves[(c + 1) * sizes - 1] / total
      for (let s = 0; s < sizes; s++) out[c * sizes + s] += weights[c] * (share * pooled[s] - out[c * sizes + s])
    }
  }
  return out
}

function classOf(groups: number): number {
  return groups < 1 ? 0 : Math.min(MOST_CLASS, 1 + Math.floor(Math.log2(groups)))
}

/** What the leaves of one class say: sums of A, A^2 and B. */
export interface Evidence {
  gain: number
  squares: number
  length: number
}

export interface ClassEvidence {
  readonly cumulative: Evidence
  readonly counts: Evidence
}

/** By class of leaves. */
export function leafEvidence(rows: LeafRows, found: LeafSolution, moved: MovedSolution): readonly ClassEvidence[] {
  const { shape, sizes } = rows
  const first = shape.firstChild[shape.firstChild.length - 1]
  const none = (): Evidence => ({ gain: 0, squares: 0, length: 0 })
  const byClass = Array.from({ length: MOST_CLASS + 1 }, () => ({ cumulative: none(), counts: none() }))
  for (let p = 0; p + 1 < first.length; p++) {
    for (let c = first[p]; c < first[p + 1]; c++) {
      addLeaf(rows, found, moved, p, c, byClass[classOf(found.leaves[(c + 1) * sizes - 1])])
    }
  }
  return byClass
}

function weightOf({ gain, squares, length }: Evidence): number {
  if (!(length > 0)) return 0
  return Math.min(1, Math.max(0, (gain - DOUBT * Math.sqrt(squares)) / length))
}

function addLeaf(
  { sizes, noisy, variance }: LeafRows,
  found: LeafSolution,
  moved: MovedSolution,
  p: number,
  c: number,
  { cumulative, counts }: ClassEvidence,
): void {
  const [own, other] = [away(found, sizes, p, c), away(moved, sizes, p, c)]
  let [gain, length, countGain, countLength] = [0, 0, 0, 0]
  let [lastD, lastR, lastZ, lastJ] = [0, 0, 0, 0]
  for (let s = 0; s < sizes; s++) {
    const i = c * sizes + s
    const d = own(s)
    const r = found.leaves[i] - noisy[i]
    const z = moved.signs[i]
    const j = (other(s) - d) / moved.step
    gain += d * r + variance * z * j
    length += d * d
    countGain += (d - lastD) * (r - lastR) + variance * (z - lastZ) * (j - lastJ)
    countLength += (d - lastD) ** 2
    ;[lastD, lastR, lastZ, lastJ] = [d, r, z, j]
  }
  add(cumulative, gain, length)
  add(counts, countGain, countLength)
}

function add(evidence: Evidence, gain: number, length: number): void {
  evidence.gain += gain
  evidence.squares += gain * gain
  evidence.length += length
}

/** How far a leaf's row is from its number of groups in its parent's shape, by size. */
function away({ leaves, parents }: LeafSolution, sizes: number, p: number, c: number): (s: number) => number {
  const total = parents[(p + 1) * sizes - 1]
  if (!(total > 0)) return () => 0
  const share = leaves[(c + 1) * sizes - 1] / total
  return (s) => leaves[c * sizes + s] - share * parents[p * sizes + s]
}
