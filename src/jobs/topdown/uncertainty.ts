/**
 * The standard error of every released count: that of the least squares over the whole tree, from the variances of the
 * noise, times a factor that a simulation of this very release has found for counts of that level, query and size.
 */
import type { Hierarchy, Query } from '../../model/index.ts'
import { type QueryErrors, queryErrors } from '../../topdown/index.ts'
import { queryName, type SolvePlan } from './solve-plan.ts'
import type { Table } from './tables.ts'

export type Propagated = QueryErrors

/** `fixed` is a query that an earlier release answers: here its answers are exact, at every level. */
export function propagatedErrors(
  hierarchy: Hierarchy,
  solve: SolvePlan,
  t: number,
  table: Table,
  fixed?: Query,
): Propagated {
  const prefix = queryName(table, '')
  const own = solve.queries.map((queries) =>
    queries.filter((query) => query.table === t).map((query) => ({ ...query, name: query.name.slice(prefix.length) })),
  )
  return queryErrors(hierarchy, table.schema, own, fixed)
}
