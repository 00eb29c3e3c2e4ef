import fc from 'fast-check'
import { expect, test } from 'vitest'
import { greedyClasses } from '../partition/greedy.ts'
import { classesFromLists } from '../points/class-lists.ts'
import { lossOf } from '../points/class-loss.ts'
import { pointsOf } from '../points/points.ts'
import { varianceOrder } from '../problem/record-order.ts'
import { anytimeClasses } from './anytime.ts'

/** Records of several columns. */
const wide = fc
  .integer({ min: 3, max: 12 })
  .chain((columns) =>
    fc.array(fc.array(fc.nat(9), { minLength: columns, maxLength: columns }), { minLength: 12, maxLength: 60 }),
  )

test('the default is never worse than Greedy Search of the paper, however short the time is', () => {
  fc.assert(
    fc.property(wide, fc.integer({ min: 2, max: 4 }), (records, k) => {
      const attributes = records[0].map((_, a) => ({
        kind: 'numeric' as const,
        name: `a${a}`,
        values: Float64Array.from(records, (record) => record[a]),
      }))
      const problem = { records: records.length, attributes, k }
      const points = pointsOf(problem)
      const order = varianceOrder(problem)
      const greedy = lossOf(points, classesFromLists(points.n, greedyClasses(points, k, order)))
      for (const used of [0.3, 1]) {
        const found = anytimeClasses(points, k, { order, progress: (steps) => (steps > 0 ? 1 : used) })
        expect(found.loss).toBeLessThanOrEqual(greedy + 1e-9 * (1 + greedy))
      }
    }),
  )
})

test('asked to stop, it stops in its first construction', () => {
  const values = Float64Array.from({ length: 40 }, (_, i) => (i * 7) % 11)
  const points = pointsOf({ records: 40, attributes: [{ kind: 'numeric', name: 'a', values }], k: 3 })
  expect(anytimeClasses(points, 3, { progress: () => 0, shouldStop: () => true }).steps).toBe(0)
})
