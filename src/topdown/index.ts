// What is measured of the children of a parent, as terms of a least squares.
export {
  type Below,
  estimateChildren,
  levelTerms,
  type MeasuredChildren,
  type MeasuredQuery,
  treeTerms,
} from './children.ts'
// Least squares over the whole tree, and how far an answer may be off.
export {
  type Answers,
  type ByPart,
  ChildSum,
  EXACT_VARIANCE,
  LevelEstimator,
  type Marginal,
  type MarginalNoise,
  type MeasuredTree,
  marginalOfQuery,
  type NodeEstimate,
  objectiveWeights,
  type ProductErrors,
  productErrors,
  type QueryErrors,
  type QueryNoise,
  queryErrors,
  type StandardErrors,
  type Subset,
  smoothTree,
  standardErrors,
  TensorShape,
} from './estimate/index.ts'
// A release beside the truth.
export { type AreaSet, areaAnswers, type Comparison, compareCounts } from './evaluate.ts'
// What is public, and what it implies for the places above.
export {
  type BoundFact,
  type ClassRow,
  type Conflict,
  checkKnowledge,
  deriveImplied,
  deriveWithTried,
  type Fact,
  type FactMode,
  type FlowEncoding,
  type FlowNetwork,
  findConflict,
  flowEncoding,
  type Implied,
  type ImpliedOptions,
  type ImpliedWithTried,
  type Knowledge,
  type NodeKnowledge,
  type Proof,
  type RatioFact,
  type Subsets,
  violatedRows,
} from './knowledge/index.ts'
// One step of the descent.
export {
  type Engines,
  type Failsafe,
  nestedChain,
  type ParentProblem,
  type ParentSolution,
  type Partition,
  type SolveSteps,
  solveParent,
  type TableShape,
  type Term,
} from './solve/index.ts'
