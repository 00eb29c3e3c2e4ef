/**
 * What is measured, with which noise, at what cost: known before a draw, and pure, so that a slider can call it.
 *
 * 1. the parts of the budget
 * 2. the plan: every query at every level
 * 3. the plan as a document
 * 4. what it costs by the law of the privacy loss itself
 * 5. how long it takes
 * 6. group sizes: the plan as a document, and what is said of privacy
 */

// 1. the parts of the budget

export { levelShares, queryShares } from './budget.ts'
export { plannedBudget, type TotalBudget } from './total-budget.ts'

// 2. the plan

export { exactAnswers, firstOpenAnswer, type IsExact } from './exact-answers.ts'
export { type ExactDocument, exactDocument } from './exact-document.ts'
export { type InheritedFact, publishedFacts, unitsSpec } from './exact-elsewhere.ts'
export { type ListedAnswer, listedAnswers } from './exact-list.ts'
export { type FactCounts, FactSums, impliedAnswers } from './implied-counts.ts'
export { isFixed, type JointPlan, planJointly, usesAt } from './joint-plan.ts'
export { factField, type JointTable, type JointTableName, linkName, type SourcedJointFact } from './joint-tables.ts'
export {
  type MeasurePlan,
  type PlannedFact,
  type PlannedMeasurement,
  planMeasurements,
  shareSpent,
  solvedVariance,
} from './measure-plan.ts'

// 3. the plan as a document

export {
  levelDocuments,
  type PrivacyDocument,
  privacyDocument,
  type QueryDocument,
  queryDocuments,
} from './plan-document.ts'
export { type Together, togetherDocument, togetherOf } from './together.ts'

// 4. what it costs by the law of the privacy loss itself

export { type TightLoss, tightLoss, tightNote } from './tight-loss.ts'

// 5. how long it takes

export { drawingSeconds, type Estimate, estimateRelease, START_SECONDS } from './estimate.ts'

// 6. group sizes

export { type GroupsBudget, groupsBudget, type PlannedGroups, plannedGroups } from './groups-plan.ts'
export { type GroupsFacts, groupsPublishedExactly, groupsStatement } from './groups-statement.ts'
