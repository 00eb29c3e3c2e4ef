/**
 * Optimisation kernels on flat arrays, which know nothing of privacy or files.
 *
 * 1. models and how a solve ends
 * 2. LP, MILP and small convex QP through HiGHS
 * 3. checks that share no code with the solver
 * 4. exact systems and elimination of variables
 * 5. the marginal QP: least squares of a histogram and its marginals within public rows
 * 6. rounding to whole numbers within whole rows
 * 7. kernels on rows and trees: isotonic regression, least squares, integer allocation
 * 8. what unknowns in signed sums can be
 */

// 1. models and how a solve ends

export type { LinearModel, SparseMatrix } from './linear/model.ts'
export { ModelBuilder } from './linear/model-builder.ts'
export type {
  Certificate,
  ConflictSide,
  Infeasible,
  Optimal,
  Outcome,
  Stopped,
  StopReason,
  Unbounded,
} from './linear/outcome.ts'

// 2. LP

export { type ClaimOptions, type SolveOptions, Solver } from './linear/highs.ts'
export type { Basis, EngineSource, Hessian, Run } from './linear/highs-engine.ts'
export { KeptProgram, type KeptRun } from './linear/kept-program.ts'

// 3. checks that share no code with the solver

export {
  type DualResiduals,
  dualResiduals,
  lagrangianBound,
  objectiveOf,
  primalResidual,
  reducedCosts,
  type Violation,
  worstViolation,
} from './linear/check.ts'

// 4. exact systems and elimination of variables

export { ExactSystem, type WholeRows } from './linear/exact-system.ts'
export {
  type Elimination,
  type EliminationOptions,
  type EliminationRow,
  eliminate,
  eliminationRow,
  withoutImplied,
} from './linear/fourier-motzkin.ts'

// 5. the marginal QP

export { type ConeAnswer, type ConeEngine, type ConeOutcome, solveMarginalByCone } from './marginal/clarabel.ts'
export { marginalObjective, worstResidual } from './marginal/marginal-check.ts'
export type { ConeMatrix, ConeProgram } from './marginal/marginal-cone.ts'
export type {
  MarginalDuals,
  MarginalOptions,
  MarginalOutcome,
  MarginalProblem,
  MarginalResiduals,
  RowBlock,
} from './marginal/marginal-problem.ts'
export { solveMarginal } from './marginal/marginal-qp.ts'
export { type SafeOptions, type SafeOutcome, solveMarginalSafely } from './marginal/marginal-safely.ts'

// 6. rounding to whole numbers within whole rows

export { type Rounded, type RoundingOutcome, roundToWhole } from './rounding/rounding.ts'
export type { RoundingProblem } from './rounding/rounding-choices.ts'
export { shareOut } from './tree/share-out.ts'

// 7. kernels on rows and trees

export { type IsotonicBounds, IsotonicRows, isotonic, isotonicInteger, roundHalfUp } from './tree/isotonic.ts'
export { KeyHeap } from './tree/key-heap.ts'
export {
  costOf as treeCost,
  relaxedTreeAllocation,
  type TreeAllocation,
  type TreeProblem,
  treeAllocation,
} from './tree/tree-allocation.ts'
export { type RisingTree, type RisingTreeOptions, type RisingTreeSolution, risingTree } from './tree/tree-isotonic.ts'
export { type FixedTop, TreeLeastSquares } from './tree/tree-least-squares.ts'
export { emptyLayers, type Layers, sumUpward, type TreeShape, treeShape } from './tree/tree-shape.ts'

// 8. what unknowns in signed sums can be

export type { SignedEquations } from './interval/equations.ts'
export { type IntervalOptions, type Intervals, intervals } from './interval/intervals.ts'
export { type PublicIntervals, type PublicTable, publicIntervals } from './interval/public-intervals.ts'
export { type PublishedTable, type ReaderView, readerView } from './interval/reader-equations.ts'
