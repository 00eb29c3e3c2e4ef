/** What each private side is, as a spec declares it: from that and the neighbour relation its sensitivity is computed. */
import type { DeclaredQueries, SideQuery } from '../../../decisions/index.ts'
import { parseRational, type Rational } from '../../../exact/index.ts'
import { badInput } from '../../../request-error.ts'
import type { Spec } from '../../../spec/index.ts'

type DecideText = NonNullable<Spec['decide']>

export function declaredQueries(
  { queries, disjoint, records }: DecideText,
  relation: 'add-remove-person' | 'change-person',
  person: NonNullable<Spec['privacy']>['person'],
): DeclaredQueries {
  if (records !== undefined && relation !== 'change-person') {
    throw badInput(
      'decide.records: the number of records can only be public when nobody is added or removed. ' +
        'Write `unit: change-person` under `privacy`, or leave `records` out.',
    )
  }
  if (records !== undefined && (person?.atMost ?? 1) > 1) {
    throw badInput(
      'decide.records: with several records per person (privacy.person) their number changes with a person, and cannot be public. Leave `records` out.',
    )
  }
  return {
    relation,
    disjoint,
    ...(person && { recordsPerPerson: person.atMost, personColumn: person.column }),
    queries: sideQueries(queries),
    ...(records === undefined ? {} : { records: BigInt(records) }),
  }
}

/** By name or pattern. */
export function sideQueries(queries: DecideText['queries']): DeclaredQueries['queries'] {
  return Object.entries(queries ?? {}).map(([pattern, query]) => [
    pattern,
    sideQuery(query, `decide.queries.${pattern}`),
  ])
}

function sideQuery({ sum }: NonNullable<DecideText['queries']>[string], where: string): SideQuery {
  if (sum === undefined) return { kind: 'count' }
  const [least, most] = sum.map((end): Rational | null => (end === null ? null : parseRational(end, `${where}.sum`)))
  return { kind: 'sum', least, most }
}

/**
 * What one step between neighbours is, in the words of a ledger. It is one person whatever the sensitivity of a decision, which
 * its noise allows for, so decisions about the same people share a ledger; on records it is the step of every other count of them.
 */
export function ledgerUnit(sensitivity: Rational | DeclaredQueries): string {
  if (!('queries' in sensitivity)) return 'one person moves the private right-hand sides'
  const { recordsPerPerson, personColumn } = sensitivity
  const person = personColumn === undefined ? 'person' : `person (column "${personColumn}")`
  const who = recordsPerPerson === undefined ? 'record' : person
  return sensitivity.relation === 'change-person' ? `one ${who} changed to another` : `one ${who} added or removed`
}

/** The queries in words, for the statement of a release. */
export function describeQueries({ relation, disjoint, records, recordsPerPerson }: DeclaredQueries): string {
  const who = recordsPerPerson === undefined ? 'record' : 'person'
  const step = relation === 'change-person' ? `one ${who} is changed` : `one ${who} is added or removed`
  const bound = recordsPerPerson === undefined ? '' : ` At most ${recordsPerPerson} records of each person are counted.`
  const apart = disjoint ? ', no record being counted by two of them' : ''
  const known = records === undefined ? '' : ` The number of records, ${records}, is public.`
  return `Every private right-hand side is a count or a bounded sum${apart}; ${step} between neighbours.${bound}${known}`
}
