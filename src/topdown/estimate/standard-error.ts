/**
 * The standard error of every answer after least squares over the whole tree, from shape and variances alone.
 *
 * The covariance of a node's estimate is sum_T v_T P_T, and each part T is a tree of single numbers with the weight
 * lambda_T of its level at every node, so TreeLeastSquares gives v_T. For one answer of the marginal of S, as
 * Q_S P_T Q_S' is N(not S) times the projector of T among the attributes of S, and 0 unless T is within S,
 *   Var = N(not S) sum over T within S of v_T  prod over a in T of (n_a - 1)/n_a  prod over a in S - T of 1/n_a.
 *
 * This is the error before non-negativity, public facts and rounding. A level below which nothing is measured about T
 * leaves v_T infinite for children that share a parent; an only child has its parent's.
 */
import type { Hierarchy } from '../../model/hierarchy.ts'
import { TreeLeastSquares } from '../../optimize/tree/tree-least-squares.ts'
import { treeShape } from '../../optimize/tree/tree-shape.ts'
import { type MarginalNoise, ownPrecision } from './precision.ts'
import { type Subset, TensorShape } from './tensor.ts'

/** The standard error of an answer of a marginal at a node; infinite when the measurements do not determine it. */
export type StandardErrors = (level: number, node: number, subset: Subset) => number

/** The standard errors, by level and node, of a count of people who have, in each attribute, one of so many levels. */
export type ProductErrors = (levels: ArrayLike<number>) => (level: number, node: number) => number

/**
 * For answers of recodes and of marginals alike: of a product of sets of g_a levels each,
 *   Var = sum over T of v_T  prod over a in T of g_a (1 - g_a/n_a)  prod over the others of g_a^2/n_a.
 */
export function productErrors(
  hierarchy: Hierarchy,
  levels: readonly (readonly MarginalNoise[])[],
  sizes: readonly number[],
): ProductErrors {
  const { shape, variancesOf } = parts(hierarchy, levels, sizes)
  return (chosen) => {
    const shares: Shares = new Map()
    for (let part = 0; part < shape.subsets; part++) {
      const share = shareOfProduct(sizes, chosen, part)
      if (share > 0) addShare(shares, variancesOf(part), share)
    }
    return errorOfTerms(shares)
  }
}

export function shareOfProduct(sizes: readonly number[], chosen: ArrayLike<number>, part: Subset): number {
  return sizes.reduce((product, n, a) => {
    const g = chosen[a]
    return product * (part & (1 << a) ? g * (1 - g / n) : (g * g) / n)
  }, 1)
}

/** `levels[l]` are the marginals measured at level l of the hierarchy, over attributes of these sizes. */
export function standardErrors(
  hierarchy: Hierarchy,
  levels: readonly (readonly MarginalNoise[])[],
  sizes: readonly number[],
): StandardErrors {
  const { shape, variancesOf } = parts(hierarchy, levels, sizes)
  const known = new Map<Subset, (level: number, node: number) => number>()
  return (level, node, subset) => {
    let errors = known.get(subset)
    if (errors === undefined) known.set(subset, (errors = errorOfTerms(sharesOf(shape, subset, variancesOf))))
    return errors(level, node)
  }
}

function parts(
  hierarchy: Hierarchy,
  levels: readonly (readonly MarginalNoise[])[],
  sizes: readonly number[],
): { readonly shape: TensorShape; readonly variancesOf: (part: Subset) => readonly Float64Array[] } {
  if (levels.length !== hierarchy.levels.length) {
    throw new RangeError(`${levels.length} levels of queries for ${hierarchy.levels.length} levels of places`)
  }
  const shape = new TensorShape(sizes)
  const own = levels.map((queries) => ownPrecision(shape, queries))
  return { shape, variancesOf: partVariances(hierarchy, (part) => own.map((precision) => precision[part])) }
}

/** The shares that the parts have in the variance of an answer; parts with the same variances have one. */
type Shares = Map<readonly Float64Array[], number>

function addShare(shares: Shares, variances: readonly Float64Array[], share: number): void {
  shares.set(variances, (shares.get(variances) ?? 0) + share)
}

function errorOfTerms(shares: Shares): (level: number, node: number) => number {
  const terms = [...shares].map(([variances, share]) => ({ variances, share }))
  return (level, node) => {
    let variance = 0
    for (const { variances, share } of terms) variance += share * variances[level][node]
    return Math.sqrt(variance)
  }
}

function sharesOf(shape: TensorShape, subset: Subset, variancesOf: (part: Subset) => readonly Float64Array[]): Shares {
  const shares: Shares = new Map()
  const within = subset & shape.varied
  for (let part = within; ; part = (part - 1) & within) {
    addShare(shares, variancesOf(part), shape.cellsPerAnswer(subset) * shareOfPart(shape.sizes, subset, part))
    if (part === 0) return shares
  }
}

/** The diagonal of the projector of `part` among the attributes of `subset`. */
function shareOfPart(sizes: readonly number[], subset: Subset, part: Subset): number {
  return sizes.reduce((product, n, a) => {
    if (part & (1 << a)) return (product * (n - 1)) / n
    return subset & (1 << a) ? product / n : product
  }, 1)
}

/** v_T by level and node, found when first asked for; parts with the same weights share them. */
function partVariances(
  hierarchy: Hierarchy,
  weightsOf: (part: Subset) => readonly number[],
): (part: Subset) => readonly Float64Array[] {
  const byWeights = new Map<string, readonly Float64Array[]>()
  return (part) => {
    const weights = weightsOf(part)
    const found = byWeights.get(weights.join()) ?? treeVariances(hierarchy, weights)
    byWeights.set(weights.join(), found)
    return found
  }
}

/** Variances of a tree of single numbers, in which the lowest levels may have the weight 0. */
function treeVariances({ levels }: Hierarchy, weights: readonly number[]): readonly Float64Array[] {
  const measured = weights.findLastIndex((weight) => weight > 0) + 1
  const found: Float64Array[] = measured === 0 ? [Float64Array.of(Number.POSITIVE_INFINITY)] : []
  if (measured > 0) {
    const shape = treeShape(levels.slice(0, measured - 1).map((level) => level.firstChild))
    found.push(...new TreeLeastSquares(shape, weights.slice(0, measured)).variances().map(notNegative))
  }
  for (let l = found.length; l < levels.length; l++) {
    const { firstChild } = levels[l - 1]
    found.push(
      Float64Array.from(levels[l].parent, (above) =>
        firstChild[above + 1] - firstChild[above] === 1 ? found[l - 1][above] : Number.POSITIVE_INFINITY,
      ),
    )
  }
  return found
}

/** A variance that is a difference of nearly equal numbers can round to below 0. */
function notNegative(variances: Float64Array): Float64Array {
  return variances.map((variance) => Math.max(0, variance))
}
