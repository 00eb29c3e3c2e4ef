// Values that must not leave the house.

export { type Cap, checkFits, limitOf, remainingUnder, spentUnder } from './cap.ts'
export { checkSensitivity, type SensitivityTrial } from './check-sensitivity.ts'
export {
  addSpend,
  asApproximate,
  asPure,
  asZcdp,
  describeCost,
  downward,
  exactly,
  NOTHING_SPENT,
  type Spend,
  totalCost,
  upward,
} from './composition.ts'
export { Confidential, confidential, derive } from './confidential.ts'
export { epsilonOf, rhoFor, rhoOfPure, rhoWithin } from './conversion.ts'
export {
  type AxisRecord,
  bucketOf,
  type Contribution,
  countOf,
  enumeratedSensitivity,
  type RecordStep,
  recordsOf,
  stepsWithin,
} from './enumerated-sensitivity.ts'
// What a mechanism costs, and what many cost together.
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
// What a guarantee for one is worth for several.
export { costOfSteps, groupPrivacyWords } from './group-privacy.ts'
export {
  applyEntry,
  capFromJson,
  changedRun,
  EMPTY_TOTALS,
  LedgerReader,
  type LedgerRun,
  type LedgerState,
  type LedgerTotals,
  type LedgerView,
  usedBy,
  type Verification,
  verifyLedger,
} from './ledger.ts'
// The ledger: its lines, its rules, its cap.
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
export { committedHash, planCommit, planPublication, planReservation, type Reservation } from './ledger-plan.ts'
export { type LedgerSummary, summariseLedger } from './ledger-summary.ts'
// From confidential to public.
export { type Budget, costOf, type Measurement, measure, noiseFor } from './mechanism.ts'
// Who is protected, and how far one of them can move an answer.
export {
  checkPartition,
  countsEveryRecord,
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
export { measureFromBelow, type OneSidedNoise, oneSidedNoiseFor } from './one-sided.ts'
export { determines, FREE, partitionSensitivity, type Sensitivity } from './sensitivity.ts'
export { sha256 } from './sha256.ts'
