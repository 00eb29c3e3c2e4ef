import { expect, test } from 'vitest'
import { findConflict, OutOfTime } from './conflict.ts'
import { Solver } from './highs.ts'
import { irreducibleSubset } from './irreducible.ts'
import type { LinearModel } from './model.ts'
import { ModelBuilder } from './model-builder.ts'

test('halving finds a set that cannot be made smaller, with few questions', async () => {
  const everything = Array.from({ length: 1000 }, (_, i) => i)
  let questions = 0
  const clashes = async (members: readonly number[]): Promise<boolean> => {
    questions++
    const has = new Set(members)
    return (has.has(17) && has.has(503) && has.has(998)) || (has.has(3) && has.has(4))
  }
  const found = (await irreducibleSubset(everything, clashes)).sort((a, b) => a - b)
  expect([
    [3, 4],
    [17, 503, 998],
  ]).toContainEqual(found)
  expect(questions).toBeLessThan(80)
})

test('nothing is needed when the background clashes alone', async () => {
  expect(await irreducibleSubset([1, 2], async () => true)).toEqual([])
  expect(await irreducibleSubset([], async () => true)).toEqual([])
})

/** Totals of rows and columns of a table that do not add up: every total is needed for the clash, and no cell bound. */
test('a table whose totals disagree blames all totals, quickly', async () => {
  const [down, across] = [40, 100]
  const builder = new ModelBuilder()
  for (let k = 0; k < down * across; k++) builder.addColumn(0, 50, 0)
  for (let i = 0; i < down; i++) {
    builder.startRow(across, across, `row total ${i}`)
    for (let j = 0; j < across; j++) builder.entry(i * across + j, 1)
  }
  for (let j = 0; j < across; j++) {
    builder.startRow(j === 5 ? down + 1 : down, j === 5 ? down + 1 : down, `column total ${j}`)
    for (let i = 0; i < down; i++) builder.entry(i * across + j, 1)
  }
  const outcome = await new Solver().solve(builder.build())
  if (outcome.status !== 'infeasible') throw new Error(`ended ${outcome.status}`)
  expect(outcome.irreducible).toBe(true)
  expect(outcome.conflict).toHaveLength(down + across)
  expect(outcome.conflict.filter(({ name }) => name.startsWith('row')).every(({ side }) => side === 'upper')).toBe(true)
})

test('when time runs out, what has been cut down so far is returned and not called irreducible', async () => {
  const builder = new ModelBuilder()
  builder.addColumn(0, 1, 0)
  for (let i = 0; i < 8; i++) {
    builder.startRow(i === 6 ? 2 : 0, Number.POSITIVE_INFINITY)
    builder.entry(0, 1)
  }
  const model = builder.build()
  /** Infeasible exactly when the row that asks for 2 and the upper bound of 1 are both in force. */
  const refutes = async (part: LinearModel): Promise<boolean> => part.rowLower.includes(2) && part.columnUpper[0] === 1
  const whole = await findConflict(model, refutes, undefined)
  expect(whole.irreducible).toBe(true)
  expect(whole.conflict.map(({ name, side }) => `${name} ${side}`)).toEqual(['row 6 lower', 'column 0 upper'])
  let left = 3
  const cut = await findConflict(
    model,
    async (part) => {
      if (left-- === 0) throw new OutOfTime()
      return refutes(part)
    },
    undefined,
  )
  expect(cut.irreducible).toBe(false)
  expect(cut.conflict).toHaveLength(10)
})
