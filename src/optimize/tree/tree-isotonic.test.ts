import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededEntropy } from '../../noise/seeded.ts'
import { Solver } from '../linear/highs.ts'
import { ModelBuilder } from '../linear/model-builder.ts'
import { risingTree } from './tree-isotonic.ts'
import { type Layers, type TreeShape, treeShape } from './tree-shape.ts'

const SHAPE = treeShape([Int32Array.from([0, 2]), Int32Array.from([0, 1, 3])])
const WEIGHTS = [1, 2, 1]
const SOLVER = new Solver()

/** The same problem for a general solver: the least value of sum w (x - y)^2. */
async function byGeneralSolver(shape: TreeShape, width: number, values: Layers, total: number): Promise<number> {
  const builder = new ModelBuilder()
  const column = (l: number, at: number): number => values.slice(0, l).reduce((sum, level) => sum + level.length, at)
  let constant = 0
  values.forEach((level, l) => {
    level.forEach((y, at) => {
      const fixed = l === 0 && at === width - 1
      builder.addColumn(fixed ? total : 0, fixed ? total : Number.POSITIVE_INFINITY, -2 * WEIGHTS[l] * y)
      constant += WEIGHTS[l] * y * y
    })
  })
  shape.nodes.forEach((count, l) => {
    for (let i = 0; i < count; i++) {
      for (let s = 0; s < width; s++) {
        if (s > 0) {
          builder.startRow(0, Number.POSITIVE_INFINITY)
          builder.entry(column(l, i * width + s), 1)
          builder.entry(column(l, i * width + s - 1), -1)
        }
        if (l + 1 === shape.nodes.length) continue
        builder.startRow(0, 0)
        builder.entry(column(l, i * width + s), -1)
        for (let c = shape.firstChild[l][i]; c < shape.firstChild[l][i + 1]; c++)
          builder.entry(column(l + 1, c * width + s), 1)
      }
    }
  })
  const weights = values.flatMap((level, l) => Array.from(level, () => 2 * WEIGHTS[l]))
  const starts = Int32Array.from({ length: weights.length + 1 }, (_, k) => k)
  const outcome = await SOLVER.solveQuadratic(builder.build(), {
    starts,
    indices: starts.slice(0, -1),
    values: Float64Array.from(weights),
  })
  if (outcome.status !== 'optimal') throw new Error(outcome.status)
  return outcome.objective + constant
}

test('the optimum is that of a general quadratic solver', async () => {
  const width = 4
  const level = (count: number): fc.Arbitrary<Float64Array> =>
    fc
      .array(fc.integer({ min: -5, max: 20 }), { minLength: count * width, maxLength: count * width })
      .map((values) => Float64Array.from(values))
  await fc.assert(
    fc.asyncProperty(fc.tuple(...SHAPE.nodes.map(level)), fc.nat(40), async (values, total) => {
      const { layers, residual } = risingTree(
        { shape: SHAPE, width, values, weights: WEIGHTS, total },
        { tolerance: 1e-9, mostSteps: 20_000 },
      )
      expect(residual).toBeLessThanOrEqual(1e-9)
      const cost = layers.reduce(
        (sum, xs, l) => sum + WEIGHTS[l] * xs.reduce((part, x, i) => part + (x - values[l][i]) ** 2, 0),
        0,
      )
      const best = await byGeneralSolver(SHAPE, width, values, total)
      expect(Math.abs(cost - best)).toBeLessThan(1e-5 * (1 + best))
    }),
    { numRuns: 40 },
  )
})

test('known totals of every node are met', () => {
  const upper = [[9], [4, 5], [4, 2, 3]].map((level) => Float64Array.from(level))
  const values = [
    [3, 12, 8],
    [1, 9, 9, 0, 3, 3],
    [2, 7, 7, 0, 0, 9, 5, 1, 2],
  ].map((level) => Float64Array.from(level))
  const { layers } = risingTree(
    { shape: SHAPE, width: 3, values, weights: WEIGHTS, upper },
    { tolerance: 1e-9, mostSteps: 20_000 },
  )
  layers.forEach((level, l) => {
    level.forEach((x, at) => {
      expect(x).toBeLessThan(upper[l][Math.floor(at / 3)] + 1e-6)
    })
  })
})

test.each([[[9801, 1]], [[1, 9801]], [[1, 9801, 1]], [[1e8, 1e4, 1]]])(
  'the residual is met with weights as uneven as %j',
  (weights) => {
    const [branches, width] = [20, 200]
    const children = Array.from({ length: weights.length - 1 }, (_, l) =>
      Int32Array.from({ length: branches ** l + 1 }, (_, i) => branches * i),
    )
    const shape = treeShape(children)
    const entropy = seededEntropy(`uneven ${weights}`)
    const leaves = shape.nodes[weights.length - 1]
    // Noise of the deviation that the weight stands for, on rows that step up by one group halfway.
    const values = shape.nodes.map((count, l) =>
      Float64Array.from({ length: count * width }, (_, at) => {
        const truth = at % width < width / 2 ? 0 : leaves / count
        return truth + (entropy.belowSmall(2 ** 20) / 2 ** 20 - 0.5) * Math.sqrt(12 / weights[l])
      }),
    )
    const tolerance = 0.02 / Math.sqrt(Math.max(...weights))
    const found = risingTree({ shape, width, values, weights, total: leaves }, { tolerance, mostSteps: 1000 })
    expect(found.residual).toBeLessThanOrEqual(tolerance)
    expect(found.steps).toBeLessThan(300)
  },
)

test('a bound that is not met in the steps allowed shows in the residual', () => {
  const values = SHAPE.nodes.map((count, l) =>
    Float64Array.from({ length: count * 4 }, (_, i) => ((i * 7 + l) % 11) - 3),
  )
  const problem = { shape: SHAPE, width: 4, values, weights: WEIGHTS, total: 9 }
  const { residual, steps } = risingTree(problem, { tolerance: 1e-9, mostSteps: 3 })
  expect(steps).toBe(3)
  expect(residual).toBeGreaterThan(1e-9)
})
