/**
 * What a release would measure, with which noise, at what cost: everything that is known before a single draw, and
 * before the confidential counts are looked at.
 */
import { divide, multiply, type Rational, toNumber, ZERO } from '../exact/index.ts'
import {
  compileQuery,
  type Hierarchy,
  levelIndex,
  type Query,
  queryPartition,
  recordDomain,
  type Schema,
} from '../model/index.ts'
import { marginOf, type NoiseLaw, varianceOf } from '../noise/index.ts'
import {
  type Budget,
  composed,
  costOf,
  describeNeighbours,
  determines,
  groupPrivacyWords,
  type Neighbours,
  noiseFor,
  type Partition,
  type PrivacyEvent,
  partitionSensitivity,
  type Sensitivity,
  stepsOf,
  unitOf,
} from '../privacy/index.ts'
import { badField, badInput } from '../request-error.ts'
import type { Spec } from '../spec/index.ts'
import { levelShares, type QueryShare, queryShares } from './budget.ts'
import { spentShares } from './spent-shares.ts'
import { movedAnswers, readBudget, spentTightly, type TotalBudget } from './total-budget.ts'

/** One query over all nodes of one level. */
export interface PlannedMeasurement {
  readonly level: number
  readonly query: Query
  readonly entries: number
  readonly sensitivity: Sensitivity
  readonly budget: Budget
  /** What it spends; nothing when what it measures is public. */
  readonly cost: PrivacyEvent
  readonly noise: NoiseLaw | 'exact'
  readonly variance: number
  /** Nineteen times out of twenty the noise is at most this. */
  readonly margin: number
  /** Exact though no declared fact determines it: no step between neighbours moves it. */
  readonly unchanging: boolean
}

/** Noise that is practically none still weighs a finite amount. */
const LEAST_VARIANCE = 1e-6

/** The variance that least squares reckons with; 0 says that it is exact. */
export function solvedVariance({ noise, variance }: Pick<PlannedMeasurement, 'noise' | 'variance'>): number {
  return noise === 'exact' ? 0 : Math.max(variance, LEAST_VARIANCE)
}

/** A public fact, with what it costs: the counts it discloses, and what can then change between neighbours. */
export interface PlannedFact {
  readonly name: string
  /** How many true counts it publishes. */
  readonly counts: number
  /** The measurements that follow from it alone, and so are exact. */
  readonly pins: readonly string[]
  readonly words: string
}

export interface MeasurePlan {
  readonly budget: TotalBudget
  /** What is published as it is, outside the guarantee: declared facts, and what no step between neighbours changes. */
  readonly publishedExactly: readonly string[]
  readonly neighbours: Neighbours
  /** What one step between neighbours is, once the public facts hold: costs of one unit add up in a ledger. */
  readonly unit: string
  readonly measurements: readonly PlannedMeasurement[]
  readonly cost: PrivacyEvent
  readonly statement: readonly string[]
  readonly facts: readonly PlannedFact[]
  readonly remarks: readonly string[]
}

/** What is known of a table beside its own spec. */
export interface PlanContext {
  readonly isUnits?: boolean
  /** Counts that are exact by an earlier release, or by a link to a table that publishes them. */
  readonly exactElsewhere?: readonly Partition[]
}

export function planMeasurements(
  spec: Spec,
  schema: Schema,
  hierarchy: Hierarchy,
  regionsFromData: boolean,
  { isUnits = false, exactElsewhere = [] }: PlanContext = {},
): MeasurePlan {
  const facts = spec.public.flatMap((fact, i) => {
    if (fact.exactly !== 'data') return [] // what anybody may know already changes no guarantee
    const level = levelIndex(hierarchy, fact.level, `public[${i}]`)
    return [{ name: fact.name, level, query: compileQuery(schema, fact.query) }]
  })
  const neighbours: Neighbours = {
    protects: isUnits ? 'housing unit' : spec.privacy?.person === undefined ? 'record' : 'person',
    recordsPerPerson: spec.privacy?.person?.atMost ?? 1,
    personColumn: spec.privacy?.person?.column,
    relation: spec.privacy?.unit ?? 'add-remove-person',
    domain: recordDomain(schema, hierarchy),
    invariants: [
      ...facts.map(({ name, level, query }) => {
        const partition = queryPartition(schema, hierarchy, level, query)
        return name === undefined ? partition : { ...partition, name }
      }),
      ...exactElsewhere,
    ],
  }
  const frame = { schema, hierarchy, neighbours }
  const given = readBudget(spec)
  const queries = askedQueries(spec, frame)
  const budget = budgetFor(given, frame, queries)
  const asked = queries.map((one) => measurement(frame, budget, one))
  const isAsked = (level: number, query: Query): boolean =>
    asked.some((m) => m.level === level && m.query.name === query.name)
  const exact = facts
    .filter(({ level, query }) => !isAsked(level, query))
    .map(({ level, query }) => measurement(frame, budget, { level, query, share: ZERO }))
  const measurements = [...exact, ...asked].sort((a, b) => a.level - b.level)
  const everybody = measurements.some((m) => m.unchanging) ? [`the number of ${isUnits ? 'units' : 'records'}`] : []
  return {
    budget,
    publishedExactly: [...everybody, ...neighbours.invariants.map(({ name }) => name)],
    neighbours,
    unit: unitOf(neighbours),
    measurements,
    cost: composed(measurements.filter((m) => m.noise !== 'exact').map((m) => m.cost)),
    statement: [
      ...statement(neighbours, regionsFromData, spec.privacy?.person?.column),
      ...everybody.map((number) => `T${number.slice(1)} is public and exact: a change leaves it as it is.`),
      groupPrivacyWords(budget.kind, neighbours.protects),
    ],
    facts: facts.map((fact, i) => plannedFact(fact, neighbours, i, measurements, schema, hierarchy)),
    remarks: remarks(asked, hierarchy),
  }
}

/** The budget of the spec; for the tight accountant, with the rho at which these measurements cost what it asks for. */
function budgetFor(budget: TotalBudget, frame: Frame, asked: readonly AskedQuery[]): TotalBudget {
  if (budget.asked?.accountant !== 'tight') return budget
  const at = (rho: Rational) => movedAnswers(asked.map((one) => measurement(frame, { ...budget, total: rho }, one)))
  const total = spentTightly(budget, at)
  if (total !== undefined) return { ...budget, total }
  throw badField('privacy.accountant', NOT_TIGHT)
}

const NOT_TIGHT =
  'the tight accountant needs people with one record each, something that is measured with noise of a deviation up to 30,000, and a delta of at least 1e-100. Write `zcdp` instead.'

interface Frame {
  readonly schema: Schema
  readonly hierarchy: Hierarchy
  readonly neighbours: Neighbours
}

/** A query at a level, with its share of the whole budget. */
interface AskedQuery {
  readonly level: number
  readonly query: Query
  readonly share: Rational
}

/** The workload at every level. What is fixed has a share of 0, and the others have it. */
function askedQueries(spec: Spec, frame: Frame): readonly AskedQuery[] {
  const levels = frame.hierarchy.levels.map((level) => level.name)
  const asked = levelShares(levels, spec.privacy?.levels).flatMap((share, level): LevelQueries[] => {
    if (share.num === 0n) return []
    const queries = queryShares(spec.workload, levels[level], levels)
    if (queries.length === 0) {
      throw badInput(
        `Level "${levels[level]}" has a share of the budget and no query. Ask something there, or give it no share.`,
      )
    }
    return [{ share, queries: queries.map((one) => askedQuery(frame, level, one)) }]
  })
  return spentShares(asked).flat()
}

interface LevelQueries {
  readonly share: Rational
  readonly queries: readonly (AskedQuery & { readonly fixed: boolean })[]
}

function askedQuery({ schema, hierarchy, neighbours }: Frame, level: number, { query: text, share }: QueryShare) {
  const query = compileQuery(schema, text)
  const { l1 } = partitionSensitivity(queryPartition(schema, hierarchy, level, query), neighbours)
  const fixed = l1.num === 0n
  if (share.num === 0n && !fixed) {
    const { name } = hierarchy.levels[level]
    throw badInput(`workload: "${query.name}" at level "${name}" has a share of 0. Give it a share, or do not ask it.`)
  }
  return { level, query, share, fixed }
}

function measurement(
  { schema, hierarchy, neighbours }: Frame,
  budget: TotalBudget,
  { level, query, share }: AskedQuery,
): PlannedMeasurement {
  const partition = queryPartition(schema, hierarchy, level, query)
  const sensitivity = partitionSensitivity(partition, neighbours)
  const entries = hierarchy.levels[level].regions.length * query.answers
  const part = multiply(budget.total, share)
  const given: Budget = budget.kind === 'pure' ? { kind: 'pure', epsilon: part } : { kind: 'zcdp', rho: part }
  const noise = noiseFor(sensitivity, given)
  const variance = noise === 'exact' ? 0 : varianceOf(noise)
  const margin = noise === 'exact' ? 0 : marginOf(noise, 0.95)
  return {
    level,
    query,
    entries,
    sensitivity,
    budget: given,
    cost: costOf(sensitivity, given),
    noise,
    variance,
    margin,
    unchanging:
      noise === 'exact' && !neighbours.invariants.some((one) => determines(one, partition, neighbours.domain)),
  }
}

function statement(neighbours: Neighbours, regionsFromData: boolean, person: string | undefined): readonly string[] {
  const lines = [describeNeighbours(neighbours), ...personWords(neighbours, person)]
  lines.push(
    'The levels of the attributes and the names of the levels of geography are public: they come from the spec.',
  )
  lines.push(
    regionsFromData
      ? 'The list of regions is taken from the data and published: that a region occurs is outside the guarantee.'
      : 'The list of regions is public: it is given beside the data.',
  )
  return lines
}

/** What a person is, or that the guarantee is for records. */
function personWords({ protects, recordsPerPerson }: Neighbours, column: string | undefined): readonly string[] {
  if (protects === 'housing unit') return []
  if (protects !== 'person')
    return [
      'A person with several records is protected for one of them at a time, not for all: privacy.person protects people.',
    ]
  if (column === undefined) return ['Every record is another person: the spec declares it, and nobody has checked it.']
  return [
    `A person is all records with one value of "${column}". At most ${recordsPerPerson} of each are counted, chosen without looking at ` +
      'what they hold; how many are left out is not published, and no stated error includes them.',
  ]
}

function plannedFact(
  { level, query }: { readonly level: number; readonly query: Query },
  neighbours: Neighbours,
  index: number,
  measurements: readonly PlannedMeasurement[],
  schema: Schema,
  hierarchy: Hierarchy,
): PlannedFact {
  const { name } = neighbours.invariants[index]
  const alone: Neighbours = { ...neighbours, invariants: [neighbours.invariants[index]] }
  const nameOf = (m: PlannedMeasurement): string => `${m.query.name} by ${hierarchy.levels[m.level].name}`
  const pins = measurements
    .filter((m) => partitionSensitivity(queryPartition(schema, hierarchy, m.level, m.query), alone).l1.num === 0n)
    .map(nameOf)
  const counts = hierarchy.levels[level].regions.length * query.answers
  const { addRemove } = stepsOf(alone)
  const loses =
    neighbours.relation === 'add-remove-person' && !addRemove
      ? ' From then on an addition or a removal would be noticed: only changes are protected.'
      : ''
  const words = `"${name}" publishes ${counts === 1 ? 'one true count' : `${counts.toLocaleString('en')} true counts`}. It pins: ${pins.join(', ') || 'nothing that is measured'}.${loses}`
  return { name, counts, pins, words }
}

function remarks(asked: readonly PlannedMeasurement[], hierarchy: Hierarchy): readonly string[] {
  const noisy = (level: number): boolean => asked.some((m) => m.level === level && m.noise !== 'exact')
  const goesTo = (level: number): string => {
    if (noisy(level)) return 'its share of the budget is given to the other queries of the level'
    if (asked.some((m) => m.noise !== 'exact')) return 'the share of this level is given to the other levels'
    return 'nothing is measured with noise, so no budget is spent'
  }
  return asked
    .filter((m) => m.noise === 'exact')
    .map(
      (m) =>
        `"${m.query.name}" at level "${hierarchy.levels[m.level].name}" ${m.unchanging ? 'is the number of records, which no change moves' : 'follows from what is published exactly'}: ` +
        `it is released without noise, and ${goesTo(m.level)}.`,
    )
}

/** The share of the whole budget that a measurement spends, for showing. */
export function shareSpent({ budget }: MeasurePlan, { cost, noise }: PlannedMeasurement): number {
  if (noise === 'exact') return 0
  const spent = cost.kind === 'pure' ? cost.epsilon : cost.kind === 'zcdp' ? cost.rho : budget.total
  return toNumber(divide(spent, budget.total))
}
