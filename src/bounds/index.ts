// Tables: from counts or exact shares to reduced rows, and two-way designs of a k-way table.

// In a worker.
export { type AuditRequest, type AuditResponse, answerAudit } from './audit-worker.ts'
export {
  type CountedTable,
  type Design,
  type DesignVariable,
  levelsIn,
  namesOf,
  type TwoWayTable,
  tabulate,
  type Variable,
} from './design.ts'
// The audit: figures, every feasible value, rules and reasons.
export { AuditStopped, type Control, type RowValues, solveRows } from './feasible-values.ts'
export { type Finding, type FindingKind, findings, type Rules } from './findings.ts'
export { type KnownBound, nameOf } from './known.ts'
// Margins and several releases together.
export type { Release } from './linear-system.ts'
export { type LinkedBound, type LinkedOptions, linkedBounds, type Target } from './linked.ts'
export { type Decomposition, decomposableBounds, decompose, type Margin } from './margins.ts'
export { type Reason, reasonFor, wordsFor } from './reasons.ts'
export { type ConditionalTable, LARGEST_TOTAL, reduceCounts, reduceShares } from './reduced.ts'
// Rounded shares.
export { type RoundedOptions, type RoundedTable, type RoundedValues, roundedTable, solveRounded } from './rounded.ts'
export type { RoundedRowValues } from './rounded-values.ts'
export {
  auditRounded,
  type RoundedAudit,
  type RoundedAuditOptions,
  type RoundedRowReport,
  roundedReports,
} from './rounded-verdict.ts'
export { ROUNDING_RULES, type RoundingRule, roundBy } from './rounding-rule.ts'
export { feasibleMultipliers, isFeasible, solveRow } from './single-row.ts'
export type { Space } from './space.ts'
// Redesign.
export { type Suggestion, type Suggestions, type SuggestOptions, suggest } from './suggest.ts'
// The one place where an audit opens a confidential table.
export { tableForAudit } from './table-for-audit.ts'
export { contains, highest, intervalCount, intervalsOf, lowest, type ValueSet, valuesOf } from './value-set.ts'
export {
  type Audit,
  type AuditCounts,
  type AuditOptions,
  audit,
  DEFAULT_SMALL,
  type RowReport,
  rowReports,
} from './verdict.ts'
