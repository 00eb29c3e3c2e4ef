/**
 * Private decisions: solutions of programs with private right-hand sides that break no constraint.
 *
 * 1. programs: read from LP or MPS text, or written variable by variable; every number exact
 * 2. what is private, and what is public about it
 * 3. mechanisms
 * 4. the decision: prepare (no data), measure (the noise), solve (public from there on)
 * 5. the best point of a program, exactly feasible, with its proved gap
 * 6. the exact check, which shares no code with the solver
 * 7. what privacy can have cost, and what the optimum depends on
 * 8. the trade-off on one instance, by simulation: confidential
 * 9. worked examples as data, and random programs to try the promise on
 */

// 1. programs

export { printExactly, printReadably } from './program/decimals.ts'
export { readLp } from './program/lp-text.ts'
export { readMps } from './program/mps-text.ts'
export { type Bound, type Program, ProgramBuilder, type QuadraticTerm } from './program/program.ts'

// 2. what is private

export {
  type DeclaredQueries,
  declarePrivate,
  type PrivateOptions,
  type PrivateProgram,
  type PrivateSide,
  withValues,
} from './sides/private-sides.ts'
export type { SideQuery } from './sides/sensitivity-of-sides.ts'

// 3. mechanisms

export { type Mechanism, type MechanismOptions, type NoisePlan, planNoise } from './sides/shift.ts'

// 4. the decision

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
} from './cost/decide.ts'
export { checkSides, type MeasuredSides, measureSides } from './sides/measure-sides.ts'

// 5. the best point of a program

export { type RowSides, type SolverModel, solverModel } from './program/solver-model.ts'
export type { Anchor } from './solve/anchor.ts'
export type { BestEnd, BestPoint, PointTask, Route } from './solve/best-point.ts'
export type { Digits } from './solve/rounding.ts'
export { solveBest } from './solve/solve-best.ts'
export { solveWith } from './solve/solve-with.ts'

// 6. the exact check

export { type Broken, brokenBy, type CheckedSides, exactObjective } from './solve/certify.ts'

// 7. what privacy can have cost

export type { Condition } from './cost/condition.ts'
export type { Lipschitz } from './cost/lipschitz.ts'
export { type Available, type LossBounds, lossBounds, type NotAvailable } from './cost/loss-bounds.ts'
export { type SideReport, sensitivityOf } from './cost/sensitivity.ts'

// 8. the trade-off on one instance

export {
  checkSweep,
  optimumAt,
  type Spread,
  type Sweep,
  type SweepOptions,
  type SweepPoint,
  sweep,
} from './cost/sweep.ts'

// 9. worked examples as data

export { type AdvertisingSize, advertising, PUBLISHED_SIZE, privateAdvertising } from './trials/advertising.ts'
export { portfolio, privatePortfolio, type Returns, randomBudget, returnsOf } from './trials/portfolio.ts'
export { privateTransportation, type Transportation, transportation } from './trials/transportation.ts'
export { TRIAL_KINDS, type Trial, type TrialKind, trialProgram } from './trials/trial-programs.ts'
