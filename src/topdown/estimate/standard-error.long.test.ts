/** The standard errors against the spread of whole-tree estimates under discrete noise. */
import { expect, test } from 'vitest'
import { rational } from '../../exact/rational.ts'
import { buildHierarchy } from '../../model/hierarchy.ts'
import { type NoiseLaw, samplerOf, varianceOf } from '../../noise/law.ts'
import { seededEntropy } from '../../noise/seeded.ts'
import { productErrors, standardErrors } from './standard-error.ts'
import { TensorShape } from './tensor.ts'
import { type MeasuredTree, smoothTree } from './two-passes.ts'

const SIZES = [3, 2]
const shape = new TensorShape(SIZES)
const hierarchy = buildHierarchy(
  ['top', 'middle', 'leaf'],
  [
    ['a', 'a0'],
    ['b', 'b0'],
    ['b', 'b1'],
    ['b', 'b2'],
  ],
)
const laplace = (scale: bigint): NoiseLaw => ({ kind: 'discrete-laplace', scale: rational(scale) })
const gaussian = (variance: bigint): NoiseLaw => ({ kind: 'discrete-gaussian', variance: rational(variance) })
const PLAN: readonly (readonly { readonly subset: number; readonly law: NoiseLaw }[])[] = [
  [
    { subset: 0b00, law: gaussian(2n) },
    { subset: 0b11, law: laplace(2n) },
  ],
  [
    { subset: 0b01, law: laplace(1n) },
    { subset: 0b10, law: gaussian(9n) },
  ],
  [
    { subset: 0b11, law: gaussian(4n) },
    { subset: 0b10, law: laplace(3n) },
  ],
]
const tree: MeasuredTree = {
  sizes: SIZES,
  hierarchy,
  levels: PLAN.map((queries) => queries.map(({ subset, law }) => ({ subset, variance: varianceOf(law) }))),
}

const REPLICATES = 16_000
/**
 * A sum of independent draws has at most the largest of their kurtoses, here 5 + cosh(1) < 6.6 of the discrete Laplace
 * law of scale 1. So a mean of squared standardised errors has a standard deviation below sqrt(5.6/16000) = 0.0188, and
 * the tolerance is 4.2 of them: a false alarm in one of 12 means has a chance below 4e-4, were the seed not fixed.
 * Standard errors 1.1 times too large or too small move the mean by 17 or 21 %.
 */
const TOLERANCE = 0.08

/** By level and subset: the mean of (estimate / standard error)^2 over nodes, answers and draws, the truth being 0. */
function simulate(): { readonly name: string; readonly ratio: number }[] {
  const entropy = seededEntropy('calibration of whole-tree errors')
  const samplers = PLAN.map((queries) => queries.map(({ law }) => samplerOf(law)))
  const errors = standardErrors(hierarchy, tree.levels, SIZES)
  const sums = PLAN.map(() => new Float64Array(shape.subsets))
  for (let replicate = 0; replicate < REPLICATES; replicate++) {
    const x = smoothTree(tree, (l, _, q) =>
      Float64Array.from({ length: shape.answers(PLAN[l][q].subset) }, () => Number(samplers[l][q](entropy))),
    )
    x.forEach((nodes, l) => {
      nodes.forEach((cells, i) => {
        for (let s = 0; s < shape.subsets; s++) {
          const squares = shape.marginal(cells, s).reduce((sum, value) => sum + value * value, 0)
          sums[l][s] += squares / (errors(l, i, s) ** 2 * shape.answers(s) * nodes.length * REPLICATES)
        }
      })
    })
  }
  return sums.flatMap((level, l) => [...level].map((ratio, s) => ({ name: `level ${l}, subset ${s}`, ratio })))
}

test('errors spread as the standard errors say, and not 1.1 times more or less', () => {
  const accepts = (ratio: number): boolean => Math.abs(ratio - 1) < TOLERANCE
  for (const { name, ratio } of simulate()) {
    expect(accepts(ratio), `${name}: ${ratio} over ${REPLICATES} draws, expected 1`).toBe(true)
    expect(accepts(ratio / 1.1 ** 2), name).toBe(false)
    expect(accepts(ratio * 1.1 ** 2), name).toBe(false)
  }
})

test('what is known exactly has almost no error and leaves the other parts as they are', () => {
  const levels = tree.levels.map((queries) => [{ subset: 0, variance: 1e-12 }, ...queries])
  const known = standardErrors(hierarchy, levels, SIZES)
  const measured = standardErrors(hierarchy, tree.levels, SIZES)
  const x = smoothTree({ ...tree, levels }, (l, i, q) => {
    const length = shape.answers(levels[l][q].subset)
    const total = [1234567, [34567, 1200000][i], [34567, 400000, 500000, 300000][i]][l]
    return Float64Array.from({ length }, (_, k) => (q === 0 ? total : k - 3))
  })
  x.forEach((nodes, l) => {
    nodes.forEach((cells, i) => {
      const total = [1234567, [34567, 1200000][i], [34567, 400000, 500000, 300000][i]][l]
      expect(shape.marginal(cells, 0)[0]).toBeCloseTo(total, 4)
      expect(known(l, i, 0)).toBeLessThan(1e-6)
      const part = measured(l, i, 0b01) ** 2 - measured(l, i, 0) ** 2 / 9 // a third of the total, squared
      expect(known(l, i, 0b01) ** 2).toBeCloseTo(part, 8)
    })
  })
})

test('a query that nothing determines has an infinite standard error, one of an only child its parent’s', () => {
  const levels = [[{ subset: 0b11, variance: 5 }], [{ subset: 0b11, variance: 3 }], [{ subset: 0, variance: 1 }]]
  const errors = standardErrors(hierarchy, levels, SIZES)
  expect(errors(2, 0, 0b11)).toBe(errors(1, 0, 0b11))
  expect(errors(2, 1, 0b11)).toBe(Number.POSITIVE_INFINITY)
  expect(errors(2, 1, 0)).toBeLessThan(1)
  expect(errors(1, 1, 0b11)).toBeLessThan(Math.sqrt(3))
  expect(standardErrors(hierarchy, [[], [], []], SIZES)(0, 0, 0)).toBe(Number.POSITIVE_INFINITY)
  expect(() => standardErrors(hierarchy, [[]], SIZES)).toThrow('1 levels of queries for 3')
})

test('a product of whole attributes and single levels is an answer of a marginal', () => {
  const hierarchy = buildHierarchy(['all', 'place'], [['a'], ['b'], ['c']])
  const sizes = [3, 2]
  const levels = [
    [{ subset: 0, variance: 2 }],
    [
      { subset: 3, variance: 5 },
      { subset: 1, variance: 1 },
    ],
  ]
  const marginal = standardErrors(hierarchy, levels, sizes)
  const product = productErrors(hierarchy, levels, sizes)
  for (const level of [0, 1]) {
    for (const [subset, chosen] of [
      [0, [3, 2]],
      [1, [1, 2]],
      [2, [3, 1]],
      [3, [1, 1]],
    ] as const) {
      expect(product(chosen)(level, 0)).toBeCloseTo(marginal(level, 0, subset), 10)
    }
  }
  // Two levels of three: the whole less one, with their covariance.
  const [one, all] = [product([1, 2])(1, 0) ** 2, product([3, 2])(1, 0) ** 2]
  const covariance = all / 3 // of a level with the total, by symmetry
  expect(product([2, 2])(1, 0) ** 2).toBeCloseTo(all + one - 2 * covariance, 10)
})
