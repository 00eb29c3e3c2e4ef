/** What a plan says of a small spec, held to the data sets that the spec allows, one by one. */

import { type Rational, toNumber } from '../../../src/exact/index.ts'
import { usesAt } from '../../../src/measure/joint-plan.ts'
import type { PlannedMeasurement } from '../../../src/measure/measure-plan.ts'
import { compileQuery, type Query } from '../../../src/model/index.ts'
import { asPure, asZcdp, type PrivacyEvent, totalCost } from '../../../src/privacy/index.ts'
import { embeddedMove, type TreeMove } from './embedded-move.ts'
import type { PlannedSpec, SmallSpec } from './small-specs.ts'
import {
  type Asked,
  allData,
  askedForm,
  changesOf,
  entriesOf,
  factForms,
  keeperOf,
  movedIn,
  openIn,
  type SmallWorld,
  sumOver,
} from './small-worlds.ts'

export interface Exactness {
  readonly faults: readonly string[]
  readonly exact: number
  /** Shown by two of the listed data sets, and by a pair beyond them. */
  readonly open: number
  readonly openBeyond: number
}

const TABLES = ['people', 'units'] as const

interface Claim {
  readonly words: string
  readonly asked: Asked
  readonly isExact: boolean
  readonly move: () => TreeMove
}

/** Every answer of every released query, at every place: exact is what is the same in all data that agree on the facts. */
export function exactnessOf(small: SmallSpec, planned: PlannedSpec): Exactness {
  const { world } = planned
  const claims = claimsOf(small, planned)
  const facts = factForms(world)
  const forms = claims.map(({ asked }) => askedForm(world, asked))
  const open = openIn(allData(world, false), facts, forms)
  const keeps = keeperOf(world, false)
  const faults: string[] = []
  const count = { exact: 0, open: 0, openBeyond: 0 }
  claims.forEach(({ words, isExact, move }, i) => {
    if (isExact) count.exact++
    else if (open[i]) count.open++
    else count.openBeyond++
    if (isExact && open[i]) faults.push(`${words} is said to be exact, and two data sets differ in it`)
    if (isExact || open[i]) return
    const { from, to } = move()
    const agree = facts.every((form) => sumOver(form, from) === sumOver(form, to))
    if (!keeps(from) || !keeps(to) || !agree || sumOver(forms[i], from) === sumOver(forms[i], to))
      faults.push(`${words} is said to be open, and nothing shows it`)
  })
  return { faults: [...faults, ...measuredFaults(planned, claims)], ...count }
}

function claimsOf(small: SmallSpec, { plans, hierarchy, world }: PlannedSpec): readonly Claim[] {
  const { joint } = plans[0]
  return TABLES.flatMap((table, t) => {
    const { schema } = joint.request.tables[t]
    const { first } = joint.joint.tables[t]
    const names = ['total', ...small[table].attributes.map(({ name }) => name), 'detailed']
    return names.flatMap((name) => {
      const query = compileQuery(schema, name)
      return hierarchy.levels.flatMap(({ regions }, level) =>
        regions.flatMap((region, node) => {
          const shape = joint.shapes.shapeOf[level][node]
          return usesAt(joint, table, level, shape, query).map((uses, answer): Claim => {
            const cells = cellsOf(world, first, query, answer)
            const asked = { level, node, cells }
            const move = () => embeddedMove(joint, world, asked, shape)
            return { words: `${table}: ${name} ${answer} in ${region}`, asked, isExact: uses !== undefined, move }
          })
        }),
      )
    })
  })
}

function cellsOf(
  { cells }: SmallWorld,
  first: number,
  { answerOf }: Pick<Query, 'answerOf'>,
  answer: number,
): boolean[] {
  return Array.from({ length: cells }, (_, cell) => answerOf[cell - first] === answer)
}

/** What is measured has noise just where some answer of it is open. */
function measuredFaults({ plans, hierarchy, world }: PlannedSpec, claims: readonly Claim[]): readonly string[] {
  const exactOf = new Map(claims.map(({ asked, isExact }) => [keyOf(asked), isExact]))
  return plans.flatMap(({ measurements, joint }, t) =>
    measurements.flatMap(({ level, query, noise }) => {
      const asked = hierarchy.levels[level].regions.flatMap((_, node) =>
        Array.from({ length: query.answers }, (_, answer) => ({
          level,
          node,
          cells: cellsOf(world, joint.joint.tables[t].first, query, answer),
        })),
      )
      const fixed = asked.every((one) => exactOf.get(keyOf(one)) === true)
      if (fixed === (noise === 'exact')) return []
      return [
        `${TABLES[t]}: ${query.name} at level ${level} is measured ${noise === 'exact' ? 'without' : 'with'} noise`,
      ]
    }),
  )
}

const keyOf = ({ level, node, cells }: Asked): string => `${level} ${node} ${cells.map(Number).join('')}`

export interface Losses {
  readonly faults: readonly string[]
  /** Changes of one person that some data sets allow. */
  readonly persons: number
  /** The largest loss of a person with units, as a part of what is stated; undefined where no units change with a person. */
  readonly reached: number | undefined
}

/** More data sets than these are not tried for a change. */
const MOST_TRIED = 400

/** Every change of one person and at most K units between two data sets: its loss, and whether K units are enough. */
export function lossesOf(small: SmallSpec, planned: PlannedSpec): Losses {
  const { world, worldOfAll, together } = planned
  const others = small.links.some(({ mode }) => mode !== 'enforced') ? [worldOfAll] : []
  const asked = together.proof === 'none' ? [] : [world, ...others]
  const demands = asked.map((one) => unitsDemanded(small, planned, one))
  const { faults, reached } = statedLosses(small, planned)
  return {
    faults: [...faults, ...demands.flatMap((one) => one.faults)],
    persons: demands[0]?.persons ?? 0,
    reached,
  }
}

/** More pairs of data sets than these are not looked for, from the largest loss on. */
const MOST_PAIRS = 100

/** A loss is that of the people and that of the units; a person alone, with K units, with one more. */
function statedLosses(small: SmallSpec, planned: PlannedSpec): Pick<Losses, 'faults' | 'reached'> {
  const { world, together, plans } = planned
  const [lossOfPeople, lossOfUnits] = [0, 1].map((table) => lossIn(planned, table))
  const { people, units } = changesByFacts(small, planned, world, together.units + 1)
  const [stated, further, alone] = [together.cost, together.further, plans[0].cost].map(costOf)
  const pairs = people
    .map((one) => ({ ...one, loss: lossOfPeople(one.change) }))
    .flatMap((person) =>
      largest(units.get(opposite(person.noticed)) ?? [], together.units, lossOfUnits).map((own) => ({
        change: sum(person.change, own.change),
        units: own.units,
        loss: person.loss + own.loss,
        bound: own.units > together.units ? further : own.units > 0 ? stated : alone,
      })),
    )
    .sort((a, b) => b.loss / b.bound - a.loss / a.bound)
  const data = spread(allData(world, true), MOST_TRIED)
  const keeps = keeperOf(world, true)
  const firstFound = (some: typeof pairs) =>
    some.slice(0, MOST_PAIRS).find(({ change }) => data.some((from) => keeps(sum(from, change))))
  const worst = firstFound(pairs)
  const linked = firstFound(pairs.filter(({ bound, units: own }) => own > 0 && bound === stated))
  const isFault = worst !== undefined && worst.loss > worst.bound * (1 + 1e-9)
  return {
    faults: isFault ? [`${worst.change.join()} loses ${worst.loss}, and ${worst.bound} is stated`] : [],
    reached: linked === undefined ? undefined : linked.loss / stated,
  }
}

interface UnitChange {
  readonly change: Int8Array
  readonly units: number
}

/** Of the changes of no unit, of up to K, and of one more, the one that loses most. */
function largest(
  changes: readonly UnitChange[],
  most: number,
  lossOfUnits: (change: Int8Array) => number,
): readonly (UnitChange & { readonly loss: number })[] {
  const best = new Map<number, UnitChange & { readonly loss: number }>()
  for (const one of changes) {
    const group = one.units === 0 ? 0 : one.units <= most ? 1 : 2
    if (one.units > most + 1) continue
    const loss = lossOfUnits(one.change)
    if (loss > (best.get(group)?.loss ?? -1)) best.set(group, { ...one, loss })
  }
  return [...best.values()]
}

/** Changes of more units than these are not listed, by the number of entries that they are over. */
const mostUnits = (entries: number): number => (entries <= 2 ? 8 : entries <= 4 ? 4 : 3)

/** Changes of a person with what the facts notice of each, and changes of units by what they notice, the smaller first. */
function changesByFacts(small: SmallSpec, planned: PlannedSpec, world: SmallWorld, wanted: number) {
  const length = entriesOf(world)
  const facts = factForms(world)
  const [first, second] = planned.plans[0].joint.joint.tables
  const entries = (from: number, count: number): number[] =>
    world.leaves.flatMap((_, leaf) =>
      Array.from({ length: count }, (_, cell) => from + cell)
        .filter((cell) => !world.impossible[cell])
        .map((cell) => leaf * world.cells + cell),
    )
  const [persons, homes] = [entries(first.first, first.cells), entries(second.first, second.cells)]
  const noticedBy = (change: Int8Array): number[] => facts.map((form) => sumOver(form, change))
  const people = changesOf(persons, length, small.atMost, small.atMost)
    .filter((change) => isOfOnePerson(small, planned, change))
    .map((change) => ({ change, noticed: noticedBy(change) }))
  const units = new Map<string, UnitChange[]>()
  const most = Math.min(wanted, mostUnits(homes.length))
  for (const change of changesOf(homes, length, most, most)) {
    const key = noticedBy(change).join()
    const own = { change, units: movedIn(change, homes) }
    const known = units.get(key)
    if (known === undefined) units.set(key, [own])
    else known.push(own)
  }
  for (const own of units.values()) own.sort((a, b) => a.units - b.units)
  return { people, units }
}

/** A person comes, goes or changes, as the declared relation has it; where counts of people are exact, they may also change. */
function isOfOnePerson({ people, atMost }: SmallSpec, { plans }: PlannedSpec, change: Int8Array): boolean {
  const come = change.reduce((total, value) => total + Math.max(0, value), 0)
  const go = change.reduce((total, value) => total + Math.max(0, -value), 0)
  if (come + go === 0) return false
  if (people.changes) return atMost > 1 || come === go
  return plans[0].neighbours.exact.length > 0 || come === 0 || go === 0
}

/** Whether the units that must change with a person are ever more than K. */
function unitsDemanded(small: SmallSpec, planned: PlannedSpec, world: SmallWorld) {
  const most = planned.together.units
  const { people, units } = changesByFacts(small, planned, world, most + 2)
  const keeps = keeperOf(world, true)
  const faults: string[] = []
  let persons = 0
  for (const from of spread(allData(world, true), 40))
    for (const { change, noticed } of spread(people, 60)) {
      const moved = sum(from, change)
      if (moved.some((value) => value < 0)) continue
      const least = (units.get(opposite(noticed)) ?? []).find((own) => keeps(sum(moved, own.change)))
      if (least === undefined) continue
      persons++
      if (least.units > most)
        faults.push(`${change.join()} from ${from.join()} needs ${least.units} units, and ${most} are stated`)
    }
  return { persons, faults }
}

const opposite = (noticed: readonly number[]): string => noticed.map((one) => 0 - one).join()

/** By the laws of the noise: how far apart two data sets are that differ by a change of one table. */
function lossIn({ plans, world, hierarchy }: PlannedSpec, table: number): (change: Int8Array) => number {
  const { measurements, joint } = plans[table]
  const { first } = joint.joint.tables[table]
  const parts = measurements.map(({ level, query, noise }) => ({
    noise,
    forms: hierarchy.levels[level].regions.flatMap((_, node) =>
      Array.from({ length: query.answers }, (_, answer) =>
        askedForm(world, { level, node, cells: cellsOf(world, first, query, answer) }),
      ),
    ),
  }))
  const known = new Map<string, number>()
  return (change) => {
    const key = change.join()
    const before = known.get(key)
    if (before !== undefined) return before
    const loss = parts.reduce(
      (total, { noise, forms }) =>
        total +
        apart(
          noise,
          forms.map((form) => sumOver(form, change)),
        ),
      0,
    )
    known.set(key, loss)
    return loss
  }
}

function apart(noise: PlannedMeasurement['noise'], moved: readonly number[]): number {
  if (noise === 'exact') return moved.some((value) => value !== 0) ? Number.POSITIVE_INFINITY : 0
  if (noise.kind === 'discrete-laplace')
    return moved.reduce((total, value) => total + Math.abs(value), 0) / toNumber(noise.scale)
  if (noise.kind === 'discrete-gaussian')
    return moved.reduce((total, value) => total + value ** 2, 0) / (2 * toNumber(noise.variance))
  throw new Error(`no distance for ${noise.kind}`)
}

function costOf(event: PrivacyEvent): number {
  const total = totalCost(event)
  return toNumber((asPure(total) ?? asZcdp(total)) as Rational)
}

function sum(a: ArrayLike<number>, b: ArrayLike<number>): Int8Array {
  return Int8Array.from(a, (value, i) => value + b[i])
}

/** At most so many of a list, evenly taken. */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, all.length / most)
  return Array.from({ length: Math.min(all.length, most) }, (_, i) => all[Math.floor(i * step)])
}
