/**
 * Which released answers are exact because a link fixes them by exact counts of the other table: their error is 0, whatever was
 * measured of them.
 */
import { type Hierarchy, type Query, queryPartition, type Schema } from '../../model/index.ts'
import { determines, type Neighbours, type Partition, type Recode } from '../../privacy/index.ts'

export type IsExact = (level: number, query: Query, answer: number) => boolean

export function exactAnswers(
  schema: Schema,
  hierarchy: Hierarchy,
  { invariants, domain }: Pick<Neighbours, 'invariants' | 'domain'>,
  /** Invariants of this release that it may have given up: a link that was only tried. */
  notKept: ReadonlySet<string>,
): IsExact {
  const kept = invariants.filter(({ name }) => !notKept.has(name))
  const known = new Map<string, Uint8Array>()
  return (level, query, answer) => {
    if (kept.length === 0) return false
    const key = `${level} ${query.name}`
    let exact = known.get(key)
    if (exact === undefined) {
      const whole = queryPartition(schema, hierarchy, level, query)
      exact = Uint8Array.from({ length: query.answers }, (_, a) => {
        const one = answerPartition(whole, query, a)
        return kept.some((invariant) => determines(invariant, one, domain)) ? 1 : 0
      })
      known.set(key, exact)
    }
    return exact[answer] === 1
  }
}

/** One answer of a query at all nodes of its level: everybody else is uncounted. The last dimension runs fastest. */
function answerPartition({ name, axes }: Partition, { dimensions }: Query, answer: number): Partition {
  const own: Record<string, Recode> = Object.assign(Object.create(null), axes)
  const counted = new Map<string, Int32Array>()
  let rest = answer
  for (const { attribute, labels, labelOf } of [...dimensions].reverse()) {
    const label = rest % labels.length
    rest = Math.floor(rest / labels.length)
    const before = counted.get(attribute)
    counted.set(
      attribute,
      labelOf.map((one, value) => (one === label && (before === undefined || before[value] === 0) ? 0 : -1)),
    )
  }
  for (const [attribute, recode] of counted) own[attribute] = recode
  return { name, axes: own }
}
