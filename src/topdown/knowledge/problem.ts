/** Knowledge about a hierarchy, taken apart: classes, elements, and sets of atoms with their intervals. */
import type { Hierarchy } from '../../model/hierarchy.ts'
import { RequestError } from '../../request-error.ts'
import { type Classes, classify, type Element, elementsOf } from './classes.ts'
import { type FactSet, factSets, type GivenSet, givenSets, lowerAt } from './fact-sets.ts'
import { checkKnowledge, constrains, type Knowledge, type RatioFact } from './facts.ts'

export interface Problem {
  readonly hierarchy: Hierarchy
  readonly knowledge: Knowledge
  readonly classes: Classes
  readonly elements: readonly Element[]
  readonly given: readonly GivenSet[]
  /** What is said of the leaves. */
  readonly leafSets: readonly FactSet[]
  /** What is said of the nodes above them, by level. */
  readonly innerSets: readonly (readonly FactSet[])[]
  readonly ratios: readonly Ratio[]
  /** Whether a bound that is only tried has a part in what is derived from bounds. */
  readonly tried: boolean
}

export interface Ratio {
  readonly fact: number
  readonly source: RatioFact
  readonly tried: boolean
  /** One a class: the least coefficient of its cells, which keeps the inequality valid. */
  readonly coefficients: Float64Array
  /** False when a class has cells with different coefficients. */
  readonly exact: boolean
}

export function problemOf(hierarchy: Hierarchy, knowledge: Knowledge): Problem {
  checkKnowledge(hierarchy, knowledge)
  const classes = classify(knowledge)
  const given = givenSets(knowledge, classes)
  const sets = factSets(given, classes)
  const inSomeSet = new Uint8Array(classes.atoms)
  for (const { atoms } of sets) for (const atom of atoms) inSomeSet[atom] = 1
  const last = hierarchy.levels.length - 1
  return {
    hierarchy,
    knowledge,
    classes,
    elements: elementsOf(classes, inSomeSet),
    given,
    leafSets: sets.filter((set) => set.level === last),
    innerSets: hierarchy.levels.slice(0, last).map((_, level) => sets.filter((set) => set.level === level)),
    ratios: knowledge.facts.flatMap((source, fact) =>
      source.kind === 'ratio' && constrains(source) ? [ratioOf(source, fact, knowledge, classes)] : [],
    ),
    tried: given.some((set) => set.tried),
  }
}

function ratioOf(source: RatioFact, fact: number, knowledge: Knowledge, { classOf, classes }: Classes): Ratio {
  const coefficients = new Float64Array(classes).fill(Number.POSITIVE_INFINITY)
  let exact = true
  source.coefficient.forEach((value, cell) => {
    const group = knowledge.zero[cell] ? -1 : classOf[knowledge.project?.[cell] ?? cell]
    if (group < 0) return
    if (coefficients[group] !== Number.POSITIVE_INFINITY && coefficients[group] !== value) exact = false
    coefficients[group] = Math.min(coefficients[group], value)
  })
  return { fact, source, tried: source.mode === 'tried', coefficients, exact }
}

/** The facts leave nothing at a node. Which of them clash is for `findConflict` to say. */
export function contradiction({ hierarchy }: Problem, level: number, node: number): RequestError {
  const { name, regions } = hierarchy.levels[level]
  const words = `The public facts contradict each other in ${name} "${regions[node]}": no table of counts meets them all.`
  return new RequestError('infeasible', words, { level, node })
}

/** A set of structural zeros can hold nobody. */
export function checkZeros(problem: Problem): void {
  for (const given of problem.given) {
    if (given.atoms.length > 0) continue
    const nodes = problem.hierarchy.levels[given.level].regions.length
    for (let node = 0; node < nodes; node++) {
      if (lowerAt({ given: [given] }, node) > 0) throw contradiction(problem, given.level, node)
    }
  }
}

/** The nodes of a lower level that lie below a node: first, and one after the last. */
export function nodesBelow(
  hierarchy: Hierarchy,
  level: number,
  node: number,
  lower: number,
): readonly [number, number] {
  let [first, end] = [node, node + 1]
  for (let depth = level; depth < lower; depth++) {
    const { firstChild } = hierarchy.levels[depth]
    ;[first, end] = [firstChild[first], firstChild[end]]
  }
  return [first, end]
}
