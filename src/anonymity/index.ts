/**
 * Anonymity: records made alike with the least loss. The inner rooms in order; each uses only those above it.
 */

// problem/: what is to be made anonymous, in the words of the file.

export { ancestors, flatTree, type GeneralisationTree, withLeafApart } from './problem/generalisation-tree.ts'
export { type CalendarUnit, treeFromDates } from './problem/hierarchy-dates.ts'
export { placeLabels, treeFromPrefixes, treeFromRows } from './problem/hierarchy-import.ts'
export { type Intervals, treeFromIntervals } from './problem/hierarchy-intervals.ts'
export {
  type AnonymityProblem,
  type CategoricalAttribute,
  type Classes,
  type Hierarchy,
  type NumericAttribute,
  type QuasiIdentifier,
  type SetPrice,
  weightOf,
} from './problem/problem.ts'
export { initialClasses, varianceOrder } from './problem/record-order.ts'
export { recordsForAnonymity } from './problem/records-for-anonymity.ts'
export { type ClassRule, compileRules, type SensitiveRule } from './problem/sensitive-rules.ts'

// points/: the records in the units of the loss, and what a set of classes costs.

export { classesFromLists, listsOf } from './points/class-lists.ts'
export { type LossFigures, lossFigures, lossOf } from './points/class-loss.ts'
export { type Points, pointsOf, subset } from './points/points.ts'

// partition/: classes from nothing, quickly.

export { greedyClasses } from './partition/greedy.ts'
export { kMemberClasses } from './partition/k-member.ts'
export { mdavClasses } from './partition/mdav.ts'
export { type MondrianOptions, mondrianClasses } from './partition/mondrian.ts'

// bound/: what no partition can fall below. (suppression/ comes next; anonymize.ts alone uses it.)

export { type LeastWidthOptions, leastWidthBounds } from './bound/least-widths.ts'
export { type LowerBoundOptions, lowerBound } from './bound/lower-bound.ts'

// exact/: optimal partitions of few records.

export { type ColumnOptions, type ColumnResult, solveColumns } from './exact/exact-columns.ts'
export { type MilpResult, solveMilp } from './exact/exact-milp.ts'
export { solveSubsets } from './exact/exact-subsets.ts'

// improve/: local search on a partition, and a large problem in blocks for worker threads.

export { type AnytimeOptions, type AnytimeResult, anytimeClasses, stepLimit, timeLimit } from './improve/anytime.ts'
export {
  combineBlocks,
  type PackedPoints,
  packPoints,
  solveBlock,
  splitIntoBlocks,
  unpackPoints,
} from './improve/record-blocks.ts'

// methods/: every method by its name.

export { LEVEL_COSTS, type LevelCost } from './lattice/level-costs.ts'
export type { ClassMethod } from './methods/class-methods.ts'
export { type Freeform, type FreeformMethod, freeform } from './methods/freeform.ts'
export { type FullDomain, type FullDomainOptions, solveFullDomain } from './methods/full-domain.ts'
export { type SmallOptions, solveSmall } from './methods/solve-small.ts'
export { type SplitCarryOptions, splitCarryClasses } from './methods/split-carry.ts'

// publish/: what is published, what it keeps, who could be found; a check that shares no code with the methods.

export { type CheckOptions, checkClasses, type Verdict } from './publish/checker.ts'
export { type CommonFigures, commonBoxes, type RecordsVersion } from './publish/common-boxes.ts'
export { gapWords } from './publish/gap-words.ts'
export { certaintyPenalty, type PublishedBox } from './publish/penalty.ts'
export { boxOf, MISSING_LABEL, type Published, publisher } from './publish/published-values.ts'
export { type Contribution, contributions, type RiskFigures, riskBefore, riskOf } from './publish/risk.ts'
export { type Correlation, classSizes, correlations, type Marginal, marginals } from './publish/utility.ts'

// One call from problem to result.

export {
  type AnonymizeOptions,
  anonymize,
  type ChosenLevels,
  type ClassesResult,
  type FreeformResult,
  METHODS,
  type Method,
  race,
} from './anonymize.ts'
