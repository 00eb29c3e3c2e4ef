/**
 * Counts of a table that are exact although its own part of the spec does not publish them: an earlier release did, or another table
 * of this release does and a link fixes one by the other. Data sets that differ in them are told apart, so they narrow the
 * neighbours as counts of one's own do.
 */
import { equal, parseRational } from '../exact/index.ts'
import {
  compileQuery,
  type Hierarchy,
  levelIndex,
  queryPartition,
  recordDomain,
  type Schema,
  selectionPartition,
} from '../model/index.ts'
import { determines, type Partition } from '../privacy/index.ts'
import { badInput, RequestError } from '../request-error.ts'
import { inWords, type Spec } from '../spec/index.ts'

/** A count that an earlier release published exactly. */
export interface InheritedFact {
  readonly name: string
  readonly level: string
  readonly query: string
}

/** The counts that a spec publishes, by name. */
export function publishedFacts({ public: facts }: Pick<Spec, 'public'>): readonly InheritedFact[] {
  return facts.flatMap(({ exactly, name, level, query }) =>
    exactly === 'data' ? [{ name: name ?? `${query} by ${level}`, level, query }] : [],
  )
}

/** As partitions of this release's records. Throws when the spec can no longer say one of them. */
export function inheritedPartitions(
  facts: readonly InheritedFact[],
  schema: Schema,
  hierarchy: Hierarchy,
): readonly Partition[] {
  return facts.map(({ name, level, query }) => {
    try {
      const at = levelIndex(hierarchy, level, 'extend')
      return { ...queryPartition(schema, hierarchy, at, compileQuery(schema, query)), name }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      throw badInput(
        `\`extend\`: the earlier release published "${name}" (${query} by ${level}) exactly, and this spec cannot say it: ${error.message} ` +
          'Keep the recodes and levels that it used.',
      )
    }
  })
}

type UnitsSpec = Spec & { readonly privacy: NonNullable<Spec['privacy']> }

/** The part of a spec that speaks of units, as a spec of its own over the same places. */
export function unitsSpec({ units, ...rest }: Spec): UnitsSpec | undefined {
  if (units === undefined) return undefined
  const { links: _, ...own } = units
  return { ...rest, ...own, topdown: undefined, units: undefined }
}

export interface LinkedTable {
  readonly schema: Schema
  readonly spec: Pick<Spec, 'public'>
}

type Link = NonNullable<Spec['units']>['links'][number]

export function linkName({ name, people, units }: Link): string {
  return name ?? `${inWords(people)} and units of ${inWords(units)}`
}

/** What links fix in each table by exact counts of the other. */
export function linkedPartitions(
  people: LinkedTable,
  units: LinkedTable,
  links: NonNullable<Spec['units']>['links'],
  hierarchy: Hierarchy,
): { readonly people: readonly Partition[]; readonly units: readonly Partition[] } {
  const found: { people: Partition[]; units: Partition[] } = { people: [], units: [] }
  for (const [i, link] of links.entries()) {
    const { atMostTimes, atLeastTimes, mode } = link
    if (mode === 'checked' || atMostTimes === undefined || atLeastTimes === undefined) continue
    if (!equal(parseRational(atMostTimes), parseRational(atLeastTimes))) continue
    const level = levelIndex(hierarchy, link.level, `units.links[${i}]`)
    const name = linkName(link)
    const persons = selectionPartition(people.schema, hierarchy, level, link.people, name)
    const homes = selectionPartition(units.schema, hierarchy, level, link.units, name)
    if (isExact(units, homes, hierarchy)) found.people.push(persons)
    if (isExact(people, persons, hierarchy)) found.units.push(homes)
  }
  return found
}

function isExact({ schema, spec }: LinkedTable, partition: Partition, hierarchy: Hierarchy): boolean {
  const domain = recordDomain(schema, hierarchy)
  return inheritedPartitions(publishedFacts(spec), schema, hierarchy).some((own) => determines(own, partition, domain))
}
