/**
 * Private right-hand sides computed from a table of records, by the very queries that their sensitivity is computed from: a
 * number of records, or a sum of values each of which is first moved into [least, most]. A record counts for the constraint
 * that it names, so no record counts for two.
 */
import type { SideQuery } from '../../decisions/index.ts'
import { matcher } from '../../decisions/private-sides.ts'
import { add, compare, ONE, type Rational, ZERO } from '../../exact/index.ts'
import { badInput } from '../../request-error.ts'
import type { ModelTable } from './model-table.ts'

export type RecordTable = ModelTable<'row' | 'value'>

/** The side of each constraint that has a query; 0 where no record names it. */
export function sidesFromRecords(
  table: RecordTable,
  constraints: Iterable<string>,
  queries: readonly (readonly [string, SideQuery])[],
): ReadonlyMap<string, Rational> {
  const queryOf = new Map<string, SideQuery>()
  for (const name of constraints) {
    const query = queries.find(([pattern]) => matcher(pattern)(name))?.[1]
    if (query !== undefined) queryOf.set(name, query)
  }
  const sides = new Map([...queryOf.keys()].map((name) => [name, ZERO]))
  for (let line = 0; line < table.length; line++) {
    const name = table.label('row', line)
    const query = queryOf.get(name)
    if (query === undefined) throw table.error(line, 'the record names no constraint that has a query.')
    sides.set(name, add(sides.get(name) as Rational, query.kind === 'count' ? ONE : valueAt(table, line, query)))
  }
  return sides
}

/** The value of a record, moved to the nearer end where it lies beyond one. */
function valueAt(table: RecordTable, line: number, { least, most }: Extract<SideQuery, { kind: 'sum' }>): Rational {
  if (least === null || most === null)
    throw badInput('A private sum has values without a bound. Declare the least and the largest: sum: [least, most].')
  const value = table.needed('value', line)
  if (compare(value, least) < 0) return least
  return compare(value, most) > 0 ? most : value
}
