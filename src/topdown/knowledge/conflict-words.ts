/** A clash of facts at the top of a small tree, told in the user's terms. */
import type { Hierarchy } from '../../model/hierarchy.ts'
import type { Solver } from '../../optimize/linear/highs.ts'
import { labelOf } from './conflict-alone.ts'
import { findContradiction } from './contradiction.ts'
import type { BoundFact, Fact, Knowledge } from './facts.ts'
import { subtreeModel } from './feasibility-model.ts'
import { problemOf } from './problem.ts'

/** One side of one bound that a fact puts on the top. */
interface Bound {
  readonly fact: number
  readonly answer: number
  readonly side: 'lower' | 'upper'
}

/** Every fact of `knowledge` must be needed for the clash, and the top must be where it shows. */
export async function conflictWords(hierarchy: Hierarchy, knowledge: Knowledge, solver: Solver): Promise<string> {
  const { name, regions } = hierarchy.levels[0]
  const bounds = await neededBounds(hierarchy, knowledge, solver)
  const below = knowledge.facts.filter((fact) => fact.level > 0)
  const ratios = knowledge.facts.filter((fact) => fact.level === 0 && fact.kind === 'ratio')
  if (
    below.length > 0 &&
    ratios.length === 0 &&
    new Set(bounds.map(({ fact, answer }) => `${fact},${answer}`)).size === 1
  ) {
    const range = await rangeBelow(hierarchy, knowledge, bounds[0], solver)
    if (range !== undefined)
      return `${saysOf(knowledge, bounds)} in "${regions[0]}", the leaves below must add up to ${range} (${names(below)}).`
  }
  const clauses = [...clausesOf(knowledge, bounds), ...ratios.map((fact) => `"${fact.name}" must hold`)]
  if (below.length > 0) clauses.push(`the places below must keep ${names(below)}`)
  const start = clauses.slice(0, -1).join(', ')
  return `In ${name} "${regions[0]}": ${start}${clauses.length > 1 ? ', but ' : ''}${clauses[clauses.length - 1]}.`
}

function names(facts: readonly Fact[]): string {
  return facts.map((fact) => `"${fact.name}"`).join(', ')
}

/** The bounds at the top that are needed, left out one after the other as long as the rest clash. */
async function neededBounds(hierarchy: Hierarchy, knowledge: Knowledge, solver: Solver): Promise<readonly Bound[]> {
  let kept = knowledge.facts.flatMap((fact, index) =>
    fact.kind === 'bound' && fact.level === 0 ? boundsOf(fact, index) : [],
  )
  for (const candidate of kept) {
    const without = kept.filter((bound) => bound !== candidate)
    if ((await findContradiction(hierarchy, withBounds(knowledge, without), solver)) !== undefined) kept = without
  }
  return kept
}

function boundsOf(fact: BoundFact, index: number): readonly Bound[] {
  return Array.from(fact.lower, (lower, answer): readonly Bound[] => [
    ...(lower > 0 ? [{ fact: index, answer, side: 'lower' } as const] : []),
    ...(fact.upper[answer] < Number.POSITIVE_INFINITY ? [{ fact: index, answer, side: 'upper' } as const] : []),
  ]).flat()
}

/** The same facts, saying no more of the top than the given bounds. */
function withBounds(knowledge: Knowledge, bounds: readonly Bound[]): Knowledge {
  const facts = knowledge.facts.map((fact, index): Fact => {
    if (fact.kind !== 'bound' || fact.level > 0) return fact
    const lower = fact.lower.map(() => 0)
    const upper = fact.upper.map(() => Number.POSITIVE_INFINITY)
    for (const bound of bounds) {
      if (bound.fact !== index) continue
      if (bound.side === 'lower') lower[bound.answer] = fact.lower[bound.answer]
      else upper[bound.answer] = fact.upper[bound.answer]
    }
    return { ...fact, lower, upper }
  })
  return { ...knowledge, facts }
}

/** What the facts further down allow the sum that a bound speaks of. */
async function rangeBelow(
  hierarchy: Hierarchy,
  knowledge: Knowledge,
  { fact, answer }: Bound,
  solver: Solver,
): Promise<string | undefined> {
  const problem = problemOf(hierarchy, knowledge)
  const set = problem.innerSets[0].find((candidate) =>
    candidate.given.some((given) => given.fact === fact && given.answer === answer),
  )
  const free = { ...problem, innerSets: [[], ...problem.innerSets.slice(1)], leafSets: problem.leafSets }
  const ends: number[] = []
  for (const sense of ['minimise', 'maximise'] as const) {
    const outcome = await solver.solve(subtreeModel(free, 0, 0, false, { sense, classes: set!.classes! }))
    if (outcome.status === 'unbounded') ends.push(Number.POSITIVE_INFINITY)
    else if (outcome.status === 'optimal') ends.push(Math.round(outcome.objective))
    else return undefined
  }
  if (ends[1] === Number.POSITIVE_INFINITY) return `at least ${ends[0]}`
  return ends[0] === ends[1] ? `${ends[0]}` : `between ${ends[0]} and ${ends[1]}`
}

/** One clause a fact, exact ones first. */
function clausesOf(knowledge: Knowledge, bounds: readonly Bound[]): readonly string[] {
  const byFact = [...new Set(bounds.map((bound) => bound.fact))]
  const clauses = byFact.map((fact) =>
    saysOf(
      knowledge,
      bounds.filter((bound) => bound.fact === fact),
    ),
  )
  return [
    ...clauses.filter((clause) => clause.includes('says exactly')),
    ...clauses.filter((clause) => !clause.includes('says exactly')),
  ]
}

/** `"population" says exactly 98`, `"facilities" asks for at least 60 (dorm) + 41 (nursing home)`. */
function saysOf(knowledge: Knowledge, bounds: readonly Bound[]): string {
  const fact = knowledge.facts[bounds[0].fact] as BoundFact
  const part = (answer: number, value: number): string => `${value}${labelOf(fact, answer)}`
  const answers = [...new Set(bounds.map((bound) => bound.answer))]
  const exact = answers.filter((answer) => fact.lower[answer] === fact.upper[answer])
  const others = bounds.filter(({ answer }) => !exact.includes(answer))
  const sums = (side: Bound['side']): string =>
    others.flatMap((bound) => (bound.side === side ? [part(bound.answer, fact[side][bound.answer])] : [])).join(' + ')
  const parts = [
    exact.length > 0 && `says exactly ${exact.map((answer) => part(answer, fact.lower[answer])).join(' + ')}`,
    sums('lower') && `asks for at least ${sums('lower')}`,
    sums('upper') && `allows at most ${sums('upper')}`,
  ]
  return `"${fact.name}" ${parts.filter(Boolean).join(' and ')}`
}
