/** The whole walk: plan, measure, solve, check. */
import type { Entropy } from '../noise/entropy.ts'
import type { Confidential } from '../privacy/confidential.ts'
import type { PrivacyEvent } from '../privacy/event.ts'
import { type Conditions, checkConditions } from './conditions.ts'
import { type GroupMeasurements, measureGroups } from './measure.ts'
import { MECHANISM_FACTS, type MechanismName } from './mechanism.ts'
import { type GroupOptions, type GroupPlan, planGroups } from './plan.ts'
import { solveGroups } from './solve.ts'
import type { GroupCertificate, SolveGroupOptions } from './solved-groups.ts'
import type { GroupFrame, GroupTable } from './table.ts'

export interface GroupRelease extends GroupTable {
  readonly mechanism: MechanismName
  readonly checks: Conditions
  readonly certificate: GroupCertificate
  readonly cost: PrivacyEvent
  readonly seeded: boolean
  /** Why the release is not private at the budget asked for, when it is not. */
  readonly notPrivate?: string
}

/**
 * Differentially private counts of groups by size for every region. `leaves` has the counts of the lowest level,
 * region after region, sizes 1 to N. The ledger must have been charged with `planGroups(frame, options).cost` before:
 * this draws noise.
 */
export async function releaseGroups(
  frame: GroupFrame,
  leaves: Confidential<Float64Array>,
  options: GroupOptions & SolveGroupOptions,
  entropy: Entropy,
): Promise<{ plan: GroupPlan; measurements: GroupMeasurements; release: GroupRelease }> {
  const plan = planGroups(frame, options)
  const measurements = measureGroups(frame, leaves, plan, entropy)
  return { plan, measurements, release: await solveRelease(measurements, plan.mechanism, options) }
}

/** The release that stored measurements give: the same, byte for byte, whenever it is asked for. */
export async function solveRelease(
  measurements: GroupMeasurements,
  mechanism: MechanismName,
  options: SolveGroupOptions = {},
): Promise<GroupRelease> {
  const { hierarchy, sizes, groups, cost, seeded, notPrivate } = measurements
  const { layers, certificate } = await solveGroups(measurements, mechanism, options)
  const table = { hierarchy, sizes, layers }
  const checks = checkConditions(table, groups)
  if (MECHANISM_FACTS[mechanism].exact && !(checks.consistent && checks.valid && checks.faithful)) {
    throw new Error(`a fault of Tacet: ${mechanism} broke ${JSON.stringify(checks)}, and nothing was released`)
  }
  const release = { ...table, mechanism, checks, certificate, cost, seeded }
  return notPrivate === undefined ? release : { ...release, notPrivate }
}
