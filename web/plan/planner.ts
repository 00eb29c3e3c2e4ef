/** Predicted errors of a plan, from the pure rooms: what `tacet plan` prints, as fast as a slider moves. */
import { parseRational, toNumber } from '../../src/exact/index.ts'
import { levelShares, planMeasurements, privacyDocument } from '../../src/measure/index.ts'
import { compileQuery, type Hierarchy, type Query, type Schema } from '../../src/model/index.ts'
import { readableLoss } from '../../src/privacy/readable-loss.ts'
import { compileSchema } from '../../src/spec/compile-schema.ts'
import type { Spec } from '../../src/spec/index.ts'
import { marginalOfQuery } from '../../src/topdown/estimate/marginal-of-query.ts'
import { type QueryErrors, queryErrors } from '../../src/topdown/estimate/query-errors.ts'
import type { Places, PlanAnswer, PlanCell, Planner, Settings } from './plan-types.ts'

interface Loaded {
  readonly spec: Spec
  readonly schema: Schema
  readonly hierarchy: Hierarchy
  readonly fromData: boolean
  readonly queries: ReadonlyMap<string, Query>
}

export function newPlanner(): Planner {
  let loaded: Loaded | undefined
  return {
    load: (spec, places) => {
      const schema = compileSchema(spec)
      const names = new Set(spec.workload.map(({ query }) => query))
      const queries = new Map([...names].map((name) => [name, compileQuery(schema, name)]))
      loaded = { spec, schema, hierarchy: hierarchyOf(places), fromData: places.fromData, queries }
      return settingsOf(spec, places)
    },
    predict: (settings) => {
      if (loaded === undefined) throw new Error('no plan is loaded')
      const start = performance.now()
      return { ...predict(loaded, settings), milliseconds: performance.now() - start }
    },
  }
}

/** Names of regions play no part in a prediction. */
function hierarchyOf({ levels }: Places): Hierarchy {
  return {
    levels: levels.map(({ name, size, parent }, l) => {
      const below = levels[l + 1]
      const firstChild = new Int32Array(below === undefined ? 0 : size + 1)
      for (const one of below?.parent ?? []) firstChild[one + 1]++
      for (let i = 1; i < firstChild.length; i++) firstChild[i] += firstChild[i - 1]
      return {
        name,
        regions: Array.from({ length: size }, (_, i) => String(i)),
        parent: Int32Array.from(parent),
        firstChild,
      }
    }),
  }
}

function settingsOf({ privacy, workload }: Spec, { levels }: Places): Settings {
  const names = levels.map(({ name }) => name)
  const shares = levelShares(names, privacy?.levels).map((share) => 100 * toNumber(share))
  const everywhere = workload.every((entry) => entry.levels === undefined)
  const equal = workload.map(() => 100 / workload.length)
  const given = workload.map(({ share }, i) => (share === undefined ? equal[i] : 100 * toNumber(parseRational(share))))
  return {
    total: String(privacy?.epsilon ?? privacy?.rho ?? '1'),
    levels: wholePercents(shares),
    queries: everywhere && workload.length > 1 ? wholePercents(given) : null,
  }
}

/** Whole percents that add up to 100, as near to the shares as may be. */
export const wholePercents = (shares: readonly number[]): number[] => apportion(shares, 100)

/** One share set by hand; the others keep their proportions. */
export function withPercent(percents: readonly number[], index: number, value: number): number[] {
  const others = percents.filter((_, i) => i !== index)
  if (others.length === 0) return [100]
  const weights = others.every((percent) => percent === 0) ? others.map(() => 1) : others
  return apportion(weights, 100 - value).toSpliced(index, 0, value)
}

/** Whole numbers in proportion to the weights that add up to the total: the largest remainders are rounded up. */
function apportion(weights: readonly number[], total: number): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const exact = weights.map((weight) => (weight * total) / sum)
  const whole = exact.map(Math.floor)
  const missing = total - whole.reduce((all, value) => all + value, 0)
  const order = exact.map((_, i) => i).sort((a, b) => exact[b] - whole[b] - (exact[a] - whole[a]) || a - b)
  for (const i of order.slice(0, missing)) whole[i]++
  return whole
}

/** The spec with the settings in it: shares as decimals, which are exact. */
export function specWith(spec: Spec, { total, levels, queries }: Settings, names: readonly string[]): Spec {
  const { epsilon, rho, ...rest } = spec.privacy ?? { unit: 'add-remove-person' as const }
  const shares = Object.fromEntries(
    names.map((name, i) => [name, percentText(levels[i])]).filter(([, share]) => share !== '0'),
  )
  return {
    ...spec,
    privacy: { ...rest, ...(rho === undefined ? { epsilon: total } : { rho: total }), levels: shares },
    workload:
      queries === null
        ? spec.workload
        : spec.workload.map((entry, i) => ({ ...entry, share: percentText(queries[i]) })),
  }
}

export const percentText = (percent: number): string => String(percent / 100)

function predict(
  { spec, schema, hierarchy, fromData, queries }: Loaded,
  settings: Settings,
): Omit<PlanAnswer, 'milliseconds'> {
  const names = hierarchy.levels.map(({ name }) => name)
  const plan = planMeasurements(specWith(spec, settings, names), schema, hierarchy, fromData)
  const measured = hierarchy.levels.map((_, level) =>
    plan.measurements
      .filter((m) => m.level === level)
      .map((m) => {
        const marginal = marginalOfQuery(schema, m.query)
        return { name: m.query.name, variance: m.noise === 'exact' ? 0 : m.variance, ...(marginal && { marginal }) }
      }),
  )
  const errors = queryErrors(hierarchy, schema, measured)
  const { words, epsilon, statement } = privacyDocument(plan, { tight: false })
  return {
    kind: plan.budget.kind,
    words: readableLoss(words),
    epsilon,
    levels: hierarchy.levels.map(({ name, regions }) => ({ name, size: regions.length })),
    queries: [...queries.keys()],
    cells: cellsOf(hierarchy, queries, measured, errors),
    figures: plan.measurements.reduce((sum, m) => sum + m.entries, 0),
    statement: statement.map(readableLoss),
    remarks: plan.remarks,
  }
}

function cellsOf(
  hierarchy: Hierarchy,
  queries: ReadonlyMap<string, Query>,
  measured: readonly (readonly { name: string; variance: number }[])[],
  errors: QueryErrors,
): PlanCell[] {
  return hierarchy.levels.flatMap((_, level) =>
    [...queries].map(([name, query]) => {
      const own = measured[level].find((one) => one.name === query.name)
      const noise = own === undefined ? null : Math.sqrt(own.variance)
      return { level, query: name, standardError: own?.variance === 0 ? 0 : errors.of(level, 0, query, 0), noise }
    }),
  )
}
