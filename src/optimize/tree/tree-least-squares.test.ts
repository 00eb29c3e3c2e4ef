import { expect, test } from 'vitest'
import { TreeLeastSquares } from './tree-least-squares.ts'
import { treeShape } from './tree-shape.ts'

const SHAPE = treeShape([Int32Array.from([0, 2]), Int32Array.from([0, 1, 3])])
const WEIGHTS = [1, 2, 3]

test('the optimum is consistent and its residuals are the same along every path', () => {
  const before = [
    [7, 1],
    [3, 0, 2, 5],
    [1, 9, 4, 2, 2, 8],
  ].map((level) => Float64Array.from(level))
  const x = before.map((level) => level.slice())
  new TreeLeastSquares(SHAPE, WEIGHTS).solve(x, 2)
  for (let s = 0; s < 2; s++) {
    expect(x[0][s]).toBeCloseTo(x[1][s] + x[1][2 + s], 12)
    expect(x[1][2 + s]).toBeCloseTo(x[2][2 + s] + x[2][4 + s], 12)
    // Moving one leaf moves its ancestors too: the derivative is the sum of w (x - y) up the path, 0 at the optimum.
    for (const path of [
      [0, 0, 0],
      [0, 1, 1],
      [0, 1, 2],
    ]) {
      const slope = path.reduce((sum, i, l) => sum + WEIGHTS[l] * (x[l][2 * i + s] - before[l][2 * i + s]), 0)
      expect(slope).toBeCloseTo(0, 12)
    }
  }
})

test('a known top is met, the rest is optimal given it', () => {
  const x = [[7], [3, 0], [1, 9, 4]].map((level) => Float64Array.from(level))
  new TreeLeastSquares(SHAPE, WEIGHTS).solve(x, 1, { column: 0, value: 20 })
  expect(x[0][0]).toBe(20)
  expect(x[1][0] + x[1][1]).toBeCloseTo(20, 12)
  const slope = (i: number, leaf: number, y: number, z: number): number => 2 * (x[1][i] - y) + 3 * (x[2][leaf] - z)
  expect(slope(0, 0, 3, 1)).toBeCloseTo(slope(1, 1, 0, 9), 12)
})

test('the variances are those of the linear map that the solve is', () => {
  const solver = new TreeLeastSquares(SHAPE, WEIGHTS)
  for (const topKnown of [false, true]) {
    const found = [new Float64Array(1), new Float64Array(2), new Float64Array(3)]
    SHAPE.nodes.forEach((count, l) => {
      for (let i = 0; i < count; i++) {
        const unit = SHAPE.nodes.map((size) => new Float64Array(size))
        unit[l][i] = 1
        solver.solve(unit, 1, topKnown ? { column: 0, value: 0 } : undefined)
        unit.forEach((level, m) => {
          for (let j = 0; j < level.length; j++) found[m][j] += level[j] ** 2 / WEIGHTS[l]
        })
      }
    })
    solver.variances(topKnown).forEach((level, l) => {
      for (let i = 0; i < level.length; i++) expect(level[i]).toBeCloseTo(found[l][i], 12)
    })
  }
})
