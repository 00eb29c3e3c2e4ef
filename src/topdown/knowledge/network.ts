/**
 * Builds the flow network of a node out of the facts about the leaves below it and about the nodes between.
 *
 * A bound on one element at an inner node is a bound on an edge before the leaves; a bound on everything at an inner node,
 * on an edge behind them. Bounds on other sets at inner nodes have no place in a network.
 */
import { type FactSet, lowerAt, upperAt } from './fact-sets.ts'
import { type FlowNetwork, NetworkBuilder } from './flow-network.ts'
import { type LaminarNode, laminarTree } from './laminar.ts'
import { LeafGroups, type Part } from './leaf-groups.ts'
import { contradiction, type Problem } from './problem.ts'

export interface Networks {
  /** A set at an inner level that the networks leave out, if there is one. */
  readonly unproved: FactSet | undefined
  at(level: number, node: number): FlowNetwork
}

/** Undefined when sets at the leaves cross. */
export function networks(problem: Problem): Networks | undefined {
  const { classes, leafSets, innerSets, elements } = problem
  const tree = laminarTree(
    classes.atoms,
    leafSets.map((set) => set.atoms),
  )
  if (tree === undefined) return undefined
  const places = new Map(innerSets.flat().map((set) => [set, placeOf(problem, set)]))
  const names = elements.map((element) => element.classes)
  return {
    unproved: innerSets.flat().find((set) => places.get(set) === undefined),
    at: (level, node) => {
      const builder = new NetworkBuilder(names, problem.tried)
      const draft = new Draft(problem, tree, places, builder)
      draft.visit(level, node, { entry: builder.elementNodes, exit: 0, leaves: [] }, true)
      return builder.build()
    },
  }
}

/** The element that an inner set is, or everything; undefined for any other. */
function placeOf({ classes, elements }: Problem, set: FactSet): number | 'everything' | undefined {
  if (set.classes === undefined) return undefined
  if (set.atoms.length === classes.atoms) return 'everything'
  const element = elements.findIndex((candidate) => candidate.classes.join() === set.classes!.join())
  return element < 0 ? undefined : element
}

/** Where flow enters the leaves of a subtree, element by element, and where it leaves them. */
interface Scope {
  readonly entry: Int32Array
  readonly exit: number
  readonly leaves: number[]
}

class Draft {
  readonly #problem: Problem
  readonly #tree: readonly LaminarNode[]
  readonly #places: ReadonlyMap<FactSet, number | 'everything' | undefined>
  readonly #builder: NetworkBuilder
  readonly #groups: LeafGroups
  readonly #touching: readonly (readonly number[])[]

  constructor(
    problem: Problem,
    tree: readonly LaminarNode[],
    places: ReadonlyMap<FactSet, number | 'everything' | undefined>,
    builder: NetworkBuilder,
  ) {
    this.#problem = problem
    this.#tree = tree
    this.#places = places
    this.#builder = builder
    this.#groups = new LeafGroups(tree, problem.leafSets)
    this.#touching = tree.map((node) => touchingElements(problem, node))
  }

  /** `own`: whether the scope ends with this node, so that its leaves can be written. */
  visit(level: number, node: number, outer: Scope, own: boolean): void {
    const { hierarchy } = this.#problem
    const { firstChild } = hierarchy.levels[level]
    const scope = this.#inside(level, node, outer)
    if (firstChild.length === 0) scope.leaves.push(node)
    else
      for (let child = firstChild[node]; child < firstChild[node + 1]; child++)
        this.visit(level + 1, child, scope, false)
    if (own || scope !== outer) this.#writeLeaves(scope)
  }

  /** The scope behind the bounds of an inner node: the outer one when there are none. */
  #inside(level: number, node: number, outer: Scope): Scope {
    let scope = outer
    for (const set of this.#problem.innerSets[level] ?? []) {
      const place = this.#places.get(set)
      const [low, high] = [lowerAt(set, node), upperAt(set, node)]
      if (place === undefined || (low === 0 && high === Number.POSITIVE_INFINITY)) continue
      if (scope === outer) scope = { entry: outer.entry.slice(), exit: outer.exit, leaves: [] }
      const inner = this.#builder.addNode()
      if (place === 'everything') {
        this.#builder.addEdge(inner, scope.exit, low, high)
        scope = { ...scope, exit: inner }
      } else {
        this.#builder.addEdge(scope.entry[place], inner, low, high)
        scope.entry[place] = inner
      }
    }
    return scope
  }

  #writeLeaves(scope: Scope): void {
    if (scope.leaves.length === 0) return
    const { children } = this.#tree[this.#tree.length - 1]
    for (const top of children) {
      const parts = this.#groups.parts(top, scope.leaves)
      if (typeof parts === 'number')
        throw contradiction(this.#problem, this.#problem.hierarchy.levels.length - 1, parts)
      for (const part of parts) this.#writeSet(top, part, scope, scope.exit, true)
    }
    this.#writeOwn(this.#tree.length - 1, scope, scope.exit)
    scope.leaves.length = 0
  }

  /** A set's flow into `exit`: straight from its element when it is a part of one alone. */
  #writeSet(n: number, part: Part, scope: Scope, exit: number, top: boolean): void {
    const { children } = this.#tree[n]
    const [low, high] = [part.low.get(n)!, part.high.get(n)!]
    const touching = this.#touching[n]
    if (children.length === 0 && touching.length === 1) {
      this.#builder.addEdge(scope.entry[touching[0]], exit, low, high)
      return
    }
    const inner = top && children.length > 0 ? this.#builder.addCombination() : this.#builder.addNode()
    this.#builder.addEdge(inner, exit, low, high)
    for (const child of children) this.#writeSet(child, part, scope, inner, false)
    this.#writeOwn(n, scope, inner)
  }

  #writeOwn(n: number, scope: Scope, exit: number): void {
    for (const element of this.#touching[n]) {
      this.#builder.addEdge(scope.entry[element], exit, 0, Number.POSITIVE_INFINITY)
    }
  }
}

/** The elements that touch the own atoms of a laminar node. */
function touchingElements({ elements }: Problem, { own }: LaminarNode): readonly number[] {
  const wanted = new Set(own)
  return [...elements.entries()].flatMap(([e, { atoms }]) => (atoms.some((atom) => wanted.has(atom)) ? [e] : []))
}
