// The parts of `bounds/` that need no solver: its front door would bring the solver's 3.5 MB into the page.

export {
  type Design,
  levelsApart,
  namesOf,
  type TwoWayTable,
  tabulate,
} from '../../src/bounds/design.ts'
export { disclosures, type PublishedForm } from '../../src/bounds/disclosures.ts'
export { type Guesses, guessesOf, isGuessed } from '../../src/bounds/guesses.ts'
export { hiddenLevels } from '../../src/bounds/hidden-levels.ts'
export type { KnownBound } from '../../src/bounds/known.ts'
export { type Reason, reasonFor } from '../../src/bounds/reasons.ts'
export { reduceCounts } from '../../src/bounds/reduced.ts'
export { roundShares } from '../../src/bounds/round-shares.ts'
export { roundedTable } from '../../src/bounds/rounded.ts'
export { auditRounded, type RoundedAudit } from '../../src/bounds/rounded-verdict.ts'
export { type Suggestion, type Suggestions, suggest } from '../../src/bounds/suggest.ts'
export { highest, intervalCount, intervalsOf, lowest } from '../../src/bounds/value-set.ts'
export { type Audit, audit } from '../../src/bounds/verdict.ts'
export type { CountedTable } from '../../src/model/counted-table.ts'
