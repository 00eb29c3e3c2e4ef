/** A node with everything below it as a hierarchy of its own, with what the facts say there. */
import type { Hierarchy } from '../../model/hierarchy.ts'
import type { Fact, Knowledge } from './facts.ts'
import { nodesBelow } from './problem.ts'

export interface Subtree {
  readonly hierarchy: Hierarchy
  readonly knowledge: Knowledge
  /** The index of each fact among those of the whole. */
  readonly factOf: readonly number[]
}

export function subtreeAt(hierarchy: Hierarchy, knowledge: Knowledge, level: number, node: number): Subtree {
  const ranges = hierarchy.levels.slice(level).map((_, depth) => nodesBelow(hierarchy, level, node, level + depth))
  const levels = hierarchy.levels.slice(level).map(({ name, regions, parent, firstChild }, depth) => {
    const [first, end] = ranges[depth]
    const above = depth === 0 ? 0 : ranges[depth - 1][0]
    const below = ranges[depth + 1]?.[0] ?? 0
    return {
      name,
      regions: regions.slice(first, end),
      parent: depth === 0 ? new Int32Array(0) : parent.slice(first, end).map((place) => place - above),
      firstChild: firstChild.length === 0 ? firstChild : firstChild.slice(first, end + 1).map((child) => child - below),
    }
  })
  const factOf = [...knowledge.facts.keys()].filter((index) => knowledge.facts[index].level >= level)
  const facts = factOf.map((index) => sliced(knowledge.facts[index], level, ranges))
  return { hierarchy: { levels }, knowledge: { ...knowledge, facts }, factOf }
}

function sliced(fact: Fact, level: number, ranges: readonly (readonly [number, number])[]): Fact {
  const depth = fact.level - level
  if (fact.kind === 'ratio') return { ...fact, level: depth }
  const [from, to] = [ranges[depth][0] * fact.answers, ranges[depth][1] * fact.answers]
  return { ...fact, level: depth, lower: fact.lower.slice(from, to), upper: fact.upper.slice(from, to) }
}
