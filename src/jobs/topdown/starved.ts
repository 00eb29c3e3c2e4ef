/** Queries that are measured with next to no budget, as a fit leaves those that nothing was wanted of. */
import { type MeasurePlan, type PlannedMeasurement, shareSpent } from '../../measure/index.ts'
import type { Hierarchy } from '../../model/index.ts'
import { queryName } from './solve-plan.ts'
import type { Table } from './tables.ts'

export interface StarvedQuery {
  readonly level: string
  readonly query: string
  /** Of the whole budget. */
  readonly share: number
}

/** Below this part of an equal share a measurement says next to nothing. */
const STARVED = 1 / 20

export function isStarved(plan: MeasurePlan, measurement: PlannedMeasurement): boolean {
  const noisy = plan.measurements.filter(({ noise }) => noise !== 'exact').length
  return measurement.noise !== 'exact' && shareSpent(plan, measurement) < STARVED / noisy
}

export function starvedQueries(
  plans: readonly MeasurePlan[],
  tables: readonly Table[],
  { levels }: Hierarchy,
): readonly StarvedQuery[] {
  return plans.flatMap((plan, t) =>
    plan.measurements
      .filter((m) => isStarved(plan, m))
      .map((m) => ({
        level: levels[m.level].name,
        query: queryName(tables[t], m.query.name),
        share: shareSpent(plan, m),
      })),
  )
}

/** In a sentence or two; empty where there are none. */
export function starvedWords(starved: readonly StarvedQuery[]): string {
  if (starved.length === 0) return ''
  const names = starved.map(({ level, query }) => `"${query}" at ${level}`).join(', ')
  const most = (100 * Math.max(...starved.map(({ share }) => share))).toPrecision(1)
  return starved.length === 1
    ? `Next to none of the budget (${most} %) goes to ${names}: its counts rest on what the other queries tell of them, and may be far off.`
    : `Next to none of the budget (at most ${most} % each) goes to ${names}: their counts rest on what the other queries tell of them, and may be far off.`
}
