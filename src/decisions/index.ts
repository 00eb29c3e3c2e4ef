// Programs: read from LP or MPS text, or written variable by variable; every number exact.

// Worked examples as data.
export { type AdvertisingSize, advertising, PUBLISHED_SIZE, privateAdvertising } from './advertising.ts'
export type { Anchor } from './anchor.ts'
// The best point of a program, exactly feasible, with its proved gap.
export type { BestEnd, BestPoint, PointTask, Route } from './best-point.ts'
// The exact check, which shares no code with the solver.
export { type Broken, brokenBy, type CheckedSides, exactActivity, exactObjective } from './certify.ts'
// What privacy can have cost.
export { type Condition, conditionOf, diagonalOf } from './condition.ts'
// The decision: prepare (no data), measure (the noise), solve (public from there on).
export {
  assertKept,
  type Decision,
  type DecisionCertificate,
  type DecisionOptions,
  decide,
  type Gap,
  OPTIMAL_WITHIN,
  type PreparedDecision,
  prepareDecision,
  replan,
  solveDecision,
} from './decide.ts'
export { DecimalVector, printExactly } from './decimals.ts'
export { type Grid, gridFor } from './grid.ts'
export { type Lipschitz, lipschitzOf } from './lipschitz.ts'
export { type Available, type LossBounds, lossBounds, type NotAvailable } from './loss-bounds.ts'
export { readLp } from './lp-text.ts'
export { checkSides, type MeasuredSides, measureSides } from './measure-sides.ts'
export { readMps } from './mps-text.ts'
export { portfolio, privatePortfolio, type Returns, randomBudget, returnsOf } from './portfolio.ts'
// What is private, and what is public about it.
export {
  type DeclaredQueries,
  declarePrivate,
  type PrivateOptions,
  type PrivateProgram,
  type PrivateSide,
  withValues,
} from './private-sides.ts'
export { type Bound, type Program, ProgramBuilder, type QuadraticTerm } from './program.ts'
export type { Digits } from './rounding.ts'
// What the optimum depends on, at the measured sides.
export { type SideReport, sensitivityOf } from './sensitivity.ts'
export {
  limitsOfQuery,
  type QueriedSides,
  type QueryLimits,
  type SideQuery,
  sensitivityOfSides,
} from './sensitivity-of-sides.ts'
// Mechanisms.
export {
  type Mechanism,
  type MechanismOptions,
  type NoisePlan,
  planNoise,
  publishedShift,
  smallerShift,
} from './shift.ts'
export { solveBest } from './solve-best.ts'
export { solveWith } from './solve-with.ts'
export { type RowSides, type SolverModel, solverModel } from './solver-model.ts'
// The trade-off on one instance, by simulation: confidential.
export {
  checkSweep,
  optimumAt,
  type Spread,
  type Sweep,
  type SweepOptions,
  type SweepPoint,
  spreadOf,
  sweep,
} from './sweep.ts'
export { privateTransportation, type Transportation, transportation } from './transportation.ts'
// Random programs to try the promise on.
export { TRIAL_KINDS, type Trial, type TrialKind, trialProgram } from './trial-programs.ts'
