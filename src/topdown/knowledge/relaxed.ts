/**
 * Valid rows for any facts: the sum over the leaves of the interval that each leaf allows a set, cut on the way up by the
 * facts about inner nodes. Necessary, not proved sufficient.
 */
import { type FactSet, lowerAt, upperAt, wholeClasses } from './fact-sets.ts'
import { contradiction, type Problem } from './problem.ts'
import type { RowBook } from './rows.ts'
import { propagate, targetsOf } from './targets.ts'

export interface Relaxed {
  describe(level: number, node: number, book: RowBook): void
}

const SETS_WITH_PAIRS = 8

interface LevelIntervals {
  readonly low: Float64Array
  readonly high: Float64Array
}

export function relaxed(problem: Problem): Relaxed {
  const { hierarchy, classes, leafSets, innerSets } = problem
  const sets = [...leafSets, ...innerSets.flat()]
  const targets = targetsOf(
    classes.atoms,
    sets.map((set) => set.atoms),
    SETS_WITH_PAIRS,
  )
  const size = targets.atoms.length
  const said = targets.atoms.map((atoms) => wholeClasses(atoms, classes.touches))
  const placed = (list: readonly FactSet[]): readonly (readonly [FactSet, number])[] =>
    list.map((set) => [set, targets.index.get(set.atoms.join())!])
  const byLevel = [...innerSets, leafSets].map(placed)

  const cut = (level: number, node: number, low: Float64Array, high: Float64Array): void => {
    for (const [set, t] of byLevel[level]) {
      low[t] = Math.max(low[t], lowerAt(set, node))
      high[t] = Math.min(high[t], upperAt(set, node))
    }
    if (!propagate(targets, classes.atoms, low, high)) throw contradiction(problem, level, node)
  }
  const last = hierarchy.levels.length - 1
  const leaf = { low: new Float64Array(size), high: new Float64Array(size) }
  const readLeaf = (node: number): LevelIntervals => {
    leaf.low.fill(0)
    leaf.high.fill(Number.POSITIVE_INFINITY)
    cut(last, node, leaf.low, leaf.high)
    return leaf
  }
  const levels = sumLevels(problem, size, readLeaf, cut)
  return {
    describe: (level, node, book) => {
      const { low, high } = level === last ? readLeaf(node) : view(levels[level], node, size)
      said.forEach((members, t) => {
        if (members !== undefined && members.length > 0) book.addImplied(members, low[t], high[t])
      })
    },
  }
}

function sumLevels(
  { hierarchy }: Problem,
  size: number,
  readLeaf: (leaf: number) => LevelIntervals,
  cut: (level: number, node: number, low: Float64Array, high: Float64Array) => void,
): readonly LevelIntervals[] {
  const last = hierarchy.levels.length - 1
  const levels: LevelIntervals[] = new Array(last)
  if (last === 0) readLeaf(0)
  for (let level = last - 1; level >= 0; level--) {
    const { regions, firstChild } = hierarchy.levels[level]
    levels[level] = { low: new Float64Array(regions.length * size), high: new Float64Array(regions.length * size) }
    for (let node = 0; node < regions.length; node++) {
      const sum = view(levels[level], node, size)
      for (let child = firstChild[node]; child < firstChild[node + 1]; child++) {
        const { low, high } = level + 1 === last ? readLeaf(child) : view(levels[level + 1], child, size)
        for (let t = 0; t < size; t++) {
          sum.low[t] += low[t]
          sum.high[t] += high[t]
        }
      }
      cut(level, node, sum.low, sum.high)
    }
  }
  return levels
}

function view({ low, high }: LevelIntervals, node: number, size: number): LevelIntervals {
  const [from, to] = [node * size, (node + 1) * size]
  return { low: low.subarray(from, to), high: high.subarray(from, to) }
}
