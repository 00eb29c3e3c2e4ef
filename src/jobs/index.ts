/**
 * The capabilities as jobs: plain JSON in, a release out. Every folder has the same files: `capability` (what it says of itself), `job`
 * (what may stand beside a spec), `task` (the spec in its own words), `plan` (what it would do), `run` (the steps of the release),
 * `show` and `report` (what is shown of it).
 *
 * 1. every capability by its name
 * 2. a job from a spec
 * 3. a job in a worker of its own
 * 4. a release checked, or solved again from its measurements, and the error of its sums
 * 5. work that workers elsewhere do
 * 6. what each capability plans and finds, by name
 */

// 1. every capability by its name

export {
  type AnyCapability,
  anyCapability,
  CAPABILITY_NAMES,
  type Capabilities,
  type CapabilityName,
  capabilities,
  capabilitiesOf,
  capabilityOf,
  checkJob,
  type FiguresOf,
  type JobInput,
  type JobOf,
  type PlanOf,
  planJob,
  runJob,
} from './registry.ts'

// 2. a job from a spec

export { jobFrom, specJob } from './spec-job.ts'

// 3. a job in a worker of its own

export { type StartOptions, startPlan, startRun } from './start-job.ts'

// 4. a release checked, or solved again

export { type ResolveOptions, resolveIfSmall, resolveRelease } from './resolve-release.ts'
export { type AreaError, type ErrorRequest, type ReleaseError, releaseError } from './topdown/release-error.ts'
export { verifyRelease } from './verify-release.ts'

// 5. work that workers elsewhere do

export { CALL, canShare, openWork, type SharedCall, type WorkBench } from './shared-work.ts'

// 6. what each capability plans and finds

export { isAnonymizedBy } from './anonymize/made-from.ts'
export type { AuditDocument } from './audit/document.ts'
export type { AuditFigures } from './audit/figures.ts'
export { type GroupsPlaces, readGroupsPlaces } from './groups/plan.ts'
export type { TopdownEvaluation } from './topdown/evaluate.ts'
export type { TopdownFigures } from './topdown/run.ts'
