/**
 * Least squares over the whole tree with what is public in it:
 *   minimise  sum over levels, nodes and queries of  |Q x_node - m|^2 / variance
 * over the cells of the leaves, x of any other node being the sum of its leaves, with the cells that are known to be empty left out,
 * any query whose answers are sums of cells (recodes too), and sums that are known exactly as answers that weigh much.
 *
 * By conjugate gradients on the normal equations (Hestenes, Stiefel, J. Res. Nat. Bur. Standards 49 (1952), 409-436). The
 * preconditioner is the same tree without empty cells and with marginals only, which `TreeInverse` solves exactly. All of it stays in the space
 * where closed cells are 0 and exact sums of leaves are what they are.
 */
import type { Hierarchy } from '../../model/hierarchy.ts'
import { LeafSpace } from './leaf-space.ts'
import type { Subset, TensorShape } from './tensor.ts'
import { addLevels, gatherLevels, type TreeShape } from './tree-cells.ts'
import { TreeInverse } from './tree-inverse.ts'

/** A query measured at every node of a level. */
export interface TreeQuery {
  readonly answers: number
  /** The answer that each cell is counted in, or -1. */
  readonly answerOf: Int32Array
  readonly variance: number
  /** values[node * answers + answer] */
  readonly values: Float64Array
  /** Set when it is a marginal. */
  readonly subset?: Subset
}

/** A sum of cells of one node that is known. */
export interface KnownSum {
  readonly level: number
  readonly node: number
  readonly cells: Int32Array
  readonly value: number
  readonly variance: number
}

export interface PublicTree {
  readonly shape: TensorShape
  readonly hierarchy: Hierarchy
  /** Queries by level. */
  readonly queries: readonly (readonly TreeQuery[])[]
  readonly sums: readonly KnownSum[]
  /** open[leaf * cells + cell]: 0 where nobody can be. */
  readonly open: Uint8Array
  /** Sums of cells that are exact at every leaf; a query of the leaves beside it would weigh so much that the steps get short. */
  readonly exact?: Pick<TreeQuery, 'answers' | 'answerOf' | 'values'>
}

export interface TreeSquares {
  /** cells[level][node * cells + cell] */
  readonly cells: readonly Float64Array[]
  readonly iterations: number
  /**
   * A bound on how far the solution is off, in standard deviations of the noise, over all answers together: with C the preconditioner,
   * e'Ae = r'A^-1 r <= r'Cr, since leaving out cells that are 0 can only make a variance smaller.
   */
  readonly off: number
}

const ENOUGH = 0.01
const MOST_ITERATIONS = 400

export function solveTreeSquares(tree: PublicTree): TreeSquares {
  const { hierarchy, shape } = tree
  const sizes: TreeShape = { hierarchy, cells: shape.cells }
  const work = hierarchy.levels.map(({ regions }) => new Float64Array(regions.length * shape.cells))
  const inverse = new TreeInverse(shape, hierarchy, tree.queries)
  const space = new LeafSpace(tree.open, shape.cells, tree.exact)
  const leaf = work.length - 1
  const x = space.start()
  const r = space.project(information(tree, sizes, work).slice())
  work[leaf].set(x)
  subtract(r, space.project(normal(tree, sizes, work)))
  const z = space.project(inverse.apply(r)).slice()
  const p = z.slice()
  let rho = dot(r, z)
  let iterations = 0
  for (; iterations < MOST_ITERATIONS && rho > ENOUGH ** 2; iterations++) {
    work[leaf].set(p)
    const ap = space.project(normal(tree, sizes, work))
    const step = rho / dot(p, ap)
    for (let i = 0; i < x.length; i++) {
      x[i] += step * p[i]
      r[i] -= step * ap[i]
    }
    z.set(space.project(inverse.apply(r)))
    const next = dot(r, z)
    for (let i = 0; i < p.length; i++) p[i] = z[i] + (next / rho) * p[i]
    rho = next
  }
  work[leaf].set(x)
  addLevels(sizes, work)
  return { cells: work, iterations, off: Math.sqrt(Math.max(0, rho)) }
}

function subtract(a: Float64Array, b: Float64Array): void {
  for (let i = 0; i < a.length; i++) a[i] -= b[i]
}

/** sum over nodes above and at each leaf of Q' m / variance; what is returned is overwritten by the next call. */
function information({ queries, sums }: PublicTree, sizes: TreeShape, work: Float64Array[]): Float64Array {
  work.forEach((cells, level) => {
    cells.fill(0)
    for (const query of queries[level]) spread(query, sizes.cells, query.values, cells)
  })
  for (const { level, node, cells, value, variance } of sums)
    for (const cell of cells) work[level][node * sizes.cells + cell] += value / variance
  return gatherLevels(sizes, work)
}

/** The normal matrix times what stands at the leaves of `work`. */
function normal({ queries, sums }: PublicTree, sizes: TreeShape, work: Float64Array[]): Float64Array {
  addLevels(sizes, work)
  const known = sums.map(({ level, node, cells }) => {
    let sum = 0
    for (const cell of cells) sum += work[level][node * sizes.cells + cell]
    return sum
  })
  work.forEach((cells, level) => {
    const answers = queries[level].map((query) => answersOf(query, sizes.cells, cells))
    cells.fill(0)
    queries[level].forEach((query, q) => {
      spread(query, sizes.cells, answers[q], cells)
    })
  })
  sums.forEach(({ level, node, cells, variance }, s) => {
    for (const cell of cells) work[level][node * sizes.cells + cell] += known[s] / variance
  })
  return gatherLevels(sizes, work)
}

function answersOf({ answers, answerOf }: TreeQuery, cells: number, x: Float64Array): Float64Array {
  const nodes = x.length / cells
  const out = new Float64Array(nodes * answers)
  for (let node = 0; node < nodes; node++) {
    const [from, to] = [node * cells, node * answers]
    for (let cell = 0; cell < cells; cell++) {
      const answer = answerOf[cell]
      if (answer >= 0) out[to + answer] += x[from + cell]
    }
  }
  return out
}

/** cells += Q' m / variance. */
function spread({ answers, answerOf, variance }: TreeQuery, cells: number, m: Float64Array, out: Float64Array): void {
  const weight = 1 / variance
  const nodes = out.length / cells
  for (let node = 0; node < nodes; node++) {
    const [to, from] = [node * cells, node * answers]
    for (let cell = 0; cell < cells; cell++) {
      const answer = answerOf[cell]
      if (answer >= 0) out[to + cell] += weight * m[from + answer]
    }
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}
