/**
 * Cells that no fact tells apart.
 *
 * An *atom* is a set of (finer) cells with the same membership in every bound fact; structural zeros belong to none and
 * leave the problem (Theorem 8 of the TopDown paper). A *class* is a set of released cells that touch the same atoms and
 * carry the same ratio coefficients; every constraint is on the totals of classes. An *element* is a set of classes that
 * touch the same atoms: what the border functions of bound facts are functions of.
 */
import { type BoundFact, constrains, type Fact, type Knowledge } from './facts.ts'

export interface Classes {
  /** The atom of each cell that the facts speak of, -1 for a structural zero. */
  readonly atomOf: Int32Array
  readonly atoms: number
  /** The class of each released cell, -1 where it can only be 0. */
  readonly classOf: Int32Array
  readonly classes: number
  /** The atoms that each class touches, ascending. */
  readonly touches: readonly Int32Array[]
}

export function classify(knowledge: Knowledge): Classes {
  const { cells, zero, facts, project } = knowledge
  const nonzero = Int32Array.from(zero, (isZero) => (isZero ? -1 : 0))
  const active = facts.filter(constrains)
  const refine = (part: Int32Array, kind: Fact['kind']): Int32Array =>
    active.reduce((refined, fact) => (fact.kind === kind ? split(refined, labels(fact)) : refined), part)
  const atomOf = refine(nonzero, 'bound')
  const fineOf = refine(atomOf, 'ratio')
  const released = knowledge.releasedCells ?? cells
  const groups = project === undefined ? singleGroups(fineOf) : groupsOf(fineOf, project, released)
  const atomOfFine = new Int32Array(numberOf(fineOf))
  fineOf.forEach((fine, cell) => {
    if (fine >= 0) atomOfFine[fine] = atomOf[cell]
  })
  const touches = groups.members.map((fines) => Int32Array.from(unique(fines.map((fine) => atomOfFine[fine]))).sort())
  return { atomOf, atoms: numberOf(atomOf), classOf: groups.groupOf, classes: touches.length, touches }
}

/** A label a cell that tells apart what the fact tells apart. Answers about which nothing is said are told from none. */
function labels(fact: Fact): Int32Array {
  if (fact.kind === 'ratio') {
    const values = [...new Set(fact.coefficient)]
    return Int32Array.from(fact.coefficient, (value) => values.indexOf(value))
  }
  const said = Uint8Array.from({ length: fact.answers }, (_, answer) => Number(saysAnything(fact, answer)))
  return fact.answerOf.map((answer) => (answer >= 0 && said[answer] ? answer : -1))
}

/** Whether a fact bounds an answer at any node. */
export function saysAnything(fact: BoundFact, answer: number): boolean {
  for (let entry = answer; entry < fact.lower.length; entry += fact.answers) {
    if (fact.lower[entry] !== 0 || fact.upper[entry] !== Number.POSITIVE_INFINITY) return true
  }
  return false
}

/** The common refinement of a partition and the labels, numbered in the order of first cells. */
function split(part: Int32Array, label: Int32Array): Int32Array {
  const numbers = new Map<string, number>()
  return part.map((group, cell) => {
    if (group < 0) return -1
    const key = `${group},${label[cell]}`
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, numbers.size)
    return numbers.size - 1
  })
}

interface Groups {
  readonly groupOf: Int32Array
  readonly members: readonly number[][]
}

function singleGroups(fineOf: Int32Array): Groups {
  return { groupOf: fineOf, members: Array.from({ length: numberOf(fineOf) }, (_, fine) => [fine]) }
}

/** Released cells by the set of fine groups that project to them. */
function groupsOf(fineOf: Int32Array, project: Int32Array, released: number): Groups {
  const touched = Array.from({ length: released }, () => new Set<number>())
  fineOf.forEach((fine, cell) => {
    if (fine >= 0) touched[project[cell]].add(fine)
  })
  const numbers = new Map<string, number>()
  const members: number[][] = []
  const groupOf = Int32Array.from(touched, (fines) => {
    if (fines.size === 0) return -1
    const sorted = [...fines].sort((a, b) => a - b)
    const key = sorted.join()
    const group = numbers.get(key) ?? members.length
    if (group === members.length) members.push(sorted)
    numbers.set(key, group)
    return group
  })
  return { groupOf, members }
}

export interface Element {
  readonly classes: Int32Array
  readonly atoms: Int32Array
}

/** Classes by the atoms they touch; those that touch only atoms of no set are left out, for nothing is said of them. */
export function elementsOf({ touches }: Classes, inSomeSet: Uint8Array): readonly Element[] {
  const byAtoms = new Map<string, number[]>()
  touches.forEach((atoms, index) => {
    if (!atoms.some((atom) => inSomeSet[atom] === 1)) return
    const key = atoms.join()
    byAtoms.set(key, [...(byAtoms.get(key) ?? []), index])
  })
  return [...byAtoms.values()].map((members) => ({ classes: Int32Array.from(members), atoms: touches[members[0]] }))
}

function unique(values: Iterable<number>): readonly number[] {
  return [...new Set(values)]
}

function numberOf(part: Int32Array): number {
  let most = -1
  for (const group of part) if (group > most) most = group
  return most + 1
}
