/**
 * The capabilities as jobs: plain JSON in, a release out. Every folder has the same files: `job` (what may be asked), `plan` (what it
 * would do), `run` (the steps of the release), `report`.
 *
 * 1. every capability by its name
 * 2. a job in a worker of its own
 * 3. a release solved again from its measurements, and the error of its sums
 * 4. work that workers elsewhere do
 * 5. what each capability is asked, plans and finds, by name
 */

// 1. every capability by its name

export {
  type Capabilities,
  capabilities,
  capabilitiesOf,
  checkJob,
  type FiguresOf,
  type JobOf,
  type PlanOf,
  planJob,
  runJob,
} from './registry.ts'

// 2. a job in a worker of its own

export { type StartOptions, startPlan, startRun } from './start-job.ts'

// 3. a release solved again from its measurements, and the error of its sums

export { type ResolveOptions, resolveRelease } from './resolve-release.ts'
export { type AreaError, type ErrorRequest, type ReleaseError, releaseError } from './topdown/release-error.ts'

// 4. work that workers elsewhere do

export { CALL, canShare, openWork, type SharedCall, type WorkBench } from './shared-work.ts'

// 5. what each capability is asked

export { type AnonymizeJob, METHOD_NAMES } from './anonymize/job.ts'
export { isAnonymizedBy } from './anonymize/made-from.ts'
export type { AnonymizePlan } from './anonymize/plan.ts'
export type { AnonymizeFigures } from './anonymize/run.ts'
export type { AuditDocument, FindingDocument, RowDocument } from './audit/document.ts'
export type { AuditFigures } from './audit/figures.ts'
export type { AuditJob } from './audit/job.ts'
export type { LinkedDocument } from './audit/linked-audit.ts'
export { byWidth, linkedVerdict } from './audit/linked-report.ts'
export { verdictWords } from './audit/linked-verdict.ts'
export { parseMerge, parseOrder } from './audit/merge-text.ts'
export { verdict } from './audit/report.ts'
export type { SuggestDocument, SuggestedDesign } from './audit/suggest-designs.ts'
export type { DecideJob } from './decide/job.ts'
export type { DecidePlan } from './decide/plan.ts'
export { gapWords } from './decide/report.ts'
export type { DecideFigures } from './decide/run.ts'
export type { GroupsJob } from './groups/job.ts'
export { type GroupsPlaces, type GroupsPlanDocument, readGroupsPlaces } from './groups/plan.ts'
export type { GroupsFigures } from './groups/run.ts'
export type { MeasureJob } from './measure/job.ts'
export type { MeasurePlanDocument } from './measure/plan.ts'
export type { MeasureFigures } from './measure/run.ts'
export type { TopdownEvaluation } from './topdown/evaluate.ts'
export type { TopdownJob } from './topdown/job.ts'
export type { TopdownPlanDocument } from './topdown/plan.ts'
export type { TopdownFigures } from './topdown/run.ts'
