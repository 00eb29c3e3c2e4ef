// Models: flat arrays, or written row by row.

// Checks that share no code with the solver.
export {
  type DualResiduals,
  dualResiduals,
  integralityResidual,
  isImprovingRay,
  lagrangianBound,
  objectiveOf,
  primalResidual,
  reducedCosts,
  rowActivity,
  type Violation,
  worstViolation,
} from './check.ts'
// The marginal QP by a general cone solver.
export { type ConeAnswer, type ConeEngine, type ConeOutcome, solveMarginalByCone } from './clarabel.ts'
export { checkExactly, type ExactCheck, wholePoint } from './exact-check.ts'
export { ExactSystem, type WholeRows } from './exact-system.ts'
// Elimination of variables, in exact arithmetic.
export {
  type Elimination,
  type EliminationOptions,
  type EliminationRow,
  eliminate,
  eliminationRow,
  withoutImplied,
} from './fourier-motzkin.ts'
// Solving: LP, MILP and small convex QP.
export { type ClaimOptions, type SolveOptions, Solver } from './highs.ts'
export type { Basis, EngineSource, Hessian, Run } from './highs-engine.ts'
export { irreducibleSubset } from './irreducible.ts'
// Kernels on trees and rows: isotonic regression, least squares and integer allocation over a tree.
export { type IsotonicBounds, IsotonicRows, isotonic, isotonicInteger, roundHalfUp } from './isotonic.ts'
// The marginal QP: least squares of a histogram and its marginals within public rows; the check of its optimum.
export { marginalObjective, marginalResiduals, worstResidual } from './marginal-check.ts'
export type { ConeMatrix, ConeProgram } from './marginal-cone.ts'
export type {
  MarginalDuals,
  MarginalOptions,
  MarginalOutcome,
  MarginalProblem,
  MarginalResiduals,
  RowBlock,
} from './marginal-problem.ts'
export { solveMarginal } from './marginal-qp.ts'
export { type SafeOptions, type SafeOutcome, solveMarginalSafely } from './marginal-safely.ts'
// Models.
export { checkModel, columnName, hasIntegers, type LinearModel, rowName, type SparseMatrix } from './model.ts'
export { ModelBuilder } from './model-builder.ts'
// Endings.
export type {
  Certificate,
  ConflictSide,
  Infeasible,
  Optimal,
  Outcome,
  Stopped,
  StopReason,
  Unbounded,
} from './outcome.ts'
// Rounding to whole numbers within whole rows.
export { type Rounded, type RoundingOutcome, roundToWhole } from './rounding.ts'
export { brokenRow } from './rounding-check.ts'
export type { RoundingProblem } from './rounding-choices.ts'
export { shareOut } from './share-out.ts'
export {
  costOf as treeCost,
  relaxedTreeAllocation,
  type TreeAllocation,
  type TreeProblem,
  treeAllocation,
} from './tree-allocation.ts'
export { type RisingTree, type RisingTreeOptions, type RisingTreeSolution, risingTree } from './tree-isotonic.ts'
export { type FixedTop, TreeLeastSquares } from './tree-least-squares.ts'
export { emptyLayers, type Layers, sumUpward, type TreeShape, treeShape } from './tree-shape.ts'
