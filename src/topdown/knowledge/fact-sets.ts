/** The sets of atoms that bound facts speak of, with an interval at every node of a level. */
import { type Classes, saysAnything } from './classes.ts'
import { type BoundFact, constrains, type Knowledge } from './facts.ts'

/** One answer of one fact, as it was given. */
export interface GivenSet {
  readonly fact: number
  readonly answer: number
  readonly level: number
  readonly tried: boolean
  readonly source: BoundFact
  /** Ascending; empty when every cell of the set is a structural zero. */
  readonly atoms: Int32Array
}

/** All that is said of one set of atoms at one level. */
export interface FactSet {
  readonly level: number
  readonly atoms: Int32Array
  readonly given: readonly GivenSet[]
  /** The whole cells of the set, as classes, when it is made of whole classes. */
  readonly classes: Int32Array | undefined
}

export function givenSets(knowledge: Knowledge, { atomOf }: Classes): readonly GivenSet[] {
  return knowledge.facts.flatMap((source, fact) => {
    if (source.kind !== 'bound' || !constrains(source)) return []
    const atomsOf = Array.from({ length: source.answers }, () => new Set<number>())
    source.answerOf.forEach((answer, cell) => {
      if (answer >= 0 && atomOf[cell] >= 0) atomsOf[answer].add(atomOf[cell])
    })
    const base = { fact, level: source.level, tried: source.mode === 'tried', source }
    return atomsOf.flatMap((atoms, answer) =>
      saysAnything(source, answer) ? [{ ...base, answer, atoms: Int32Array.from(atoms).sort() }] : [],
    )
  })
}

/** Given sets with the same atoms at the same level, together; those without atoms are left out. */
export function factSets(given: readonly GivenSet[], { touches }: Classes): readonly FactSet[] {
  const groups = new Map<string, GivenSet[]>()
  for (const set of given) {
    if (set.atoms.length === 0) continue
    const key = `${set.level}:${set.atoms.join()}`
    groups.set(key, [...(groups.get(key) ?? []), set])
  }
  return [...groups.values()].map((members) => {
    const { level, atoms } = members[0]
    return { level, atoms, given: members, classes: wholeClasses(atoms, touches) }
  })
}

/** The classes inside a set of atoms, or undefined when some class lies partly inside. */
export function wholeClasses(atoms: Int32Array, touches: readonly Int32Array[]): Int32Array | undefined {
  const inside = new Set(atoms)
  const classes: number[] = []
  for (const [index, touched] of touches.entries()) {
    const count = touched.reduce((sum, atom) => sum + Number(inside.has(atom)), 0)
    if (count === touched.length) classes.push(index)
    else if (count > 0) return undefined
  }
  return Int32Array.from(classes)
}

/** The least whole number that every given bound allows. */
export function lowerAt({ given }: { readonly given: readonly GivenSet[] }, node: number): number {
  let lower = 0
  for (const { source, answer } of given) lower = Math.max(lower, source.lower[node * source.answers + answer])
  return Math.ceil(lower)
}

/** The greatest whole number that every given bound allows. */
export function upperAt({ given }: { readonly given: readonly GivenSet[] }, node: number): number {
  let upper = Number.POSITIVE_INFINITY
  for (const { source, answer } of given) upper = Math.min(upper, source.upper[node * source.answers + answer])
  return Math.floor(upper)
}

/** Whether a set is known exactly at each of the first so many nodes. */
export function isExact(set: FactSet, nodes: number): boolean {
  for (let node = 0; node < nodes; node++) if (lowerAt(set, node) !== upperAt(set, node)) return false
  return true
}
