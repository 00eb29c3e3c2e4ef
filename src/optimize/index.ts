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
export { checkExactly, type ExactCheck, wholePoint } from './exact-check.ts'
// Solving: LP, MILP and small convex QP.
export { type SolveOptions, Solver } from './highs.ts'
export type { EngineSource, Hessian } from './highs-engine.ts'
export { irreducibleSubset } from './irreducible.ts'
// Kernels on trees and rows: isotonic regression, least squares and integer allocation over a tree.
export { type IsotonicBounds, IsotonicRows, isotonic, isotonicInteger, roundHalfUp } from './isotonic.ts'
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
