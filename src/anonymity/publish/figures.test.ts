import { expect, test } from 'vitest'
import { pointsOf } from '../points/points.ts'
import type { AnonymityProblem } from '../problem/problem.ts'
import { contributions, riskBefore, riskOf } from './risk.ts'
import { classSizes, correlations, marginals } from './utility.ts'

const problem: AnonymityProblem = {
  records: 6,
  k: 2,
  attributes: [
    { kind: 'numeric', name: 'age', values: Float64Array.of(10, 20, 30, 40, 50, 60) },
    { kind: 'numeric', name: 'pay', values: Float64Array.of(1, 2, 3, 4, 5, 6) },
    { kind: 'categorical', name: 'sex', codes: Int32Array.of(0, 0, 1, 1, 1, 0), labels: ['f', 'm'] },
  ],
}
const classOf = Int32Array.of(0, 0, 1, 1, 1, -1)

test('risk by attacker', () => {
  expect(riskOf(classOf)).toEqual({
    prosecutor: 1 / 2,
    prosecutorRecords: 2 / 5,
    journalist: 1 / 2,
    marketer: 2 / 5,
    uniques: 0,
    records: 5,
  })
  const wide = riskOf(classOf, [10, 4])
  expect(wide.journalist).toBe(1 / 4)
  expect(wide.marketer).toBeCloseTo((2 / 10 + 3 / 4) / 5, 12)
  expect(riskBefore(pointsOf(problem))).toMatchObject({ prosecutor: 1, uniques: 6 })
})

test('the contribution of each variable', () => {
  expect(contributions(pointsOf({ ...problem, attributes: problem.attributes.slice(1) }))).toEqual([
    { attribute: 0, distinction: 1, uniques: 6, uniquesWithout: 0 },
    { attribute: 1, distinction: 2 / 6, uniques: 6, uniquesWithout: 6 },
  ])
})

test('class sizes, marginals and correlations', () => {
  expect(classSizes(classOf)).toEqual([
    { size: 2, classes: 1 },
    { size: 3, classes: 1 },
  ])
  const [age, , sex] = marginals(problem, classOf)
  expect(sex.before).toEqual([0.5, 0.5])
  expect(sex.after).toEqual([0.4, 0.6])
  expect(sex.distance).toBeCloseTo(0.1, 12)
  expect(age.after.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12)
  expect(correlations(problem, classOf)).toEqual([
    { names: ['age', 'pay'], before: expect.closeTo(1, 12), after: expect.closeTo(1, 12) },
  ])
})
