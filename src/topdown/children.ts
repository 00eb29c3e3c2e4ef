/**
 * From the measurements of the children of one parent to the terms of their least squares.
 *
 * `level`: every query as it was measured, weighed by the inverse of its variance (the paper's Equations 6 and 9).
 * `tree`: the best estimate of each child from everything measured in its subtree, with its precision. Queries that are
 * no marginals (recodes) have no part in that estimate and stay terms of their own.
 */

import { EXACT_VARIANCE } from './estimate/exact-variance.ts'
import {
  inSchemaOrder,
  LevelEstimator,
  type Marginal,
  type MarginalNoise,
  objectiveWeights,
  TensorShape,
} from './estimate/index.ts'
import type { TableShape, Term } from './solve/index.ts'

/** A query measured at every node of a level. */
export interface MeasuredQuery {
  readonly name: string
  /** The table it is of, by index. */
  readonly table: number
  readonly answers: number
  /** Over the cells of all tables; -1 where it counts nobody. */
  readonly answerOf: Int32Array
  /** 0 when it is public and exact. */
  readonly variance: number
  /** Set when it is a marginal of its table: the attributes as bits, and the order of its answers. */
  readonly marginal?: Marginal
}

/** What is measured below the children of a parent: sums of estimates and their precisions, table by table. */
export interface Below {
  /** z[child * cells + cell] */
  readonly z: Float64Array
  /** precision[child * subsets + subset] */
  readonly precision: Float64Array
}

/** The children of one parent with what was measured of them; plain data, for a thread. */
export interface MeasuredChildren {
  readonly children: number
  readonly cells: number
  readonly tables: readonly TableShape[]
  readonly queries: readonly MeasuredQuery[]
  /** values[query][child * answers + answer] */
  readonly values: readonly Float64Array[]
  /** Of each table; absent when the children are leaves. */
  readonly below?: readonly Below[]
  /** Of each table, the cells of each child by the least squares that knows what is public: [child * cells + cell]. */
  readonly known?: readonly Float64Array[]
}

/** No term weighs more than this many times the best measurement of the level: what is exact is a constraint as well. */
const HEAVIEST = 100

/** The terms of the paper: every query, from its own level alone. Exact ones are constraints, not terms. */
export function levelTerms({ children, queries, values }: MeasuredChildren): Term[] {
  return queries.flatMap((query, q) => {
    if (query.variance === 0) return []
    const { name, answers, answerOf, variance } = query
    return [{ name, answers, answerOf, weight: new Float64Array(children).fill(1 / variance), target: values[q] }]
  })
}

/** How much more than their noise says the totals of leaves may weigh, and the parent whose people they share. */
export interface TotalsWeight {
  readonly most: number
  /** By cell; absent at the top. */
  readonly parent?: Float64Array
}

/**
 * The terms of the whole tree, and where a query is no marginal, its own. That cells are not negative pushes people into empty cells, and a total
 * estimated without cells does not know of it: so at the leaves the totals weigh more than their noise says. But only as many times as the
 * mean leaf is larger than that noise: where it is drowned in noise the cells are told by each other, and a heavy total would be the noise itself.
 */
export function treeTerms(measured: MeasuredChildren, totals: TotalsWeight = { most: 1 }): Term[] {
  const others = levelTerms(measured)
  const kept = new Set(measured.queries.filter(({ marginal }) => marginal === undefined).map(({ name }) => name))
  return [
    ...measured.tables
      .flatMap((_, table) => tableTerms(measured, table))
      .map((term) => heavierTotal(measured, term, totals)),
    ...others.filter(({ name }) => kept.has(name)).map((term) => withKnown(measured, term)),
  ]
}

function heavierTotal({ below, children }: MeasuredChildren, term: Term, { most, parent }: TotalsWeight): Term {
  if (below !== undefined || term.answers > 1 || parent === undefined) return term
  const people = parent.reduce((sum, count, cell) => sum + (term.answerOf[cell] < 0 ? 0 : count), 0)
  const larger = (weight: number): number => (people / children) * Math.sqrt(weight)
  return { ...term, weight: term.weight.map((weight) => weight * Math.max(1, Math.min(most, larger(weight)))) }
}

/** A query that the estimate knows is a term at the estimate's answers: its own answers are in it already. */
function withKnown({ known, queries, tables, children }: MeasuredChildren, term: Term): Term {
  const query = queries.find(({ name }) => name === term.name)
  if (known === undefined || query === undefined) return term
  const [cells, { first }] = [known[query.table], tables[query.table]]
  const size = cells.length / children
  const target = new Float64Array(term.target.length)
  cells.forEach((value, i) => {
    const answer = term.answerOf[first + (i % size)]
    if (answer >= 0) target[Math.floor(i / size) * term.answers + answer] += value
  })
  return { ...term, target }
}

function tableTerms(measured: MeasuredChildren, table: number): Term[] {
  const shape = new TensorShape(measured.tables[table].sizes)
  const exact = new Set(
    marginalsOf(measured, table).flatMap(({ query }) => (query.variance === 0 ? [query.marginal?.subset] : [])),
  )
  const heaviest = heaviestWeight(measured, table)
  const terms = new Map<number, Term>()
  const known = measured.known?.[table]
  estimateChildren(measured, table, (child, subtree, precision) => {
    const estimate = known?.subarray(child * shape.cells, (child + 1) * shape.cells) ?? subtree
    const { weights, positive } = objectiveWeights(shape, precision)
    for (const subset of positive) {
      if (exact.has(subset)) continue
      const term = terms.get(subset) ?? emptyTerm(measured, table, shape, subset)
      terms.set(subset, term)
      term.weight[child] = Math.min(heaviest, weights[subset])
      const from = child * term.answers
      shape.marginal(estimate, subset, term.target.subarray(from, from + term.answers))
    }
  })
  return [...terms.values()]
}

function heaviestWeight(measured: MeasuredChildren, table: number): number {
  const variances = marginalsOf(measured, table)
    .map(({ query }) => query.variance)
    .filter((variance) => variance > 0)
  return variances.length === 0 ? Number.POSITIVE_INFINITY : HEAVIEST / Math.min(...variances)
}

function emptyTerm(
  { children, cells, tables, queries }: MeasuredChildren,
  table: number,
  shape: TensorShape,
  subset: number,
): Term {
  const { first } = tables[table]
  const query = queries.find((q) => q.table === table && q.marginal?.subset === subset)
  const answers = shape.answers(subset)
  const answerOf = new Int32Array(cells).fill(-1)
  answerOf.set(shape.answerOf(subset), first)
  return {
    name: query?.name ?? '',
    answers,
    answerOf,
    weight: new Float64Array(children),
    target: new Float64Array(children * answers),
  }
}

function marginalsOf({ queries, values }: MeasuredChildren, table: number) {
  return queries.flatMap((query, q) => {
    if (query.table !== table || query.marginal === undefined) return []
    const noise: MarginalNoise = { subset: query.marginal.subset, variance: query.variance || EXACT_VARIANCE }
    return [{ query, noise, values: values[q], marginal: query.marginal }]
  })
}

/** Estimates each child of one table from everything in its subtree. */
export function estimateChildren(
  measured: MeasuredChildren,
  table: number,
  each: (child: number, cells: Float64Array, precision: Float64Array) => void,
): void {
  const shape = new TensorShape(measured.tables[table].sizes)
  const marginals = marginalsOf(measured, table)
  const estimator = new LevelEstimator(
    shape,
    marginals.map(({ noise }) => noise),
  )
  const below = measured.below?.[table]
  for (let child = 0; child < measured.children; child++) {
    const answers = marginals.map(({ query, marginal, values }) =>
      inSchemaOrder(marginal, values.subarray(child * query.answers, (child + 1) * query.answers)),
    )
    const known = below && {
      z: below.z.subarray(child * shape.cells, (child + 1) * shape.cells),
      precision: () => below.precision.subarray(child * shape.subsets, (child + 1) * shape.subsets),
    }
    const { cells, precision } = estimator.estimateNode(answers, known)
    each(child, cells, precision)
  }
}
