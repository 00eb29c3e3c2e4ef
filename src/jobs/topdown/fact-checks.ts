/** Every public fact against what is released: where it does not hold, whatever its mode. */
import { type Hierarchy, rollUp, type SparseHistogram } from '../../model/index.ts'
import type { Fact, Knowledge } from '../../topdown/index.ts'
import type { LevelSolution } from './level-solution.ts'
import { answersAt } from './released.ts'

export interface FactCheck {
  readonly fact: Fact
  /** Regions and answers at which it does not hold; undefined when it speaks of what is not released. */
  readonly broken: number | undefined
  /** Some of the regions, by name. */
  readonly examples: readonly string[]
}

const MOST_EXAMPLES = 5

export function checkFacts(
  hierarchy: Hierarchy,
  knowledge: Knowledge,
  levels: readonly LevelSolution[],
): readonly FactCheck[] {
  const leaves = levels[levels.length - 1].histogram
  const sums = new Map<number, SparseHistogram>([[hierarchy.levels.length - 1, leaves]])
  return knowledge.facts.map((fact) => {
    const own = releasedFact(fact, knowledge)
    if (own === undefined) return { fact, broken: undefined, examples: [] }
    const histogram = sums.get(fact.level) ?? rollUp(leaves, hierarchy, fact.level)
    sums.set(fact.level, histogram)
    const { regions } = hierarchy.levels[fact.level]
    const broken = regions.map((_, node) => brokenAt(own, histogram, node))
    return {
      fact,
      broken: broken.reduce((sum, n) => sum + n, 0),
      examples: regions.filter((_, node) => broken[node] > 0).slice(0, MOST_EXAMPLES),
    }
  })
}

/** The fact over released cells, or undefined when it tells apart what a later release will add. */
function releasedFact(fact: Fact, { project, releasedCells }: Knowledge): Fact | undefined {
  if (project === undefined || releasedCells === undefined) return fact
  const finer = project.length / releasedCells
  const values = fact.kind === 'bound' ? fact.answerOf : fact.coefficient
  const same = values.every((value, cell) => value === values[project[cell] * finer])
  if (!same) return undefined
  if (fact.kind === 'bound') {
    return { ...fact, answerOf: Int32Array.from({ length: releasedCells }, (_, cell) => values[cell * finer]) }
  }
  return { ...fact, coefficient: Float64Array.from({ length: releasedCells }, (_, cell) => values[cell * finer]) }
}

function brokenAt(fact: Fact, histogram: SparseHistogram, node: number): number {
  if (fact.kind === 'ratio') {
    const { start, cell, count } = histogram
    let sum = 0
    for (let i = start[node]; i < start[node + 1]; i++) sum += fact.coefficient[cell[i]] * count[i]
    return sum > fact.upper ? 1 : 0
  }
  const at = node * fact.answers
  return answersAt(histogram, node, fact).reduce(
    (broken, count, a) => (count < fact.lower[at + a] || count > fact.upper[at + a] ? broken + 1 : broken),
    0,
  )
}
