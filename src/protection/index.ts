/**
 * Tables that may be published: cells withheld, rounded or perturbed until no reader can come too near to one who is in them.
 *
 * 1. which cells are sensitive, and what they need
 * 2. cells withheld, with a proof for every need
 * 3. controlled rounding
 * 4. cell keys
 */

// 1. which cells are sensitive

export { type CellContributions, mostNeeded, type SensitivityRule } from './rules/contributions.ts'
export { type Needs, type SensitiveCell, sensitivity } from './rules/sensitive.ts'

// 2. cells withheld

export type { Deviation } from './suppress/deviation.ts'
export type { Need, SuppressionProblem } from './suppress/problem.ts'
export { type Suppression, type SuppressionOptions, suppress, type UnionNeed } from './suppress/suppress.ts'

// 3. controlled rounding

export { type RoundedTable, type RoundingLimits, type RoundingProblem, roundTable } from './round/round-table.ts'

// 4. cell keys

export {
  noiseOf,
  type PerturbationOptions,
  type PerturbationTable,
  perturbationTable,
} from './cellkey/perturbation-table.ts'
