/**
 * The privacy core: who is protected, what a measurement costs, what has been spent.
 *
 * 1. values that must not leave the house
 * 2. who is protected, and how far one of them can move an answer
 * 3. what a mechanism costs, what many cost together, and what that means for several people
 * 4. from confidential to public
 * 5. the ledger: its lines, its rules, its cap
 */

// 1. values that must not leave the house

export { Confidential, confidential, derive } from './confidential.ts'

// 2. who is protected

export { checkSensitivity, type SensitivityTrial } from './check-sensitivity.ts'
export { answerClasses, Determined, type Tightness, type Use } from './determined.ts'
export { type AxisRecord, type Contribution, enumeratedSensitivity, type RecordStep } from './enumerated-sensitivity.ts'
export {
  type Classes,
  classesOf,
  type JointFact,
  type JointLine,
  type JointRow,
  type JointTables,
  leavesOf,
  lineRows,
  nodesAt,
  type Shape,
  type Sparse,
} from './joint-facts.ts'
export { type StepProof, type UnitSteps, unitSteps } from './joint-steps.ts'
export {
  type Domain,
  describeNeighbours,
  type Neighbours,
  type Partition,
  type Protected,
  type Recode,
  type Relation,
  type Steps,
  stepsOf,
  unitOf,
} from './neighbours.ts'
export { FREE, partitionSensitivity, type Sensitivity } from './sensitivity.ts'

// 3. what a mechanism costs

export { asApproximate, asPure, asZcdp, describeCost, type Spend, totalCost, upward } from './composition.ts'
export { epsilonOf, rhoFor, rhoOfPure, rhoWithin } from './conversion.ts'
export {
  approximate,
  composed,
  type EventOf,
  eventFromJson,
  eventToJson,
  type PrivacyEvent,
  type PrivacyEventJson,
  parallel,
  pure,
  zcdp,
} from './event.ts'
export { costOfSteps, groupPrivacyWords } from './group-privacy.ts'
export { largeLossWords, largeSpendWords } from './large-loss.ts'
export { decimal, readableLoss } from './readable-loss.ts'
export { type MovedAnswers, tightEpsilon } from './tight-epsilon.ts'

// 4. from confidential to public

export { type Budget, costOf, type Measurement, measure, noiseFor } from './mechanism.ts'
export { measureFromBelow, type OneSidedNoise, oneSidedNoiseFor } from './one-sided.ts'

// 5. the ledger

export { type Cap, checkFits, remainingUnder } from './cap.ts'
export {
  capFromJson,
  changedRun,
  LedgerReader,
  type LedgerRun,
  type LedgerState,
  type LedgerTotals,
  type LedgerView,
  sealNext,
  totalsText,
  usedBy,
  type Verification,
  verifyLedger,
} from './ledger.ts'
export {
  canonicalJson,
  formatLine,
  GENESIS,
  type LedgerEntry,
  type LedgerHead,
  type LedgerLine,
  readLine,
  sealEntry,
} from './ledger-entry.ts'
export {
  committedHash,
  planAbandon,
  planCap,
  planCommit,
  planPublication,
  planReservation,
  type Reservation,
} from './ledger-plan.ts'
export { type LedgerSummary, summariseLedger } from './ledger-summary.ts'
export { sha256 } from './sha256.ts'
