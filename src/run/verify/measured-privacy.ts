/** What a release of measurements, or one made from them, says of privacy: the same of people and of units. */
import type { Spec } from '../spec/spec-schema.ts'
import type { Check } from './check.ts'
import type { ExpectedTable } from './expected-measurements.ts'
import {
  budgetFaults,
  costFaults,
  type ExpectedPrivacy,
  epsilonFaults,
  exactCheck,
  privacyCheck,
  statementCheck,
} from './privacy-checks.ts'
import type { StatedTable } from './stated-privacy.ts'

export type TableName = 'people' | 'units'

export function expectedPrivacy(
  table: TableName,
  expected: ExpectedTable,
  geography: Spec['geography'],
): ExpectedPrivacy {
  const unchanging = expected.measurements.some((one) => one.unchanging)
  const everybody = table === 'people' ? 'number of records' : 'number of units'
  const sentences = [
    ofTable(table, neighbourWords(expected)),
    regionWords(geography),
    ...expected.exact.map((name) => `"${name}"`),
    ...(expected.exact.length === 0 ? [] : [PUBLISHED]),
    ...(unchanging ? [`The ${everybody} is public and exact`] : []),
  ]
  const publishedExactly = [...(unchanging ? [`the ${everybody}`] : []), ...expected.exact]
  return { unit: expected.relation, cost: expected.cost, delta: expected.budget.delta, publishedExactly, sentences }
}

const PUBLISHED = 'published exactly, outside the guarantee'

function neighbourWords({ steps: { addRemove, change } }: ExpectedTable): string {
  if (!change) return 'One person is added or removed.'
  if (!addRemove) return 'One person changes to another record.'
  return 'One person is added or removed where no exact count includes them, or changes to another record.'
}

/** What one step is, as a ledger has it. */
export function ledgerUnit(table: TableName, { steps: { addRemove, change } }: ExpectedTable): string {
  if (!change) return ofTable(table, 'one person added or removed')
  return ofTable(table, addRemove ? 'one person added, removed or changed' : 'one person changed to another record')
}

function ofTable(table: TableName, words: string): string {
  return table === 'people' ? words : words.replace('person', 'housing unit')
}

function regionWords({ code, parents }: Spec['geography']): string {
  const given = code?.regions ?? parents?.regions
  return given === undefined ? 'The list of regions is taken from the data' : 'The list of regions is public'
}

/** `inherited` is what an earlier release published. */
export function measuredPrivacyChecks(
  table: TableName,
  stated: StatedTable,
  expected: ExpectedTable,
  geography: Spec['geography'],
  inherited: readonly string[] = [],
): readonly Check[] {
  const privacy = expectedPrivacy(table, expected, geography)
  const faults = [
    ...budgetFaults(stated.budget, expected.budget),
    ...costFaults(stated, privacy),
    ...epsilonFaults(stated.epsilon, expected.cost, privacy.delta),
  ]
  const named = (check: Check): Check => (table === 'people' ? check : { ...check, name: `units: ${check.name}` })
  const others = inherited.filter((name) => !privacy.publishedExactly.includes(name))
  return [
    named(privacyCheck(faults, stated)),
    named(exactCheck(stated, privacy.publishedExactly, others)),
    named(statementCheck(stated.statement, privacy.sentences)),
  ]
}
