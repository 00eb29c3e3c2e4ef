/** The values of answers that follow from what is published: from those counts alone, and never from the data. */
import { add, multiply, type Rational, rational, toNumber, ZERO } from '../exact/index.ts'
import type { Hierarchy, Query } from '../model/index.ts'
import type { JointRow, Shape } from '../privacy/index.ts'
import { RequestError } from '../request-error.ts'
import { type JointPlan, usesAt } from './joint-plan.ts'
import type { JointTableName } from './joint-tables.ts'

/** The counts of a fact at its level, place by place, bucket by bucket. */
export type FactCounts = (fact: number) => Float64Array

/** Sums of the counts of facts over places. */
export class FactSums {
  readonly #known = new Map<number, readonly Float64Array[]>()
  readonly #plan: JointPlan
  readonly #hierarchy: Hierarchy
  readonly #counts: FactCounts

  constructor(plan: JointPlan, hierarchy: Hierarchy, counts: FactCounts) {
    this.#plan = plan
    this.#hierarchy = hierarchy
    this.#counts = counts
  }

  /** What a row counts at a node: places of a shape are the node's own, or those beside it and beside the nodes above it. */
  at({ index, bucket, node: place }: JointRow, { level, siblings }: Shape, node: number): number {
    const fact = this.#plan.joint.facts[index]
    const of = (depth: number): number => {
      const own = this.#ancestor(level, node, depth)
      return this.#sums(index)[depth][own * fact.buckets + bucket]
    }
    if (place === 0) return of(Math.min(level, fact.level))
    const beside = siblings.flatMap((some, depth) => (some && depth <= fact.level ? [depth] : []))[place - 1]
    return of(beside - 1) - of(beside)
  }

  #ancestor(level: number, node: number, depth: number): number {
    let own = node
    for (let at = level; at > depth; at--) own = this.#hierarchy.levels[at].parent[own]
    return own
  }

  /** By level from the top to the fact's own; and down to the node's, where that is deeper, never. */
  #sums(index: number): readonly Float64Array[] {
    const before = this.#known.get(index)
    if (before !== undefined) return before
    const { level, buckets } = this.#plan.joint.facts[index]
    const sums: Float64Array[] = []
    sums[level] = this.#counts(index)
    for (let at = level; at > 0; at--) {
      const { parent } = this.#hierarchy.levels[at]
      const above = new Float64Array(this.#hierarchy.levels[at - 1].regions.length * buckets)
      parent.forEach((own, node) => {
        for (let b = 0; b < buckets; b++) above[own * buckets + b] += sums[at][node * buckets + b]
      })
      sums[at - 1] = above
    }
    this.#known.set(index, sums)
    return sums
  }
}

/**
 * All answers of a query at a level, where all of them follow. Throws an infeasible request when one comes out negative or broken:
 * then what is published does not fit together.
 */
export function impliedAnswers(
  plan: JointPlan,
  hierarchy: Hierarchy,
  sums: FactSums,
  table: JointTableName,
  level: number,
  query: Query,
): Float64Array {
  const { regions } = hierarchy.levels[level]
  const uses = plan.derived[level].map((_, shape) => usesAt(plan, table, level, shape, query))
  const values = new Float64Array(regions.length * query.answers)
  regions.forEach((region, node) => {
    const shape = plan.shapes.shapeOf[level][node]
    for (let a = 0; a < query.answers; a++) {
      let value: Rational = ZERO
      for (const { row, times } of uses[shape][a] ?? []) {
        if (row.kind === 'line') continue
        value = add(value, multiply(times, rational(BigInt(sums.at(row, plan.derived[level][shape].shape, node)))))
      }
      if (value.den !== 1n || value.num < 0n)
        throw new RequestError(
          'infeasible',
          `The public facts contradict each other. In ${hierarchy.levels[level].name} "${region}" they make "${query.name}" ${value.num < 0n ? 'negative' : 'a fraction'}: ` +
            'check the counts that are published exactly, and the links between them.',
          { level: hierarchy.levels[level].name, region, facts: [] },
        )
      values[node * query.answers + a] = toNumber(value)
    }
  })
  return values
}
