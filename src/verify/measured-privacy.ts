/** What a release of measurements, or one made from them, says of privacy: the same of people and of units. */
import type { Spec } from '../spec/index.ts'
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
import { tightChecks } from './tight-check.ts'

export type TableName = 'people' | 'units'

export function expectedPrivacy(
  table: TableName,
  expected: ExpectedTable,
  geography: Spec['geography'],
): ExpectedPrivacy {
  const unchanging = expected.measurements.some((one) => one.unchanging)
  const everybody = table === 'people' ? 'number of records' : 'number of units'
  const sentences = [
    neighbourWords(table, expected),
    ...personSentences(table, expected),
    expected.budget.kind === 'pure' ? 'multiply epsilon by k' : 'multiply rho by k squared',
    regionWords(geography),
    ...[...expected.exact, ...expected.never].map((name) => `"${name}"`),
    ...(expected.exact.length === 0 ? [] : [PUBLISHED]),
    ...(unchanging ? [`The ${everybody} is public and exact`] : []),
  ]
  const publishedExactly = [...(unchanging ? [`the ${everybody}`] : []), ...expected.exact, ...expected.never]
  return { unit: expected.relation, cost: expected.cost, delta: expected.budget.delta, publishedExactly, sentences }
}

const PUBLISHED = 'published exactly, outside the guarantee'

function neighbourWords(table: TableName, { steps: { addRemove, change }, person }: ExpectedTable): string {
  const who = protectedBy(table, person)
  const changes = who === 'person' ? "ne person's records change to others." : `ne ${who} changes to another.`
  if (!change) return `One ${who} is added or removed.`
  if (!addRemove) return `O${changes}`
  return `One ${who} is added or removed where no exact count includes ${who === 'person' ? 'them' : 'it'}, or o${changes}`
}

function protectedBy(table: TableName, person: ExpectedTable['person']): string {
  return table === 'units' ? 'housing unit' : person === undefined ? 'record' : 'person'
}

/** Which lines are a person's, or that they are not looked at together. */
function personSentences(table: TableName, { person }: ExpectedTable): readonly string[] {
  if (table === 'units') return []
  if (person === undefined) return ['A person with several records is protected for one of them at a time']
  return person.column === undefined
    ? ['Every record is another person']
    : [`A person is all records with one value of "${person.column}". At most ${person.atMost} of each are counted`]
}

/** What one step is, as a ledger has it. */
export function ledgerUnit(table: TableName, { steps: { addRemove, change }, person }: ExpectedTable): string {
  const told = table === 'people' && person?.column !== undefined ? ` (column "${person.column}")` : ''
  const who = `${protectedBy(table, person)}${told}`
  if (!change) return `one ${who} added or removed`
  return addRemove ? `one ${who} added, removed or changed` : `one ${who} changed to another`
}

function regionWords({ regions, code, parents }: Spec['geography']): string {
  const given = regions ?? code?.regions ?? parents?.regions
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
    ...tightChecks(stated, expected).map(named),
    named(exactCheck(stated, privacy.publishedExactly, others)),
    named(statementCheck(stated.statement, privacy.sentences)),
  ]
}
