/** The measurements of a run on the disk: one file, there whole or not at all, so that no draw is ever repeated. */
import { createHash } from 'node:crypto'
import type { GroupFrame, GroupMeasurements, GroupPlan } from '../../groups/index.ts'
import type { DrawTag, RunFolder } from '../../run/run-folder.ts'

const FILE = 'measured.f64'

/** values of every level, then the public numbers of groups. */
function arraysOf({ values, groups }: GroupMeasurements): readonly Float64Array[] {
  return [...values, ...(typeof groups === 'number' ? [Float64Array.of(groups)] : groups)]
}

export async function storeMeasurements(
  folder: RunFolder,
  plan: GroupPlan,
  measurements: GroupMeasurements,
): Promise<void> {
  const arrays = arraysOf(measurements)
  const whole = new Float64Array(arrays.reduce((sum, array) => sum + array.length, 0))
  let at = 0
  for (const array of arrays) {
    whole.set(array, at)
    at += array.length
  }
  await folder.writeState(FILE, new Uint8Array(whole.buffer), tagOf(plan))
}

export async function hasMeasurements(folder: RunFolder, plan: GroupPlan): Promise<boolean> {
  return (await folder.readState(FILE, tagOf(plan))) !== undefined
}

export async function loadMeasurements(
  folder: RunFolder,
  frame: GroupFrame,
  plan: GroupPlan,
  seeded: boolean,
): Promise<GroupMeasurements> {
  const whole = new Float64Array((await bytesOf(folder, plan)).slice().buffer)
  let at = 0
  const take = (length: number): Float64Array => whole.slice(at, (at += length))
  const regions = plan.levels.map((level) => level.regions)
  const values = regions.map((count) => take(count * frame.sizes))
  const groups = plan.publicGroups === 'regions' ? regions.map((count) => take(count)) : take(1)[0]
  const variances = plan.levels.map((level) => level.variance)
  const found = { ...frame, vector: plan.vector, values, variances, groups, cost: plan.cost, seeded }
  return plan.notPrivate === undefined ? found : { ...found, notPrivate: plan.notPrivate }
}

/** The fingerprint of what was drawn. */
export async function measurementsSha256(folder: RunFolder, plan: GroupPlan): Promise<string> {
  return createHash('sha256')
    .update(await bytesOf(folder, plan))
    .digest('hex')
}

/** The hash of what a plan draws. */
export function groupPlanSha256(plan: GroupPlan): string {
  const text = JSON.stringify(plan, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  return createHash('sha256').update(text).digest('hex')
}

function tagOf(plan: GroupPlan): DrawTag {
  return { plan: groupPlanSha256(plan) }
}

async function bytesOf(folder: RunFolder, plan: GroupPlan): Promise<Uint8Array> {
  const bytes = await folder.readState(FILE, tagOf(plan))
  if (bytes === undefined) throw new Error('the stored measurements are gone')
  return bytes
}
