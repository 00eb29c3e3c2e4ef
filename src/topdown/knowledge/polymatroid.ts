/**
 * Implied constraints when the facts about the leaves form a laminar family: the sum of generalised polymatroids.
 *
 * A leaf's set is { x >= 0 : low(S) <= x(S) <= high(S), S in the family }, a node's set the sum of its children's, cut by
 * the node's own facts. All have border functions p <= x <= b over sets of elements, kept here level by level for the nodes
 * above the leaves; x(A) within [p(A), b(A)] for all A is complete and integral as long as every cut is exact. Contains
 * Theorem 3 of the TopDown paper (exact totals, and elements that are bounded below or fixed at every leaf).
 */
import { addBorder, type Border, LaminarBorder } from './border.ts'
import { type FactSet, lowerAt, upperAt } from './fact-sets.ts'
import { type Ground, groundOf, ownMasks, touchingMask } from './ground.ts'
import { intersect } from './inner-bound.ts'
import { laminarTree } from './laminar.ts'
import { LeafReader } from './leaf-reader.ts'
import { type LevelBorders, LevelStore, type RowMask, rowMasks } from './level-store.ts'
import { contradiction, nodesBelow, type Problem } from './problem.ts'
import type { RowBook } from './rows.ts'

/** Bounds for every union of elements, by bit mask. */
export interface Subsets {
  /** The classes of each element. */
  readonly elements: readonly Int32Array[]
  readonly lower: Float64Array
  readonly upper: Float64Array
  /** Whether a fact that is only tried has a part in them. */
  readonly tried: boolean
}

export interface Polymatroid {
  /** A set at an inner level whose cut is not proved exact, if there is one. */
  readonly unproved?: FactSet
  /** A set at an inner level that ties the places below it to each other, if there is one. */
  readonly tying?: FactSet
  describe(level: number, node: number, book: RowBook): Subsets | undefined
}

/** Undefined when sets at the leaves cross, or there are more than `most` elements. */
export function polymatroid(problem: Problem, most: number): Polymatroid | undefined {
  const { classes, leafSets, hierarchy, elements } = problem
  const tree = laminarTree(
    classes.atoms,
    leafSets.map((set) => set.atoms),
  )
  const ground = tree && groundOf(problem, most)
  if (tree === undefined || ground === undefined) return undefined
  const reader = new LeafReader(problem, new LaminarBorder(tree, ownMasks(ground, tree), ground.size))
  const masks = rowMasks(problem, ground)
  const tester = leafSets.every((set) => set.classes !== undefined) && ground.released ? reader : undefined
  const { levels, ...cuts } = deriveLevels(problem, ground, reader, masks, tester)
  const last = hierarchy.levels.length - 1
  const released = { elements: elements.map((element) => element.classes), tried: problem.tried }
  const describe = (level: number, node: number, book: RowBook): Subsets | undefined => {
    if (level < last) return merged(levels[level].describe(node, book), ground, released)
    if (tester !== undefined) return undefined
    reader.read(node)
    const border = reader.border
    for (const { mask, classes: said } of masks) book.addImplied(said, border.lower[mask], border.upper[mask])
    return merged({ lower: border.lower.slice(), upper: border.upper.slice() }, ground, released)
  }
  return { ...cuts, describe }
}

interface Derived extends Cuts {
  readonly levels: readonly LevelBorders[]
}

function deriveLevels(
  problem: Problem,
  ground: Ground,
  reader: LeafReader,
  masks: readonly RowMask[],
  tester: LeafReader | undefined,
): Derived {
  const { hierarchy, leafSets, innerSets } = problem
  const setMasks = leafSets.map((set) => touchingMask(ground, set.atoms))
  const levels: LevelBorders[] = new Array(hierarchy.levels.length - 1)
  const cuts: Cuts = {}
  let below: LevelStore | undefined
  for (let level = hierarchy.levels.length - 2; level >= 0; level--) {
    const { regions, firstChild } = hierarchy.levels[level]
    const store = new LevelStore(regions.length, ground.size, masks)
    for (let node = 0; node < regions.length; node++) {
      const border = store.borderOf(node)
      for (let child = firstChild[node]; child < firstChild[node + 1]; child++) {
        if (below === undefined) reader.read(child)
        addBorder(border, below?.borderOf(child) ?? reader.border)
      }
      cut(problem, ground, innerSets[level], border, { level, node }, cuts)
    }
    if (below !== undefined) levels[level + 1] = below.compact(tester, setMasks)
    below = store
  }
  if (below === undefined)
    reader.read(0) // a tree of one leaf: only to see whether its facts agree
  else levels[0] = below.compact(tester, setMasks)
  return { levels, ...cuts }
}

/** What cuts at inner nodes leave unproved. */
interface Cuts {
  unproved?: FactSet
  tying?: FactSet
}

/** Cuts a node's set by the facts about the node itself, exactly where possible; notes a set whose cut is not. */
function cut(
  problem: Problem,
  ground: Ground,
  sets: readonly FactSet[],
  border: Border,
  { level, node }: { readonly level: number; readonly node: number },
  cuts: Cuts,
): void {
  // Large sets first: what they hold stays alike until smaller sets tell it apart.
  let waiting = [...sets].sort((a, b) => b.atoms.length - a.atoms.length)
  for (let mayLoosen = false; waiting.length > 0; ) {
    const left: FactSet[] = []
    for (const set of waiting) {
      const [mask, low, high] = [touchingMask(ground, set.atoms), lowerAt(set, node), upperAt(set, node)]
      if (ties(problem, set, level, node) && !(low <= border.lower[mask] && high >= border.upper[mask]))
        cuts.tying = set
      const outcome = intersect(border, mask, low, high, mayLoosen && left.length === 0)
      if (outcome === 'empty') throw contradiction(problem, level, node)
      if (outcome === 'valid') cuts.unproved = set
      if (outcome === 'no') left.push(set)
    }
    mayLoosen = left.length === waiting.length
    waiting = left
  }
}

/**
 * Whether a fact about a node says something of the places below it that the released counts of the node do not settle: a
 * part of a released cell has so many people in all of them together. One leaf alone has no others to be tied to.
 */
function ties({ hierarchy }: Problem, set: FactSet, level: number, node: number): boolean {
  if (set.classes !== undefined) return false
  const [first, end] = nodesBelow(hierarchy, level, node, hierarchy.levels.length - 1)
  return end - first > 1
}

/** The functions of released elements, out of those of the ground set. */
function merged(
  border: Border | undefined,
  ground: Ground,
  released: Pick<Subsets, 'elements' | 'tried'>,
): Subsets | undefined {
  if (border === undefined || ground.released) return border && { ...released, ...border }
  const size = 2 ** released.elements.length
  const members = new Int32Array(size)
  for (let a = 1; a < size; a++) {
    const low = 31 - Math.clz32(a & -a)
    members[a] = members[a & (a - 1)] | ground.membersOf[low]
  }
  const pick = (values: Float64Array): Float64Array => Float64Array.from(members, (mask) => values[mask])
  return { ...released, lower: pick(border.lower), upper: pick(border.upper) }
}
