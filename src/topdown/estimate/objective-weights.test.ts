import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ChildSum } from './child-sum.ts'
import { objectiveWeights } from './objective-weights.ts'
import { type MarginalNoise, ownPrecision } from './precision.ts'
import { type ByPart, TensorShape } from './tensor.ts'

const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 })
const queries = (attributes: number): fc.Arbitrary<MarginalNoise[]> =>
  fc.array(
    fc.record({ subset: fc.nat(2 ** attributes - 1), variance: fc.integer({ min: 1, max: 500 }).map((n) => n / 10) }),
    { minLength: 1, maxLength: 5 },
  )

/** v' Lambda v and sum_S omega_S |Q_S v|^2. */
function forms(shape: TensorShape, precision: ByPart): { form: number; weighted: number } {
  const v = Float64Array.from({ length: shape.cells }, (_, i) => Math.sin(7.3 * i + 1))
  const image = v.slice()
  shape.apply(image, precision)
  const form = v.reduce((sum, x, i) => sum + x * image[i], 0)
  const { weights } = objectiveWeights(shape, precision)
  const weighted = weights.reduce(
    (sum, weight, s) => sum + weight * shape.marginal(v, s).reduce((squares, x) => squares + x * x, 0),
    0,
  )
  return { form, weighted }
}

test('the weights of a precision that measurements gave are the inverse variances of those measurements', () => {
  const cases = sizes.chain((n) => queries(n.length).map((asked) => ({ n, asked })))
  fc.assert(
    fc.property(cases, ({ n, asked }) => {
      const shape = new TensorShape(n)
      const precision = ownPrecision(shape, asked)
      const { weights, positive, clipped } = objectiveWeights(shape, precision)
      const told = new Float64Array(shape.subsets)
      // An attribute of one level adds nothing to a marginal: the same answers, with and without it.
      for (const { subset, variance } of asked) told[subset & shape.varied] += 1 / variance
      weights.forEach((weight, s) => {
        expect(weight).toBeCloseTo(told[s], 10)
      })
      expect(positive).toEqual([...told.keys()].filter((s) => told[s] > 0))
      expect(clipped).toEqual([])
      const { form, weighted } = forms(shape, precision)
      expect(weighted / form).toBeCloseTo(1, 10)
    }),
  )
})

test('children of different shape can give a negative weight, which is cut and told', () => {
  const shape = new TensorShape([2, 2])
  const cells = new Float64Array(4)
  const children = new ChildSum(shape)
  const both = [0b01, 0b10, 0b11].map((subset) => ({ subset, variance: shape.cellsPerAnswer(subset) }))
  children.add({ cells, precision: ownPrecision(shape, both) }) // 3, 2, 2, 1
  children.add({ cells, precision: ownPrecision(shape, [{ subset: 0b11, variance: 1 }]) }) // 1, 1, 1, 1
  const precision = children.precision()
  expect([...precision].map((x) => x.toFixed(6))).toEqual([3 / 4, 2 / 3, 2 / 3, 1 / 2].map((x) => x.toFixed(6)))
  const { weights, positive, clipped } = objectiveWeights(shape, precision)
  expect(clipped).toEqual([0]) // 3/4 - 2/3 - 2/3 + 1/2 = -1/12
  expect(positive).toEqual([0b01, 0b10, 0b11])
  expect(weights[0]).toBe(0)
  expect(weights[0b01]).toBeCloseTo((2 / 3 - 1 / 2) / 2, 12)
  expect(weights[0b11]).toBeCloseTo(1 / 2, 12)
})

test('children of the same shape keep all weights, and the forms agree', () => {
  const shape = new TensorShape([3, 2])
  const precision = ownPrecision(shape, [
    { subset: 0, variance: 4 },
    { subset: 0b10, variance: 2 },
    { subset: 0b11, variance: 9 },
  ])
  const children = new ChildSum(shape)
  for (let j = 0; j < 3; j++) children.add({ cells: new Float64Array(6), precision })
  const { form, weighted } = forms(shape, children.precision())
  expect(weighted / form).toBeCloseTo(1, 12)
})

test('a part that one child does not know is unknown in the sum', () => {
  const shape = new TensorShape([3, 2])
  const children = new ChildSum(shape)
  expect(() => children.precision()).toThrow('no children')
  const total = { cells: new Float64Array(6), precision: ownPrecision(shape, [{ subset: 0, variance: 1 }]) }
  children.add(total)
  children.add({ ...total, precision: ownPrecision(shape, [{ subset: 0b11, variance: 1 }]) })
  expect([...children.precision()]).toEqual([1 / (1 / 6 + 1), 0, 0, 0])
  children.clear()
  expect(children.children).toBe(0)
})

test('a variance of 0 is refused, and so is one that is none', () => {
  const shape = new TensorShape([2])
  for (const variance of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => ownPrecision(shape, [{ subset: 1, variance }])).toThrow('above 0')
  }
  expect(() => ownPrecision(shape, [{ subset: 2, variance: 1 }])).toThrow('no subset')
})
