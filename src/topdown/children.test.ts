import { expect, test } from 'vitest'
import { levelTerms, type MeasuredChildren, treeTerms } from './children.ts'

/** One attribute of three levels; the total and every cell measured of two children. */
function measured(totalVariance: number): MeasuredChildren {
  return {
    children: 2,
    cells: 3,
    tables: [{ first: 0, sizes: [3] }],
    queries: [
      {
        name: 'total',
        table: 0,
        answers: 1,
        answerOf: new Int32Array(3),
        variance: totalVariance,
        marginal: { subset: 0 },
      },
      {
        name: 'detailed',
        table: 0,
        answers: 3,
        answerOf: Int32Array.of(0, 1, 2),
        variance: 2,
        marginal: { subset: 1 },
      },
    ],
    values: [Float64Array.of(12, 30), Float64Array.of(1, 2, 3, 10, 10, 10)],
  }
}

test('the terms of a level are its measurements, each weighed by the inverse of its variance', () => {
  const [total, detailed] = levelTerms(measured(4))
  expect([...total.weight, ...detailed.weight]).toEqual([1 / 4, 1 / 4, 1 / 2, 1 / 2])
  expect([...total.target, ...detailed.target]).toEqual([12, 30, 1, 2, 3, 10, 10, 10])
})

test('what is exact is a constraint and no term', () => {
  expect(levelTerms(measured(0)).map(({ name }) => name)).toEqual(['detailed'])
  expect(treeTerms(measured(0)).map(({ name }) => name)).toEqual(['detailed'])
})

test('the terms of the tree at a leaf: the same weights, around one estimate that agrees with itself', () => {
  const terms = treeTerms(measured(4))
  const by = (name: string) => terms.find((term) => term.name === name) as (typeof terms)[number]
  expect(by('total').weight[0]).toBeCloseTo(1 / 4, 12)
  expect(by('detailed').weight[0]).toBeCloseTo(1 / 2, 12)
  // 6 was counted by cells (variance 6) and 12 at once (variance 4): 12 - 6 * 4 / 10, and a third of the rest to each.
  const total = 12 - (6 * 4) / 10
  expect(by('total').target[0]).toBeCloseTo(total, 10)
  const cells = [1, 2, 3].map((value) => value + (total - 6) / 3)
  cells.forEach((value, i) => {
    expect(by('detailed').target[i]).toBeCloseTo(value, 10)
  })
})

test('the totals of leaves weigh as many times more as the mean leaf is larger than their noise: not where it is drowned in it', () => {
  const weightOf = (people: number, most = 16): number => {
    const parent = Float64Array.of(people / 2, people / 2, 0)
    const total = treeTerms(measured(4), { most, parent }).find(({ name }) => name === 'total')
    return (total?.weight[0] ?? 0) * 4
  }
  expect(weightOf(2)).toBeCloseTo(1, 12) // a leaf has 1, the noise is 2
  expect(weightOf(20)).toBeCloseTo(5, 12) // 10 beside 2
  expect(weightOf(400)).toBeCloseTo(16, 12)
  expect(weightOf(400, 64)).toBeCloseTo(64, 12)
})
