/** What a spec wants of the errors of a table: weights or targets, by query and level. */
import type { MeasurePlan } from '../../measure/index.ts'
import { type Hierarchy, levelIndex, type Query } from '../../model/index.ts'
import { badField } from '../../request-error.ts'
import type { Spec } from '../../spec/index.ts'
import type { ShareGoal } from '../../topdown/index.ts'
import { queryName } from './solve-plan.ts'
import { compileOf, type Table } from './tables.ts'

export interface WantedError {
  readonly level: number
  readonly query: Query
  /** The weight or the target. */
  readonly value: number
}

export interface WantedErrors {
  readonly kind: ShareGoal['kind']
  readonly wanted: readonly WantedError[]
}

/** Without weights and targets every query that is measured with noise matters alike. */
export function wantedErrors(
  { weights, targets }: Pick<NonNullable<Spec['topdown']>, 'weights' | 'targets'>,
  table: Table,
  plan: MeasurePlan,
  hierarchy: Hierarchy,
): WantedErrors {
  const kind = targets === undefined ? 'weights' : 'targets'
  const given = targets ?? weights
  if (given === undefined) {
    const noisy = plan.measurements.filter(({ noise }) => noise !== 'exact')
    return { kind, wanted: noisy.map(({ level, query }) => ({ level, query, value: 1 })) }
  }
  const prefix = queryName(table, '')
  const own = Object.entries(given).filter(([name]) => name.startsWith(UNITS) === (table.name === 'units'))
  const wanted = own.flatMap(([name, value]) => {
    const query = compileOf(table, name.slice(prefix.length))
    return levelValues(value, query, plan, hierarchy, `topdown.${kind}.${name}`).map((one) => ({ ...one, query }))
  })
  return { kind, wanted }
}

const UNITS = 'units: '

/** One number is for every level that the query is measured at; of one that is not, for all. */
function levelValues(
  value: number | Readonly<Record<string, number>>,
  query: Query,
  { measurements }: MeasurePlan,
  hierarchy: Hierarchy,
  field: string,
): readonly { readonly level: number; readonly value: number }[] {
  if (typeof value !== 'number') {
    return Object.entries(value).map(([name, own]) => ({ level: levelIndex(hierarchy, name, field), value: own }))
  }
  const levels = hierarchy.levels.map((_, level) => level)
  const asked = levels.filter((level) => measurements.some((m) => m.level === level && m.query.name === query.name))
  return (asked.length === 0 ? levels : asked).map((level) => ({ level, value }))
}

/** An error that no share makes finite cannot be wanted. */
export function checkDetermined({ kind, wanted }: WantedErrors, errors: ArrayLike<number>, hierarchy: Hierarchy): void {
  const open = wanted.find((_, i) => errors[i] === Number.POSITIVE_INFINITY)
  if (open === undefined) return
  const { name } = hierarchy.levels[open.level]
  throw badField(
    `topdown.${kind}`,
    `nothing that is measured determines "${open.query.name}" at level "${name}". Ask it there, or leave it out here.`,
  )
}
