/**
 * Sensitivity by its definition: the largest norms of the difference over every neighbour step, listed one by one. For any
 * linear query (weights, overlapping entries, group sizes) over a small domain, and to hold the closed form to.
 */
import { add, compare, multiply, type Rational, rational, subtract, ZERO } from '../exact/rational.ts'
import type { Domain, Neighbours, Partition } from './neighbours.ts'
import type { Sensitivity } from './sensitivity.ts'

/** What one record adds to the answers: entry to weight. */
export type Contribution = ReadonlyMap<string, Rational>

/** One neighbour step: the record that goes and the record that comes, either of which may be missing. */
export interface RecordStep<R> {
  readonly gone?: R
  readonly come?: R
}

/** The largest norms over the steps listed. */
export function enumeratedSensitivity<R>(
  steps: Iterable<RecordStep<R>>,
  contribution: (record: R) => Contribution,
): Sensitivity {
  let [l1, l2Squared, lInfinity] = [ZERO, ZERO, ZERO]
  for (const { gone, come } of steps) {
    let [sum, squares] = [ZERO, ZERO]
    for (const change of changes(gone, come, contribution)) {
      const size = change.num < 0n ? subtract(ZERO, change) : change
      sum = add(sum, size)
      squares = add(squares, multiply(size, size))
      lInfinity = larger(lInfinity, size)
    }
    l1 = larger(l1, sum)
    l2Squared = larger(l2Squared, squares)
  }
  return { l1, l2Squared, lInfinity }
}

function changes<R>(gone: R | undefined, come: R | undefined, contribution: (record: R) => Contribution): Rational[] {
  const difference = new Map(come === undefined ? [] : contribution(come))
  if (gone !== undefined) {
    for (const [entry, weight] of contribution(gone)) {
      difference.set(entry, subtract(difference.get(entry) ?? ZERO, weight))
    }
  }
  return [...difference.values()]
}

function larger(a: Rational, b: Rational): Rational {
  return compare(a, b) < 0 ? b : a
}

/** A record: a value for every axis. */
export type AxisRecord = Readonly<Record<string, number>>

/** Every record of a domain. */
export function recordsOf(domain: Domain): AxisRecord[] {
  let records: AxisRecord[] = [{}]
  for (const [axis, size] of Object.entries(domain)) {
    records = records.flatMap((record) => Array.from({ length: size }, (_, value) => ({ ...record, [axis]: value })))
  }
  return records
}

/** The bucket of a record, or undefined when the partition does not count it. */
export function bucketOf({ axes }: Partition, record: AxisRecord): string | undefined {
  const classes = Object.entries(axes).map(([axis, recode]) =>
    recode === 'each' ? record[axis] : recode[record[axis]],
  )
  return classes.some((value) => value < 0) ? undefined : classes.join()
}

/** Counts by bucket: a record adds one to its own. */
export function countOf(query: Partition): (record: AxisRecord) => Contribution {
  return (record) => {
    const bucket = bucketOf(query, record)
    return new Map(bucket === undefined ? [] : [[bucket, rational(1n)]])
  }
}

/** Every step of the relation: once anything is exact, one record may take the place of another. `invariants` are what is exact. */
export function* stepsWithin(
  { relation, domain }: Pick<Neighbours, 'relation' | 'domain'>,
  invariants: readonly Partition[],
): Generator<RecordStep<AxisRecord>> {
  const records = recordsOf(domain)
  if (relation === 'add-remove-person') {
    const free = (record: AxisRecord): boolean => invariants.every((one) => bucketOf(one, record) === undefined)
    for (const record of records) if (free(record)) yield { come: record }
    if (invariants.length === 0) return
  }
  for (const gone of records) for (const come of records) yield { gone, come }
}
