/** Bounds that no count can meet, whatever else is said. */
import type { Hierarchy } from '../../model/hierarchy.ts'
import type { Conflict } from './conflict-found.ts'
import { type BoundFact, constrains, type Knowledge } from './facts.ts'

export function impossibleAlone(hierarchy: Hierarchy, knowledge: Knowledge): Conflict | undefined {
  for (const [index, fact] of knowledge.facts.entries()) {
    if (fact.kind !== 'bound' || !constrains(fact)) continue
    const holdsSomebody = new Uint8Array(fact.answers)
    fact.answerOf.forEach((answer, cell) => {
      if (answer >= 0 && knowledge.zero[cell] === 0) holdsSomebody[answer] = 1
    })
    for (let entry = 0; entry < fact.lower.length; entry++) {
      const answer = entry % fact.answers
      const why = fault(fact, entry, holdsSomebody[answer] === 1)
      if (why === undefined) continue
      const node = Math.floor(entry / fact.answers)
      const { name, regions } = hierarchy.levels[fact.level]
      const words = `In ${name} "${regions[node]}": "${fact.name}" ${why}`
      return { facts: [index], level: fact.level, node, words }
    }
  }
  return undefined
}

function fault(fact: BoundFact, entry: number, holdsSomebody: boolean): string | undefined {
  const [lower, upper] = [fact.lower[entry], fact.upper[entry]]
  const label = labelOf(fact, entry % fact.answers)
  if (lower > upper) return `asks for at least ${lower} and at most ${upper}${label}.`
  if (upper < 0) return `asks for ${upper}${label}, but a count is never below 0.`
  if (Math.ceil(lower) > Math.floor(upper)) {
    const says = lower === upper ? `says exactly ${lower}` : `asks for between ${lower} and ${upper}`
    return `${says}${label}, but a count is a whole number.`
  }
  if (lower > 0 && !holdsSomebody)
    return `asks for at least ${lower}${label}, but nobody can be there: every cell of it is impossible.`
  return undefined
}

/** " (dorm)", or nothing when a fact has one answer without a name. */
export function labelOf({ labels, answers }: BoundFact, answer: number): string {
  if (labels === undefined && answers === 1) return ''
  return ` (${labels?.[answer] ?? `answer ${answer}`})`
}
