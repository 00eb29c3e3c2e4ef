export { type CarryProblem, carryParent } from './carry.ts'
export { finestOf, nestedChain } from './chain.ts'
export { emptyClasses } from './columns.ts'
export type {
  CarriedSums,
  Failsafe,
  ParentProblem,
  ParentSolution,
  Partition,
  SolveSteps,
  TableShape,
  Term,
} from './problem.ts'
export { type RakedSum, rakeTo } from './raking.ts'
export { type Engines, solveParent } from './solve-parent.ts'
