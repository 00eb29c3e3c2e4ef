/** `tacet plan --fit` for top-down: shares by level and query from what the spec wants of the errors. */
import { type MeasurePlan, type PlannedMeasurement, shareSpent } from '../../measure/index.ts'
import type { Hierarchy, Query } from '../../model/index.ts'
import type { SpecFile } from '../../spec/index.ts'
import { fitParts, marginalOfQuery, type SharedMeasurement, shareErrors } from '../../topdown/index.ts'
import { checkDetermined, type WantedErrors, wantedErrors } from './fit-goals.ts'
import { type SpecShares, sharesOfParts, specWithShares, wholeLevels } from './fitted-spec.ts'
import { planSolve, queryName } from './solve-plan.ts'
import { isStarved } from './starved.ts'
import { planTables, type Table } from './tables.ts'
import { propagatedErrors } from './uncertainty.ts'

export interface FittedTable extends SpecShares {
  readonly table: Table['name']
  readonly kind: WantedErrors['kind']
  readonly queries: readonly FittedQuery[]
  /** What is measured, what nothing is wanted of, and what these shares leave next to no budget. */
  readonly starved: readonly Omit<FittedQuery, 'value'>[]
  /** The largest of error over target with the fitted shares; null without targets. */
  readonly worst: number | null
  /** How many times the budget would just meet every target, about; null without targets. */
  readonly budgetTimes: number | null
}

/** At the first region of a level, as the errors of the plan are. Shares are of the whole budget. */
export interface FittedQuery {
  readonly level: string
  readonly query: string
  readonly value: number
  readonly share: number
  readonly fittedShare: number
  readonly standardError: number
  readonly fittedError: number
}

interface Planned {
  readonly file: SpecFile
  readonly tables: readonly Table[]
  readonly hierarchy: Hierarchy
  readonly plans: readonly MeasurePlan[]
}

/** Every table for which the spec wants something. */
export function fitTables(planned: Planned): readonly FittedTable[] {
  const { file, tables, plans, hierarchy } = planned
  return tables.flatMap((table, t) => {
    const goal = wantedErrors(file.spec.topdown ?? {}, table, plans[t], hierarchy)
    const noisy = plans[t].measurements.some(({ noise }) => noise !== 'exact')
    return goal.wanted.length === 0 || !noisy ? [] : [fitTable(planned, t, goal)]
  })
}

/** Shares are in whole parts of this. */
const PARTS = 1000

function fitTable(planned: Planned, t: number, goal: WantedErrors): FittedTable {
  const { tables, plans, hierarchy } = planned
  const table = tables[t]
  const fixed = wholeLevels(table.spec, plans[t], hierarchy).length
  const parts = PARTS * Math.ceil(plans[t].measurements.length / 100) - fixed
  const found = fittedParts(table, plans[t], hierarchy, goal, parts)
  const shares = sharesOfParts(table.spec, plans[t], hierarchy, found)
  const fitted = tables.map((one, i) => (i === t ? { ...one, spec: specWithShares(one.spec, shares) } : one))
  const after = planTables(fitted, hierarchy, false, plans[0].joint.request)
  const compare = comparedQueries(planned, after, t)
  const queries = goal.wanted.map((one) => ({ ...compare(one), value: one.value }))
  const starved = after[t].measurements
    .filter((m) => isStarved(after[t], m))
    .filter((m) => !goal.wanted.some(({ level, query }) => level === m.level && query.name === m.query.name))
    .map(compare)
  const isTargets = goal.kind === 'targets'
  const worst = isTargets ? Math.max(...queries.map(({ fittedError, value }) => fittedError / value)) : null
  const budgetTimes = worst === null ? null : plans[t].budget.kind === 'pure' ? worst : worst ** 2
  return { table: table.name, kind: goal.kind, ...shares, queries, starved, worst, budgetTimes }
}

/** The parts of every measurement with noise, in the order of the plan. */
function fittedParts(
  { schema }: Table,
  plan: MeasurePlan,
  hierarchy: Hierarchy,
  goal: WantedErrors,
  parts: number,
): ReadonlyMap<PlannedMeasurement, number> {
  const { levels } = hierarchy
  const power = plan.budget.kind === 'pure' ? 2 : 1
  const measurements = plan.measurements.map((m): SharedMeasurement => {
    const variance = m.variance * shareSpent(plan, m) ** power
    return { level: m.level, name: m.query.name, marginal: marginalOfQuery(schema, m.query), variance }
  })
  const branching = levels.slice(1).map(({ regions }, l) => regions.length / levels[l].regions.length)
  const noisy = plan.measurements.flatMap((m, i) => (m.noise === 'exact' ? [] : [i]))
  const errorsOf = shareErrors({ schema, branching, measurements, power }, goal.wanted)
  const all = new Float64Array(measurements.length)
  const errorsAt = (shares: ArrayLike<number>): Float64Array => {
    for (const [i, m] of noisy.entries()) all[m] = shares[i]
    return errorsOf(all)
  }
  const starts = startsOf(
    noisy.map((i) => measurements[i]),
    power,
  )
  checkDetermined(goal, errorsAt(starts[0]), hierarchy)
  const values = goal.wanted.map(({ value }) => value)
  const found = fitParts({ errorsAt, goal: { kind: goal.kind, values }, power, starts }, parts)
  return new Map(noisy.map((m, i) => [plan.measurements[m], found[i]]))
}

/** Equal shares; with epsilon also every level and every query in the foreground, for there may be several minima. */
function startsOf(measured: readonly SharedMeasurement[], power: 1 | 2): readonly (readonly number[])[] {
  const even = measured.map(() => 1 / measured.length)
  if (power === 1) return [even]
  const keys = (of: (one: SharedMeasurement) => string | number) =>
    [...new Set(measured.map(of))].map((key) => ({ of, key }))
  const foremost = [...keys(({ level }) => level), ...keys(({ name }) => name)].map(({ of, key }) => {
    const raw = measured.map((one) => (of(one) === key ? 20 : 1))
    const whole = raw.reduce((sum, part) => sum + part, 0)
    return raw.map((part) => part / whole)
  })
  return [even, ...foremost]
}

function comparedQueries(
  { file, tables, hierarchy, plans }: Planned,
  after: readonly MeasurePlan[],
  t: number,
): (of: { readonly level: number; readonly query: Query }) => Omit<FittedQuery, 'value'> {
  const [now, then] = [plans, after].map((some) => ({
    plan: some[t],
    errors: propagatedErrors(hierarchy, planSolve(file, tables, some, hierarchy), t, tables[t]),
  }))
  return ({ level, query }) => {
    const at = ({ plan, errors }: typeof now) => {
      const own = plan.measurements.find((m) => m.level === level && m.query.name === query.name)
      return { share: own === undefined ? 0 : shareSpent(plan, own), error: errors.of(level, 0, query, 0) }
    }
    const [before, fitted] = [at(now), at(then)]
    return {
      level: hierarchy.levels[level].name,
      query: queryName(tables[t], query.name),
      share: before.share,
      fittedShare: fitted.share,
      standardError: before.error,
      fittedError: fitted.error,
    }
  }
}
