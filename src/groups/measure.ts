/**
 * Measuring the groups of every level: the only step that needs the confidential counts. All that follows is a
 * function of what this returns, which may be stored and solved again.
 */
import type { Entropy } from '../noise/entropy.ts'
import type { Layers } from '../optimize/tree/tree-shape.ts'
import { type Confidential, derive } from '../privacy/confidential.ts'
import type { PrivacyEvent } from '../privacy/event.ts'
import { measure } from '../privacy/mechanism.ts'
import { FREE } from '../privacy/sensitivity.ts'
import { badInput } from '../request-error.ts'
import type { GroupPlan } from './plan.ts'
import type { MeasuredVector } from './sensitivity.ts'
import { type GroupFrame, groupsByRegion, tableFromLeaves } from './table.ts'
import { vectorOf } from './vector.ts'

/** The public number of groups: of the top, or one array per level; undefined where none is public. */
export type KnownGroups = number | Layers | undefined

/** Public from here on. */
export interface GroupMeasurements extends GroupFrame {
  readonly vector: MeasuredVector
  /** Noisy values: region after region (`counts`, `cumulative`, `sorted`), or size after size (`chain`). */
  readonly values: Layers
  /** The variance of the noise of one entry, by level. */
  readonly variances: readonly number[]
  readonly groups: KnownGroups
  readonly cost: PrivacyEvent
  /** True when a seed decided the noise: NOT PRIVATE. */
  readonly seeded: boolean
  readonly notPrivate?: string
}

/** Measures as planned. The ledger must have been charged before: this draws noise. */
export function measureGroups(
  frame: GroupFrame,
  leaves: Confidential<Float64Array>,
  plan: GroupPlan,
  entropy: Entropy,
): GroupMeasurements {
  const { sizes } = frame
  const layers = derive(leaves, (counts) => tableFromLeaves(frame, checkedCounts(counts)).layers)
  const measured = plan.levels.map((level, l) => {
    const answers = derive(layers, (all) => vectorOf(plan.vector, all[l], sizes))
    return measure(answers, level.calibratedTo, level.budget, entropy)
  })
  // Where numbers are public no neighbour step founds, dissolves or moves a group: they are exact and free.
  const publicLevels = plan.levels.slice(0, { total: 1, regions: plan.levels.length, none: 0 }[plan.publicGroups])
  const groups = publicLevels.map((level, l) => {
    const numbers = derive(layers, (all) => groupsByRegion(all[l], sizes))
    return measure(numbers, FREE, level.budget, entropy).values
  })
  const found = {
    hierarchy: frame.hierarchy,
    sizes,
    vector: plan.vector,
    values: measured.map(({ values }) => values),
    variances: measured.map(({ variance }) => variance),
    groups: plan.publicGroups === 'regions' ? groups : groups[0]?.[0],
    cost: plan.cost,
    seeded: measured.some(({ seeded }) => seeded),
  }
  return plan.notPrivate === undefined ? found : { ...found, notPrivate: plan.notPrivate }
}

function checkedCounts(counts: Float64Array): Float64Array {
  for (const count of counts) {
    if (!(Number.isSafeInteger(count) && count >= 0)) throw badInput('A count of groups is negative or not whole.')
  }
  return counts
}

/** The public number of all groups, where there is one. */
export function groupsAtTop({ groups }: Pick<GroupMeasurements, 'groups'>): number | undefined {
  return typeof groups === 'object' ? groups[0][0] : groups
}

/** The same, for a mechanism that cannot do without. */
export function knownTotal(measurements: Pick<GroupMeasurements, 'groups'>): number {
  const total = groupsAtTop(measurements)
  if (total === undefined) throw new RangeError('the number of all groups is needed')
  return total
}

/** What is public, for a mechanism that needs the total at least. */
export function publicNumbers({ groups }: Pick<GroupMeasurements, 'groups'>): number | Layers {
  return typeof groups === 'object' ? groups : knownTotal({ groups })
}
