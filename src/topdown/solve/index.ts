export { nestedChain } from './chain.ts'
export { emptyClasses } from './columns.ts'
export type {
  Failsafe,
  ParentProblem,
  ParentSolution,
  Partition,
  SolveSteps,
  TableShape,
  Term,
} from './problem.ts'
export { type Engines, solveParent } from './solve-parent.ts'
