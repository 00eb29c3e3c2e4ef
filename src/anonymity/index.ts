// What is to be made anonymous.

// One call from problem to result.
export {
  type AnonymizeOptions,
  anonymize,
  type ClassesResult,
  type FreeformResult,
  METHODS,
  type Method,
  race,
} from './anonymize.ts'
export { type AnytimeOptions, type AnytimeResult, anytimeClasses, stepLimit, timeLimit } from './anytime.ts'
// Pieces for worker threads.
export {
  combineBlocks,
  gatherIntoBlocks,
  type PackedPoints,
  packPoints,
  quickBlock,
  solveBlock,
  splitIntoBlocks,
  unpackPoints,
} from './blocks.ts'
// What it costs, what it proves, what it publishes.
export { type CheckOptions, checkClasses, type Verdict } from './checker.ts'
export { classesFromLists, listsOf, renumber } from './classes.ts'
export { type ColumnOptions, type ColumnResult, solveColumns } from './exact-columns.ts'
export { type MilpResult, solveMilp } from './exact-milp.ts'
export { MOST_RECORDS_FOR_SUBSETS, solveSubsets } from './exact-subsets.ts'
export { type Freeform, type FreeformMethod, freeform, MOST_RECORDS_FOR_HUNGARIAN } from './freeform.ts'
export { type FullDomain, type FullDomainOptions, solveFullDomain } from './full-domain.ts'
export { greedyClasses } from './greedy.ts'
export { placeLabels, treeFromPrefixes, treeFromRows } from './hierarchy-import.ts'
export { type Intervals, MOST_INTERVALS, treeFromIntervals } from './hierarchy-intervals.ts'
export { kMemberClasses } from './k-member.ts'
export { type LossFigures, lossFigures, lossOf } from './loss.ts'
export { type LowerBoundOptions, leastWidthBounds, lowerBound } from './lower-bound.ts'
export { mdavClasses } from './mdav.ts'
export { CLASS_METHODS, type ClassMethod, type MethodOptions } from './methods.ts'
export { type MondrianOptions, mondrianClasses } from './mondrian.ts'
export { initialClasses, varianceOrder } from './order.ts'
// The methods themselves, on points.
export { type Points, pointsOf, subset } from './points.ts'
export {
  type AnonymityProblem,
  type CategoricalAttribute,
  type Classes,
  checkProblem,
  type Hierarchy,
  type NumericAttribute,
  type QuasiIdentifier,
  type SetPrice,
  SUPPRESSED,
  weightOf,
} from './problem.ts'
export { boxOf, type Published, publisher } from './publish.ts'
export { recordsForAnonymity } from './records-for-anonymity.ts'
export { type Contribution, contributions, type RiskFigures, riskBefore, riskOf } from './risk.ts'
export { type ClassRule, compileRules, type SensitiveRule } from './sensitive.ts'
export { type SmallOptions, solveSmall } from './solve-small.ts'
export { type SplitCarryOptions, splitCarryClasses } from './split-carry.ts'
export { ancestors, commonLevel, flatTree, type GeneralisationTree, leafCounts } from './tree.ts'
export { type Correlation, classSizes, correlations, type Marginal, marginals } from './utility.ts'
