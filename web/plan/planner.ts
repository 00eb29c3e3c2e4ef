/** Predicted errors of a plan, from the pure rooms: what `tacet plan` prints, as fast as a slider moves. */
import { formatRational, toNumber } from '../../src/exact/index.ts'
import {
  exactAnswers,
  firstOpenAnswer,
  type IsExact,
  type JointPlan,
  levelShares,
  planJointly,
  planMeasurements,
  privacyDocument,
  queryShares,
  solvedVariance,
  unitsSpec,
} from '../../src/measure/index.ts'
import { compileQuery, type Hierarchy, type Query, type Schema } from '../../src/model/index.ts'
import type { Budget } from '../../src/privacy/index.ts'
import { readableLoss } from '../../src/privacy/readable-loss.ts'
import { compileSchema } from '../../src/spec/compile-schema.ts'
import type { Spec } from '../../src/spec/index.ts'
import { marginalOfQuery } from '../../src/topdown/estimate/marginal-of-query.ts'
import { type QueryErrors, queryErrors } from '../../src/topdown/estimate/query-errors.ts'
import type { Places, PlanAnswer, PlanCell, Planner, Settings, TableName } from './plan-types.ts'
import { hierarchyOf } from './shape-of-places.ts'

/** A table as it is planned. */
interface LoadedTable {
  readonly name: TableName
  readonly spec: Spec
  readonly schema: Schema
  readonly queries: ReadonlyMap<string, Query>
  /** What is exact of both tables together. */
  readonly joint: JointPlan
}

interface Loaded {
  readonly tables: Readonly<Record<TableName, LoadedTable | null>>
  readonly hierarchy: Hierarchy
  readonly fromData: boolean
}

export function newPlanner(): Planner {
  let loaded: Loaded | undefined
  return {
    load: (spec, places) => {
      const hierarchy = hierarchyOf(places.levels)
      const tables = tablesOf(spec, hierarchy)
      loaded = { tables, hierarchy, fromData: places.fromData }
      return {
        people: settingsOf(tables.people.spec, places),
        units: tables.units && settingsOf(tables.units.spec, places),
      }
    },
    predict: (settings, name) => {
      const table = loaded?.tables[name]
      if (loaded === undefined || !table) throw new Error('no such plan is loaded')
      const start = performance.now()
      return { ...predict(loaded, table, settings), milliseconds: performance.now() - start }
    },
  }
}

function tablesOf(spec: Spec, hierarchy: Hierarchy): { people: LoadedTable; units: LoadedTable | null } {
  const [people, own] = [compiled('people', spec), unitsSpec(spec)]
  const units = own === undefined ? null : compiled('units', own)
  const tables = units === null ? [people] : [people, units]
  const joint = planJointly({ tables, links: spec.units?.links ?? [], whole: new Set() }, hierarchy)
  return { people: { ...people, joint }, units: units && { ...units, joint } }
}

function compiled(name: TableName, spec: Spec): Omit<LoadedTable, 'joint'> {
  const schema = compileSchema(spec)
  const asked = new Set(spec.workload.map(({ query }) => query))
  return { name, spec, schema, queries: new Map([...asked].map((query) => [query, compileQuery(schema, query)])) }
}

/** As the spec has them; what it leaves out is shared equally. */
function settingsOf({ privacy, workload }: Spec, { levels }: Places): Settings {
  const names = levels.map(({ name }) => name)
  const everywhere = workload.every((entry) => entry.levels === undefined)
  return {
    total: String(privacy?.epsilon ?? privacy?.rho ?? '1'),
    levels: levelShares(names, privacy?.levels).map(formatRational),
    queries:
      everywhere && workload.length > 1
        ? queryShares(workload, names[0], names).map(({ share }) => formatRational(share))
        : null,
  }
}

/** The spec with the settings in it. */
export function specWith(spec: Spec, { total, levels, queries }: Settings, names: readonly string[]): Spec {
  const { epsilon, rho, ...rest } = spec.privacy ?? { unit: 'add-remove-person' as const }
  const shares = Object.fromEntries(names.map((name, i) => [name, levels[i]]).filter(([, share]) => share !== '0'))
  return {
    ...spec,
    privacy: { ...rest, ...(rho === undefined ? { epsilon: total } : { rho: total }), levels: shares },
    workload: queries === null ? spec.workload : spec.workload.map((entry, i) => ({ ...entry, share: queries[i] })),
  }
}

function predict(
  { hierarchy, fromData }: Omit<Loaded, 'tables'>,
  { name, spec, schema, queries, joint }: LoadedTable,
  settings: Settings,
): Omit<PlanAnswer, 'milliseconds'> {
  const names = hierarchy.levels.map(({ name }) => name)
  const options = { isUnits: name === 'units', joint }
  const plan = planMeasurements(specWith(spec, settings, names), schema, hierarchy, fromData, options)
  const measured = hierarchy.levels.map((_, level) =>
    plan.measurements
      .filter((m) => m.level === level)
      .map((m) => {
        const marginal = marginalOfQuery(schema, m.query)
        return { name: m.query.name, variance: solvedVariance(m), ...(marginal && { marginal }) }
      }),
  )
  const errors = queryErrors(hierarchy, schema, measured)
  const { words, epsilon, statement } = privacyDocument(plan, { tight: false })
  return {
    table: name,
    counted: name === 'people' && (spec.privacy?.person?.atMost ?? 1) > 1 ? 'records' : name,
    kind: plan.budget.kind,
    given: spec.privacy?.rho === undefined ? 'epsilon' : 'rho',
    words: readableLoss(words),
    epsilon,
    total: toNumber(plan.budget.total),
    levels: hierarchy.levels.map(({ name, regions }, level) => ({
      name,
      size: regions.length,
      spends: plan.measurements.reduce((sum, m) => (m.level === level ? sum + spentOn(m.budget) : sum), 0),
    })),
    queries: [...queries.keys()],
    cells: cellsOf(hierarchy, queries, measured, errors, exactAnswers(joint, name)),
    figures: plan.measurements.reduce((sum, m) => sum + m.entries, 0),
    statement: statement.map(readableLoss),
    remarks: plan.remarks,
  }
}

const spentOn = (budget: Budget): number => toNumber(budget.kind === 'pure' ? budget.epsilon : budget.rho)

function cellsOf(
  hierarchy: Hierarchy,
  queries: ReadonlyMap<string, Query>,
  measured: readonly (readonly { name: string; variance: number }[])[],
  errors: QueryErrors,
  isExact: IsExact,
): PlanCell[] {
  return hierarchy.levels.flatMap(({ regions }, level) =>
    [...queries].map(([name, query]) => {
      const own = measured[level].find((one) => one.name === query.name)
      const noise = own === undefined ? null : Math.sqrt(own.variance)
      const open = firstOpenAnswer(isExact, level, regions.length, query)
      return { level, query: name, standardError: open === undefined ? 0 : errors.of(level, 0, query, open), noise }
    }),
  )
}
