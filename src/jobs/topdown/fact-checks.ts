/** Every public fact against what is released: where it does not hold, whatever its mode. */
import { type Hierarchy, type PlaceCounts, rollUpParts, type SparseHistogram } from '../../model/index.ts'
import type { Fact, Knowledge } from '../../topdown/index.ts'
import { answersAt } from './released.ts'

export interface FactCheck {
  readonly fact: Fact
  /** Regions and answers at which it does not hold; undefined when it speaks of what is not released. */
  readonly broken: number | undefined
  /** Some of the regions, by name. */
  readonly examples: readonly string[]
}

const MOST_EXAMPLES = 5

export async function checkFacts(
  hierarchy: Hierarchy,
  knowledge: Knowledge,
  leaves: PlaceCounts,
): Promise<readonly FactCheck[]> {
  const checked = knowledge.facts.map((fact) => {
    const own = releasedFact(fact, knowledge)
    return { fact, own, broken: own && 0, examples: [] as string[] }
  })
  for (const [level, { regions }] of hierarchy.levels.entries()) {
    const here = checked.flatMap((check) => (check.own?.level === level ? [{ check, own: check.own }] : []))
    if (here.length === 0) continue
    for await (const { from, histogram } of rollUpParts(leaves, hierarchy, level)) {
      for (const { check, own } of here) {
        for (let i = 0; i + 1 < histogram.start.length; i++) {
          const broken = brokenAt(own, histogram, i, from + i)
          check.broken = (check.broken ?? 0) + broken
          if (broken > 0 && check.examples.length < MOST_EXAMPLES) check.examples.push(regions[from + i])
        }
      }
    }
  }
  return checked.map(({ fact, broken, examples }) => ({ fact, broken, examples }))
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

/** `place` is its number in the histogram, `node` that in its level. */
function brokenAt(fact: Fact, histogram: SparseHistogram, place: number, node: number): number {
  if (fact.kind === 'ratio') {
    const { start, cell, count } = histogram
    let sum = 0
    for (let i = start[place]; i < start[place + 1]; i++) sum += fact.coefficient[cell[i]] * count[i]
    return sum > fact.upper ? 1 : 0
  }
  const at = node * fact.answers
  return answersAt(histogram, place, fact).reduce(
    (broken, count, a) => (count < fact.lower[at + a] || count > fact.upper[at + a] ? broken + 1 : broken),
    0,
  )
}
