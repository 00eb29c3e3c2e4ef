/** What a spec says of all its tables together, as facts and lines: what must hold, and nothing that is only tried or looked at. */
import { gcd, parseRational, type Rational } from '../exact/index.ts'
import { cellCount, compileQuery, levelIndex, type Schema, type Selection, selectCells } from '../model/index.ts'
import type { JointFact, JointLine, JointTables } from '../privacy/index.ts'
import { badInput, RequestError } from '../request-error.ts'
import { inWords, type Spec, type SpecFact } from '../spec/index.ts'
import type { InheritedFact } from './exact-elsewhere.ts'

export type JointTableName = 'people' | 'units'

/** A table as its part of the spec has it. */
export interface JointTable {
  readonly name: JointTableName
  readonly schema: Schema
  readonly spec: Pick<Spec, 'public' | 'impossible' | 'privacy' | 'workload'>
}

export type SpecLink = NonNullable<Spec['units']>['links'][number]

/** Where the facts of a table stand in a spec. */
export const factField = (table: JointTableName, index: number): string =>
  `${table === 'units' ? 'units.' : ''}public[${index}]`

export function linkName({ name, people, units }: SpecLink): string {
  return name ?? `${inWords(people)} and units of ${inWords(units)}`
}

/** A fact of the spec, or of an earlier release, with what its counts are read from. */
export interface SourcedJointFact extends JointFact {
  readonly table: JointTableName
  readonly query: string
  readonly buckets: number
  readonly source:
    | { readonly kind: 'data' }
    | { readonly kind: 'public'; readonly index: number }
    | { readonly kind: 'earlier' }
}

export interface SpecTables extends JointTables {
  readonly facts: readonly SourcedJointFact[]
}

export interface JointRequest {
  readonly tables: readonly JointTable[]
  readonly levels: readonly string[]
  readonly links: readonly SpecLink[]
  /** Counts that an earlier release published exactly; they are of the people. */
  readonly inherited?: readonly InheritedFact[]
  /** The fields of public tables that have a count for every place and answer; without it what is public already is not counted. */
  readonly whole?: ReadonlySet<string>
  /** Which links are taken; those that must hold, unless given. */
  readonly modes?: readonly SpecLink['mode'][]
}

export function jointTables(request: JointRequest): SpecTables {
  const { tables, levels, links, inherited = [], modes = ['enforced'] } = request
  const sizes = tables.map(({ schema }) => cellCount(schema))
  const all = sizes.reduce((sum, size) => sum + size, 0)
  const placed = tables.map((table, t) => ({
    ...table,
    first: sizes.slice(0, t).reduce((sum, size) => sum + size, 0),
    all,
  }))
  const zero = new Uint8Array(all)
  for (const { name, schema, spec, first } of placed)
    spec.impossible.forEach((where, i) => {
      const field = `${name === 'units' ? 'units.' : ''}impossible[${i}]`
      selectCells(schema, where, field).forEach((never, cell) => {
        if (never === 1) zero[first + cell] = 1
      })
    })
  return {
    tables: placed.map(({ first }, t) => ({ first, cells: sizes[t] })),
    levels: levels.length,
    zero,
    facts: [
      ...placed.flatMap((table) => ownFacts(table, request)),
      ...inherited.map((fact) => inheritedFact(placed[0], fact, levels)),
    ],
    lines: [
      ...placed.flatMap((table) => ownLines(table, levels)),
      ...links.flatMap((link, i) => (modes.includes(link.mode) ? linkLines(placed, link, i, levels) : [])),
    ],
  }
}

type Placed = JointTable & { readonly first: number; readonly all: number }

const atLevel = (levels: readonly string[], name: string, where: string): number =>
  levelIndex({ levels: levels.map((one) => ({ ...NOWHERE, name: one })) }, name, where)

const NOWHERE = { regions: [], parent: new Int32Array(0), firstChild: new Int32Array(0) }

function ownFacts(table: Placed, { levels, whole }: JointRequest): readonly SourcedJointFact[] {
  const { spec, schema } = table
  const facts = spec.public.flatMap((fact, index): SourcedJointFact[] => {
    const field = factField(table.name, index)
    if (fact.exactly === undefined || fact.mode !== 'enforced' || namesUnknown(schema, fact)) return []
    const fromData = fact.exactly === 'data'
    if (!fromData && !(whole !== undefined && (isWhole(fact) || whole.has(field)))) return []
    const query = compileQuery(schema, fact.query)
    const chosen = selectCells(schema, fact.where ?? {}, `${field}.where`)
    const name = fact.name ?? (fromData ? `${query.name} by ${fact.level}` : field)
    const answerOf = query.answerOf.map((answer, cell) => (chosen[cell] === 1 ? answer : -1))
    const source = fromData ? ({ kind: 'data' } as const) : ({ kind: 'public', index } as const)
    return [
      factOf(
        table,
        { name, query: query.name, answerOf, buckets: query.answers, source },
        atLevel(levels, fact.level, field),
      ),
    ]
  })
  return [...facts, ...unchanging(table, levels)]
}

/** Whether a public fact has a count for every place and answer, without a look at its table. */
function isWhole({ exactly }: SpecFact): boolean {
  return typeof exactly === 'number' || (typeof exactly === 'object' && exactly.absent === 'zero')
}

/** Facts of attributes that only a later release will have are not of these cells. */
function namesUnknown({ attributes, recodes }: Schema, { query, where }: SpecFact): boolean {
  const known = new Set([...attributes, ...recodes].map(({ name }) => name))
  const asked = ['total', 'detailed'].includes(query.trim()) ? [] : query.split('*').map((name) => name.trim())
  return [...asked, ...Object.keys(where ?? {})].some((name) => !known.has(name))
}

/** The number of records, where they change and none come or go, and it is asked for. */
function unchanging(table: Placed, levels: readonly string[]): readonly SourcedJointFact[] {
  const { spec, schema, name } = table
  const stays = spec.privacy?.unit === 'change-person' && (spec.privacy.person?.atMost ?? 1) === 1
  if (!stays || schema.attributes.some(({ missing }) => missing.rule === 'drop')) return []
  const share = spec.privacy?.levels
  const asked = spec.workload.some(
    (one) => one.query.trim() === 'total' && (one.levels === undefined || one.levels.includes(levels[0])),
  )
  if (!asked || (share !== undefined && Number(share[levels[0]] ?? 0) === 0)) return []
  const query = compileQuery(schema, 'total')
  const own = {
    name: everybody(name),
    query: 'total',
    answerOf: query.answerOf,
    buckets: 1,
    source: { kind: 'data' } as const,
  }
  return [factOf(table, own, 0)]
}

export const everybody = (table: JointTableName): string => `the number of ${table === 'units' ? 'units' : 'records'}`

function inheritedFact(
  table: Placed,
  { name, level, query: text }: InheritedFact,
  levels: readonly string[],
): SourcedJointFact {
  try {
    const query = compileQuery(table.schema, text)
    const own = {
      name,
      query: query.name,
      answerOf: query.answerOf,
      buckets: query.answers,
      source: { kind: 'earlier' } as const,
    }
    return factOf(table, own, atLevel(levels, level, 'extend'))
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    throw badInput(
      `\`extend\`: the earlier release published "${name}" (${text} by ${level}) exactly, and this spec cannot say it: ${error.message} ` +
        'Keep the recodes and levels that it used.',
    )
  }
}

function factOf(
  { name: table, first, all }: Placed,
  own: Pick<SourcedJointFact, 'name' | 'query' | 'source' | 'buckets'> & { readonly answerOf: Int32Array },
  level: number,
): SourcedJointFact {
  const bucketOf = new Int32Array(all).fill(-1)
  bucketOf.set(own.answerOf, first)
  const { name, query, source, buckets } = own
  return { name, table, level, query, bucketOf, buckets, source, disclosed: source.kind !== 'public' }
}

/** `atMostTimes`: so many of these are at most as many times those. */
function ownLines(table: Placed, levels: readonly string[]): readonly JointLine[] {
  return table.spec.public.flatMap((fact, i): JointLine[] => {
    if (fact.atMostTimes === undefined || fact.mode !== 'enforced' || namesUnknown(table.schema, fact)) return []
    const field = factField(table.name, i)
    const { times, of } = fact.atMostTimes
    const level = atLevel(levels, fact.level, field)
    const [less, more] = [chosen(table, fact.where ?? {}, field), chosen(table, of, `${field}.atMostTimes.of`)]
    return [atMost(fact.name ?? field, level, less, more, parseRational(times, `${field}.atMostTimes.times`))]
  })
}

function linkLines(
  [people, units]: readonly Placed[],
  link: SpecLink,
  i: number,
  levels: readonly string[],
): readonly JointLine[] {
  const field = `units.links[${i}]`
  const level = atLevel(levels, link.level, field)
  const [persons, homes] = [chosen(people, link.people, `${field}.people`), chosen(units, link.units, `${field}.units`)]
  const name = linkName(link)
  const { atMostTimes, atLeastTimes } = link
  const factor = (times: string | number): Rational => parseRational(times, field)
  return [
    ...(atMostTimes === undefined ? [] : [atMost(name, level, persons, homes, factor(atMostTimes))]),
    ...(atLeastTimes === undefined ? [] : [atLeast(name, level, persons, homes, factor(atLeastTimes))]),
  ]
}

function chosen({ schema, first, all }: Placed, where: Selection, field: string): Uint8Array {
  const cells = new Uint8Array(all)
  cells.set(selectCells(schema, where, field), first)
  return cells
}

/** less <= factor * more, in whole numbers. */
function atMost(name: string, level: number, less: Uint8Array, more: Uint8Array, { num, den }: Rational): JointLine {
  const whole = gcd(num, den)
  return {
    name,
    level,
    terms: [
      { cells: less, times: den / whole },
      { cells: more, times: -num / whole },
    ],
  }
}

function atLeast(name: string, level: number, more: Uint8Array, less: Uint8Array, factor: Rational): JointLine {
  const { terms } = atMost(name, level, more, less, factor)
  return { name, level, terms: terms.map(({ cells, times }) => ({ cells, times: -times })) }
}

/** Counts that must lie within bounds, and are not all known exactly. */
export function boundsOf(request: JointRequest): readonly JointFact[] {
  const loose = request.tables.map((table) => ({
    ...table,
    spec: {
      ...table.spec,
      privacy: undefined,
      public: table.spec.public.flatMap((fact) => {
        const { atLeast, atMost, exactly } = fact
        const isPart = typeof exactly === 'object' && exactly.absent !== 'zero'
        if (atLeast === undefined && atMost === undefined && !isPart) return []
        return [{ ...fact, exactly: 0, atLeast: undefined, atMost: undefined }]
      }),
    },
  }))
  return jointTables({ ...request, tables: loose, links: [], inherited: [], whole: new Set() }).facts
}
