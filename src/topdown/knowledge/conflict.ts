/**
 * Public facts that contradict each other: where, which of them (each is needed), and in what words.
 *
 * Only public tables are read, so the words may tell their numbers.
 */

import type { Hierarchy } from '../../model/hierarchy.ts'
import type { Solver } from '../../optimize/linear/highs.ts'
import { impossibleAlone } from './conflict-alone.ts'
import type { Conflict } from './conflict-found.ts'
import { conflictWords } from './conflict-words.ts'
import { findContradiction } from './contradiction.ts'
import { checkKnowledge, constrains, type Fact, type Knowledge } from './facts.ts'
import { subtreeAt } from './subtree.ts'

/** The first conflict from the leaves up among the facts that constrain; undefined when none is found. */
export async function findConflict(
  hierarchy: Hierarchy,
  knowledge: Knowledge,
  solver: Solver,
): Promise<Conflict | undefined> {
  checkKnowledge(hierarchy, knowledge)
  const { cells, zero, facts } = knowledge
  const plain: Knowledge = { cells, zero, facts: facts.map((fact) => fact) }
  const alone = impossibleAlone(hierarchy, plain)
  if (alone !== undefined) return alone
  const place = await findContradiction(hierarchy, plain, solver)
  if (place === undefined) return undefined
  const below = subtreeAt(hierarchy, plain, place.level, place.node)
  const needed = await shrink(below.hierarchy, below.knowledge, solver)
  const clash = { ...below.knowledge, facts: needed.map((index) => below.knowledge.facts[index]) }
  const words = await conflictWords(below.hierarchy, clash, solver)
  return { facts: needed.map((index) => below.factOf[index]), ...place, words }
}

/**
 * Leaves out fact after fact as long as the others clash. Facts that are only tried are left out first, so that a clash
 * among enforced ones is preferred; then the facts of higher levels.
 */
async function shrink(hierarchy: Hierarchy, knowledge: Knowledge, solver: Solver): Promise<readonly number[]> {
  const { facts } = knowledge
  let kept = [...facts.keys()].filter((index) => constrains(facts[index]))
  const order = [...kept].sort((a, b) => rank(facts[a]) - rank(facts[b]))
  for (const candidate of order) {
    const without = kept.filter((index) => index !== candidate)
    const rest = { ...knowledge, facts: without.map((index) => facts[index]) }
    if ((await findContradiction(hierarchy, rest, solver)) !== undefined) kept = without
  }
  return kept
}

function rank(fact: Fact): number {
  return (fact.mode === 'tried' ? 0 : 1000) + fact.level
}
