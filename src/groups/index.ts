/**
 * Counts of groups by size over a hierarchy.
 *
 * 1. the table: groups by size in every place
 * 2. the mechanisms, and how far a step between neighbours moves what they measure
 * 3. plan: the budget by level
 * 4. measure
 * 5. solve: consistent whole counts, and the conditions they meet
 * 6. standard errors, and the error against the truth
 */

// 1. the table

export {
  checkFrame,
  checkSizes,
  type GroupFrame,
  type GroupTable,
  groupsByRegion,
  MOST_SIZES,
  tableFromLeaves,
} from './table.ts'
export { countGroups, type GroupLines, groupPersons, type PersonLines } from './tabulate.ts'

// 2. the mechanisms

export { checkBaselineSize } from './baseline-size.ts'
export {
  defaultMechanism,
  MECHANISM_FACTS,
  MECHANISMS,
  type MechanismFacts,
  type MechanismName,
  type PublicNumbers,
  scalable,
} from './mechanism.ts'
export { type GroupRelation, groupSensitivity, type MeasuredVector, type SensitivityQuestion } from './sensitivity.ts'

// 3. plan

export { type FittedShares, fitShares } from './fit-shares.ts'
export { type GroupOptions, type GroupPlan, type LevelPlan, planGroups } from './plan.ts'

// 4. measure

export { type GroupMeasurements, groupsAtTop, type KnownGroups, measureGroups } from './measure.ts'

// 5. solve

export type { Conditions } from './conditions.ts'
export { type GroupRelease, releaseGroups, solveRelease } from './release.ts'
export type { GroupCertificate, SolvedGroups, SolveGroupOptions } from './solved-groups.ts'

// 6. standard errors

export { errorsByLevel, type LevelError } from './error.ts'
export { type SimulationOptions, simulatedErrors } from './simulated-error.ts'
export { standardErrors } from './standard-error.ts'
