/**
 * Implied constraints: what a node's histogram must satisfy so that histograms of its children, down to the leaves, exist
 * that add up to it and agree with public knowledge.
 *
 * "Census TopDown: Differentially Private Data, Incremental Schemas, and Consistency with Public Knowledge", sections 2.3
 * and 7. Everything is on totals of classes (cells that no fact tells apart) beside non-negativity.
 */
import type { Hierarchy } from '../../model/hierarchy.ts'
import type { Knowledge } from './facts.ts'
import { line } from './line.ts'
import { type Networks, networks } from './network.ts'
import { type Polymatroid, polymatroid } from './polymatroid.ts'
import { checkZeros, type Problem, problemOf } from './problem.ts'
import { PROVED, type Proof, unprovedWords } from './proof.ts'
import { relaxed } from './relaxed.ts'
import { RowBook } from './rows.ts'
import type { NodeKnowledge } from './separation.ts'
import { small } from './small.ts'
import { twoValues } from './two-values.ts'

export interface Implied {
  /** The class of each released cell, -1 for one that can only be 0. */
  readonly classOf: Int32Array
  readonly classes: number
  readonly proof: Proof
  at(level: number, node: number): NodeKnowledge
}

export interface ImpliedOptions {
  /** Up to this many elements every subset is listed; beyond, a network is built. 10 unless given, 20 at most. */
  readonly subsetElements?: number
  /** Poses ratios where they are said and looks no further: one that contradicts other facts is then met at its place. */
  readonly ratiosAsRows?: boolean
}

const MOST_LISTED = 20

/** Adds a node's implied rows to the book, and returns what else must hold there. */
type Describe = (level: number, node: number, book: RowBook) => Omit<NodeKnowledge, 'rows'>

/**
 * Facts that are `enforced` or `tried` constrain. Throws a `RequestError` of code `infeasible` where they are seen to
 * contradict each other; `findConflict` says which.
 */
export function deriveImplied(hierarchy: Hierarchy, knowledge: Knowledge, options: ImpliedOptions = {}): Implied {
  const problem = problemOf(hierarchy, knowledge)
  checkZeros(problem)
  const { proof, describe } = derive(problem, options)
  const { classOf, classes } = problem.classes
  return {
    classOf,
    classes,
    proof,
    at: (level, node) => {
      const book = new RowBook(problem)
      book.addFacts(level, node)
      const more = describe(level, node, book)
      return { rows: book.rows, ...more }
    },
  }
}

/** The first way that proves its rows complete; otherwise everything that is valid. */
function derive(problem: Problem, options: ImpliedOptions): { readonly proof: Proof; readonly describe: Describe } {
  const most = Math.min(options.subsetElements ?? 10, MOST_LISTED)
  const { given, ratios } = problem
  if (given.length === 0 && ratios.length === 0) return { proof: PROVED.nothing, describe: () => ({}) }
  const listed = polymatroid(problem, most)
  const flows = listed === undefined ? networks(problem) : undefined
  const [bySubsets, byFlow] = [listed && describeSubsets(listed), flows && describeFlow(problem, flows)]
  if (ratios.length === 0) {
    if (bySubsets && listed!.unproved === undefined && listed!.tying === undefined)
      return { proof: PROVED.subsets, describe: bySubsets }
    if (byFlow && flows!.unproved === undefined) return { proof: PROVED.flow, describe: byFlow }
  }
  if (ratios.length > 0 && options.ratiosAsRows === true) {
    const words = unprovedWords(problem, listed?.unproved ?? listed?.tying ?? flows?.unproved)
    return {
      proof: { complete: false, theorem: 'none', words },
      describe: bySubsets ?? byFlow ?? rowsOnly(relaxed(problem)),
    }
  }
  const oneLine = line(problem)
  if (oneLine !== undefined) return { proof: PROVED.line, describe: rowsOnly(oneLine) }
  const two = twoValues(problem, most)
  if (two !== undefined) return { proof: PROVED.twoValues, describe: describeSubsets(two) }
  const words = unprovedWords(problem, listed?.unproved ?? listed?.tying ?? flows?.unproved)
  const general = bySubsets ?? byFlow ?? rowsOnly(relaxed(problem))
  const eliminated = small(problem)
  if (eliminated === undefined) return { proof: { complete: false, theorem: 'none', words }, describe: general }
  return { proof: PROVED.overReals(words), describe: both(general, rowsOnly(eliminated)) }
}

function describeSubsets(listed: Pick<Polymatroid, 'describe'>): Describe {
  return (level, node, book) => {
    const subsets = listed.describe(level, node, book)
    return subsets === undefined ? {} : { subsets }
  }
}

/** The network of a leaf says what its rows say, unless a fact speaks of cells within a class. */
function describeFlow(problem: Problem, flows: Networks): Describe {
  const intervals = relaxed(problem)
  const last = problem.hierarchy.levels.length - 1
  const leafRows = problem.leafSets.every((set) => set.classes !== undefined)
  return (level, node, book) => {
    intervals.describe(level, node, book)
    return level === last && leafRows ? {} : { network: flows.at(level, node) }
  }
}

function rowsOnly(method: { describe(level: number, node: number, book: RowBook): void }): Describe {
  return (level, node, book) => {
    method.describe(level, node, book)
    return {}
  }
}

function both(first: Describe, second: Describe): Describe {
  return (level, node, book) => ({ ...first(level, node, book), ...second(level, node, book) })
}
