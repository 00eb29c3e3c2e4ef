/** What is measured, with which noise, at what cost: known before a draw, and pure, so that a slider can call it. */
export { levelShares } from './budget.ts'
export { drawingSeconds, type Estimate, estimateRelease, START_SECONDS } from './estimate.ts'
export {
  type MeasurePlan,
  type PlannedFact,
  type PlannedMeasurement,
  planMeasurements,
  plannedBudget,
  shareSpent,
  type TotalBudget,
} from './measure-plan.ts'
export {
  levelDocuments,
  type PrivacyDocument,
  privacyDocument,
  type QueryDocument,
  queryDocuments,
} from './plan-document.ts'
