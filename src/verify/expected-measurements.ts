/**
 * What a spec makes a release measure, worked out again from the spec and the number of regions of each level: which
 * queries, with which share of the budget, how far one step between neighbours moves their answers, and the noise that
 * this takes. The plan of the release has no part in it.
 *
 * A step is a record more or less, or a record that becomes another. All answers of a query at a level are one vector. A
 * record more or less moves one entry by one; a change moves two entries, or one where one of the two records is not
 * counted, or none where there is one entry and everybody is in it. A query that follows from what is exact moves nothing.
 */
import { divide, multiply, parseRational, type Rational, rational, sum, ZERO } from '../exact/index.ts'
import { compileQuery, type Query, type Schema } from '../model/index.ts'
import { type NoiseLaw, varianceOf } from '../noise/index.ts'
import { composed, type PrivacyEvent, pure, zcdp } from '../privacy/index.ts'
import { badInput } from '../request-error.ts'
import type { Spec } from '../spec/index.ts'
import type { ExactAnswers } from './exact-answers.ts'
import { type AskedBudget, askedBudget } from './privacy-checks.ts'

/** One table of the spec, with the levels as the release has them. */
export interface MeasuredTable {
  readonly spec: Pick<Spec, 'privacy' | 'workload' | 'public'>
  readonly schema: Schema
  readonly levels: readonly { readonly name: string; readonly nodes: number }[]
  readonly table: 'people' | 'units'
  /** What is exact of all tables together. */
  readonly exact: ExactAnswers
  /** The names of counts that an earlier release published. */
  readonly inherited?: readonly string[]
  /** The rho that the manifest states, where the spec leaves it to an accountant. */
  readonly stated?: string | undefined
}

/** A count that is published as it is. */
export interface ExactFact extends Asked {
  readonly name: string
}

export interface ExpectedMeasurement {
  readonly level: number
  readonly regions: number
  readonly query: Query
  /** epsilon or rho. */
  readonly part: Rational
  /** L1, which is also the square of L2: every entry moves by at most one. */
  readonly sensitivity: Rational
  readonly noise: NoiseLaw | 'exact'
  readonly variance: number
  /** Exact, and nothing that is published determines it. */
  readonly unchanging: boolean
}

export interface ExpectedTable {
  readonly budget: AskedBudget
  readonly relation: NonNullable<Spec['privacy']>['unit']
  readonly steps: Steps
  /** In the order in which they are drawn. */
  readonly measurements: readonly ExpectedMeasurement[]
  readonly cost: PrivacyEvent
  /** The names of the counts that the spec publishes, and of what follows from them. */
  readonly exact: readonly string[]
  /** Where nobody can be, whatever the data. */
  readonly never: readonly string[]
  /** Whose lines are protected together, where the spec says. */
  readonly person: { readonly column?: string | undefined; readonly atMost: number } | undefined
}

interface Steps {
  readonly addRemove: boolean
  readonly change: boolean
}

export interface Asked {
  readonly level: number
  readonly query: Query
}

export function expectedTable(table: MeasuredTable): ExpectedTable {
  const { spec, schema, levels } = table
  const { privacy } = spec
  if (privacy === undefined) throw badInput('the spec in the manifest has no privacy')
  const budget = askedBudget(privacy, table.stated)
  const own = exactFacts(table)
  const drops = schema.attributes.some(({ missing }) => missing.rule === 'drop')
  const { follows, never } = table.exact.listed(table.table)
  const names = [...new Set([...own.map(({ name }) => name), ...(table.inherited ?? []), ...follows])]
  const addRemove =
    privacy.unit === 'add-remove-person' && !(names.length > 0 && table.exact.countsEverybody(table.table))
  const steps = { addRemove, change: privacy.unit === 'change-person' || names.length > 0 }
  const records = privacy.person?.atMost ?? 1
  const moves: Moves = { table, declared: own, steps: { ...steps, records }, drops }
  const measured = (asked: Asked, share: Rational): ExpectedMeasurement =>
    expectedMeasurement(levels, moves, asked, budget.kind, multiply(budget.total, share))
  const workload = levels.map((_, level) => askedAt(table, level))
  const parts = partsSpent(workload.flat(), (one) => movedBy(levels, moves, one) === 0)
  const measurements = levels.flatMap((_, level) => {
    const asked = workload[level]
    const isAsked = ({ query }: Asked): boolean => asked.some((one) => one.query.name === query.name)
    const published = own.filter((fact) => fact.level === level && !isAsked(fact))
    return [
      ...published.map((fact) => measured(fact, ZERO)),
      ...asked.map((one) => measured(one, parts.get(one) ?? ZERO)),
    ]
  })
  return {
    budget,
    relation: privacy.unit,
    person: privacy.person,
    steps,
    measurements,
    cost: composed(measurements.filter(({ noise }) => noise !== 'exact').map(({ part }) => costOf(budget.kind, part))),
    exact: names,
    never,
  }
}

function costOf(kind: AskedBudget['kind'], part: Rational): PrivacyEvent {
  return kind === 'pure' ? pure(part) : zcdp(part)
}

/** The true counts that the spec publishes. */
export function exactFacts({
  spec,
  schema,
  levels,
}: Pick<MeasuredTable, 'spec' | 'schema' | 'levels'>): readonly ExactFact[] {
  return spec.public.flatMap(({ exactly, level: at, query: text, name }) => {
    if (exactly !== 'data') return []
    const level = levels.findIndex((one) => one.name === at)
    if (level < 0) throw badInput(`the release has no level "${at}", of which the spec publishes counts`)
    const query = compileQuery(schema, text)
    return [{ level, query, name: name ?? `${query.name} by ${at}` }]
  })
}

/** The queries of a level, with their share of the whole budget. */
function askedAt({ spec, schema, levels }: MeasuredTable, level: number): readonly (Asked & { share: Rational })[] {
  const { name } = levels[level]
  const given = spec.privacy?.levels
  const own = given === undefined ? rational(1n, BigInt(levels.length)) : parseRational(given[name] ?? 0, name)
  if (own.num === 0n) return []
  const here = spec.workload.filter((one) => one.levels === undefined || one.levels.includes(name))
  return here.map(({ query, share }) => ({
    level,
    query: compileQuery(schema, query),
    share: multiply(own, share === undefined ? rational(1n, BigInt(here.length)) : parseRational(share, query)),
  }))
}

/**
 * What each query spends of the whole. The queries that nobody can change spend nothing; what they were given is spent, level by
 * level, by the others in proportion, and where a level has no others, by the other levels in proportion.
 */
function partsSpent(
  asked: readonly (Asked & { readonly share: Rational })[],
  isFixed: (one: Asked) => boolean,
): ReadonlyMap<Asked, Rational> {
  const spending = asked.filter((one) => !isFixed(one))
  const given = (some: typeof asked): Rational => sum(some.map(({ share }) => share))
  const at = (some: typeof asked, level: number): Rational => given(some.filter((one) => one.level === level))
  const reached = given(asked.filter(({ level }) => spending.some((one) => one.level === level)))
  return new Map(
    spending.map((one) => {
      const inLevel = divide(multiply(one.share, at(asked, one.level)), at(spending, one.level))
      return [one, divide(multiply(inLevel, given(asked)), reached)]
    }),
  )
}

/** What a step between neighbours is, and what it leaves as it is. */
interface Moves {
  readonly table: Pick<MeasuredTable, 'table' | 'exact'>
  readonly declared: readonly Asked[]
  readonly steps: Steps & { readonly records: number }
  readonly drops: boolean
}

/** How many answers of a query one step moves; none where they follow from what is exact. */
function movedBy(levels: MeasuredTable['levels'], { table, steps, drops }: Moves, { level, query }: Asked): number {
  if (table.exact.isFixed(table.table, level, query)) return 0
  return entriesMoved(query, levels[level].nodes, steps, drops)
}

function expectedMeasurement(
  levels: MeasuredTable['levels'],
  moves: Moves,
  asked: Asked,
  kind: AskedBudget['kind'],
  part: Rational,
): ExpectedMeasurement {
  const { level, query } = asked
  const { records } = moves.steps
  const moved = movedBy(levels, moves, asked)
  const sensitivity = rational(BigInt(moved * records))
  const squared = rational(BigInt(moved * records ** 2))
  const noise = moved === 0 ? 'exact' : noiseOf(kind, kind === 'pure' ? sensitivity : squared, part)
  const variance = noise === 'exact' ? 0 : varianceOf(noise)
  const isDeclared = moves.declared.some((fact) => fact.level === level && fact.query.name === query.name)
  const unchanging =
    noise === 'exact' &&
    !isDeclared &&
    entriesMoved(query, levels[level].nodes, moves.steps, moves.drops) === 0 &&
    !moves.table.exact.isFixedByOthers(moves.table.table, level, query)
  return { level, regions: levels[level].nodes, query, part, sensitivity, noise, variance, unchanging }
}

function noiseOf(kind: AskedBudget['kind'], sensitivity: Rational, part: Rational): NoiseLaw {
  if (part.num <= 0n) throw badInput('the spec in the manifest gives a query no share, and a person can change it')
  return kind === 'pure'
    ? { kind: 'discrete-laplace', scale: divide(sensitivity, part) }
    : { kind: 'discrete-gaussian', variance: divide(sensitivity, multiply(rational(2n), part)) }
}

function entriesMoved(
  { answerOf }: Query,
  regions: number,
  { addRemove, change, records }: Steps & { readonly records: number },
  drops: boolean,
): number {
  const counted = new Set(answerOf)
  const leavesOut = counted.delete(-1) || drops
  const entries = regions * counted.size
  if (entries === 0) return 0
  const changed = entries > 1 ? 2 : leavesOut ? 1 : 0
  // A person who changes may come to have more records, or fewer.
  return Math.max(addRemove || records > 1 ? 1 : 0, change ? changed : 0)
}
