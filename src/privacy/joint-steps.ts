/**
 * How many units must change with one person, so that everything exact and every link still holds.
 *
 * Linked neighbours agree on everything exact, keep the links, and differ in the records of one person and in at most K units. K is the
 * number of records that come and go, for everybody lives somewhere, or more where the facts demand more (kappa). Where the unit sets
 * of links and facts are nested and every factor is 1, a change of people is carried along by simple cycles of a network, each with at
 * most two unit cells, so kappa is no more than the records (docs/methods/privacy.md has the proof). Otherwise all smallest changes of
 * units that make up for a change of people are listed where they are few.
 */
import type { Classes, JointLine, JointTables } from './joint-facts.ts'
import { minimalCompletions } from './minimal-completions.ts'

export type StepProof = 'nested' | 'enumerated' | 'none'

export interface UnitSteps {
  /** Records of one person that come, and that go. */
  readonly records: number
  /** K. */
  readonly units: number
  readonly proof: StepProof
}

/** Cells and level of a set of units that a fact or a line counts. */
interface UnitSet {
  readonly level: number
  readonly cells: Uint8Array
}

interface Tie extends UnitSet {
  readonly people: Uint8Array
}

export interface StepRequest {
  readonly joint: JointTables
  readonly classes: Classes
  /** Counts of units that must lie within bounds. */
  readonly bounds: JointTables['facts']
  /** The leaves, as the node that each is in at every level. */
  readonly leaves: readonly (readonly number[])[]
  readonly records: number
  readonly change: boolean
}

/** The people are the first table, the units the second. */
export function unitSteps(request: StepRequest): UnitSteps {
  const records = request.change ? 2 * request.records : request.records
  if (isNested(request)) return { records, units: records, proof: 'nested' }
  const most = request.records > 1 ? undefined : mostDemanded(request)
  if (most === undefined) return { records, units: records, proof: 'none' }
  return { records, units: Math.max(records, most), proof: 'enumerated' }
}

function isNested({ joint, bounds }: StepRequest): boolean {
  const ties = tiesOf(joint)
  if (ties === undefined) return false
  const counted = [...joint.facts, ...bounds].flatMap((fact) => unitSets(joint, fact))
  const sets: UnitSet[] = [...ties, ...counted]
  if (!sets.every((one, i) => sets.slice(i + 1).every((other) => isLaminar(one, other)))) return false
  const tops = new Set<string>()
  const people = joint.tables[0]
  for (let cell = people.first; cell < people.first + people.cells; cell++) {
    const own = ties.filter((tie) => tie.people[cell] === 1)
    if (!own.every((tie) => sameOrNestedPeople(tie, ties))) return false
    if (!own.every((one) => own.every((other) => isWithin(one, other) || isWithin(other, one)))) return false
    const chain = own.toSorted((a, b) => (isWithin(a, b) ? -1 : 1))
    const [lowest, highest] = [chain[0], chain.at(-1)]
    if (lowest === undefined || highest === undefined || isSame(lowest, highest)) continue
    tops.add(keyOf(highest))
    // Every tie between its lowest and its highest is its own, and no count lies between them.
    const between = (set: UnitSet): boolean => isWithin(lowest, set) && isWithin(set, highest)
    if (ties.some((tie) => between(tie) && tie.people[cell] !== 1)) return false
    if (counted.some((set) => between(set) && !isSame(set, lowest))) return false
  }
  // A count of just the units that are one class's highest would have to stand above it, and below those of which it is the lowest.
  return !counted.some((set) => tops.has(keyOf(set)))
}

/** Ties of one set of units hold nested sets of people, or they would cross. */
function sameOrNestedPeople(tie: Tie, ties: readonly Tie[]): boolean {
  return ties.every((other) => {
    if (!isSame(tie, other)) return true
    const less = tie.people.every((one, cell) => one <= other.people[cell])
    return less || tie.people.every((one, cell) => one >= other.people[cell])
  })
}

/** The lines as ties of people to units with factor 1; those of people alone do not speak of units. Undefined where there is any other. */
function tiesOf({ tables, zero, lines }: JointTables): readonly Tie[] | undefined {
  const [people, units] = tables
  const ties: Tie[] = []
  for (const { level, terms } of lines) {
    let [touchesUnits, simple] = [false, terms.length === 2]
    const persons = new Uint8Array(zero.length)
    const homes = new Uint8Array(zero.length)
    const signs: bigint[] = []
    for (const { cells, times } of terms) {
      const isPeople = someIn(cells, people)
      const isUnits = someIn(cells, units)
      if (isUnits) touchesUnits = true
      if (times === 0n && !isUnits) continue
      if ((times !== 1n && times !== -1n) || (isPeople && isUnits)) simple = false
      signs.push(times)
      cells.forEach((one, cell) => {
        if (one === 1 && zero[cell] !== 1) (isUnits ? homes : persons)[cell] = 1
      })
    }
    if (!touchesUnits) continue
    // A ratio of units to units is no set of the nesting: one unit may ask for another.
    const ofUnitsAlone = !terms.some(({ cells }) => someIn(cells, people))
    if (ofUnitsAlone || !simple || signs.length !== 2 || signs[0] !== -signs[1]) return undefined
    ties.push({ level, people: persons, cells: homes })
  }
  return ties
}

function someIn(
  cells: Uint8Array,
  { first, cells: size }: { readonly first: number; readonly cells: number },
): boolean {
  return cells.subarray(first, first + size).includes(1)
}

/** The buckets of a fact that count units. */
function unitSets(
  { tables: [, units], zero }: JointTables,
  { level, bucketOf }: JointTables['facts'][number],
): UnitSet[] {
  const sets = new Map<number, Uint8Array>()
  for (let cell = units.first; cell < units.first + units.cells; cell++) {
    const bucket = bucketOf[cell]
    if (bucket < 0 || zero[cell] === 1) continue
    const own = sets.get(bucket) ?? new Uint8Array(zero.length)
    own[cell] = 1
    sets.set(bucket, own)
  }
  return [...sets.values()].map((cells) => ({ level, cells }))
}

const isSubset = (a: Uint8Array, b: Uint8Array): boolean => a.every((one, cell) => one <= b[cell])

/** Whether the units of one place are always among those of one place of the other. */
function isWithin(inner: UnitSet, outer: UnitSet): boolean {
  return inner.level >= outer.level && isSubset(inner.cells, outer.cells)
}

function isSame(a: UnitSet, b: UnitSet): boolean {
  return isWithin(a, b) && isWithin(b, a)
}

function isLaminar(a: UnitSet, b: UnitSet): boolean {
  return isWithin(a, b) || isWithin(b, a) || !a.cells.some((one, cell) => one === 1 && b.cells[cell] === 1)
}

const keyOf = ({ level, cells }: UnitSet): string => `${level} ${cells.join('')}`

/** More variables than this have too many changes to list. */
const MOST_VARIABLES = 40

/**
 * The most units that a smallest change has which makes up for the change of one record, or undefined when there are too many. Where a
 * change of units that makes up is possible, every smaller one of the same signs is, whatever the data are.
 */
export function mostDemanded({ joint, classes, bounds, leaves, change }: StepRequest): number | undefined {
  const { tables, facts, lines } = joint
  if (leaves.length === 0) return undefined
  const isUnit = (own: number): boolean => classes.cellOf[own] >= tables[1].first
  const all = Array.from({ length: classes.count }, (_, own) => own)
  const units = all.filter(isUnit).flatMap((own) => leaves.map((_, leaf) => ({ own, leaf })))
  const records = all.filter((own) => !isUnit(own)).flatMap((own) => leaves.map((_, leaf) => ({ own, leaf })))
  if (units.length > MOST_VARIABLES || records.length > 2 * MOST_VARIABLES) return undefined
  const factor = (line: JointLine, own: number): number =>
    line.terms.reduce((sum, { cells, times }) => sum + (cells[classes.cellOf[own]] === 1 ? Number(times) : 0), 0)
  const nodesAt = (level: number): readonly number[] => [...new Set(leaves.map((leaf) => leaf[level]))]
  const counts = ({ level, bucketOf }: JointTables['facts'][number]) =>
    nodesAt(level).flatMap((node) =>
      [...new Set(bucketOf)]
        .filter((bucket) => bucket >= 0)
        .map((bucket) => ({
          at: ({ own, leaf }: { readonly own: number; readonly leaf: number }): number =>
            leaves[leaf][level] === node && bucketOf[classes.cellOf[own]] === bucket ? 1 : 0,
        })),
    )
  const fixed = facts.flatMap(counts)
  const loose = [
    ...bounds.flatMap(counts),
    ...lines.flatMap((line) =>
      nodesAt(line.level).map((node) => ({
        at: ({ own, leaf }: { readonly own: number; readonly leaf: number }): number =>
          leaves[leaf][line.level] === node ? factor(line, own) : 0,
      })),
    ),
  ].filter(({ at }) => units.some((one) => at(one) !== 0))
  // Units that no count and no line tells apart stand for each other.
  const kinds = new Map(units.map((one) => [[...fixed, ...loose].map(({ at }) => at(one)).join(), one]))
  const columns = [
    ...[...kinds.values()].map((one) => [...fixed, ...loose].map(({ at }) => at(one))),
    ...loose.map((_, slack) => [...fixed.map(() => 0), ...loose.map((_, row) => (row === slack ? 1 : 0))]),
  ]
  const single = records.flatMap((one) => [1, -1].map((sign) => [{ one, sign }]))
  const pairs = records.flatMap((one) =>
    records
      .filter((other) => other !== one)
      .map((other) => [
        { one, sign: 1 },
        { one: other, sign: -1 },
      ]),
  )
  const seen = new Set<string>()
  let most = 0
  for (const move of change ? [...single, ...pairs] : single) {
    const moved = [...fixed, ...loose].map(({ at }) => move.reduce((sum, { one, sign }) => sum + sign * at(one), 0))
    if (moved.slice(0, fixed.length).some((value) => value !== 0)) continue // the exact counts would notice this person alone
    const wanted = moved.map((value) => (value === 0 ? 0 : -value))
    if (seen.has(wanted.join())) continue
    seen.add(wanted.join())
    const found = minimalCompletions(columns, wanted)
    if (found === undefined) return undefined
    for (const completion of found) most = Math.max(most, unitsOf(completion.slice(0, kinds.size)))
  }
  return most
}

/** A unit that comes and one that goes are one that changes. Of every change the opposite is listed too, so it is enough to count those that come. */
function unitsOf(change: readonly number[]): number {
  return change.reduce((sum, value) => sum + Math.max(0, value), 0)
}
