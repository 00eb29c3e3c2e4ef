/** What one person costs over people and units together. */
import { type Hierarchy, leafRanges } from '../model/index.ts'
import {
  classesOf,
  composed,
  costOfSteps,
  describeCost,
  eventToJson,
  type PrivacyEvent,
  type StepProof,
  stepsOf,
  type UnitSteps,
  unitSteps,
} from '../privacy/index.ts'
import { boundsOf, jointTables } from './joint-tables.ts'
import type { MeasurePlan } from './measure-plan.ts'

export interface Together extends UnitSteps {
  readonly cost: PrivacyEvent
  /** With a further unit. */
  readonly further: PrivacyEvent
  readonly statement: readonly string[]
}

/** More places than these are not listed one by one. */
const MOST_LEAVES = 40

/** Undefined without units. */
export function togetherOf([people, units]: readonly MeasurePlan[], hierarchy: Hierarchy): Together | undefined {
  if (units === undefined) return undefined
  const steps = largerSteps(people, hierarchy)
  const change = stepsOf(units.neighbours).change
  const costWith = (count: number): PrivacyEvent => composed([people.cost, costOfUnits(units.cost, count, change)])
  const [cost, further] = [costWith(steps.units), costWith(steps.units + 1)]
  return { ...steps, cost, further, statement: wordsOf(people, units, steps, cost, further) }
}

/** With the links that must hold, and with those that are only tried or looked at as well: whichever is more. */
function largerSteps({ joint, neighbours }: MeasurePlan, hierarchy: Hierarchy): UnitSteps {
  const leaves = hierarchy.levels.at(-1)?.regions.length ?? 0
  const asked = (['enforced', 'all'] as const).map((which) => {
    const modes = which === 'all' ? (['enforced', 'tried', 'checked'] as const) : (['enforced'] as const)
    const request = { ...joint.request, modes }
    const tables = jointTables(request)
    const bounds = boundsOf(request)
    return unitSteps({
      joint: tables,
      classes: classesOf({ ...tables, facts: [...tables.facts, ...bounds] }),
      bounds,
      leaves: leaves > MOST_LEAVES ? [] : placesOfLeaves(hierarchy),
      records: neighbours.recordsPerPerson ?? 1,
      change: stepsOf(neighbours).change,
    })
  })
  const [own, all] = asked
  const worst: StepProof = [own.proof, all.proof].includes('none')
    ? 'none'
    : all.units > own.units
      ? all.proof
      : own.proof
  return { ...own, units: Math.max(own.units, all.units), proof: worst }
}

/** Of each leaf, the node that it is in at every level. */
function placesOfLeaves(hierarchy: Hierarchy): readonly (readonly number[])[] {
  const ranges = hierarchy.levels.map((_, level) => leafRanges(hierarchy, level))
  const leaves = hierarchy.levels.at(-1)?.regions.length ?? 0
  return Array.from({ length: leaves }, (_, leaf) =>
    ranges.map((first) => first.findIndex((start, node) => start <= leaf && leaf < (first[node + 1] ?? 0))),
  )
}

/**
 * Units that change: where a unit only comes or goes, a change moves two different entries by one, which is twice the cost of one
 * entry; several units may move the same entries, so zCDP grows with their square.
 */
function costOfUnits(cost: PrivacyEvent, units: number, change: boolean): PrivacyEvent {
  const own = costOfSteps(cost, units)
  return change ? own : composed([own, own])
}

function wordsOf(
  { neighbours, budget: { delta } }: MeasurePlan,
  units: MeasurePlan,
  steps: UnitSteps,
  cost: PrivacyEvent,
  further: PrivacyEvent,
): readonly string[] {
  const records = neighbours.recordsPerPerson ?? 1
  const who = neighbours.protects === 'person' ? 'person' : 'record'
  const several = records > 1 ? `, with up to ${records} records,` : ''
  const free = units.measurements.every(({ noise }) => noise === 'exact')
  const count = `${steps.units} housing unit${steps.units === 1 ? '' : 's'}`
  const both = `One ${who}${several} and up to ${count} that change${steps.units === 1 ? 's' : ''} with it`
  return [
    `${both}: over both tables together that is ${describeCost(cost, delta)}.` +
      (free
        ? ' Nothing of the units is measured with noise.'
        : ` With one further unit it is ${describeCost(further, delta)}.`),
    ...(steps.proof === 'none'
      ? [
          'Links, exact counts and bounds cross each other: more units may have to change with one person, each at the further price.',
        ]
      : []),
  ]
}

export function togetherDocument({ records, units, proof, cost, further }: Together) {
  return { records, units, proof, cost: eventToJson(cost), further: eventToJson(further) }
}
