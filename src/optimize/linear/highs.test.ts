import { expect, test } from 'vitest'
import { primalResidual } from './check.ts'
import { Solver } from './highs.ts'
import type { LinearModel } from './model.ts'
import { ModelBuilder } from './model-builder.ts'

const NONE = Number.NEGATIVE_INFINITY
const ANY = Number.POSITIVE_INFINITY
const solver = new Solver()

type Column = [lower: number, upper: number, cost: number]
type Row = [lower: number, upper: number, ...entries: number[]]

/** Columns x0, x1, ... and rows r0, r1, ...; zero entries are left out. */
function model(columns: Column[], rows: Row[], whole = false, sense: LinearModel['sense'] = 'minimise'): LinearModel {
  const builder = new ModelBuilder(sense)
  columns.forEach((column, j) => {
    if (whole) builder.addInteger(...column, `x${j}`)
    else builder.addColumn(...column, `x${j}`)
  })
  rows.forEach(([lower, upper, ...entries], i) => {
    builder.startRow(lower, upper, `r${i}`)
    for (const [j, value] of entries.entries()) if (value !== 0) builder.entry(j, value)
  })
  return builder.build()
}

test.each<[string, LinearModel, number]>([
  [
    'degenerate',
    model(
      [
        [0, ANY, -1],
        [0, ANY, -1],
      ],
      [
        [NONE, 1, 1, 0],
        [NONE, 1, 0, 1],
        [NONE, 2, 1, 1],
      ],
    ),
    -2,
  ],
  [
    'redundant equality',
    model(
      [
        [0, ANY, 1],
        [0, ANY, 2],
      ],
      [
        [3, 3, 1, 1],
        [6, 6, 2, 2],
      ],
    ),
    3,
  ],
  [
    'free variables',
    model(
      [
        [NONE, ANY, 1],
        [NONE, ANY, 0],
      ],
      [
        [1, 1, 1, 1],
        [3, 3, 1, -1],
      ],
    ),
    2,
  ],
  [
    'empty row',
    model(
      [[0, 5, -1]],
      [
        [-1, 1],
        [NONE, ANY],
      ],
    ),
    -5,
  ],
  [
    'no rows',
    model(
      [
        [0, 5, -1],
        [-2, 3, 1],
      ],
      [],
    ),
    -7,
  ],
  ['no columns', model([], [[-1, 1]]), 0],
  ['nothing at all', model([], []), 0],
  [
    'fixed columns',
    model(
      [
        [2, 2, 3],
        [0, 9, 1],
      ],
      [[5, ANY, 1, 1]],
    ),
    9,
  ],
  [
    'maximise',
    model(
      [
        [0, 3, 3],
        [0, ANY, 2],
      ],
      [
        [NONE, 4, 1, 1],
        [NONE, 6, 1, 3],
      ],
      false,
      'maximise',
    ),
    11,
  ],
  [
    'whole, fractional relaxation',
    model(
      [
        [0, ANY, 5],
        [0, ANY, 4],
      ],
      [
        [NONE, 24, 6, 4],
        [NONE, 6, 1, 2],
      ],
      true,
      'maximise',
    ),
    20,
  ],
  ['whole, no rows', model([[0.2, 3.8, -1]], [], true), -3],
])('optimal: %s', async (_, asked, objective) => {
  for (const presolve of ['on', 'off'] as const) {
    const outcome = await solver.solve(asked, { presolve })
    expect(outcome).toMatchObject({ status: 'optimal', objective: expect.closeTo(objective, 9) })
  }
})

test.each<[string, LinearModel, string[]]>([
  [
    'by bounds',
    model(
      [
        [0, 1, 0],
        [0, 1, 0],
      ],
      [
        [3, ANY, 1, 1],
        [NONE, 9, 1, 0],
      ],
    ),
    ['r0 lower', 'x0 upper', 'x1 upper'],
  ],
  [
    'by rows',
    model(
      [
        [NONE, ANY, 0],
        [NONE, ANY, 0],
      ],
      [
        [1, ANY, 1, 1],
        [NONE, 0, 1, 1],
        [5, 5, 1, 0],
      ],
    ),
    ['r0 lower', 'r1 upper'],
  ],
  [
    'by an empty row',
    model(
      [[0, 1, 0]],
      [
        [1, 2],
        [0, 1, 1],
      ],
    ),
    ['r0 lower'],
  ],
  [
    'without columns',
    model(
      [],
      [
        [-1, 1],
        [NONE, -2],
      ],
    ),
    ['r1 upper'],
  ],
  ['by integrality', model([[0, 5, -1]], [[1, 1, 2]], true), ['r0 lower', 'r0 upper']],
  ['by whole bounds', model([[0.2, 0.8, -1]], [], true), ['x0 lower', 'x0 upper']],
  [
    'with an unbounded relaxation',
    model(
      [
        [0, ANY, -1],
        [0, ANY, 0],
      ],
      [[1, 1, 2, -2]],
      true,
    ),
    ['r0 lower', 'r0 upper'],
  ],
])('infeasible: %s', async (_, asked, sides) => {
  const outcome = await solver.solve(asked, { timeLimit: 10 })
  if (outcome.status !== 'infeasible') throw new Error(`ended ${outcome.status}`)
  expect(outcome.conflict.map(({ name, side }) => `${name} ${side}`).sort()).toEqual(sides)
  expect(outcome.irreducible).toBe(true)
})

test.each<[string, LinearModel]>([
  [
    'continuous',
    model(
      [
        [0, ANY, -1],
        [0, ANY, 0],
      ],
      [[NONE, 1, 1, -1]],
    ),
  ],
  [
    'no rows',
    model(
      [
        [0, ANY, 0],
        [NONE, 4, 1],
      ],
      [],
    ),
  ],
  [
    'whole',
    model(
      [
        [0, ANY, -1],
        [0, ANY, 0],
      ],
      [[NONE, 1, 1, -1]],
      true,
    ),
  ],
  ['maximise', model([[0, ANY, 1]], [[2, ANY, 1]], false, 'maximise')],
])('unbounded: %s', async (_, asked) => {
  const outcome = await solver.solve(asked)
  if (outcome.status !== 'unbounded') throw new Error(`ended ${outcome.status}`)
  expect(primalResidual(asked, outcome.x)).toBe(0)
  const along = (t: number): Float64Array => outcome.x.map((value, j) => value + t * outcome.ray[j])
  expect(primalResidual(asked, along(1e6))).toBe(0)
  const cost = (x: Float64Array): number => x.reduce((total, value, j) => total + value * asked.cost[j], 0)
  const gain = cost(along(1e6)) - cost(outcome.x)
  expect(asked.sense === 'minimise' ? -gain : gain).toBeGreaterThan(1)
})

test('duals are prices: the change of the optimum per unit of a bound, in either sense', async () => {
  const rows = (hours: number): Row[] => [
    [NONE, hours, 1, 1],
    [NONE, 9, 1, 3],
  ]
  const columns: Column[] = [
    [0, 3, 3],
    [0, ANY, 2],
  ]
  const before = await solver.solve(model(columns, rows(4), false, 'maximise'))
  const after = await solver.solve(model(columns, rows(3.5), false, 'maximise'))
  if (before.status !== 'optimal' || after.status !== 'optimal') throw new Error('not optimal')
  expect(before.duals![0]).toBeCloseTo((before.objective - after.objective) / 0.5, 9)
  expect([...before.reducedCosts!]).toEqual([1, 0])
})

test('a time limit must be finite', async () => {
  await expect(solver.solve(model([], []), { timeLimit: ANY })).resolves.toMatchObject({ status: 'optimal' })
  await expect(solver.solve(model([[0, 1, 1]], []), { timeLimit: ANY })).rejects.toThrow('must be a finite number')
})
