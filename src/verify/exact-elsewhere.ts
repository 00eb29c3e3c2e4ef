/** Counts that are exact in one table by the other, over a link, or by the release that this one extends. */
import { equal, parseRational } from '../exact/index.ts'
import { compileQuery, type Query, type Schema, selectCells } from '../model/index.ts'
import { badInput } from '../request-error.ts'
import type { Spec } from '../spec/index.ts'
import { determines, type ExactFact, exactFacts, type MeasuredTable } from './expected-measurements.ts'

/** As the manifest lists what an earlier release published. */
export interface ListedFact {
  readonly name: string
  readonly level: string
  readonly query: string
}

type Levels = MeasuredTable['levels']

export function inheritedFacts(listed: readonly ListedFact[], schema: Schema, levels: Levels): readonly ExactFact[] {
  return listed.map(({ name, level, query }) => ({
    name,
    level: levelOf(levels, level),
    query: compileQuery(schema, query),
  }))
}

/** `own` is the table that is asked about, `other` the one that it is linked to. */
export function linkedFacts(
  links: NonNullable<Spec['units']>['links'],
  side: 'people' | 'units',
  own: Schema,
  other: Omit<MeasuredTable, 'elsewhere'>,
): readonly ExactFact[] {
  const exact = exactFacts(other)
  return links.flatMap((link): ExactFact[] => {
    const { atMostTimes, atLeastTimes, mode } = link
    if (mode === 'checked' || atMostTimes === undefined || atLeastTimes === undefined) return []
    if (!equal(parseRational(atMostTimes), parseRational(atLeastTimes))) return []
    const level = levelOf(other.levels, link.level)
    const theirs = { level, query: chosen(other.schema, side === 'people' ? link.units : link.people) }
    if (!exact.some((fact) => determines(other.levels, fact, theirs))) return []
    const name = link.name ?? `${words(link.people)} and units of ${words(link.units)}`
    return [{ name, level, query: chosen(own, side === 'people' ? link.people : link.units) }]
  })
}

function chosen(schema: Schema, where: Readonly<Record<string, readonly string[]>>): Query {
  const cells = selectCells(schema, where, 'units.links')
  return { name: '', answers: 1, dimensions: [], answerOf: Int32Array.from(cells, (meant) => meant - 1) }
}

function levelOf(levels: Levels, name: string): number {
  const level = levels.findIndex((one) => one.name === name)
  if (level < 0) throw badInput(`the release has no level "${name}"`)
  return level
}

function words(where: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(where)
    .map(([name, levels]) => `${name} ${levels.join(' or ')}`)
    .join(', ')
}
