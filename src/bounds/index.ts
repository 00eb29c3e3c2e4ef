/**
 * The audit: what tables disclose.
 *
 * 1. tables: from counts or exact shares to reduced rows, and two-way designs of a k-way table
 * 2. the audit of one table: every feasible value, verdict, findings and reasons
 * 3. rounded shares
 * 4. margins, and several releases together
 * 5. redesign
 */

// 1. tables

export { type CountedTable, EMPTY_LEVEL, type Variable } from '../model/counted-table.ts'
export {
  type Design,
  type DesignVariable,
  levelsApart,
  type TwoWayTable,
  tabulate,
} from './design.ts'
export { type ConditionalTable, reduceCounts, reduceShares } from './reduced.ts'
export { tableForAudit } from './table-for-audit.ts'
export { totalLevels } from './total-levels.ts'

// 2. the audit of one table

export { AuditStopped, type Control, type RowValues, solveRows } from './feasible-values.ts'
export { type Finding, type FindingKind, findings, type Rules } from './findings.ts'
export { type Guesses, guessesOf, guessWords, isGuessed } from './guesses.ts'
export { type KnownBound, nameOf } from './known.ts'
export { wordsFor } from './reasons.ts'
export { highest, intervalsOf, lowest, type ValueSet, valuesOf } from './value-set.ts'
export { type Audit, type AuditCounts, type AuditOptions, audit, type RowReport, rowReports } from './verdict.ts'

// 3. rounded shares

export { type HiddenLevel, hiddenLevels } from './hidden-levels.ts'
export { exactShares, roundShares } from './round-shares.ts'
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

// 4. margins

export { type CountFact, knownCount } from './known-count.ts'
export type { Release } from './linear-system.ts'
export { type LinkedBound, type LinkedOptions, linkedBounds, type Target } from './linked.ts'
export { listedLevels } from './listed-levels.ts'
export { type AskedRelease, makeRelease } from './make-release.ts'
export { type Decomposition, decomposableBounds, decompose, type Margin } from './margins.ts'
export { cellCount, type Space } from './space.ts'

// 5. redesign

export { type Disclosures, disclosures, type PublishedForm } from './disclosures.ts'
export { type Suggestion, type Suggestions, type SuggestOptions, suggest } from './suggest.ts'
