import { expect, test } from 'vitest'
import { loadHighs } from './highs-engine.ts'
import { KeptProgram } from './kept-program.ts'
import type { LinearModel } from './model.ts'

const between = (lower: number, upper: number): LinearModel => ({
  sense: 'minimise',
  cost: Float64Array.of(1),
  columnLower: Float64Array.of(lower),
  columnUpper: Float64Array.of(upper),
  rowLower: new Float64Array(0),
  rowUpper: new Float64Array(0),
  matrix: { layout: 'rows', starts: Int32Array.of(0), indices: new Int32Array(0), values: new Float64Array(0) },
})

test('programs of one source share its engine, and nothing else', async () => {
  let loaded = 0
  const source = {
    load: () => {
      loaded++
      return loadHighs(undefined)
    },
  }
  const [first, second] = await Promise.all([
    KeptProgram.open(between(2, 9), source),
    KeptProgram.open(between(5, 7), source),
  ])
  expect([first.run().x[0], second.run().x[0]]).toEqual([2, 5])
  first.setCost(0, -1)
  expect([second.run().x[0], first.run().x[0]]).toEqual([5, 9])
  first.close()
  expect(second.run().x[0]).toBe(5)
  second.close()
  const third = await KeptProgram.open(between(1, 3), source)
  expect([third.run().x[0], loaded]).toEqual([1, 1])
  third.close()
})

test('an engine that could not be loaded is asked for again', async () => {
  let asked = 0
  const source = {
    load: () => (++asked === 1 ? Promise.reject(new Error('no network')) : loadHighs(undefined)),
  }
  await expect(KeptProgram.open(between(1, 2), source)).rejects.toThrow('no network')
  const program = await KeptProgram.open(between(1, 2), source)
  expect(program.run().x[0]).toBe(1)
  program.close()
})
