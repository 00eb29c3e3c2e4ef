/**
 * Facts that must hold, and beside them facts that are only tried (section 8.2.3): both derived, over the same classes, so
 * that a step which cannot meet the tried ones falls back to the others and loses nothing of what is proved of those.
 */
import type { Hierarchy } from '../../model/hierarchy.ts'
import { RequestError } from '../../request-error.ts'
import type { Fact, Knowledge } from './facts.ts'
import { deriveImplied, type Implied } from './implied.ts'
import type { NodeKnowledge } from './separation.ts'

export interface ImpliedWithTried extends Implied {
  /** What holds with the tried facts too; absent when none is tried. */
  readonly tried?: (level: number, node: number) => NodeKnowledge
  /** Tried facts, by index, that contradict the others before anything is solved: they are dropped everywhere. */
  readonly hopeless: readonly number[]
}

/** `at` and `proof` are of the enforced facts alone. */
export function deriveWithTried(hierarchy: Hierarchy, knowledge: Knowledge): ImpliedWithTried {
  const tried = knowledge.facts.flatMap((fact, i) => (fact.mode === 'tried' ? [i] : []))
  const enforced = deriveImplied(hierarchy, without(knowledge, tried))
  const hopeless: number[] = []
  for (;;) {
    if (hopeless.length === tried.length) return { ...enforced, hopeless }
    const both = tryToDerive(hierarchy, without(knowledge, hopeless))
    if (both === undefined) {
      hopeless.push(tried[tried.length - 1 - hopeless.length])
      continue
    }
    const finer = finerClasses(enforced, both)
    const { classOf, classes } = both
    const at = (level: number, node: number): NodeKnowledge => inClasses(enforced.at(level, node), finer)
    return { classOf, classes, proof: enforced.proof, at, tried: (level, node) => both.at(level, node), hopeless }
  }
}

/** Facts keep their index: those left out are only looked at afterwards. */
function without(knowledge: Knowledge, out: readonly number[]): Knowledge {
  const facts = knowledge.facts.map((fact, i): Fact => (out.includes(i) ? { ...fact, mode: 'checked' } : fact))
  return { ...knowledge, facts }
}

function tryToDerive(hierarchy: Hierarchy, knowledge: Knowledge): Implied | undefined {
  try {
    return deriveImplied(hierarchy, knowledge)
  } catch (error) {
    if (error instanceof RequestError && error.code === 'infeasible') return undefined
    throw error
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
