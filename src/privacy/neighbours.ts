/**
 * Which data sets must not be told apart: the declared relation, and how public exact counts narrow it.
 *
 * A record is a tuple of axis values (`Domain` lists the axes; geography is an axis whose values are the leaves). A
 * `Partition` sends each record to one bucket, or to none, axis by axis: every axis is recoded to classes (an absent axis
 * is summed out), and a class of -1 leaves the record uncounted. Marginals, recodes, geographic levels, totals and box
 * filters are all of this form.
 *
 * Data sets that differ in a count that is published exactly are told apart for certain, so the guarantee can only cover
 * neighbours that agree on all of them: once the number of all records follows from such counts (`determined.ts`), nobody can be
 * added or removed, and add-or-remove becomes change-one-person. Data sets that agree on all exact counts and differ in k records are
 * k steps apart, whether or not a path of single changes between them keeps the counts: a swap of two people is two steps.
 * `describeNeighbours` says this to people.
 */
import { badInput } from '../request-error.ts'

export type Relation =
  /** One more or one less. */
  | 'add-remove-person'
  /** One replaced by another. */
  | 'change-person'
  /** One person joins or leaves an existing group: a group's size changes by one; the set of groups does not. */
  | 'join-leave-group'
  /** One group with all its people is there or is not. */
  | 'add-remove-group'

/** The number of values of each axis. */
export type Domain = Readonly<Record<string, number>>

/** The class of each value of an axis, -1 for a value that is not counted; 'each' keeps all values apart. */
export type Recode = Int32Array | 'each'

export interface Partition {
  readonly name: string
  readonly axes: Readonly<Record<string, Recode>>
}

/** Who or what one step between neighbours is: a line of the data; a person with all their lines; a line that is a dwelling. */
export type Protected = 'record' | 'person' | 'housing unit'

export interface Neighbours {
  readonly relation: Relation
  readonly domain: Domain
  /** What is published exactly, by name, outside the guarantee. */
  readonly exact: readonly string[]
  /** Whether the number of all records follows from what is published exactly. */
  readonly everybody?: boolean
  /** 'record' unless given. */
  readonly protects?: Protected
  /** The most records of one person that are counted; 1 unless given. */
  readonly recordsPerPerson?: number
  /** The column whose values are people; without it every record is another person's. */
  readonly personColumn?: string | undefined
}

/** The steps that are left once what is exact is public. */
export interface Steps {
  /** One can come or go (at least where no exact count includes it). */
  readonly addRemove: boolean
  /** One can turn into another. */
  readonly change: boolean
}

/** Checks axes, lengths and classes. */
export function checkPartition(domain: Domain, { name, axes }: Partition): void {
  for (const [axis, recode] of Object.entries(axes)) {
    const size = domain[axis]
    if (size === undefined) {
      throw badInput(`"${name}" uses the axis "${axis}". The axes are ${Object.keys(domain).join(', ')}.`)
    }
    if (recode !== 'each' && recode.length !== size) {
      throw badInput(
        `"${name}" recodes ${recode.length} values of "${axis}", which has ${size}. Give one class a value.`,
      )
    }
  }
}

/** What one step is once the exact counts are public. */
export function stepsOf({ relation, exact, everybody = false }: Neighbours): Steps {
  if (relation !== 'add-remove-person') return { addRemove: false, change: relation === 'change-person' }
  if (exact.length === 0) return { addRemove: true, change: false }
  // Somebody whom no exact count includes may come or go, and somebody whom one includes may be replaced.
  return { addRemove: !everybody, change: true }
}

/** The relation in words, with what the exact counts take away from it. */
export function describeNeighbours(neighbours: Neighbours): string {
  const { relation, exact, protects = 'record' } = neighbours
  if (relation === 'join-leave-group') {
    return 'One person joins or leaves an existing group. Founding or dissolving a group is outside the guarantee.'
  }
  if (relation === 'add-remove-group') {
    return 'One group is added or removed, with all its people. A group whose size changes is two steps: one removed, another added.'
  }
  const { addRemove, change } = stepsOf(neighbours)
  const [them, changes] =
    protects === 'person'
      ? ['them', "one person's records change to others"]
      : ['it', `one ${protects} changes to another`]
  const step = !change
    ? `One ${protects} is added or removed.`
    : addRemove
      ? `One ${protects} is added or removed where no exact count includes ${them}, or ${changes}.`
      : `${changes[0].toUpperCase()}${changes.slice(1)}.`
  if (exact.length === 0) return step
  const names = exact.map((name) => `"${name}"`).join(', ')
  const [verb, counts] = exact.length === 1 ? ['is', 'it'] : ['are', 'them']
  return `${step} ${names} ${verb} published exactly, outside the guarantee, which covers only data that agree on ${counts}.`
}

/** What one step is, for a ledger: costs of one unit add up, and people told by another column are another unit. */
export function unitOf(neighbours: Neighbours): string {
  const { protects = 'record', personColumn } = neighbours
  const who = protects === 'person' && personColumn !== undefined ? `person (column "${personColumn}")` : protects
  const { addRemove, change } = stepsOf(neighbours)
  if (!change) return `one ${who} added or removed`
  return addRemove ? `one ${who} added, removed or changed` : `one ${who} changed to another`
}
