import { expect, test } from 'vitest'
import { nestedChain } from './chain.ts'

const total = { answers: 1, answerOf: new Int32Array(8) }
const byBits = (answers: number, answerOf: readonly number[]) => ({ answers, answerOf: Int32Array.from(answerOf) })
const rows = byBits(2, [0, 0, 0, 0, 1, 1, 1, 1])
const columns = byBits(2, [0, 1, 0, 1, 0, 1, 0, 1])
const both = byBits(4, [0, 1, 0, 1, 2, 3, 2, 3])

test('the total and nested queries, coarse to fine', () => {
  expect(nestedChain([total, rows, both], new Int32Array(8))).toEqual([total, rows, both])
})

test('a query that crosses the one before, or the classes of the facts, is left out', () => {
  expect(nestedChain([total, rows, columns, both], new Int32Array(8))).toEqual([total, rows, both])
  expect(nestedChain([total, rows, both], columns.answerOf)).toEqual([total, both])
})

test('cells that nobody can be in do not matter', () => {
  const classes = Int32Array.of(0, -1, 0, -1, 1, -1, 1, -1)
  expect(nestedChain([total, rows], classes)).toEqual([total, rows])
})
