// Anonymity.
export {
  type AnonymizeJob,
  METHOD_NAMES,
  parseHierarchy,
  parseMethod,
  parseSensitive,
  parseSplitCarry,
  parseSuppress,
  parseWeights,
} from './anonymity/anonymize-job.ts'
export {
  type AnonymizeFigures,
  type AnonymizeResult,
  type AnonymizeRunOptions,
  runAnonymize,
} from './anonymity/run-anonymize.ts'
// Audits.
export type { AuditDocument, FindingDocument, RowDocument } from './audit/audit-document.ts'
export { type AuditJob, type AuditRules, type Merge, parseMerge } from './audit/audit-job.ts'
export { verdict } from './audit/audit-report.ts'
export {
  auditLinked,
  type LinkedDocument,
  type LinkedJob,
  parseRelease,
  type ReleaseText,
} from './audit/linked-audit.ts'
export { type LevelOrder, parseOrder } from './audit/merge-levels.ts'
export { checkBoundNames, type PublishAuditOptions, publishAudit } from './audit/publish-audit.ts'
export { auditData, auditShares, type SharesJob } from './audit/run-audit.ts'
export { type SuggestDocument, type SuggestedDesign, suggestDesigns } from './audit/suggest-designs.ts'

// Specs: one file that holds a whole plan.

export { cellStyle } from './cell-style.ts'
// Decisions.
export { type DecideFlags, type DecideJob, decideFromFlags, decideFromSpec } from './decisions/decide-job.ts'
export { gapWords } from './decisions/decide-report.ts'
export { parseSweep } from './decisions/parse-sweep.ts'
export { type DecidePlan, planDecide } from './decisions/plan-decide.ts'
export { readModelFile } from './decisions/read-model.ts'
export { type DecideOptions, type DecideResult, runDecide } from './decisions/run-decide.ts'
// The synthetic town.
export { type DemoFiles, demoAudit, demoRelease, writeTown } from './demo/run-demo.ts'
export { makeTown, TOWN_SEED, type Town } from './demo/town.ts'
// Group sizes.
export { type GroupsFlags, type GroupsJob, jobFromFlags, jobFromSpec } from './groups/groups-job.ts'
export { type GroupsPlanDocument, planGroupsJob } from './groups/plan-groups.ts'
export { type GroupsOptions, type GroupsResult, runGroups } from './groups/run-groups.ts'
// The ledger.
export { type LedgerAnchor, LedgerFile, type LedgerIdentity, readAnchor } from './ledger/index.ts'
// Measurements: plan, estimate, run.
export { type Estimate, estimateRelease } from './measure/estimate.ts'
export type { Evaluation } from './measure/evaluate.ts'
export type { MeasurePlan, PlannedMeasurement } from './measure/measure-plan.ts'
export { planWarnings } from './measure/person-warning.ts'
export { levelDocuments, privacyDocument, queryDocuments } from './measure/plan-document.ts'
export {
  LEDGER_NAME,
  type PreparedRelease,
  planRelease,
  prepareRelease,
  readRegions,
} from './measure/prepare.ts'
export { type MeasureOptions, type MeasureResult, runMeasure } from './measure/run-measure.ts'
export { writeNewFile } from './new-file.ts'
// Runs: progress, folders, durable files, threads.
export type { ThreadOptions } from './on-thread.ts'
export { checkOutFolder } from './out-folder.ts'
export { formatBytes, formatSeconds, type Progress, SILENT, secondsLeft } from './progress.ts'
export { checkRegularFile } from './regular-file.ts'
// A release, solved and checked again.
export { type ResolveOptions, resolveRelease } from './resolve-release.ts'
export type { RunIdentity } from './run-file.ts'
export { RunFolder } from './run-folder.ts'
export { besideSpec, compileGeography, compileSchema, compileSource, levelNames } from './spec/compile-spec.ts'
export { EXAMPLE_SPEC, starterSpec } from './spec/example-spec.ts'
export { parseSpec, readSpec, type SpecFile } from './spec/read-spec.ts'
export { type Spec, specJsonSchema } from './spec/spec-schema.ts'
// Top-down releases.
export type { TopdownEvaluation } from './topdown/evaluate-topdown.ts'
export { planTopdown, type TopdownPlanDocument } from './topdown/plan-topdown.ts'
export { runTopdown, type TopdownOptions, type TopdownResult } from './topdown/run-topdown.ts'
export type { Check } from './verify/check.ts'
export { type VerifyOptions, verifyRelease } from './verify/verify-release.ts'
