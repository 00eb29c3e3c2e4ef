// Whether a baseline is too large, told before anything is drawn.
export { checkBaselineSize } from './baseline-size.ts'
// The chain, and the paper's cost tables.
export { chainVector, mergedChain, solveChain } from './chain.ts'
// The conditions of a release, and its error against the truth.
export { type Conditions, checkConditions } from './conditions.ts'
export { addTables, type CostTable, leastSoFar, mergeTables, ownCosts } from './cost-tables.ts'
export { errorsByLevel, type LevelError } from './error.ts'
// Shares of the levels from weights.
export { type FittedShares, fitShares } from './fit-shares.ts'
export { type GroupMeasurements, groupsAtTop, type KnownGroups, measureGroups } from './measure.ts'
export {
  defaultMechanism,
  MECHANISM_FACTS,
  MECHANISMS,
  type MechanismFacts,
  type MechanismName,
  PUBLIC_NUMBERS,
  type PublicNumbers,
  scalable,
} from './mechanism.ts'
// Releasing: plan, measure, solve.
export { type GroupOptions, type GroupPlan, type LevelPlan, planGroups, weightsOf } from './plan.ts'
export { type GroupRelease, releaseGroups, solveRelease } from './release.ts'
export {
  type GroupRelation,
  groupSensitivity,
  type MeasuredVector,
  publishedChainSensitivity,
  type SensitivityQuestion,
} from './sensitivity.ts'
// Standard errors of released counts.
export { type SimulationOptions, simulatedErrors } from './simulated-error.ts'
export { solveGroups } from './solve.ts'
export type { GroupCertificate, SolvedGroups, SolveGroupOptions } from './solved-groups.ts'
export { propagatedErrors, standardErrors } from './standard-error.ts'
export {
  checkFrame,
  checkSizes,
  cumulate,
  differences,
  type GroupFrame,
  type GroupTable,
  groupsByRegion,
  MOST_CELLS,
  MOST_SIZES,
  shapeOf,
  tableFromLeaves,
} from './table.ts'
export { countGroups, type GroupLines, groupPersons, type PersonLines } from './tabulate.ts'
export { vectorOf } from './vector.ts'
