import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Solver } from './highs.ts'
import type { Hessian } from './highs-engine.ts'
import type { LinearModel } from './model.ts'
import { ModelBuilder } from './model-builder.ts'
import { checkConvex, squareOf } from './quadratic.ts'

const solver = new Solver()

function lowerTriangle(square: readonly (readonly number[])[]): Hessian {
  const [starts, indices, values]: number[][] = [[0], [], []]
  square.forEach((column, j) => {
    column.forEach((value, i) => {
      if (i < j || value === 0) return
      indices.push(i)
      values.push(value)
    })
    starts.push(indices.length)
  })
  return { starts: Int32Array.from(starts), indices: Int32Array.from(indices), values: Float64Array.from(values) }
}

function boxed(costs: readonly number[], lower: number, upper: number): ModelBuilder {
  const builder = new ModelBuilder()
  for (const cost of costs) builder.addColumn(lower, upper, cost)
  return builder
}

test('a small QP meets its optimum and certifies it', async () => {
  const builder = boxed([-1, -1], 0, Number.POSITIVE_INFINITY)
  builder.startRow(Number.NEGATIVE_INFINITY, 0.5)
  builder.entry(0, 1)
  builder.entry(1, 1)
  const outcome = await solver.solveQuadratic(
    builder.build(),
    lowerTriangle([
      [2, 0],
      [0, 2],
    ]),
  )
  if (outcome.status !== 'optimal') throw new Error(`ended ${outcome.status}`)
  for (const value of outcome.x) expect(value).toBeCloseTo(0.25, 8)
  expect(outcome.objective).toBeCloseTo(0.0625 * 2 - 0.5, 9)
  expect(outcome.duals![0]).toBeCloseTo(-0.5, 9)
})

/** Q = B'B is semidefinite, often singular. No feasible point of a grid may be better than the optimum. */
test('random convex QPs: no feasible point found is better', async () => {
  const entry = fc.integer({ min: -2, max: 2 })
  const drawn = fc.record({
    factor: fc.array(fc.array(entry, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
    costs: fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 3, maxLength: 3 }),
    rows: fc.array(fc.tuple(fc.array(entry, { minLength: 3, maxLength: 3 }), fc.integer({ min: 0, max: 3 })), {
      maxLength: 2,
    }),
  })
  const law = fc.asyncProperty(drawn, async ({ factor, costs, rows }) => {
    const square = [0, 1, 2].map((j) => [0, 1, 2].map((i) => factor.reduce((t, row) => t + row[i] * row[j], 0)))
    const builder = boxed(costs, -1, 2)
    for (const [entries, most] of rows) {
      builder.startRow(Number.NEGATIVE_INFINITY, most) // 0 is always feasible
      for (const [j, value] of entries.entries()) if (value !== 0) builder.entry(j, value)
    }
    const outcome = await solver.solveQuadratic(builder.build(), lowerTriangle(square), { timeLimit: 4 })
    if (outcome.status !== 'optimal') throw new Error(`ended ${outcome.status}`)
    const value = (x: readonly number[]): number =>
      x.reduce((t, xi, i) => t + costs[i] * xi + (xi * x.reduce((s, xj, j) => s + square[i][j] * xj, 0)) / 2, 0)
    expect(outcome.objective).toBeCloseTo(value([...outcome.x]), 9)
    const grid = [-1, -0.5, 0, 0.5, 1, 1.5, 2]
    for (const a of grid)
      for (const b of grid)
        for (const c of grid) {
          const inside = rows.every(([[p, q, r], most]) => p * a + q * b + r * c <= most)
          if (inside) expect(value([a, b, c])).toBeGreaterThanOrEqual(outcome.objective - 1e-6)
        }
  })
  await fc.assert(law, { numRuns: 300, seed: 104 })
})

test('infeasible and unbounded QPs are told apart', async () => {
  const flat = lowerTriangle([
    [2, 0],
    [0, 0],
  ])
  const open: LinearModel = boxed([-1, -1], 0, Number.POSITIVE_INFINITY).build()
  const outcome = await solver.solveQuadratic(open, flat)
  if (outcome.status !== 'unbounded') throw new Error(`ended ${outcome.status}`)
  expect(outcome.ray.map(Math.abs)).toEqual(Float64Array.of(0, 1))
  const builder = boxed([-1, -1], 0, 1)
  builder.startRow(Number.NEGATIVE_INFINITY, -1, 'below zero')
  builder.entry(0, 1)
  const clash = await solver.solveQuadratic(builder.build(), flat)
  expect(clash).toMatchObject({ status: 'infeasible', irreducible: true })
})

test('what is not a small convex QP is refused', async () => {
  const model = boxed([1, 1], 0, 1).build()
  await expect(
    solver.solveQuadratic(
      model,
      lowerTriangle([
        [1, 2],
        [2, 1],
      ]),
    ),
  ).rejects.toThrow('not positive semidefinite')
  await expect(
    solver.solveQuadratic(
      model,
      lowerTriangle([
        [0, 1],
        [1, 0],
      ]),
    ),
  ).rejects.toThrow('not positive semidefinite')
  await expect(solver.solveQuadratic(model, lowerTriangle([[1]]))).rejects.toThrow('The Hessian has 1 columns')
  const large = boxed(new Array<number>(500).fill(1), 0, 1).build()
  await expect(solver.solveQuadratic(large, lowerTriangle([]))).rejects.toThrow('500 columns; at most 400')
  expect(() =>
    checkConvex(
      squareOf(
        lowerTriangle([
          [1, 1],
          [1, 1],
        ]),
        2,
      ),
    ),
  ).not.toThrow()
})
