// Facts that contradict each other.
export { findConflict } from './conflict.ts'
export type { Conflict } from './conflict-found.ts'
// Public knowledge about the nodes of a hierarchy.
export {
  type BoundFact,
  checkKnowledge,
  constrains,
  type Fact,
  type FactMode,
  type Knowledge,
  type RatioFact,
} from './facts.ts'
// What it implies for every node above.
export { type FlowEncoding, type FlowNetwork, flowEncoding } from './flow-network.ts'
export { deriveImplied, type Implied, type ImpliedOptions } from './implied.ts'
export { boundsOfSet, type ImpliedBound, impliedBounds } from './implied-bounds.ts'
export type { Subsets } from './polymatroid.ts'
export type { Proof } from './proof.ts'
export type { ClassRow } from './rows.ts'
// Which of it a point breaks.
export { type NodeKnowledge, violatedRows } from './separation.ts'
// Facts that must hold and facts that are tried, over the same classes.
export { deriveWithTried, type ImpliedWithTried, type Place } from './with-tried.ts'
