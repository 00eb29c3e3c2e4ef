/** The capabilities as jobs. */
export {
  type AnonymizeJob,
  METHOD_NAMES,
  parseHierarchy,
  parseMethod,
  parseSensitive,
  parseSplitCarry,
  parseSuppress,
  parseWeights,
} from './anonymize/job.ts'
export {
  type AnonymizeFigures,
  type AnonymizeResult,
  type AnonymizeRunOptions,
  runAnonymize,
} from './anonymize/run.ts'
export { auditData, auditShares, type SharesJob } from './audit/audit-table.ts'
export type { AuditDocument, FindingDocument, RowDocument } from './audit/document.ts'
export { type AuditJob, type AuditRules, type Merge, parseMerge } from './audit/job.ts'
export {
  auditLinked,
  type LinkedDocument,
  type LinkedJob,
  parseRelease,
  type ReleaseText,
} from './audit/linked-audit.ts'
export { type LevelOrder, parseOrder } from './audit/merge-levels.ts'
export { checkBoundNames, type PublishAuditOptions, publishAudit } from './audit/publish.ts'
export { verdict } from './audit/report.ts'
export { type SuggestDocument, type SuggestedDesign, suggestDesigns } from './audit/suggest-designs.ts'
export { type DecideFlags, type DecideJob, decideFromFlags, decideFromSpec } from './decide/job.ts'
export { parseSweep } from './decide/parse-sweep.ts'
export { type DecidePlan, planDecide } from './decide/plan.ts'
export { gapWords } from './decide/report.ts'
export { type DecideOptions, type DecideResult, runDecide } from './decide/run.ts'
export { type GroupsFlags, type GroupsJob, jobFromFlags, jobFromSpec } from './groups/job.ts'
export { type GroupsPlanDocument, planGroupsJob } from './groups/plan.ts'
export { type GroupsOptions, type GroupsResult, runGroups } from './groups/run.ts'
export type { Evaluation } from './measure/evaluate.ts'
export { type MeasureOptions, type MeasureResult, runMeasure } from './measure/run.ts'
export { type ResolveOptions, resolveRelease } from './resolve-release.ts'
export type { TopdownEvaluation } from './topdown/evaluate.ts'
export { planTopdown, type TopdownPlanDocument } from './topdown/plan.ts'
export { runTopdown, type TopdownOptions, type TopdownResult } from './topdown/run.ts'
