/**
 * The ground set that border functions are functions of.
 *
 * It is the released elements, when every set that an inner level speaks of is made of whole ones. Otherwise (facts about a
 * finer schema) it is the pairs of an element and an atom that it touches, and merging the pairs of an element gives its
 * border function: b(A) of elements is b of all their pairs.
 */
import type { LaminarNode } from './laminar.ts'
import type { Problem } from './problem.ts'

export interface Ground {
  readonly size: number
  /** The atoms that each member touches. */
  readonly touches: readonly Int32Array[]
  /** The members of each released element, as a mask. */
  readonly membersOf: readonly number[]
  /** Whether members are the released elements themselves. */
  readonly released: boolean
}

/** Undefined when there would be more than `most` members. */
export function groundOf({ elements, innerSets }: Problem, most: number): Ground | undefined {
  const released = innerSets.every((sets) => sets.every((set) => set.classes !== undefined))
  const touches: Int32Array[] = []
  const membersOf: number[] = []
  for (const { atoms } of elements) {
    const parts = released ? [atoms] : Array.from(atoms, (atom) => Int32Array.of(atom))
    if (touches.length + parts.length > most) return undefined
    membersOf.push(((1 << parts.length) - 1) << touches.length)
    touches.push(...parts)
  }
  return { size: touches.length, touches, membersOf, released }
}

/** The members that touch some of the atoms. */
export function touchingMask({ touches }: Ground, atoms: Int32Array): number {
  const wanted = new Set(atoms)
  return touches.reduce((mask, touched, j) => (touched.some((atom) => wanted.has(atom)) ? mask | (1 << j) : mask), 0)
}

export function ownMasks(ground: Ground, tree: readonly LaminarNode[]): readonly number[] {
  return tree.map(({ own }) => touchingMask(ground, own))
}
