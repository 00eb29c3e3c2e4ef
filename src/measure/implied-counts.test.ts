import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anySpec, type PlannedSpec, plannedSpec } from '../../test/support/linked/small-specs.ts'
import { allData, askedForm, type SmallWorld, sumOver } from '../../test/support/linked/small-worlds.ts'
import { compileQuery } from '../model/index.ts'
import { RequestError } from '../request-error.ts'
import { type FactCounts, FactSums, impliedAnswers } from './implied-counts.ts'
import { isFixed } from './joint-plan.ts'

/** What the facts of a spec publish of some data. */
function published({ plans: [{ joint }], hierarchy, world }: PlannedSpec, data: Uint8Array): FactCounts {
  return (index) => {
    const { level, buckets, bucketOf } = joint.joint.facts[index]
    const nodes = hierarchy.levels[level].regions.length
    const counts = new Float64Array(nodes * buckets)
    for (let node = 0; node < nodes; node++)
      for (let bucket = 0; bucket < buckets; bucket++)
        counts[node * buckets + bucket] = countOf(world, data, level, node, (cell) => bucketOf[cell] === bucket)
    return counts
  }
}

function countOf(
  world: SmallWorld,
  data: Uint8Array,
  level: number,
  node: number,
  isCounted: (cell: number) => boolean,
): number {
  const cells = Array.from({ length: world.cells }, (_, cell) => isCounted(cell))
  return sumOver(askedForm(world, { level, node, cells }), data)
}

test('what follows has the value that it has in the data, worked out from what is published of them', () => {
  let [checked, some] = [0, 0]
  fc.assert(
    fc.property(anySpec, fc.nat(), (small, seed) => {
      let planned: PlannedSpec
      try {
        planned = plannedSpec(small)
      } catch (error) {
        if (error instanceof RequestError) return
        throw error
      }
      const { plans, hierarchy, world } = planned
      const { joint } = plans[0]
      const all = allData(world, false)
      const data = all[seed % all.length]
      const sums = new FactSums(joint, hierarchy, published(planned, data))
      for (const [t, table] of (['people', 'units'] as const).entries())
        for (const name of ['total', ...small[table].attributes.map((one) => one.name), 'detailed'])
          hierarchy.levels.forEach(({ regions }, level) => {
            const query = compileQuery(joint.request.tables[t].schema, name)
            if (!isFixed(joint, table, level, query)) return
            const { first } = joint.joint.tables[t]
            const truth = regions.flatMap((_, node) =>
              Array.from({ length: query.answers }, (_, answer) =>
                countOf(world, data, level, node, (cell) => query.answerOf[cell - first] === answer),
              ),
            )
            expect([...impliedAnswers(joint, hierarchy, sums, table, level, query)]).toEqual(truth)
            checked++
            if (truth.some((value) => value > 0)) some++
          })
    }),
    { numRuns: 30 },
  )
  expect(checked).toBeGreaterThan(50)
  expect(some).toBeGreaterThan(15)
})
