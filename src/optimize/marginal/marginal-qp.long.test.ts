import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { Solver } from '../linear/highs.ts'
import { ModelBuilder } from '../linear/model-builder.ts'
import { type ConeEngine, solveMarginalByCone } from './clarabel.ts'
import { marginalObjective, marginalResiduals, worstResidual } from './marginal-check.ts'
import type { MarginalProblem, RowBlock } from './marginal-problem.ts'
import { solveMarginal } from './marginal-qp.ts'
import { solveMarginalSafely } from './marginal-safely.ts'

const ANY = Number.POSITIVE_INFINITY
const solver = new Solver()

interface Line {
  readonly columns: readonly number[]
  readonly values?: readonly number[]
  readonly low: number
  readonly high: number
  /** Absent for a hard row; a soft one has its target in `low`. */
  readonly weight?: number
}

function block(lines: readonly Line[]): RowBlock {
  const starts = new Int32Array(lines.length + 1)
  for (const [r, line] of lines.entries()) starts[r + 1] = starts[r] + line.columns.length
  const values = Float64Array.from(lines.flatMap((line) => line.values ?? line.columns.map(() => 1)))
  const columns = Int32Array.from(lines.flatMap((line) => line.columns))
  return lines.some((line) => line.values !== undefined) ? { starts, columns, values } : { starts, columns }
}

function problem(weight: readonly number[], target: readonly number[], lines: readonly Line[]): MarginalProblem {
  const soft = lines.filter((line) => line.weight !== undefined)
  const hard = lines.filter((line) => line.weight === undefined)
  return {
    weight: Float64Array.from(weight),
    target: Float64Array.from(target),
    soft: block(soft),
    softWeight: Float64Array.from(soft, (line) => line.weight!),
    softTarget: Float64Array.from(soft, (line) => line.low),
    hard: block(hard),
    lower: Float64Array.from(hard, (line) => line.low),
    upper: Float64Array.from(hard, (line) => line.high),
  }
}

/** Uniform whole numbers, from a linear congruential generator modulo 2^32 (Numerical Recipes); high bits only. */
function whole(seed: number): (low: number, high: number) => number {
  let state = seed >>> 0
  return (low, high) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return low + Math.floor((state / 2 ** 32) * (high - low + 1))
  }
}

/** Children x cells around a true table that meets every row: feasible by construction, with redundant equalities. */
function randomProblem(seed: number): MarginalProblem {
  const draw = whole(seed * 7919 + 1)
  for (let k = 0; k < 5; k++) draw(0, 1)
  const [children, cells] = [draw(1, 4), draw(2, 10)]
  const n = children * cells
  const truth = Array.from({ length: n }, () => (draw(0, 2) === 0 ? draw(0, 30) : 0))
  const sum = (columns: readonly number[]): number => columns.reduce((total, i) => total + truth[i], 0)
  const exact = (columns: number[]): Line => ({ columns, low: sum(columns), high: sum(columns) })
  const lines: Line[] = []
  if (draw(0, 3) > 0) {
    for (let c = 0; c < cells; c++) lines.push(exact(Array.from({ length: children }, (_, j) => j * cells + c)))
  }
  const ratio = 10 ** draw(0, 3)
  for (let j = 0; j < children; j++) {
    const own = Array.from({ length: cells }, (_, c) => j * cells + c)
    if (draw(0, 2) > 0) lines.push(exact(own))
    const cut = draw(1, cells - 1)
    for (const part of [own.slice(0, cut), own.slice(cut)]) {
      lines.push({ columns: part, low: sum(part) + draw(-9, 9), high: 0, weight: ratio * draw(1, 3) })
    }
    const some = own.filter(() => draw(0, 1) === 1)
    if (some.length > 0) lines.push(rangeRow(some, truth, draw))
  }
  const unweighted = draw(0, 4) === 0
  const weight = truth.map(() => (unweighted && draw(0, 1) === 0 ? 0 : draw(1, 4)))
  return problem(
    weight,
    truth.map((value) => value + draw(-8, 8)),
    lines,
  )
}

/** A lower side, an upper one or both, with coefficients other than 1 now and then. */
function rangeRow(columns: number[], truth: readonly number[], draw: (low: number, high: number) => number): Line {
  const values = columns.map(() => (draw(0, 5) === 0 ? draw(-2, 2) || 1 : 1))
  const at = columns.reduce((total, i, k) => total + values[k] * truth[i], 0)
  const kind = draw(0, 2)
  return { columns, values, low: kind === 1 ? -ANY : at - draw(0, 3), high: kind === 0 ? ANY : at + draw(0, 3) }
}

/** The objective of HiGHS's optimum, with a_r.x - m_r as columns of their own; undefined when it cycles beyond the limit. */
async function byHighs(asked: MarginalProblem): Promise<number | undefined> {
  const builder = new ModelBuilder()
  for (const [i, weight] of asked.weight.entries()) builder.addColumn(0, ANY, -weight * asked.target[i])
  for (const _ of asked.softWeight) builder.addColumn(-ANY, ANY, 0)
  const add = (rows: RowBlock, r: number): void => {
    for (let k = rows.starts[r]; k < rows.starts[r + 1]; k++) builder.entry(rows.columns[k], rows.values?.[k] ?? 1)
  }
  asked.softTarget.forEach((target, r) => {
    builder.startRow(target, target)
    add(asked.soft, r)
    builder.entry(asked.weight.length + r, -1)
  })
  asked.lower.forEach((low, s) => {
    builder.startRow(low, asked.upper[s])
    add(asked.hard, s)
  })
  const diagonal = [...asked.weight, ...asked.softWeight]
  const kept = diagonal.flatMap((value, j) => (value > 0 ? [j] : []))
  const starts = new Int32Array(diagonal.length + 1)
  for (const [j, value] of diagonal.entries()) starts[j + 1] = starts[j] + (value > 0 ? 1 : 0)
  const hessian = { starts, indices: Int32Array.from(kept), values: Float64Array.from(kept, (j) => diagonal[j]) }
  const outcome = await solver.solveQuadratic(builder.build(), hessian, { timeLimit: 1 })
  if (outcome.status === 'stopped') return undefined
  if (outcome.status !== 'optimal') throw new Error(`HiGHS ended ${outcome.status}`)
  return marginalObjective(asked, outcome.x.subarray(0, asked.weight.length))
}

/** Clarabel as `run/` loads it; here by hand, because a pure room may not import that one. */
function clarabel(): ConeEngine {
  const require = createRequire(import.meta.url)
  const module = require(join(dirname(require.resolve('cvxjs')), '../wasm/pkg/nodejs/clarabel_wasm.js'))
  return {
    solve({ quadratic: p, matrix: a, right, equalities }, { iterations, seconds }) {
      const [columns, rows] = [a.starts.length - 1, right.length]
      const cones = { zero: equalities, nonneg: rows - equalities, soc: [], exp: 0, power: [] }
      const settings = {
        verbose: false,
        max_iter: iterations,
        time_limit: seconds,
        tol_gap_abs: 1e-10,
        tol_gap_rel: 1e-10,
      }
      const [conesText, settingsText] = [JSON.stringify(cones), JSON.stringify(settings)]
      const found = module.solve(
        ...[p.starts, p.rows, p.values, new Float64Array(columns), a.starts, a.rows, a.values, right],
        ...[columns, rows, conesText, settingsText],
      )
      const array = (numbers?: number[]) => (numbers === undefined ? null : Float64Array.from(numbers))
      return { status: found.status, point: array(found.x), multipliers: array(found.z) }
    },
  }
}

test('300 random problems: the optimum of HiGHS and of Clarabel, with a certificate', async () => {
  const engine = clarabel()
  let [proximal, compared] = [0, 0]
  for (let seed = 0; seed < 300; seed++) {
    const asked = randomProblem(seed)
    if (asked.weight.includes(0)) proximal++
    const found = solveMarginal(asked)
    expect(`${seed} ${found.status}`).toBe(`${seed} optimal`)
    expect(worstResidual(found.residuals), `problem ${seed}`).toBeLessThan(1e-7)
    const objective = marginalObjective(asked, found.x)
    const highs = await byHighs(asked)
    if (highs !== undefined) {
      compared++
      expect(Math.abs(objective - highs) / (1 + highs), `problem ${seed} against HiGHS`).toBeLessThan(1e-7)
    }
    const cone = solveMarginalByCone(asked, engine)
    if (cone.status !== 'near') throw new Error(`Clarabel ended ${cone.status} on problem ${seed}`)
    const other = marginalObjective(asked, cone.x)
    expect(Math.abs(objective - other) / (1 + other), `problem ${seed} against Clarabel`).toBeLessThan(1e-7)
  }
  expect(proximal).toBeGreaterThan(30)
  expect(compared).toBeGreaterThan(200)
})

/** A table of 12 children x 90 cells, marginals 10,000 times as heavy as cells. */
function uneven(): MarginalProblem {
  const draw = whole(5)
  const [children, cells] = [12, 90]
  const truth = Array.from({ length: children * cells }, () => (draw(0, 3) === 0 ? draw(0, 5000) : 0))
  const lines: Line[] = []
  const add = (columns: number[], weight?: number): void => {
    const sum = columns.reduce((total, i) => total + truth[i], 0)
    const low = weight === undefined ? sum : sum + draw(-20, 20)
    lines.push({ columns, low, high: low, ...(weight !== undefined && { weight }) })
  }
  for (let c = 0; c < cells; c++) add(Array.from({ length: children }, (_, j) => j * cells + c))
  for (let j = 0; j < children; j++) {
    const own = Array.from({ length: cells }, (_, c) => j * cells + c)
    add(own)
    for (let part = 0; part < 9; part++) add(own.slice(part * 10, part * 10 + 10), 1e4)
    for (let part = 0; part < 10; part++)
      add(
        own.filter((_, c) => c % 10 === part),
        300,
      )
  }
  return problem(
    truth.map(() => 1),
    truth.map((value) => value + draw(-50, 50)),
    lines,
  )
}

test('very uneven weights and redundant equalities: within a budget, zeros exact', () => {
  const asked = uneven()
  const found = solveMarginal(asked, { mostNewton: 60, mostConjugate: 5000 })
  expect(found.status).toBe('optimal')
  expect(worstResidual(found.residuals)).toBeLessThan(1e-9)
  expect(found.x.filter((value) => value === 0).length).toBeGreaterThan(100)
  expect(found.x.filter((value) => value > 0 && value < 1e-6).length).toBe(0)
})

test('from its own duals the kernel has nothing left to do', () => {
  const asked = uneven()
  const { duals } = solveMarginal(asked)
  const again = solveMarginal(asked, { start: duals })
  expect(again.status).toBe('optimal')
  expect(again.newton).toBeLessThanOrEqual(3)
})

test('a projection onto a simplex, by hand', () => {
  const lines: Line[] = [{ columns: [0, 1, 2], low: 6, high: 6 }]
  const { x, duals } = solveMarginal(problem([1, 1, 1], [5, 3, -4], lines))
  expect(x[0]).toBeCloseTo(4, 12)
  expect(x[1]).toBeCloseTo(2, 12)
  expect(x[2]).toBe(0)
  expect(duals.hard[0]).toBeCloseTo(-1, 12)
})

test('the check refuses a point, a price and a gap that are slightly wrong', () => {
  const asked = randomProblem(3)
  const { x, duals } = solveMarginal(asked)
  expect(worstResidual(marginalResiduals(asked, x, duals))).toBeLessThan(1e-9)
  const moved = x.slice()
  moved[x.findIndex((value) => value > 1)] += 1e-3
  expect(worstResidual(marginalResiduals(asked, moved, duals))).toBeGreaterThan(1e-6)
  const soft = duals.soft.map((price) => price * 1.001)
  expect(worstResidual(marginalResiduals(asked, x, { ...duals, soft }))).toBeGreaterThan(1e-6)
  const hard = duals.hard.map((price) => price + 0.01)
  expect(marginalResiduals(asked, x, { ...duals, hard }).dual).toBeGreaterThan(1e-6)
})

test('columns without weight: the soft rows alone decide, and what they leave open stays near the targets', () => {
  const lines: Line[] = [
    { columns: [0, 1], low: 10, high: 0, weight: 2 },
    { columns: [1, 2], low: 4, high: 0, weight: 2 },
    { columns: [0, 1, 2], low: 12, high: 12 },
  ]
  const asked = problem([0, 0, 0], [0, 0, 0], lines)
  const found = solveMarginal(asked)
  expect(found.status).toBe('optimal')
  expect(worstResidual(found.residuals)).toBeLessThan(1e-9)
  expect(marginalObjective(asked, found.x)).toBeCloseTo(0, 12)
})

test('rows that contradict each other end within the budget', () => {
  const lines: Line[] = [
    { columns: [0, 1], low: 5, high: 5 },
    { columns: [0, 1], low: 6, high: 7 },
    { columns: [0], low: -ANY, high: -1 },
  ]
  for (const weight of [
    [1, 1],
    [1, 0],
  ]) {
    const found = solveMarginal(problem(weight, [1, 1], lines), { mostNewton: 30 })
    expect(found).toMatchObject({ status: 'stopped' })
    expect(found.newton).toBeLessThanOrEqual(30)
  }
  const empty = solveMarginal(problem([1], [1], [{ columns: [], low: 1, high: 1 }]))
  expect(empty.status).toBe('stopped')
  const { status } = solveMarginalByCone(problem([1, 1], [1, 1], lines.slice(0, 2)), clarabel())
  expect(status).toBe('infeasible')
})

test('the step budget and shouldStop end a solve', () => {
  const asked = uneven()
  expect(solveMarginal(asked, { mostNewton: 2 })).toMatchObject({ status: 'stopped', why: 'steps', newton: 2 })
  expect(solveMarginal(asked, { shouldStop: () => true })).toMatchObject({
    status: 'stopped',
    why: 'aborted',
    newton: 0,
  })
})

test('beyond the budget Clarabel answers and the kernel polishes', () => {
  const asked = uneven()
  const whole = solveMarginal(asked)
  const short = { mostNewton: whole.newton - 2 }
  expect(solveMarginalSafely(asked, short)).toMatchObject({ status: 'stopped', by: 'kernel' })
  const found = solveMarginalSafely(asked, { ...short, engine: clarabel() })
  expect(found).toMatchObject({ status: 'optimal', by: 'cone, then kernel' })
  expect(marginalObjective(asked, found.x) / marginalObjective(asked, whole.x)).toBeCloseTo(1, 9)
  expect(found.x.filter((value) => value > 0 && value < 1e-6).length).toBe(0)
})

test('what is not such a problem is refused', () => {
  const line: Line = { columns: [0], low: 2, high: 1 }
  expect(() => solveMarginal(problem([1], [1], [line]))).toThrow('Hard row 0 lies between 2 and 1')
  expect(() => solveMarginal(problem([-1], [1], []))).toThrow('weight has the entry -1')
  expect(() => solveMarginal(problem([1], [1], [{ columns: [1], low: 0, high: 1 }]))).toThrow('entry at column 1')
  expect(() => solveMarginal(problem([1], [1], [{ columns: [0, 0], low: 0, high: 1 }]))).toThrow('column 0 twice')
})
