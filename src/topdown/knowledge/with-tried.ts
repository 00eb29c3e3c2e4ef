/**
 * Facts that must hold, and beside them facts that are only tried (section 8.2.3): both derived, over the same classes, so
 * that a step which cannot meet the tried ones falls back to the others and loses nothing of what is proved of those.
 */
import type { Hierarchy } from '../../model/hierarchy.ts'
import { RequestError } from '../../request-error.ts'
import type { Fact, Knowledge } from './facts.ts'
import { deriveImplied, type Implied } from './implied.ts'
import { nodesBelow } from './problem.ts'
import type { NodeKnowledge } from './separation.ts'

export interface ImpliedWithTried extends Implied {
  /** What holds with the tried facts too; absent when none is tried. */
  readonly tried?: (level: number, node: number) => NodeKnowledge
  /** Places at which tried facts contradict the others before anything is solved: they are given up at and below them. */
  readonly givenUp: readonly Place[]
}

export interface Place {
  readonly level: number
  readonly node: number
}

/** Contradictions found one by one; beyond this many, the tried facts are given up everywhere. */
const MOST_PLACES = 100

/** `at` and `proof` are of the enforced facts alone. */
export function deriveWithTried(hierarchy: Hierarchy, knowledge: Knowledge): ImpliedWithTried {
  const enforced = deriveImplied(
    hierarchy,
    withTried(knowledge, (fact) => ({ ...fact, mode: 'checked' })),
  )
  const givenUp: Place[] = []
  if (!knowledge.facts.some((fact) => fact.mode === 'tried')) return { ...enforced, givenUp }
  let left = knowledge
  let ratiosAsRows = false
  for (;;) {
    const both = tryToDerive(hierarchy, left, ratiosAsRows)
    if ('at' in both) {
      const finer = finerClasses(enforced, both)
      const { classOf, classes } = both
      const at = (level: number, node: number): NodeKnowledge => inClasses(enforced.at(level, node), finer)
      return { classOf, classes, proof: enforced.proof, at, tried: (level, node) => both.at(level, node), givenUp }
    }
    if (!ratiosAsRows && left.facts.some((fact) => fact.mode === 'tried' && fact.kind === 'ratio')) {
      ratiosAsRows = true // a ratio that fails at one place is then dropped in the step that meets it
      continue
    }
    givenUp.push(both)
    if (givenUp.length > MOST_PLACES) return { ...enforced, givenUp: [{ level: 0, node: 0 }] }
    const before = left
    left = withTried(left, (fact) => openedBelow(hierarchy, fact, both))
    if (before.facts.every((fact, i) => fact === left.facts[i])) return { ...enforced, givenUp }
  }
}

/** Facts keep their index. */
function withTried(knowledge: Knowledge, change: (fact: Fact) => Fact): Knowledge {
  return { ...knowledge, facts: knowledge.facts.map((fact) => (fact.mode === 'tried' ? change(fact) : fact)) }
}

/** The same fact saying nothing at a place and below it. */
function openedBelow(hierarchy: Hierarchy, fact: Fact, { level, node }: Place): Fact {
  if (fact.kind === 'ratio' || fact.level < level) return fact
  const [first, end] = nodesBelow(hierarchy, level, node, fact.level)
  const [lower, upper] = [fact.lower.slice(), fact.upper.slice()]
  lower.fill(0, first * fact.answers, end * fact.answers)
  upper.fill(Number.POSITIVE_INFINITY, first * fact.answers, end * fact.answers)
  const same = lower.every((bound, i) => bound === fact.lower[i]) && upper.every((bound, i) => bound === fact.upper[i])
  return same ? fact : { ...fact, lower, upper }
}

/** What is implied, or the place where nothing is left. */
function tryToDerive(hierarchy: Hierarchy, knowledge: Knowledge, ratiosAsRows: boolean): Implied | Place {
  try {
    return deriveImplied(hierarchy, knowledge, { ratiosAsRows })
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'infeasible') throw error
    const { level, node } = error.facts
    return typeof level === 'number' && typeof node === 'number' ? { level, node } : { level: 0, node: 0 }
  }
}

/** More facts tell more cells apart: each class of `coarse` is a union of classes of `fine`. */
function finerClasses(coarse: Implied, fine: Implied): readonly Int32Array[] {
  const parts = Array.from({ length: coarse.classes }, () => new Set<number>())
  coarse.classOf.forEach((k, cell) => {
    if (k >= 0 && fine.classOf[cell] >= 0) parts[k].add(fine.classOf[cell])
  })
  return parts.map((part) => Int32Array.from(part).sort())
}

function inClasses({ rows, subsets, network }: NodeKnowledge, finer: readonly Int32Array[]): NodeKnowledge {
  const union = (classes: Int32Array): Int32Array => Int32Array.from(Array.from(classes).flatMap((k) => [...finer[k]]))
  return {
    rows: rows.map(({ classes, coefficients, ...row }) => ({
      ...row,
      classes: union(classes),
      ...(coefficients && {
        coefficients: Float64Array.from(
          Array.from(classes).flatMap((k, i) => Array.from(finer[k], () => coefficients[i])),
        ),
      }),
    })),
    ...(subsets && { subsets: { ...subsets, elements: subsets.elements.map(union) } }),
    ...(network && { network: { ...network, elements: network.elements.map(union) } }),
  }
}
