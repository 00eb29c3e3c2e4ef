/**
 * The language of the product: what a spec file may say, how it is read, and what is said of a mistake in it. It runs
 * in a browser too.
 *
 * 1. what a spec may say
 * 2. how it is read
 * 3. an example to start from
 */

// 1. what a spec may say

export type { About } from './about-schema.ts'
export { anonymize as anonymizeSection, type SpecAnonymize } from './anonymize-schema.ts'
export { audit as auditSection, type SpecAudit } from './audit-schema.ts'
export type { SpecFact, SpecFactTable, SpecWhere } from './fact-schema.ts'
export { bareOf, type Field, type FieldWords, type FlagWords, field, fieldsOf, presetOf } from './field.ts'
export type { SpecGrouping } from './grouping-schema.ts'
export type { SpecGroups } from './groups-schema.ts'
export type { SpecHierarchy } from './hierarchy-schema.ts'
export { type LevelOrder, type Merge, mergeText, orderText, parseMerge, parseOrder } from './level-texts.ts'
export { ANONYMITY_METHODS, DECIDE_MECHANISMS, GROUP_MECHANISMS, LEVEL_COSTS, PROTECT_METHODS } from './method-names.ts'
export type { SpecProtect, SpecRule } from './protect-schema.ts'
export {
  DATE_FORMATS,
  type DateFormat,
  DELIMITERS,
  MISSING_TEXTS,
  type Reading,
  reading,
} from './reading-schema.ts'
export { ROLES, type Role, roles } from './role-schema.ts'
export { type Spec, type SpecFields, specJsonSchema, specSchema } from './spec-schema.ts'

// 2. how it is read

export { type SpecChange, specChange, withChanges } from './change-spec.ts'
export { compileSchema, levelNames } from './compile-schema.ts'
export { keysAt } from './keys-at.ts'
export { asHeading, linesWord, peopleWord } from './line-words.ts'
export { specOfRequest } from './older-requests.ts'
export { parseSpec, type SpecFile } from './parse-spec.ts'
export { parseRelease, type ReleaseText, refuseRepeats } from './release-text.ts'
export { listOf } from './short-texts.ts'
export { parsePart, partText } from './spec-part.ts'
export { inWords } from './where-words.ts'

// 3. an example to start from

export { EXAMPLE_DECISION } from './example-decision.ts'
export { EXAMPLE_SPEC, SPEC_HEAD } from './example-spec.ts'
