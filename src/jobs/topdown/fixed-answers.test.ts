import { expect, test } from 'vitest'
import type { Query } from '../../model/index.ts'
import { fixedAnswers } from './fixed-answers.ts'

/** Six cells: the first five a class each, the last can only be 0. Of the five, the second is 0 at the place that is asked of. */
const classOf = Int32Array.of(0, 1, 2, 3, 4, -1)
const row = (classes: readonly number[], lower: number, upper: number, fact: number) => ({
  classes: Int32Array.from(classes),
  lower,
  upper,
  fact,
  tried: false,
})
const rows = [row([1], 0, 0, 0), row([0, 1], 7, 7, 1), row([2, 3], 4, 4, 2), row([4], 2, 9, 3), row([2], 1, 1, -1)]
const fixed = fixedAnswers({ at: () => ({ rows }), classOf, classes: 5 }, { first: 0 })

/** The answer that these cells add up to, beside that of the others. */
function isFixed(...cells: readonly number[]): boolean {
  const answerOf = Int32Array.from(classOf.keys(), (cell) => (cells.includes(cell) ? 0 : 1))
  const query: Query = { name: 'asked', dimensions: [], answers: 2, answerOf }
  return fixed(0, 0, query, 0)
}

test('an answer is fixed where it is a sum of exact counts and zeros, and nowhere else', () => {
  expect(isFixed(1), 'a zero of this place').toBe(true)
  expect(isFixed(5), 'a cell that can only be 0').toBe(true)
  expect(isFixed(0), 'an exact count less a zero').toBe(true)
  expect(isFixed(2, 3)).toBe(true)
  expect(isFixed(0, 1, 2, 3, 5), 'two exact counts').toBe(true)
  expect(isFixed(3), 'part of an exact count').toBe(false)
  expect(isFixed(4), 'only bounded').toBe(false)
  expect(isFixed(0, 2, 3, 4)).toBe(false)
  expect(isFixed(2), 'a row that no fact states').toBe(false)
})

test('an answer that divides a class is not fixed by what holds for the class', () => {
  const both = fixedAnswers(
    { at: () => ({ rows: [row([0], 5, 5, 0)] }), classOf: Int32Array.of(0, 0), classes: 1 },
    { first: 0 },
  )
  const query = (answerOf: Int32Array): Query => ({ name: 'asked', dimensions: [], answers: 2, answerOf })
  expect(both(0, 0, query(Int32Array.of(0, 0)), 0)).toBe(true)
  expect(both(0, 0, query(Int32Array.of(0, 1)), 0)).toBe(false)
})
