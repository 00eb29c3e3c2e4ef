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
