import { expect, test } from 'vitest'
import { Solver } from '../linear/highs.ts'
import { ModelBuilder } from '../linear/model-builder.ts'
import type { RowBlock } from '../marginal/marginal-problem.ts'
import { roundToWhole } from './rounding.ts'
import { brokenRow } from './rounding-check.ts'
import type { RoundingProblem } from './rounding-choices.ts'

const ANY = Number.POSITIVE_INFINITY
const solver = new Solver()

type Row = readonly [low: number, high: number, columns: readonly number[], values?: readonly number[]]

function problem(x: readonly number[], lines: readonly Row[]): RoundingProblem {
  const starts = new Int32Array(lines.length + 1)
  for (const [r, [, , columns]] of lines.entries()) starts[r + 1] = starts[r] + columns.length
  const values = Float64Array.from(lines.flatMap(([, , columns, given]) => given ?? columns.map(() => 1)))
  const rows: RowBlock = { starts, columns: Int32Array.from(lines.flatMap(([, , columns]) => columns)), values }
  const [lower, upper] = [Float64Array.from(lines, ([low]) => low), Float64Array.from(lines, ([, high]) => high)]
  return { x: Float64Array.from(x), rows, lower, upper }
}

/** Uniform on [0, 1), from a linear congruential generator modulo 2^32 (Numerical Recipes); high bits only. */
function uniforms(seed: number): () => number {
  let state = (seed * 7919 + 17) >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** The least distance by branch and bound over whole columns between floor and floor + 1; undefined when there is none. */
async function byBranching({ x, rows, lower, upper }: RoundingProblem): Promise<number | undefined> {
  const builder = new ModelBuilder()
  let base = 0
  for (const value of x) {
    const floor = Math.floor(value)
    builder.addInteger(floor, Number.isInteger(value) ? floor : floor + 1, 1 - 2 * (value - floor))
    base += value - floor - floor * (1 - 2 * (value - floor))
  }
  for (const [r, low] of lower.entries()) {
    builder.startRow(low, upper[r])
    for (let k = rows.starts[r]; k < rows.starts[r + 1]; k++) builder.entry(rows.columns[k], rows.values?.[k] ?? 1)
  }
  const outcome = await solver.solve(builder.build(), { explain: false })
  if (outcome.status === 'infeasible') return undefined
  if (outcome.status !== 'optimal') throw new Error(`branching ended ${outcome.status}`)
  return base + outcome.objective
}

interface Shape {
  /** Rows on the cells of a child beside the parent's. */
  readonly within: 'none' | 'network' | 'crossing'
}

/** Children x cells: a random real table between whole sides, so that the real problem is feasible. */
function randomProblem(seed: number, { within }: Shape): RoundingProblem {
  const uniform = uniforms(seed)
  const below = (n: number): number => Math.floor(uniform() * n)
  const [children, cells] = [2 + below(3), 2 + below(6)]
  // Shares of a whole parent cell, many of them whole themselves.
  const x = new Array<number>(children * cells).fill(0)
  const lines: Row[] = []
  for (let c = 0; c < cells; c++) {
    const shares = Array.from({ length: children }, () => (below(3) === 0 ? 0 : uniform()))
    const total = shares.reduce((sum, share) => sum + share, 0)
    const parent = total === 0 ? 0 : below(12)
    for (let j = 0; j < children; j++) x[j * cells + c] = total === 0 ? 0 : (parent * shares[j]) / total
    lines.push([parent, parent, Array.from({ length: children }, (_, j) => j * cells + c)])
  }
  const around = (columns: number[], values?: number[]): Row => {
    const sum = columns.reduce((total, i, k) => total + (values?.[k] ?? 1) * x[i], 0)
    const [low, high] = [Math.floor(sum + 1e-9), Math.ceil(sum - 1e-9)]
    const sides = [below(3) === 0 ? -ANY : low, below(3) === 0 ? ANY : high] as const
    return values === undefined ? [...sides, columns] : [...sides, columns, values]
  }
  for (let j = 0; j < children && within !== 'none'; j++) {
    const own = Array.from({ length: cells }, (_, c) => j * cells + c)
    lines.push(around(own), around(own.slice(0, 1 + below(cells))))
    if (within === 'crossing') {
      const some = own.filter(() => below(2) === 1)
      const values = some.map(() => [1, 1, 2, -1][below(4)])
      lines.push(around(some, values))
    }
  }
  return problem(x, lines)
}

test.each<Shape['within']>(['none', 'network', 'crossing'])(
  '100 random roundings, %s: as near as branching',
  async (within) => {
    const methods = new Map<string, number>()
    for (let seed = 0; seed < 100; seed++) {
      const asked = randomProblem(seed, { within })
      const best = await byBranching(asked)
      const found = await roundToWhole(asked, solver)
      if (found.status === 'stopped') throw new Error(`problem ${seed} stopped`)
      if (found.status === 'infeasible') {
        expect(best, `problem ${seed}`).toBeUndefined()
        continue
      }
      methods.set(found.method, (methods.get(found.method) ?? 0) + 1)
      expect(brokenRow(asked.rows, asked.lower, asked.upper, found.values)).toBe(-1)
      expect(
        found.values.every((value, i) => value >= Math.floor(asked.x[i]) && value <= Math.floor(asked.x[i]) + 1),
      ).toBe(true)
      // A whole cell that had to move is not among what branching was offered.
      if (best !== undefined) expect(found.distance, `problem ${seed}`).toBeCloseTo(best, 5)
    }
    if (within === 'none') expect([...methods.keys()].sort()).toEqual(['nothing', 'top-k'])
    if (within === 'network') expect(methods.get('flow')).toBeGreaterThan(50)
    if (within === 'network') expect(methods.get('branch')).toBeUndefined()
    if (within === 'crossing') expect(methods.get('branch')).toBeGreaterThan(0)
  },
)

test('whole cells need nothing; values next to whole numbers are those numbers', async () => {
  const still = await roundToWhole(problem([3, 0], [[3, 3, [0, 1]]]), solver)
  expect(still).toMatchObject({ status: 'rounded', method: 'nothing', distance: 0 })
  const near = await roundToWhole(problem([2.9999999, 1.0000001, -1e-17], [[4, 4, [0, 1, 2]]]), solver)
  expect(near).toMatchObject({ status: 'rounded', method: 'nothing', values: Float64Array.of(3, 1, 0) })
})

test('a snapped value moves after all when the rows cannot be met otherwise', async () => {
  const found = await roundToWhole(problem([2.9999999, 0.5], [[2, 2, [0]]]), solver)
  expect(found).toMatchObject({ status: 'rounded', method: 'top-k' })
  if (found.status === 'rounded') expect(found.values[0]).toBe(2)
  const up = await roundToWhole(problem([3, 1], [[5, 5, [0, 1]]]), solver)
  expect(up).toMatchObject({ status: 'rounded', distance: 1 })
  expect(await roundToWhole(problem([3, 1], [[7, 7, [0, 1]]]), solver)).toEqual({ status: 'infeasible' })
})

test('rows that clash only in whole numbers are infeasible, and a long run can be stopped', async () => {
  // Each pair of three cells adds up to 1: one half each, and no whole point.
  const pairs: Row[] = [
    [1, 1, [0, 1]],
    [1, 1, [1, 2]],
    [1, 1, [0, 2]],
  ]
  expect(await roundToWhole(problem([0.5, 0.5, 0.5], pairs), solver)).toEqual({ status: 'infeasible' })
  const stopped = await roundToWhole(randomProblem(3, { within: 'crossing' }), solver, { timeLimit: 0 })
  expect(stopped.status).toBe('stopped')
})

test('the exact check tells one from 2^53 + 1 apart and refuses what is not whole', () => {
  const rows: RowBlock = { starts: Int32Array.of(0, 2), columns: Int32Array.of(0, 1) }
  const check = (side: number, values: Float64Array): number =>
    brokenRow(rows, Float64Array.of(side), Float64Array.of(side), values)
  expect(check(2 ** 53, Float64Array.of(2 ** 53, 1))).toBe(0)
  expect(check(2 ** 53, Float64Array.of(2 ** 53 - 1, 1))).toBe(-1)
  expect(check(2, Float64Array.of(1.5, 0.5))).toBe(0)
  expect(check(1, Float64Array.of(2, -1))).toBe(0)
})

test('what is not a rounding problem is refused', async () => {
  await expect(roundToWhole(problem([0.5], [[0.5, 1, [0]]]), solver)).rejects.toThrow('neither a whole number')
  await expect(roundToWhole(problem([0.5], [[0, 1, [0], [0.5]]]), solver)).rejects.toThrow('not a whole number')
  await expect(roundToWhole(problem([Number.NaN], []), solver)).rejects.toThrow('A cell to be rounded is NaN')
})
