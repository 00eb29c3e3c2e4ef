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
  FREE,
  groupPrivacyWords,
  largeLossWords,
  type Neighbours,
  noiseFor,
  type PrivacyEvent,
  partitionSensitivity,
  type Sensitivity,
  unitOf,
} from '../privacy/index.ts'
import { badField, badInput } from '../request-error.ts'
import type { Spec } from '../spec/index.ts'
import { levelShares, type QueryShare, queryShares } from './budget.ts'
import { type ListedAnswer, listedAnswers } from './exact-list.ts'
import { countsEverybody, isFixed, type JointPlan, planJointly, usesAt } from './joint-plan.ts'
import { everybody, type JointTableName } from './joint-tables.ts'
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
  /** Exact, and worked out from what is published: the data are not looked at. */
  readonly derived: boolean
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
  /** What is exact of all tables together. */
  readonly joint: JointPlan
  /** What follows exactly without being declared. */
  readonly follows: readonly ListedAnswer[]
  /** What one step between neighbours is, once the public facts hold: costs of one unit add up in a ledger. */
  readonly unit: string
  readonly measurements: readonly PlannedMeasurement[]
  readonly cost: PrivacyEvent
  readonly statement: readonly string[]
  readonly facts: readonly PlannedFact[]
  readonly remarks: readonly string[]
}

const factName = ({ name, query, level }: Spec['public'][number]): string => name ?? `${query} by ${level}`

/** What is known of a table beside its own spec. */
export interface PlanContext {
  readonly isUnits?: boolean
  /** What is exact of all tables together; of this one alone without it. */
  readonly joint?: JointPlan
}

export function planMeasurements(
  spec: Spec,
  schema: Schema,
  hierarchy: Hierarchy,
  regionsFromData: boolean,
  { isUnits = false, joint: given }: PlanContext = {},
): MeasurePlan {
  const table: JointTableName = isUnits ? 'units' : 'people'
  const joint = given ?? planJointly({ tables: [{ name: table, schema, spec }], links: [] }, hierarchy)
  const facts = spec.public.flatMap((fact, i) => {
    if (fact.exactly !== 'data') return [] // what anybody may know already changes no guarantee
    const level = levelIndex(hierarchy, fact.level, `public[${i}]`)
    const query = compileQuery(schema, fact.query)
    return [{ name: factName(fact), level, query }]
  })
  const inherited = joint.joint.facts.filter((fact) => fact.table === table && fact.source.kind === 'earlier')
  const follows = listedAnswers(joint, table)
  const neighbours: Neighbours = {
    protects: isUnits ? 'housing unit' : spec.privacy?.person === undefined ? 'record' : 'person',
    recordsPerPerson: spec.privacy?.person?.atMost ?? 1,
    personColumn: spec.privacy?.person?.column,
    relation: spec.privacy?.unit ?? 'add-remove-person',
    domain: recordDomain(schema, hierarchy),
    exact: [...new Set([...facts, ...inherited, ...follows.filter(({ never }) => !never)].map(({ name }) => name))],
    everybody: countsEverybody(joint, table),
  }
  const frame: Frame = { schema, hierarchy, neighbours, joint, table, declared: facts }
  const budgetGiven = readBudget(spec)
  const queries = askedQueries(spec, frame)
  const budget = budgetFor(budgetGiven, frame, queries)
  const asked = queries.map((one) => measurement(frame, budget, one))
  const isAsked = (level: number, query: Query): boolean =>
    asked.some((m) => m.level === level && m.query.name === query.name)
  const exact = facts
    .filter(({ level, query }) => !isAsked(level, query))
    .map(({ level, query }) => measurement(frame, budget, { level, query, share: ZERO }))
  const measurements = [...exact, ...asked].sort((a, b) => a.level - b.level)
  const cost = composed(measurements.filter((m) => m.noise !== 'exact').map((m) => m.cost))
  const number = measurements.some((m) => m.unchanging) ? [everybody(table)] : []
  const never = follows.filter((one) => one.never).map(({ name }) => name)
  return {
    budget,
    publishedExactly: [...number, ...neighbours.exact, ...never],
    neighbours,
    joint,
    follows,
    unit: unitOf(neighbours),
    measurements,
    cost,
    statement: [
      ...statement(neighbours, regionsFromData, spec.privacy?.person?.column),
      ...number.map((all) => `T${all.slice(1)} is public and exact: a change leaves it as it is.`),
      ...follows.map(followsWords),
      groupPrivacyWords(budget.kind, neighbours.protects),
    ],
    facts: facts.map((fact) => plannedFact(fact, frame, measurements)),
    remarks: [...largeLossWords(cost, { delta: budget.delta }), ...remarks(asked, hierarchy)],
  }
}

/** What a reader can work out, and from what. */
function followsWords({ name, from, never }: ListedAnswer): string {
  const sources = from.map((one) => `"${one}"`).join(' and ')
  if (never) return `"${name}" is 0 at every place, whatever the data: what is public leaves nobody there.`
  return `"${name}" follows exactly from ${sources}.`
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
  readonly joint: JointPlan
  readonly table: JointTableName
  /** The counts that the spec publishes from the data. */
  readonly declared: readonly DeclaredFact[]
}

interface DeclaredFact {
  readonly name: string
  readonly level: number
  readonly query: Query
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

/** What a step moves; nothing of what follows from exact counts. */
function sensitivityOf(
  { schema, hierarchy, neighbours, joint, table }: Frame,
  level: number,
  query: Query,
): Sensitivity {
  if (isFixed(joint, table, level, query)) return FREE
  return partitionSensitivity(queryPartition(schema, hierarchy, level, query), neighbours)
}

/** Whether a query follows from what is published, and not because nobody comes or goes. */
function followsFromOthers({ joint, table }: Frame, level: number, query: Query): boolean {
  return joint.derived[level].every((_, shape) =>
    usesAt(joint, table, level, shape, query).every((uses) =>
      uses?.every(({ row }) => row.kind === 'line' || joint.joint.facts[row.index].name !== everybody(table)),
    ),
  )
}

function askedQuery(frame: Frame, level: number, { query: text, share }: QueryShare) {
  const { schema, hierarchy } = frame
  const query = compileQuery(schema, text)
  const fixed = sensitivityOf(frame, level, query).l1.num === 0n
  if (share.num === 0n && !fixed) {
    const { name } = hierarchy.levels[level]
    throw badInput(`workload: "${query.name}" at level "${name}" has a share of 0. Give it a share, or do not ask it.`)
  }
  return { level, query, share, fixed }
}

function measurement(frame: Frame, budget: TotalBudget, { level, query, share }: AskedQuery): PlannedMeasurement {
  const { schema, hierarchy, neighbours, declared } = frame
  const sensitivity = sensitivityOf(frame, level, query)
  const entries = hierarchy.levels[level].regions.length * query.answers
  const part = multiply(budget.total, share)
  const given: Budget = budget.kind === 'pure' ? { kind: 'pure', epsilon: part } : { kind: 'zcdp', rho: part }
  const noise = noiseFor(sensitivity, given)
  const variance = noise === 'exact' ? 0 : varianceOf(noise)
  const margin = noise === 'exact' ? 0 : marginOf(noise, 0.95)
  const isDeclared = declared.some((fact) => fact.level === level && fact.query.name === query.name)
  const unchanging =
    noise === 'exact' &&
    !isDeclared &&
    partitionSensitivity(queryPartition(schema, hierarchy, level, query), neighbours).l1.num === 0n &&
    !followsFromOthers(frame, level, query)
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
    unchanging,
    derived: noise === 'exact' && !unchanging && !isDeclared,
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
    `A person is all records with one value of "${column}". At most ${recordsPerPerson} of each are counted, chosen by a hash, so that none ` +
      'is preferred for what it holds; how many are left out is not published, and no stated error includes them.',
  ]
}

function plannedFact(
  { name, level, query }: DeclaredFact,
  { neighbours, hierarchy, joint, table }: Frame,
  measurements: readonly PlannedMeasurement[],
): PlannedFact {
  const { levels: _, ...request } = joint.request
  const tables = request.tables.map((one) => {
    const own = one.spec.public.filter(
      (fact) => one.name === table && fact.exactly === 'data' && factName(fact) === name,
    )
    return { ...one, spec: { ...one.spec, public: own } }
  })
  const alone = planJointly({ tables, links: [], inherited: [] }, hierarchy)
  const pins = measurements
    .filter((m) => isFixed(alone, table, m.level, m.query))
    .map((m) => `${m.query.name} by ${hierarchy.levels[m.level].name}`)
  const counts = hierarchy.levels[level].regions.length * query.answers
  const loses =
    neighbours.relation === 'add-remove-person' && countsEverybody(alone, table)
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
