import { expect, test } from 'vitest'
import { seededEntropy } from '../../noise/index.ts'
import { Solver } from '../../optimize/index.ts'
import { pointsOf } from '../points/points.ts'
import type { AnonymityProblem } from '../problem/problem.ts'
import { initialClasses, varianceOrder } from '../problem/record-order.ts'
import { checkClasses } from '../publish/checker.ts'
import { solveColumns } from './exact-columns.ts'

/** Numbers of few and of many values, as in a file of people. */
function people(records: number, k: number): AnonymityProblem {
  const entropy = seededEntropy('people')
  const values = (below: number): Float64Array =>
    Float64Array.from({ length: records }, () => entropy.belowSmall(below) + entropy.belowSmall(below))
  const columns = [60, 2, 4, 9, 50, 3, 7, 5]
  return {
    records,
    k,
    attributes: columns.map((below, j) => ({ kind: 'numeric', name: `${j}`, values: values(below) })),
  }
}

test('60 records by 8 attributes are solved to a proof, from a crude partition', async () => {
  const problem = people(60, 3)
  const known = initialClasses(varianceOrder(problem), 3)
  const found = await solveColumns(pointsOf(problem), 3, known, new Solver(), { timeLimit: 1e6 })
  expect(found.optimal).toBe(true)
  const verdict = checkClasses(problem, found.classOf)
  expect(verdict.faults).toEqual([])
  expect(verdict.loss).toBeCloseTo(found.loss, 9)
  expect(found.loss).toBeLessThan(0.8 * checkClasses(problem, known).loss)
})

test('a limit on classes or time ends without a proof, and with a bound', async () => {
  const problem = people(60, 3)
  const known = initialClasses(varianceOrder(problem), 3)
  for (const options of [{ mostClusters: 10 }, { timeLimit: 0 }]) {
    const found = await solveColumns(pointsOf(problem), 3, known, new Solver(), options)
    expect(found.optimal).toBe(false)
    expect(found.lowerBound).toBeLessThan(found.loss)
    expect(checkClasses(problem, found.classOf).valid).toBe(true)
  }
})
