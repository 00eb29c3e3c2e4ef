/** Runs that end early, engines that fail, and memory over many runs. */

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import loadPackage, { type Highs } from 'highs'
import { expect, test } from 'vitest'
import { primalResidual } from './check.ts'
import { Solver } from './highs.ts'
import type { LinearModel } from './model.ts'
import { ModelBuilder } from './model-builder.ts'

const NONE = Number.NEGATIVE_INFINITY
const ANY = Number.POSITIVE_INFINITY
const loadHighs = loadPackage as unknown as () => Promise<Highs>
const solver = new Solver()

/** One column from 0 to `upper`, and one row that asks for `least` of it if given. */
function single(upper: number, cost: number, least?: number): LinearModel {
  const builder = new ModelBuilder()
  builder.addColumn(0, upper, cost)
  if (least !== undefined) {
    builder.startRow(least, ANY)
    builder.entry(0, 1)
  }
  return builder.build()
}

/** Cornuejols and Dawande's market split: tiny, and far beyond branch and bound. */
function marketSplit(products: number, outlets: number): LinearModel {
  const builder = new ModelBuilder()
  let state = 7
  const demand = (): number => (state = (state * 1103515245 + 12345) % 2 ** 31) % 100
  for (let j = 0; j < outlets; j++) builder.addInteger(0, 1, -1)
  for (let i = 0; i < products; i++) {
    const demands = Array.from({ length: outlets }, demand)
    const half = Math.floor(demands.reduce((a, b) => a + b, 0) / 2)
    const [over, under] = [builder.addColumn(0, ANY, 1), builder.addColumn(0, ANY, 1)]
    builder.startRow(half, half)
    for (const [j, value] of demands.entries()) builder.entry(j, value)
    builder.entry(over, -1)
    builder.entry(under, 1)
  }
  return builder.build()
}

test('a hard MILP stops in time with a valid bound and a feasible point', async () => {
  const hard = marketSplit(5, 40)
  const relaxed = await solver.solve({ ...hard, integer: new Uint8Array(hard.cost.length) })
  const started = performance.now()
  const outcome = await solver.solve(hard, { timeLimit: 1 })
  expect(performance.now() - started).toBeLessThan(5000)
  if (outcome.status !== 'stopped' || relaxed.status !== 'optimal') throw new Error(`ended ${outcome.status}`)
  expect(outcome.why).toBe('time')
  expect(outcome.bound).toBeGreaterThanOrEqual(relaxed.objective - 1e-6)
  expect(outcome.bound).toBeLessThanOrEqual(outcome.best!.objective)
  expect(primalResidual(hard, outcome.best!.x)).toBeLessThan(1e-9)
})

test('a stop before the first bound claims no bound', async () => {
  const outcome = await solver.solve(marketSplit(5, 40), { timeLimit: 0 })
  expect(outcome).toMatchObject({ status: 'stopped', why: 'time', bound: NONE })
})

test('a node limit and a caller can stop a run, and neither is taken for an optimum', async () => {
  const byNodes = await solver.solve(marketSplit(5, 40), { nodeLimit: 3 })
  expect(byNodes).toMatchObject({ status: 'stopped', why: 'nodes' })
  if (byNodes.status === 'stopped' && byNodes.best !== null) {
    expect([...byNodes.best.x].slice(0, 40).every(Number.isInteger)).toBe(true)
  }
  let asked = 0
  const byCaller = await solver.solve(marketSplit(5, 40), { shouldStop: () => ++asked > 5 })
  expect(byCaller).toMatchObject({ status: 'stopped', why: 'aborted' })
})

test('a trapped engine is reported and replaced', async () => {
  let loads = 0
  const real = await loadHighs()
  const trap = (message: string): Highs =>
    new Proxy(real, {
      get: (target, key) =>
        key === 'withModel'
          ? () => {
              throw new WebAssembly.RuntimeError(message)
            }
          : Reflect.get(target, key),
    })
  const engines = [trap('memory access out of bounds'), trap('Aborted(OOM)'), real]
  const fragile = new Solver({ load: async () => engines[loads++] })
  const easy = single(5, -1)
  expect(await fragile.solve(easy)).toMatchObject({ status: 'stopped', why: 'aborted', best: null })
  expect(await fragile.solve(easy)).toMatchObject({ status: 'stopped', why: 'memory' })
  expect(await fragile.solve(easy)).toMatchObject({ status: 'optimal', objective: -5 })
  expect(await fragile.solve(easy)).toMatchObject({ status: 'optimal' })
  expect(loads).toBe(3)
})

test('workers can share one compiled module, and a failed load can be tried again', async () => {
  const path = createRequire(import.meta.url).resolve('highs/runtime')
  const wasmModule = await WebAssembly.compile(await readFile(path))
  const outcomes = await Promise.all([0, 1].map(() => new Solver({ wasmModule }).solve(single(5, -1))))
  for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'optimal', objective: -5 })
  let loads = 0
  const flaky = new Solver({ load: () => (loads++ === 0 ? Promise.reject(new Error('offline')) : loadHighs()) })
  await expect(flaky.solve(single(5, -1))).rejects.toThrow('offline')
  expect(await flaky.solve(single(5, -1))).toMatchObject({ status: 'optimal' })
})

test('memory does not grow over 300 solves', async () => {
  const highs = await loadHighs()
  const measured = new Solver({ load: async () => highs })
  const mixed = [marketSplit(2, 8), single(1, 0, 3), single(ANY, -1)]
  for (let i = 0; i < 30; i++) await measured.solve(mixed[i % 3])
  const before = highs.memoryBytes
  for (let i = 0; i < 300; i++) await measured.solve(mixed[i % 3])
  expect(highs.memoryBytes).toBe(before)
})
