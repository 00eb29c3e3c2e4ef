import fc from 'fast-check'
import { expect, test } from 'vitest'
import { costOf, relaxedTreeAllocation, type TreeProblem, treeAllocation } from './tree-allocation.ts'
import { emptyLayers, type Layers, sumUpward, type TreeShape, treeShape } from './tree-shape.ts'

/** Children a node, level by level, as child ranges. */
function shapeOf(fanOut: readonly (readonly number[])[]): TreeShape {
  return treeShape(fanOut.map((counts) => Int32Array.from([0, ...counts.map((_, i) => sumOf(counts.slice(0, i + 1)))])))
}

const sumOf = (numbers: ArrayLike<number>): number => Array.from(numbers).reduce((sum, x) => sum + x, 0)

const SHAPES = [
  shapeOf([]),
  shapeOf([[1]]),
  shapeOf([[2]]),
  shapeOf([[3]]),
  shapeOf([[2], [1, 2]]),
  shapeOf([[2], [2, 1]]),
  shapeOf([[1], [2], [1, 2]]),
]

/** Every allocation of the leaves within these bounds, as all layers. */
function* allocations(
  { shape, width }: TreeProblem,
  lower: ArrayLike<number>,
  upper: ArrayLike<number>,
): Generator<Layers> {
  const layers = emptyLayers(shape, width)
  const leaves = layers[layers.length - 1]
  leaves.set(Array.from(lower))
  for (;;) {
    sumUpward(shape, layers, width)
    yield layers
    let i = 0
    while (i < leaves.length && leaves[i] === upper[i]) leaves[i] = lower[i++]
    if (i === leaves.length) return
    leaves[i]++
  }
}

const problems = fc
  .record({ shape: fc.constantFrom(...SHAPES), width: fc.integer({ min: 1, max: 2 }) })
  .chain(({ shape, width }) =>
    fc.record({
      shape: fc.constant(shape),
      width: fc.constant(width),
      targets: fc.tuple(
        ...shape.nodes.map((count) =>
          fc
            .array(fc.integer({ min: -16, max: 24 }), { minLength: count * width, maxLength: count * width })
            .map((quarters) => Float64Array.from(quarters, (x) => x / 4)),
        ),
      ),
      weights: fc.array(fc.integer({ min: 1, max: 4 }), {
        minLength: shape.nodes.length,
        maxLength: shape.nodes.length,
      }),
    }),
  )

function isConsistent({ shape, width }: TreeProblem, layers: Layers): boolean {
  const summed = layers.map((level) => level.slice())
  sumUpward(shape, summed, width)
  return summed.every((level, l) => level.every((x, i) => x === layers[l][i] && Number.isInteger(x)))
}

test('with a total, no allocation of whole numbers is cheaper', () => {
  fc.assert(
    fc.property(problems, fc.nat(5), (drawn, total) => {
      const problem: TreeProblem = { ...drawn, total }
      const cells = problem.targets[problem.targets.length - 1].length
      const { layers } = treeAllocation(problem)
      expect(isConsistent(problem, layers)).toBe(true)
      expect(sumOf(layers[0])).toBe(total)
      expect(layers.every((level) => level.every((x) => x >= 0))).toBe(true)
      let best = Number.POSITIVE_INFINITY
      for (const other of allocations(problem, new Array(cells).fill(0), new Array(cells).fill(total)))
        if (sumOf(other[0]) === total) best = Math.min(best, costOf(problem, other))
      expect(costOf(problem, layers)).toBe(best) // quarters and small weights: exact in doubles
    }),
    { numRuns: 1000 },
  )
})

test('with bounds and no total, no allocation of whole numbers is cheaper', () => {
  const bound = fc.array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.nat(3)), { minLength: 6, maxLength: 6 })
  fc.assert(
    fc.property(problems, bound, (drawn, bounds) => {
      const cells = drawn.targets[drawn.targets.length - 1].length
      const lower = Float64Array.from(bounds.slice(0, cells), ([low]) => low)
      const upper = Float64Array.from(bounds.slice(0, cells), ([low, width]) => low + width)
      const problem: TreeProblem = { ...drawn, lower, upper }
      const { layers } = treeAllocation(problem)
      expect(isConsistent(problem, layers)).toBe(true)
      let best = Number.POSITIVE_INFINITY
      for (const other of allocations(problem, lower, upper)) best = Math.min(best, costOf(problem, other))
      expect(costOf(problem, layers)).toBe(best)
      layers[layers.length - 1].forEach((x, i) => {
        expect(x).toBeGreaterThanOrEqual(lower[i])
        expect(x).toBeLessThanOrEqual(upper[i])
      })
    }),
    { numRuns: 1000 },
  )
})

/** Uniform whole numbers from a linear congruential generator: the test needs variety, not quality. */
function numbers(seed: number): (low: number, high: number) => number {
  let state = seed >>> 0
  return (low, high) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return low + Math.floor((state / 2 ** 32) * (high - low + 1))
  }
}

function largeProblem(seed: number, spread: number): TreeProblem {
  const draw = numbers(seed)
  const states = Array.from({ length: 6 }, () => draw(1, 12))
  const shape = shapeOf([[6], states])
  const width = 8
  const targets = shape.nodes.map((count) =>
    Float64Array.from({ length: count * width }, () => draw(-spread, 2 * spread)),
  )
  return { shape, width, targets, weights: [1, 2, 1], total: 40 * spread }
}

test('windows that start far away move until they hold the optimum', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const problem = largeProblem(seed, 30)
    const near = treeAllocation(problem)
    const far = emptyLayers(problem.shape, problem.width)
    far[far.length - 1][0] = problem.total!
    sumUpward(problem.shape, far, problem.width)
    const found = treeAllocation(problem, far)
    expect(found.rounds).toBeGreaterThan(near.rounds)
    expect(costOf(problem, found.layers)).toBe(costOf(problem, near.layers))
  }
})

test('the real optimum is feasible and no feasible direction improves it', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const problem = largeProblem(seed, 100)
    const layers = relaxedTreeAllocation(problem)
    const { shape, width, targets, weights } = problem
    expect(Math.abs(sumOf(layers[0]) - problem.total!)).toBeLessThan(1e-6)
    // The marginal cost of a leaf is the sum of w (x - t) up to the top: all equal where x > 0, none smaller where x =
    // 0.
    const marginal: number[][] = [[], []]
    const parent = new Int32Array(shape.nodes[2])
    shape.firstChild[1].forEach((first, i) => void parent.fill(i, first))
    layers[2].forEach((x, at) => {
      const [leaf, s] = [Math.floor(at / width), at % width]
      const path = [s, parent[leaf] * width + s, at]
      const price = sumOf(path.map((i, l) => weights[l] * (layers[l][i] - targets[l][i])))
      expect(x).toBeGreaterThanOrEqual(0)
      marginal[x > 0 ? 1 : 0].push(price)
    })
    expect(Math.max(...marginal[1]) - Math.min(...marginal[1])).toBeLessThan(1e-6)
    expect(Math.min(...marginal[0])).toBeGreaterThan(Math.max(...marginal[1]) - 1e-6)
  }
})

test('a total that the bounds cannot meet is refused', () => {
  const problem = {
    shape: shapeOf([[2]]),
    width: 1,
    targets: [new Float64Array(1), new Float64Array(2)],
    weights: [1, 1],
  }
  expect(() => treeAllocation({ ...problem, total: -1 })).toThrow(RangeError)
  expect(() => treeAllocation({ ...problem, total: 3, upper: Float64Array.from([1, 1]) })).toThrow(RangeError)
})
