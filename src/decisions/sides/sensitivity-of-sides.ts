/**
 * How far one neighbour step can move the private right-hand sides together, in the L1 norm, when each is a declared query
 * on one table: the number of its records, or the sum of a column whose values lie in [least, most].
 *
 * A record adds a value to a query that counts it and 0 to one that does not. With c = max(|least|, |most|) (1 for a count)
 * and r = max(most, 0) - min(least, 0):
 *   one record more or less   at most sum of c, or max of c when no record is counted by two queries (`disjoint`);
 *   one record replaced       at most sum of r, or, disjoint, the larger of max (most - least), max c and the two largest c
 *                             together: it stays where it is, comes in or goes out, or goes from one query to another.
 */
import { add, compare, multiply, ONE, type Rational, rational, subtract, ZERO } from '../../exact/rational.ts'
import type { Relation } from '../../privacy/neighbours.ts'
import { badInput } from '../../request-error.ts'

export type SideQuery =
  | { readonly kind: 'count' }
  /** The sum of a column; a value outside [least, most] must have been moved to the nearer end before. */
  | { readonly kind: 'sum'; readonly least: Rational | null; readonly most: Rational | null }

export interface QueriedSides {
  readonly relation: Relation
  /** No record is counted by two of the queries. */
  readonly disjoint: boolean
  /** The most records of one person that are counted; 1 unless given. */
  readonly recordsPerPerson?: number | undefined
  /** The column whose values are people; without it every record is another person's. */
  readonly personColumn?: string | undefined
}

/** What is known of a right-hand side because of its query: its unit, and the ends it cannot pass. */
export interface QueryLimits {
  readonly unit: Rational | null
  readonly least: Rational | null
  readonly most: Rational | null
}

/** Of a person with several records: every record moves at most what one moves, coming or going included. */
export function sensitivityOfSides(queries: readonly SideQuery[], sides: QueriedSides): Rational {
  return multiply(ofOneRecord(queries, sides), rational(BigInt(sides.recordsPerPerson ?? 1)))
}

function ofOneRecord(queries: readonly SideQuery[], { relation, disjoint }: QueriedSides): Rational {
  const ranges = queries.map(rangeOf)
  const sizes = ranges.map(({ least, most }) => larger(absolute(least), absolute(most))).sort(compare)
  const last = sizes.length - 1
  if (relation === 'join-leave-group' || relation === 'add-remove-group') {
    throw badInput('Right-hand sides are queries on records: declare that a person is added, removed or changed.')
  }
  if (relation === 'add-remove-person') return disjoint ? sizes[last] : sizes.reduce(add, ZERO)
  if (!disjoint)
    return ranges.map(({ least, most }) => subtract(larger(most, ZERO), smaller(least, ZERO))).reduce(add, ZERO)
  const pair = last > 0 ? add(sizes[last], sizes[last - 1]) : sizes[last]
  return ranges.map(({ least, most }) => subtract(most, least)).reduce(larger, pair)
}

/** The values that the right-hand side can take, whatever the table: with `records` when their number is public. */
export function limitsOfQuery(query: SideQuery, records: bigint | null): QueryLimits {
  const { least, most } = rangeOf(query)
  const times = (value: Rational): Rational | null => (records === null ? null : multiply(value, rational(records)))
  return {
    unit: query.kind === 'count' ? ONE : null,
    least: least.num >= 0n ? ZERO : times(least),
    most: most.num <= 0n ? ZERO : times(most),
  }
}

function rangeOf(query: SideQuery): { least: Rational; most: Rational } {
  if (query.kind === 'count') return { least: ONE, most: ONE }
  const { least, most } = query
  if (least === null || most === null) {
    throw badInput(
      'A private sum has values without a bound: one person could move it any distance, and no noise would hide that. ' +
        'Declare the least and the largest value of the column; values beyond are moved to the nearer end.',
    )
  }
  if (compare(least, most) > 0) throw badInput('A private sum has a least value above its largest. Exchange the two.')
  return { least, most }
}

function absolute(a: Rational): Rational {
  return a.num < 0n ? { num: -a.num, den: a.den } : a
}

function larger(a: Rational, b: Rational): Rational {
  return compare(a, b) >= 0 ? a : b
}

function smaller(a: Rational, b: Rational): Rational {
  return compare(a, b) <= 0 ? a : b
}
