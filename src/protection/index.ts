/**
 * Tables that may be published: cells withheld, rounded or perturbed until no reader can come too near to one who is in them.
 *
 * 1. which cells are sensitive, and what they need
 * 2. cells withheld, with a proof for every need
 * 3. controlled rounding
 * 4. cell keys
 * 5. what can be worked out of figures that were changed
 * 6. a small table as plain data, for a page
 */

// 1. which cells are sensitive

export { contentsForProtection } from './rules/contents-for-protection.ts'
export { type CellContributions, mostNeeded, type SensitivityRule } from './rules/contributions.ts'
export { type FinishedTable, finishedContents } from './rules/finished-contents.ts'
export { type ContributionLines, type RecordTable, recordContents } from './rules/record-contents.ts'
export { type Needs, type SensitiveCell, sensitivity } from './rules/sensitive.ts'
export { type FoundSensitive, sensitiveCells } from './rules/sensitive-cells.ts'
export { aloneIn, type TableContents } from './rules/table-contents.ts'

// 2. cells withheld

export { type CellCost, cellCosts } from './suppress/cell-costs.ts'
export { type Deviation, provesExactly } from './suppress/deviation.ts'
export type { SensitiveSum, UnionNeed } from './suppress/known-sums.ts'
export type { Need, SuppressionProblem } from './suppress/problem.ts'
export type { ProvedNeed, Readers } from './suppress/readers.ts'
export { cellsProtectedBy } from './suppress/reasons.ts'
export { type Suppression, type SuppressionOptions, suppress } from './suppress/suppress.ts'
export { type SuppressedTable, type SuppressTable, suppressTable } from './suppress-table.ts'

// 3. controlled rounding

export { type RoundedTable, type RoundingLimits, type RoundingProblem, roundTable } from './round/round-table.ts'
export { roundedBounds } from './round/rounded-bounds.ts'

// 4. cell keys

export {
  noiseOf,
  type PerturbationOptions,
  type PerturbationTable,
  perturbationTable,
} from './cellkey/perturbation-table.ts'
export { perturbedBounds } from './cellkey/perturbed-bounds.ts'

// 5. what can be worked out of figures that were changed

export { type ChangedIntervals, changedIntervals } from './changed-intervals.ts'

// 6. a small table as plain data, for a page

export {
  type PreviewAsked,
  type PreviewTable,
  type ProtectPreview,
  previewContents,
  previewTable,
} from './preview.ts'
