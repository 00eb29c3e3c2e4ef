import { expect, test } from 'vitest'
import { buildHierarchy } from '../../model/hierarchy.ts'
import { belowPrecision } from './below-precision.ts'
import { ChildSum } from './child-sum.ts'
import { LevelEstimator } from './level-estimator.ts'
import { TensorShape } from './tensor.ts'

const shape = new TensorShape([2, 3])
const hierarchy = buildHierarchy(
  ['all', 'town', 'ward'],
  [0, 0, 0, 1, 2, 2].map((town, ward) => [`t${town}`, `t${town}/w${ward}`]),
)
/** The total and the cells of a ward, one margin of a town, nothing of all. */
const measured = [
  [],
  [{ subset: 1, variance: 4 }],
  [
    { subset: 0, variance: 9 },
    { subset: 3, variance: 2 },
  ],
]

test('it is the precision with which the estimates below are summed', () => {
  const leaf = new LevelEstimator(shape, measured[2])
  const town = new LevelEstimator(shape, measured[1])
  const wards = [3, 1, 2].map((children) => {
    const sum = new ChildSum(shape)
    for (let i = 0; i < children; i++) sum.add(leaf.estimateNode([[5], [1, 1, 1, 1, 1, 0]]))
    return sum
  })
  const towns = new ChildSum(shape)
  for (const sum of wards) towns.add(town.estimateNode([[3, 2]], sum))
  const [ofTowns, ofAll] = [1, 0].map((level) => belowPrecision(shape, hierarchy, measured, level))
  wards.forEach((sum, i) => {
    for (const [part, value] of ofTowns[i].entries()) expect(value).toBeCloseTo(sum.precision()[part], 12)
  })
  for (const [part, value] of ofAll[0].entries()) expect(value).toBeCloseTo(towns.precision()[part], 12)
})

test('a part that nobody measures below is unknown', () => {
  const [all] = belowPrecision(shape, hierarchy, [[], [], [{ subset: 0, variance: 9 }]], 0)
  expect(Array.from(all, (value) => value > 0)).toEqual([true, false, false, false])
})
