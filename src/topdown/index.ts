/**
 * Consistent counts over a geography, from the top down.
 *
 * 1. what is measured of the children of a parent, as terms of a least squares
 * 2. least squares over the whole tree, and how far an answer may be off
 * 3. what is public, and what it implies for the places above
 * 4. one step of the descent
 * 5. a release beside the truth
 * 6. how far a sum may be off
 */

// 1. what is measured of the children of a parent

export {
  type Below,
  estimateChildren,
  levelTerms,
  type MeasuredChildren,
  type MeasuredQuery,
  type TotalsWeight,
  treeTerms,
} from './children.ts'

export { type FreeChildren, guessChildren, guessTerms } from './free-part.ts'

// 2. least squares over the whole tree

export {
  type Answers,
  type AskedAnswer,
  type ByPart,
  belowPrecision,
  ChildSum,
  EXACT_VARIANCE,
  fitParts,
  type KnownSum,
  type Marginal,
  type MarginalNoise,
  type MeasuredTree,
  marginalOfQuery,
  type NodeEstimate,
  type ProductErrors,
  type PublicTree,
  productErrors,
  type QueryErrors,
  type QueryNoise,
  queryErrors,
  type SharedMeasurement,
  type SharedTree,
  type ShareErrors,
  type ShareGoal,
  type ShareSearch,
  type StandardErrors,
  type Subset,
  shareErrors,
  smoothTree,
  solveTreeSquares,
  standardErrors,
  TensorShape,
  type TreeQuery,
  type TreeSquares,
} from './estimate/index.ts'

// 3. what is public

export {
  type BoundFact,
  boundsOfSet,
  type ClassRow,
  type Conflict,
  checkKnowledge,
  constrains,
  deriveImplied,
  deriveWithTried,
  type Fact,
  type FactMode,
  type FlowEncoding,
  type FlowNetwork,
  findConflict,
  flowEncoding,
  type Implied,
  type ImpliedBound,
  type ImpliedOptions,
  type ImpliedWithTried,
  impliedBounds,
  type Knowledge,
  type NodeKnowledge,
  type Proof,
  type RatioFact,
  type Subsets,
} from './knowledge/index.ts'

// 4. one step of the descent

export { emptyChances } from './empty-places.ts'
export { mayBeEmpty, NINE_IN_TEN } from './may-be-empty.ts'
export {
  type CarriedSums,
  type CarryProblem,
  carryParent,
  type Engines,
  emptyClasses,
  type Failsafe,
  finestOf,
  nestedChain,
  type ParentProblem,
  type ParentSolution,
  type Partition,
  type SolveSteps,
  solveParent,
  type TableShape,
  type Term,
} from './solve/index.ts'

// 5. a release beside the truth

export { type AreaSet, type Comparison, compareCounts } from './evaluate.ts'

// 6. how far a sum may be off

export { type SimulatedSums, type SumError, SumErrors } from './sum-error.ts'
