/**
 * Measuring the groups of every level: the only step that needs the confidential counts. All that follows is a
 * function of what this returns, which may be stored and solved again.
 */
import type { Entropy } from '../noise/entropy.ts'
import type { Layers } from '../optimize/tree-shape.ts'
import { type Confidential, derive } from '../privacy/confidential.ts'
import type { PrivacyEvent } from '../privacy/event.ts'
import { measure } from '../privacy/mechanism.ts'
import { FREE } from '../privacy/sensitivity.ts'
import { badInput } from '../request-error.ts'
import type { GroupPlan } from './plan.ts'
import type { MeasuredVector } from './sensitivity.ts'
import { type GroupFrame, groupsByRegion, tableFromLeaves } from './table.ts'
import { vectorOf } from './vector.ts'

/** Public from here on. */
export interface GroupMeasurements extends GroupFrame {
  readonly vector: MeasuredVector
  /** Noisy values: region after region (`counts`, `cumulative`), or size after size (`chain`). */
  readonly values: Layers
  /** The variance of the noise of one entry, by level. */
  readonly variances: readonly number[]
  /** The public number of groups: of the top, or one array a level. */
  readonly groups: number | Layers
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
  // No neighbour step founds, dissolves or moves a group, so these numbers are exact and free.
  const publicLevels = plan.publicGroups === 'regions' ? plan.levels : plan.levels.slice(0, 1)
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
    groups: plan.publicGroups === 'regions' ? groups : groups[0][0],
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

/** The public number of all groups. */
export function groupsAtTop({ groups }: Pick<GroupMeasurements, 'groups'>): number {
  return typeof groups === 'number' ? groups : groups[0][0]
}
