// Upward: the best estimate of every node from its subtree, leaves streamed.

// How far an answer may be off.
export { belowPrecision } from './below-precision.ts'
export { ChildSum } from './child-sum.ts'
export { EXACT_VARIANCE } from './exact-variance.ts'
// Which shares of a budget give the errors that are wanted.
export { fitParts, type ShareGoal, type ShareSearch } from './fit-shares.ts'
export { LevelEstimator, type NodeEstimate } from './level-estimator.ts'
// Which queries are marginals.
export { inSchemaOrder, type Marginal, marginalOfQuery, shapeOfSchema } from './marginal-of-query.ts'
// Downward: a node's precision as weights of an objective.
export { type ObjectiveWeights, objectiveWeights } from './objective-weights.ts'
// What is known of a node.
export { addPrecision, type MarginalNoise, ownPrecision, pseudoInverse } from './precision.ts'
export { type QueryErrors, type QueryNoise, queryErrors } from './query-errors.ts'
export {
  type AskedAnswer,
  type SharedMeasurement,
  type SharedTree,
  type ShareErrors,
  shareErrors,
} from './share-errors.ts'
export { type ProductErrors, productErrors, type StandardErrors, standardErrors } from './standard-error.ts'
// The parts of a histogram that marginals respect.
export { type ByPart, type Subset, TensorShape } from './tensor.ts'
// The same with what is public: empty cells, sums that are known, any query.
export { type KnownSum, type PublicTree, solveTreeSquares, type TreeQuery, type TreeSquares } from './tree-squares.ts'
// All of it at once, where it fits in memory: what the top-down solves are held to.
export { type Answers, type MeasuredTree, smoothTree } from './two-passes.ts'
