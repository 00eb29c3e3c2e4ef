import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rational } from '../../exact/rational.ts'
import { type EliminationRow, eliminate, eliminationRow, withoutImplied } from './fourier-motzkin.ts'
import { Solver } from './highs.ts'
import { isImplied } from './implied-row.ts'
import { ModelBuilder } from './model-builder.ts'

const row = (coefficients: number[], bound: number, equal = false): EliminationRow =>
  eliminationRow(
    coefficients.map((value) => rational(BigInt(value))),
    rational(BigInt(bound)),
    equal,
  )

function written({ coefficients, bound, equal }: EliminationRow): string {
  return `${coefficients.join(' ')} ${equal ? '=' : '<='} ${bound}`
}

test('Appendix D of the TopDown paper: Example 2 by elimination', () => {
  // Variables: h00 h01 h10 h11, then the same in region A and in region B.
  const part = (region: number, cells: number[], value: number): EliminationRow => {
    const coefficients = new Array<number>(12).fill(0)
    for (const cell of cells) coefficients[4 + 4 * region + cell] = 1
    return row(coefficients, value, true)
  }
  const margins = [
    [0, [0, 1], 6],
    [0, [2, 3], 16],
    [0, [0, 2], 17],
    [0, [1, 3], 5],
    [1, [0, 1], 15],
    [1, [2, 3], 5],
    [1, [0, 2], 5],
    [1, [1, 3], 15],
  ] as const
  const rows = margins.map(([region, cells, value]) => part(region, [...cells], value))
  for (let cell = 0; cell < 4; cell++) {
    const sum = new Array<number>(12).fill(0)
    sum[cell] = 1
    for (const place of [4 + cell, 8 + cell]) {
      sum[place] = -1
      rows.push(
        row(
          sum.map((_, j) => (j === place ? -1 : 0)),
          0,
        ),
      )
    }
    rows.push(row(sum, 0, true))
  }
  const result = eliminate(rows, [4, 5, 6, 7, 8, 9, 10, 11])
  expect(result.status).toBe('done')
  if (result.status !== 'done') return
  // h00 = 1 + h11, h01 = 20 - h11, h10 = 21 - h11, 0 <= h11 <= 10.
  expect(
    result.rows.map((found) => written({ ...found, coefficients: found.coefficients.slice(0, 4) })).sort(),
  ).toEqual(['0 0 0 -1 <= 0', '0 0 0 1 <= 10', '0 0 1 1 = 21', '0 1 0 1 = 20', '1 0 0 -1 = 1'])
})

test('a triangle and its shadow, with fractions and a row that says nothing new', () => {
  const half = rational(1n, 2n)
  const rows = [
    eliminationRow([half, half], rational(2n)), // x + y <= 4
    row([-1, 0], 0),
    row([0, -1], -1), // y >= 1
    row([1, 0], 100),
  ]
  const result = eliminate(rows, [1])
  expect(result).toMatchObject({ status: 'done' })
  expect(result.status === 'done' && result.rows.map(written).sort()).toEqual(['-1 0 <= 0', '1 0 <= 3'])
})

test('rows that contradict each other are infeasible, by inequalities and by equalities', () => {
  expect(eliminate([row([1], 1), row([-1], -2)], [0])).toEqual({ status: 'infeasible' })
  expect(eliminate([row([1, 1], 1, true), row([2, 2], 3, true)], [0])).toEqual({ status: 'infeasible' })
})

test('a size limit ends the run instead of the memory', () => {
  const rows = Array.from({ length: 20 }, (_, i) => row([1, i], i * i)).concat(
    Array.from({ length: 20 }, (_, i) => row([-1, i], i)),
  )
  expect(eliminate(rows, [0], { mostRows: 100 })).toEqual({ status: 'too large', rows: 400 })
})

const small = fc.integer({ min: -3, max: 3 })
const system = fc.array(
  fc.record({
    a: fc.array(small, { minLength: 4, maxLength: 4 }),
    b: fc.integer({ min: -2, max: 6 }),
    equal: fc.boolean(),
  }),
  { minLength: 2, maxLength: 6 },
)

test('a point is in the projection exactly when the solver finds the rest of it', async () => {
  const solver = new Solver()
  await fc.assert(
    fc.asyncProperty(system, fc.array(small, { minLength: 2, maxLength: 2 }), async (rows, point) => {
      const boxed = [0, 1, 2, 3].flatMap((j) =>
        [-1, 1].map((sign) =>
          row(
            [0, 1, 2, 3].map((i) => (i === j ? sign : 0)),
            5,
          ),
        ),
      )
      const all = [...rows.map(({ a, b, equal }, i) => row(a, b, equal && i === 0)), ...boxed]
      const result = eliminate(all, [2, 3], { mostRows: 5000 })
      const inside =
        result.status === 'done' &&
        result.rows.every(({ coefficients, bound, equal }) => {
          const value = coefficients.slice(0, 2).reduce((sum, c, j) => sum + c * BigInt(point[j]), 0n)
          return equal ? value === bound : value <= bound
        })
      const model = new ModelBuilder()
      for (let j = 0; j < 4; j++) model.addColumn(point[j] ?? -5, point[j] ?? 5, 0)
      for (const { coefficients, bound, equal } of all) {
        model.startRow(equal ? Number(bound) : Number.NEGATIVE_INFINITY, Number(bound))
        for (const [j, value] of coefficients.entries()) model.entry(j, Number(value))
      }
      const outcome = await solver.solve(model.build(), { explain: false })
      expect(inside).toBe(outcome.status === 'optimal')
    }),
    { numRuns: 200 },
  )
})

test('implied rows are recognised, and only those', () => {
  const box = [row([1, 0], 2), row([0, 1], 2), row([-1, 0], 0), row([0, -1], 0)]
  expect(isImplied(row([1, 1], 4), box)).toBe(true)
  expect(isImplied(row([1, 1], 3), box)).toBe(false)
  expect(isImplied(row([-1, -1], 0), box)).toBe(true)
  expect(withoutImplied([...box, row([1, 1], 4), row([2, 1], 6)])).toHaveLength(4)
})
