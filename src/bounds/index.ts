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
export { AuditStopped, type Control, type RowValues, solveRows } from './feasible-values.ts'
export { type Finding, type FindingKind, findings, type Rules } from './findings.ts'
export { type KnownBound, nameOf } from './known.ts'
export { type Reason, reasonFor, wordsFor } from './reasons.ts'
export { type ConditionalTable, LARGEST_TOTAL, reduceCounts, reduceShares } from './reduced.ts'
export { feasibleMultipliers, isFeasible, solveRow } from './single-row.ts'
export { contains, highest, intervalCount, intervalsOf, lowest, type ValueSet, valuesOf } from './value-set.ts'
// The audit: figures, every feasible value, rules and reasons.
export {
  type Audit,
  type AuditCounts,
  type AuditOptions,
  audit,
  DEFAULT_SMALL,
  type RowReport,
  rowReports,
} from './verdict.ts'
