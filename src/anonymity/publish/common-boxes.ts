/**
 * What two anonymised versions of the same records tell together, which section 6 of the paper on k-anonymity warns of: a line of the one that can be told to be a line of the other lies in both of its boxes, and few
 * records may lie in what they have in common.
 */
import type { AnonymityProblem, Classes, QuasiIdentifier } from '../problem/problem.ts'
import { SUPPRESSED } from '../problem/problem.ts'

/** A version of the records: their classes, and by quasi-identifier how it is published. */
export interface RecordsVersion {
  readonly classOf: Classes
  /** `exact`: as it is. `hidden`: not at all. */
  readonly published: readonly ('coarsened' | 'exact' | 'hidden')[]
}

export interface CommonFigures {
  /** Lines that were compared: those that can be linked. */
  readonly linked: number
  /** Of those, how many have fewer than k records in their common box, and how many exactly one: their own. */
  readonly belowK: number
  readonly alone: number
}

/** `isLinked`: whether the two lines of a record can be told to be of one record. Boxes are tight, as the methods make them. */
export function commonBoxes(
  { records, attributes, k }: AnonymityProblem,
  [first, second]: readonly [RecordsVersion, RecordsVersion],
  isLinked: (record: number) => boolean,
): CommonFigures {
  const values = attributes.map(placesOf)
  const boxes = [first, second].map((version) => boxesOf(values, version))
  const finder = new RecordFinder(values, records)
  const [linked, found] = [[...Array(records).keys()].filter(isLinked), new Map<string, number>()]
  let [belowK, alone] = [0, 0]
  for (const record of linked) {
    const own = boxes.flatMap((boxOf) => boxOf(record))
    const key = own.map(({ key }) => key).join('|')
    let inside = found.get(key)
    if (inside === undefined) found.set(key, (inside = finder.count(own, k)))
    if (inside < k) belowK++
    if (inside === 1) alone++
  }
  return { linked: linked.length, belowK, alone }
}

/** The values of an attribute as numbers: quantities as they are, categories by their codes. */
interface Values {
  readonly of: ArrayLike<number>
  readonly isNumber: boolean
}

function placesOf(attribute: QuasiIdentifier): Values {
  return attribute.kind === 'numeric'
    ? { of: attribute.values, isNumber: true }
    : { of: attribute.codes, isNumber: false }
}

/** One side of a box: what an attribute of a class allows. */
interface Side {
  readonly attribute: number
  readonly key: string
  allows(value: number): boolean
}

/** The sides of the box that each record is published in. */
function boxesOf(
  values: readonly Values[],
  { classOf, published }: RecordsVersion,
): (record: number) => readonly Side[] {
  const members = new Map<number, number[]>()
  classOf.forEach((name, record) => {
    const list = members.get(name)
    if (list === undefined) members.set(name, [record])
    else list.push(record)
  })
  const made = new Map<string, Side>()
  return (record) =>
    values.flatMap(({ of, isNumber }, attribute) => {
      const how = published[attribute]
      const name = classOf[record]
      if (how === 'hidden' || (how === 'coarsened' && name === SUPPRESSED)) return []
      const key = how === 'exact' ? `${attribute}=${of[record]}` : `${attribute}:${name}`
      let side = made.get(key)
      if (side === undefined) {
        const inside = how === 'exact' ? [of[record]] : (members.get(name) as number[]).map((one) => of[one])
        made.set(key, (side = isNumber ? rangeSide(attribute, inside) : setSide(attribute, inside)))
      }
      return [side]
    })
}

function rangeSide(attribute: number, inside: readonly number[]): Side {
  const low = inside.reduce((least, value) => Math.min(least, value))
  const high = inside.reduce((most, value) => Math.max(most, value))
  return { attribute, key: `${attribute}:${low}..${high}`, allows: (value) => low <= value && value <= high }
}

function setSide(attribute: number, inside: readonly number[]): Side {
  const set = new Set(inside)
  const key = `${attribute}:${[...set].sort((a, b) => a - b).join()}`
  return { attribute, key, allows: (value) => set.has(value) }
}

/** Counts the records of a box among those that share the value that fewest share. */
class RecordFinder {
  private readonly byValue: readonly Map<number, number[]>[]
  private readonly values: readonly Values[]
  private readonly records: number

  constructor(values: readonly Values[], records: number) {
    this.values = values
    this.records = records
    this.byValue = values.map(({ of }) => {
      const lists = new Map<number, number[]>()
      for (let record = 0; record < records; record++) {
        const list = lists.get(of[record])
        if (list === undefined) lists.set(of[record], [record])
        else list.push(record)
      }
      return lists
    })
  }

  /** No further than `most`. */
  count(sides: readonly Side[], most: number): number {
    let [fewest, candidates] = [this.records + 1, [] as readonly number[][]]
    for (const attribute of new Set(sides.map((side) => side.attribute))) {
      const own = sides.filter((side) => side.attribute === attribute)
      const lists = [...this.byValue[attribute]].filter(([value]) => own.every((side) => side.allows(value)))
      const size = lists.reduce((sum, [, list]) => sum + list.length, 0)
      if (size < fewest) [fewest, candidates] = [size, lists.map(([, list]) => list)]
    }
    if (fewest > this.records) return Math.min(most, this.records)
    let found = 0
    for (const list of candidates)
      for (const record of list)
        if (sides.every((side) => side.allows(this.values[side.attribute].of[record])) && ++found === most) return most
    return found
  }
}
