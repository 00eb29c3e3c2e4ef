import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mondrianClasses } from '../partition/mondrian.ts'
import { pointsOf } from '../points/points.ts'
import type { AnonymityProblem } from '../problem/problem.ts'
import { commonBoxes, type RecordsVersion } from './common-boxes.ts'

const ages = [1, 2, 3, 4, 5, 6, 7, 8]
const problem: AnonymityProblem = {
  records: 8,
  k: 2,
  attributes: [
    { kind: 'numeric', name: 'age', values: Float64Array.from(ages) },
    { kind: 'categorical', name: 'sex', codes: Int32Array.of(0, 1, 0, 1, 0, 1, 0, 1), labels: ['f', 'm'] },
  ],
}
const version = (classOf: readonly number[], published: RecordsVersion['published'] = ['coarsened', 'coarsened']) => ({
  classOf: Int32Array.from(classOf),
  published,
})
const pairs = version([0, 0, 1, 1, 2, 2, 3, 3])

test('a version tells nothing more beside itself', () => {
  expect(commonBoxes(problem, [pairs, pairs], () => true)).toEqual({ linked: 8, belowK: 0, alone: 0 })
})

test('classes that cross leave single records in their common boxes', () => {
  const shifted = version([0, 1, 1, 2, 2, 3, 3, 0])
  expect(commonBoxes(problem, [pairs, shifted], () => true)).toEqual({ linked: 8, belowK: 6, alone: 6 })
  expect(commonBoxes(problem, [pairs, shifted], (record) => record === 1)).toEqual({ linked: 1, belowK: 1, alone: 1 })
})

test('what one version publishes as it is narrows the box of the other; what it hides does not', () => {
  expect(commonBoxes(problem, [pairs, version(ages, ['hidden', 'exact'])], () => true).alone).toBe(8)
  expect(commonBoxes(problem, [pairs, version(ages, ['hidden', 'hidden'])], () => true).belowK).toBe(0)
})

test('agrees with looking at every record', () => {
  const records = fc.array(fc.tuple(fc.nat(5), fc.nat(2)), { minLength: 6, maxLength: 40 })
  fc.assert(
    fc.property(records, (drawn) => {
      const made: AnonymityProblem = {
        records: drawn.length,
        k: 3,
        attributes: [
          { kind: 'numeric', name: 'x', values: Float64Array.from(drawn, ([x]) => x) },
          { kind: 'categorical', name: 'c', codes: Int32Array.from(drawn, ([, c]) => c), labels: ['a', 'b', 'c'] },
        ],
      }
      const one = mondrianClasses(pointsOf(made), 3)
      const other = Int32Array.from(one, (_, i) => Math.floor(i / 3))
      const found = commonBoxes(made, [version([...one]), version([...other])], () => true)
      const inside = drawn.map((_, r) => {
        const boxes = [one, other].map((classOf) => drawn.filter((_, i) => classOf[i] === classOf[r]))
        return drawn.filter(([x, c]) =>
          boxes.every((box) => {
            const xs = box.map(([value]) => value)
            return Math.min(...xs) <= x && x <= Math.max(...xs) && box.some(([, code]) => code === c)
          }),
        ).length
      })
      expect(found.belowK).toBe(inside.filter((n) => n < 3).length)
      expect(found.alone).toBe(inside.filter((n) => n === 1).length)
    }),
  )
})
