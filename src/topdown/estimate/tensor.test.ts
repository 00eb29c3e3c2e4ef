/** Every operation against explicit matrices, built from the levels of each cell alone. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Subset, TensorShape } from './tensor.ts'

const shapes = fc
  .array(fc.integer({ min: 1, max: 4 }), { maxLength: 4 })
  .filter((sizes) => sizes.reduce((a, b) => a * b, 1) <= 48)
const numbers = (length: number, seed: number): Float64Array =>
  Float64Array.from({ length }, (_, i) => 10 * Math.sin(12.9898 * (i + 1) + seed))

function levelsOf(sizes: readonly number[], cell: number): number[] {
  const levels: number[] = []
  for (let a = sizes.length - 1; a >= 0; a--) {
    levels.unshift(cell % sizes[a])
    cell = Math.floor(cell / sizes[a])
  }
  return levels
}

/** Entry (i, j) of P_T. */
function projector(sizes: readonly number[], part: Subset, i: number, j: number): number {
  const [row, column] = [levelsOf(sizes, i), levelsOf(sizes, j)]
  return sizes.reduce((product, n, a) => {
    const mean = 1 / n
    return product * (part & (1 << a) ? (row[a] === column[a] ? 1 : 0) - mean : mean)
  }, 1)
}

/** The answer of the marginal of S that a cell is counted in, its attributes in order, the last fastest. */
function answerOf(sizes: readonly number[], subset: Subset, cell: number): number {
  const levels = levelsOf(sizes, cell)
  return sizes.reduce((answer, n, a) => (subset & (1 << a) ? answer * n + levels[a] : answer), 0)
}

const close = (found: ArrayLike<number>, expected: ArrayLike<number>): void => {
  expect(found.length).toBe(expected.length)
  for (let i = 0; i < found.length; i++) expect(found[i]).toBeCloseTo(expected[i], 9)
}

test('apply is the sum of the projectors, each times its factor', () => {
  fc.assert(
    fc.property(shapes, fc.integer({ min: 0, max: 999 }), (sizes, seed) => {
      const shape = new TensorShape(sizes)
      const [v, factors] = [numbers(shape.cells, seed), numbers(shape.subsets, seed + 0.5)]
      const expected = new Float64Array(shape.cells)
      for (let i = 0; i < shape.cells; i++) {
        for (let j = 0; j < shape.cells; j++) {
          for (let part = 0; part < shape.subsets; part++) {
            expected[i] += factors[part] * projector(sizes, part, i, j) * v[j]
          }
        }
      }
      shape.apply(v, factors)
      close(v, expected)
    }),
    { numRuns: 60 },
  )
})

test('marginals and broadcasts are the matrix Q_S and its transpose', () => {
  fc.assert(
    fc.property(shapes, fc.nat(15), fc.integer({ min: 0, max: 999 }), (sizes, bits, seed) => {
      const shape = new TensorShape(sizes)
      const subset = bits & (shape.subsets - 1)
      const v = numbers(shape.cells, seed)
      const sums = new Float64Array(shape.answers(subset))
      v.forEach((x, cell) => {
        sums[answerOf(sizes, subset, cell)] += x
      })
      close(shape.marginal(v, subset), sums)
      const answers = numbers(sums.length, seed + 0.5)
      const expected = v.map((x, cell) => x + 3 * answers[answerOf(sizes, subset, cell)])
      shape.addBroadcast(v, subset, answers, 3)
      close(v, expected)
    }),
  )
})

test("Q_S' Q_S is N(not S) times the sum of the projectors of the parts within S", () => {
  fc.assert(
    fc.property(shapes, fc.nat(15), fc.integer({ min: 0, max: 999 }), (sizes, bits, seed) => {
      const shape = new TensorShape(sizes)
      const subset = bits & (shape.subsets - 1)
      const v = numbers(shape.cells, seed)
      const there = new Float64Array(shape.cells)
      shape.addBroadcast(there, subset, shape.marginal(v, subset))
      const inside = (_: unknown, part: number): number => ((part & ~subset) === 0 ? shape.cellsPerAnswer(subset) : 0)
      shape.apply(v, Float64Array.from({ length: shape.subsets }, inside))
      close(v, there)
    }),
  )
})

test('the first cells of a marginal are those of its answers with the other attributes at their first level', () => {
  const shape = new TensorShape([2, 3, 2])
  expect([...shape.firstCells(0)]).toEqual([0])
  expect([...shape.firstCells(0b101)]).toEqual([0, 1, 6, 7])
  expect([...shape.firstCells(0b111)]).toEqual(Array.from({ length: 12 }, (_, i) => i))
  expect(shape.varied).toBe(0b111)
  expect(new TensorShape([2, 1]).varied).toBe(0b01)
})

test('sizes that are no sizes are refused', () => {
  for (const sizes of [[0], [2, 1.5], [-1], Array.from({ length: 21 }, () => 1)]) {
    expect(() => new TensorShape(sizes)).toThrow(RangeError)
  }
})
